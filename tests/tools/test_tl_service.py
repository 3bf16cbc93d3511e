"""`chhakka service`: what is written, what is done, and that nothing is done unasked."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from ct_files import table_text, write_table
from tl_displays import display
from tl_wired import MIXED, plain, read

from controller.cli import main
from controller.config import WebConfig, read_config
from controller.director_line import DirectorCall, DirectorLine, call_table, group_number
from controller.journal.writing import JournalFault
from controller.service import command
from controller.service.command import Hands, Request, service
from controller.service.files import WATCHDOG_S, rules, unit, users
from controller.service.needs import needs_of
from controller.service.place import HOME, RULES, UNIT, USERS, program, shut_off
from controller.service.steps import run_command
from controller.session.session import Answer
from engine import UnreadableError

JOURNAL = HOME / "journal.db"
FILES = [str(path).lstrip("/") for path in (UNIT, RULES, USERS)]


class Owner:
    """Somebody who answers, and a machine under `root` whose commands are only noted."""

    def __init__(self, root: Path, answer: str = "n", user: int = 0, fails: str = "") -> None:
        self.root = root
        self.asked: list[str] = []
        self.ran: list[str] = []
        self.said: list[str] = []
        self._answer = answer
        self._fails = fails
        self.hands = Hands(root, user, self._run, self._ask)

    def _run(self, words: Sequence[str]) -> int:
        self.ran.append(" ".join(words))
        return 1 if self._fails and self._fails in self.ran[-1] else 0

    def _ask(self, question: str) -> str:
        self.asked.append(question)
        return self._answer

    def does(self, request: Request) -> int:
        return service(request, self.said.append, self.hands)

    @property
    def files(self) -> list[str]:
        found = (path for path in self.root.rglob("*") if path.is_file())
        return sorted(str(path.relative_to(self.root)) for path in found)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "shut_off", lambda root: ())
    return write_table(tmp_path / "game")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


# Nothing unasked.


def test_it_shows_and_changes_nothing(table: Path, root: Path) -> None:
    owner = Owner(root)
    assert owner.does(Request(table)) == 0
    assert (owner.files, owner.ran, owner.asked) == ([], [], [])
    for path in (UNIT, RULES, USERS):
        assert f"--- {path}" in owner.said
    assert "Type=notify" in owner.said
    assert "sudo systemctl daemon-reload" in owner.said
    assert any("sudo systemctl enable --now chhakka.service" in line for line in owner.said)
    (call,) = (line for line in owner.said if " director --table " in line)
    assert f"{shlex.join(program())} director --table {HOME}/table.toml undo" in call


def test_only_root_changes_a_machine(table: Path, root: Path) -> None:
    owner = Owner(root, "y", user=1000)
    for request in (Request(table, install=True, yes=True), Request(table, uninstall=True)):
        assert owner.does(request) == 1
    assert (owner.files, owner.ran, owner.asked) == ([], [], [])
    assert owner.said == ["This changes the machine: start it with sudo."] * 2


@pytest.mark.parametrize("answer", ["n", "", "perhaps"])
def test_whoever_does_not_say_yes_gets_nothing(table: Path, root: Path, answer: str) -> None:
    owner = Owner(root, answer)
    assert owner.does(Request(table, install=True)) == 1
    assert owner.asked == ["Do all this (y/n)? "]
    assert (owner.files, owner.ran) == ([], [])
    assert owner.said[-1] == "Nothing was changed."
    assert f"--- {UNIT}" in owner.said  # it was shown before it was asked


def test_without_a_terminal_nobody_says_yes(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("sys.stdin", None)
    assert main(["service", str(table), "--install"]) == 1
    assert capsys.readouterr().out.endswith("Nothing was changed.\n")


# What is done.


def test_install(table: Path, root: Path) -> None:
    owner = Owner(root, "y")
    assert owner.does(Request(table, install=True)) == 0
    assert owner.files == sorted(FILES)
    folder = table.parent
    assert owner.ran == [
        "systemd-sysusers",
        f"install -d -m 0750 -o chhakka -g chhakka {HOME}",
        f"install -m 0640 -o root -g chhakka {folder}/table.toml {HOME}/table.toml",
        f"install -m 0640 -o root -g chhakka {folder}/deck.csv {HOME}/deck.csv",
        "systemctl daemon-reload",
        "udevadm control --reload",
        "udevadm trigger --subsystem-match=tty",
        "udevadm trigger --subsystem-match=gpio",
    ]
    assert not any("--now" in line for line in owner.ran)


def test_install_and_start(table: Path, root: Path) -> None:
    owner = Owner(root)
    assert owner.does(Request(table, install=True, yes=True, start=True)) == 0
    assert owner.asked == []
    assert owner.ran[-1] == "systemctl enable --now chhakka.service"


def test_what_is_there_already_is_left_as_it_is(table: Path, root: Path) -> None:
    home = root / str(HOME).lstrip("/")
    home.mkdir(parents=True)
    (home / "table.toml").write_text("mine")
    owner = Owner(root)
    assert owner.does(Request(table, install=True, yes=True)) == 0
    assert not any("table.toml" in line for line in owner.ran)
    assert any(line.endswith(f"{HOME}/deck.csv") for line in owner.ran)
    assert (home / "table.toml").read_text() == "mine"


def test_rules_and_deck_in_folders_go_along(tmp_path: Path, root: Path, table: Path) -> None:
    folder = tmp_path / "more"
    more = 'rules = "rules/ours.toml"\ndeck = "cards/deck.csv"'
    path = write_table(folder, table_text(more=more))
    for name in ("rules", "cards"):
        (folder / name).mkdir()
    (folder / "rules/ours.toml").write_text('preset = "bangladesh"\n')
    (folder / "deck.csv").rename(folder / "cards/deck.csv")
    owner = Owner(root)
    assert owner.does(Request(path, install=True, yes=True)) == 0
    assert f"install -d -m 0750 -o root -g chhakka {HOME}/rules" in owner.ran
    assert any(line.endswith(f"{HOME}/rules/ours.toml") for line in owner.ran)
    assert any(line.endswith(f"{HOME}/cards/deck.csv") for line in owner.ran)


def test_a_deck_elsewhere_cannot_go_along(tmp_path: Path, root: Path) -> None:
    path = write_table(tmp_path / "game", table_text(more='deck = "../deck.csv"'))
    (tmp_path / "game/deck.csv").rename(tmp_path / "deck.csv")
    with pytest.raises(UnreadableError, match=r"deck.csv, expected a file in .*game or below"):
        Owner(root).does(Request(path))


def test_a_command_that_fails_stops_it(table: Path, root: Path) -> None:
    owner = Owner(root, fails="systemd-sysusers")
    assert owner.does(Request(table, install=True, yes=True)) == 1
    assert owner.ran == ["systemd-sysusers"]
    assert owner.said[-1].startswith("This failed: systemd-sysusers.")
    owner = Owner(root, fails="udevadm trigger")  # no harm: it is only sooner
    assert owner.does(Request(table, install=True, yes=True)) == 0


def test_uninstall(table: Path, root: Path) -> None:
    owner = Owner(root, "y")
    owner.does(Request(table, install=True))
    (root / "etc/keep").write_text("")
    owner.ran.clear()
    table.unlink()  # not needed for this
    assert owner.does(Request(table, uninstall=True)) == 0
    assert owner.files == ["etc/keep"]
    assert owner.ran[0] == "systemctl disable --now chhakka.service"
    assert owner.does(Request(table, uninstall=True)) == 0  # twice is no harm


def test_write_below_a_folder(table: Path, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", str(table), "--write", str(root)]) == 0
    assert sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()) == sorted(FILES)
    assert "sudo systemd-sysusers" in capsys.readouterr().out


def test_a_program_that_the_service_could_not_start(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = root / "home/asha"
    (home / "bin").mkdir(parents=True)
    home.chmod(0o700)
    program = (Path("/home/asha/bin/chhakka"),)
    assert list(shut_off(root, program)) == [Path("/home/asha")]
    home.chmod(0o711)
    assert list(shut_off(root, program)) == []
    monkeypatch.setattr(command, "shut_off", lambda root: [Path("/home/asha")])
    owner = Owner(root, "y")
    assert owner.does(Request(write_table(tmp_path), install=True, yes=True)) == 1
    assert (owner.files, owner.ran) == ([], [])
    assert "/home/asha is closed to others" in owner.said[0]
    assert any("/opt/chhakka/bin/pip install" in line for line in owner.said)


def test_a_journal_and_a_deck_to_be(table: Path, root: Path) -> None:
    (table.parent / "journal.db").write_text("")
    (table.parent / "deck.csv").unlink()
    owner = Owner(root)
    owner.does(Request(table))
    told = "\n".join(owner.said)
    assert f"sudo install -m 0600 -o chhakka -g chhakka {table.parent}/journal.db {JOURNAL}" in told
    assert "deck.csv is not there yet" in told


# What is in the files.


def unit_of(text: str = MIXED, journal: Path = JOURNAL) -> list[str]:
    needs = needs_of(read(text))
    return unit(("/opt/chhakka/bin/chhakka",), HOME / "t", needs, journal, at_home=False).split(
        "\n"
    )


def test_the_unit() -> None:
    lines = unit_of()
    for line in (
        "Type=notify",
        f"WatchdogSec={WATCHDOG_S}",
        "Restart=on-failure",
        "RestartPreventExitStatus=2",
        "User=chhakka",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "StateDirectory=chhakka",
        "DevicePolicy=closed",
        "DeviceAllow=char-ttyUSB rw",
        "DeviceAllow=char-gpiochip rw",
        "SupplementaryGroups=dialout gpio",
        "RestrictAddressFamilies=AF_UNIX",
        f"ExecStart=/opt/chhakka/bin/chhakka run {HOME}/t --director-group chhakka",
    ):
        assert line in lines
    assert not any(line.startswith("ReadWritePaths") for line in lines)


def test_only_what_is_needed_is_open() -> None:
    none = needs_of(plain(driver="none"))
    assert (none.groups, none.network) == (("dialout",), False)
    config = plain(driver="none")
    far = replace(
        config, readers=tuple(replace(reader, port="socket://x:1") for reader in config.readers)
    )
    assert needs_of(far).groups == ()
    assert needs_of(far).devices == ()
    assert needs_of(far).network
    assert needs_of(replace(config, web=WebConfig())).network
    displays = (display("max7219"), display("ssd1306"))
    assert needs_of(replace(config, displays=displays)).groups == ("dialout", "gpio", "i2c", "spi")
    assert "video" in needs_of(replace(config, displays=(display("linux_framebuffer"),))).groups


def test_strange_names_are_quoted() -> None:
    needs = needs_of(plain())
    text = unit(("/opt/a b/100%/$x",), HOME / "t", needs, Path("/mnt/my 5%/j.db"), at_home=True)
    assert 'ExecStart="/opt/a b/100%%/$$x" run' in text
    assert 'ReadWritePaths="/mnt/my 5%%"\n' in text
    assert "ProtectHome=read-only" in text


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine"
)


@needs_systemd
@pytest.mark.parametrize("text", [MIXED, table_text("none")])
def test_systemd_finds_nothing_wrong(tmp_path: Path, text: str) -> None:
    program = shutil.which("true") or "/bin/true"
    path = tmp_path / "chhakka.service"
    needs = needs_of(read(text))
    path.write_text(unit((program,), HOME / "t", needs, Path("/mnt/a b/j"), at_home=False))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "chhakka" in line] == []
    # The check itself finds what is wrong.
    path.write_text(path.read_text().replace("Type=notify", "Type=telepathy"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    assert "telepathy" in done.stderr


@needs_systemd
def test_systemd_thinks_it_safe(tmp_path: Path) -> None:
    path = tmp_path / "chhakka.service"
    path.write_text("\n".join(unit_of()))
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze cannot judge a file")
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None or os.geteuid() != 0,
    reason="no systemd-sysusers on this machine, or not root",
)
def test_the_user_and_the_groups(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    conf = tmp_path / "chhakka.conf"
    conf.write_text(users())
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}", str(conf)], check=True)
    groups = {line.split(":")[0] for line in (tmp_path / "etc/group").read_text().splitlines()}
    assert {"chhakka", "dialout", "gpio", "i2c", "spi"} <= groups
    (passwd,) = (tmp_path / "etc/passwd").read_text().splitlines()
    assert passwd.split(":")[0] == "chhakka"
    assert passwd.split(":")[5] == str(HOME)


def test_udev_rules_are_well_formed() -> None:
    known = {
        *("SUBSYSTEM==", "KERNEL==", "DRIVER==", "ACTION=="),
        *("GROUP=", "MODE=", "ENV{ID_MM_PORT_IGNORE}=", "ATTR{latency_timer}="),
    }
    lines = [line for line in rules().splitlines() if line and not line.startswith("#")]
    assert len(lines) == 7
    for line in lines:
        for part in line.split(", "):
            key, value, rest = part.split('"')
            assert key in known
            assert value
            assert rest == ""
    if shutil.which("udevadm") is None:
        return  # a machine without udev can look at their form only
    if b"verify" in subprocess.run(["udevadm", "--help"], capture_output=True, check=False).stdout:
        subprocess.run(["udevadm", "verify", "-"], input=rules().encode(), check=True)


def test_a_command_that_is_not_there() -> None:
    assert run_command(("no-such-command-as-this",)) == 127
    assert run_command(("true",)) == 0
    assert run_command(("false",)) == 1


# Who may call.


@pytest.mark.parametrize(("group", "mode"), [(None, 0o600), (os.getgid(), 0o660)])
def test_who_may_call_on_the_directors_line(tmp_path: Path, group: int | None, mode: int) -> None:
    def answers(call: DirectorCall) -> None:
        call.answers.put(Answer(True, "so be it"))

    line = DirectorLine(tmp_path / "j.director", answers, group=group)
    try:
        its = line.path.stat()
        assert stat.S_IMODE(its.st_mode) == mode
        assert group is None or its.st_gid == group
        assert call_table(line.path, "undo") == Answer(True, "so be it")
    finally:
        line.close()


def test_a_group_that_is_not_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.chown", refused)
    with pytest.raises(JournalFault, match=r"cannot be opened: .*Operation not permitted"):
        DirectorLine(tmp_path / "j.director", lambda call: None, group=0)


def test_a_group_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnreadableError):
        group_number("no-such-group")
    path = write_table(tmp_path)
    assert read_config(path)
    assert main(["run", str(path), "--director-group", "no-such-group"]) == 2
    assert "found 'no-such-group', expected a group of this machine" in capsys.readouterr().err
