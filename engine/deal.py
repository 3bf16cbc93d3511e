"""What the deals of all games share: cards coming into hands, phases, turns, undo.

A deal checks an action completely before it changes anything, so that a refused action leaves no
trace, and it can save and restore its whole state, which is how an undo works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from engine.actions import FACE_DOWN, Action, Verb
from engine.cards import Card, Mask, cards_in, mask_of
from engine.outcome import QUIET, DealResult, Outcome
from engine.phases import TAPS, Phase, Tap
from engine.rulings import Code, Ruling
from engine.seating import Ring, Seating
from engine.trick import Trick

if TYPE_CHECKING:
    from engine.breaches import Audit, Book, Claims
    from engine.options import RuleSet

Saved = tuple[tuple[Any, ...], list[list[Any]]]
"""A deal's state as `Deal.save` gives it."""
WayBack = tuple[Callable[[Any, Any], None], Any]
"""How to take one action back: a function of the deal and what was kept of before."""
R = TypeVar("R", bound="RuleSet")
NOBODY = -1
"""`turn` while no single seat is to act."""


class TrumpView(NamedTuple):
    """What everybody may know of the trump.

    `suit` is its letter once it is public, `hidden` says that one is chosen but not yet shown,
    `none` that there is publicly none, `turned` that the ranks are turned.
    """

    suit: str | None = None
    hidden: bool = False
    none: bool = False
    turned: bool = False

    @property
    def plain(self) -> bool:
        """Whether there is no trump, or the ranks are turned."""
        return self.none or self.turned


class TrickState(NamedTuple):
    """The tricks of a deal as they lie, public by nature; see `engine.view.View`.

    `tricks` and `points` are by team, empty where a game does not count them; `voids` are, by seat,
    the suits it did not follow, as masks of all their cards, empty where that is not noted.
    """

    trick: Trick = Trick()
    winning: int | None = None
    last_trick: Trick = Trick()
    done: int = 0
    tricks: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    played: Mask = 0
    voids: tuple[Mask, ...] = ()


class Deal(Generic[R]):
    """One deal, from the first card taken to its result.

    Subclasses say which seats could use a verb (`open_to`), what each verb does (`HANDLERS`) and
    what may be done (`legal`). `hands` has a mask per seat, `seen` every card that is somewhere,
    `wanted` how many cards each seat still gets in this stage, `kept` the cards that were seen
    before this stage began, `turn` the seat to act, `trail` the way back, action by action.
    `lying` are the cards that seats have laid face down and not acted since: pairs of a seat and a
    mask.

    Rules ask of a hand what it holds for sure (`hands`), what it may hold, and how many cards are
    left in it. Where all cards are read as they are dealt the three agree; `engine.unseen` is for
    hands of which the table knows less, and keeps what it learns in `book`, None elsewhere.
    """

    __slots__ = (
        "book",
        "dealer",
        "hands",
        "kept",
        "lying",
        "pack",
        "phase",
        "result",
        "ring",
        "rules",
        "seating",
        "seen",
        "trail",
        "turn",
        "wanted",
    )

    FIXED: ClassVar[frozenset[str]] = frozenset(
        {"dealer", "pack", "ring", "rules", "seating", "trail"}
    )
    """Slots that are no part of a saved state: they never change during a deal, or lead back."""
    LISTS: ClassVar[tuple[str, ...]] = ("hands", "wanted")
    """Slots with lists, which a saved state has to copy."""
    HANDLERS: ClassVar[Mapping[Verb, Callable[[Any, Action], Outcome]]] = {}

    _plain: ClassVar[tuple[str, ...]]
    _get_plain: ClassVar[Callable[[Any], tuple[Any, ...]]]
    _get_lists: ClassVar[Callable[[Any], tuple[list[Any], ...]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._plain = tuple(sorted(_slots_of(cls) - cls.FIXED - set(cls.LISTS)))
        cls._get_plain = attrgetter(*cls._plain)
        cls._get_lists = attrgetter(*cls.LISTS)

    def __init__(self, rules: R, seating: Seating, ring: Ring, dealer: int, pack: Mask) -> None:
        seats = len(seating.names)
        self.rules = rules
        self.seating = seating
        self.ring = ring
        self.dealer = dealer
        self.pack = pack
        self.phase = Phase.DEAL
        self.turn = NOBODY
        self.hands: list[Mask] = [0] * seats
        self.wanted: list[int] = [0] * seats
        self.seen: Mask = 0
        self.kept: Mask = 0
        self.lying: tuple[tuple[int, Mask], ...] = ()
        self.result: DealResult | None = None
        self.book: Book | None = None
        self.trail: list[WayBack] = []

    # What a subclass says.

    def open_to(self, verb: Verb) -> Sequence[int]:
        """The seats that could use a verb at this point, whatever their cards."""
        raise NotImplementedError

    def legal(self, seat: int) -> Sequence[Action]:
        """Everything a seat may do now; in phase `deal` nothing is listed (see `wanted`)."""
        raise NotImplementedError

    def choices(self) -> Sequence[Action]:
        """Every action of the one seat whose turn it is; empty where several are to act, or none.

        Quicker than `legal` of all seats, which also lists what others may do out of turn.
        """
        turn = self.turn
        return () if turn == NOBODY else self.legal(turn)

    def stage_done(self) -> Outcome:
        """Every seat has its cards of this stage."""
        raise NotImplementedError

    def void(self, code: str) -> Outcome:
        """End the deal without a score: its result, and a trump that is turned up now."""
        raise NotImplementedError

    def facts(self, viewer: int | None) -> Mapping[str, object]:
        """What this game adds to a view, for a seat or (None) for everybody."""
        raise NotImplementedError

    def trump_view(self) -> TrumpView:
        """What everybody may know of the trump."""
        return TrumpView()

    def trick_state(self) -> TrickState:
        """The tricks as they lie."""
        return TrickState()

    def laid_open(self) -> tuple[Mask, ...]:
        """Per seat, cards of its hand that lie open for all to see."""
        return (0,) * len(self.hands)

    def face_down(self, seat: int) -> Card | None:
        """The card of a seat that lies face down and is not in its hand."""
        return None

    def claims(self, action: Action) -> Claims:
        """What a lawful action, not yet carried out, says of the hand of its seat."""
        return ()

    # What a hand holds.

    def may_hold(self, seat: int) -> Mask:
        """The cards that may be in a hand, as far as the table knows."""
        return self.hands[seat]

    def cards_left(self, seat: int) -> int:
        """How many cards are in a hand."""
        return self.hands[seat].bit_count()

    def may_hold_all(self, seat: int, cards: Mask) -> bool:
        """Whether all these cards may be in a hand together."""
        unsure = cards & ~self.hands[seat]
        if not unsure:
            return True
        free = self.cards_left(seat) - self.hands[seat].bit_count()
        return not unsure & ~self.may_hold(seat) and unsure.bit_count() <= free

    def card_counts(self) -> tuple[int, ...]:
        """How many cards each seat still holds, one lying face down included."""
        seats = range(len(self.hands))
        return tuple(self.cards_left(seat) + (self.face_down(seat) is not None) for seat in seats)

    def naming(self, seat: int, verb: Verb, cards: Mask) -> list[Action]:
        """A verb of a seat with each of some cards, as `legal` lists it."""
        return [Action(seat, verb, (card,)) for card in cards_in(cards)]

    def vouch(self, action: Action) -> None:
        """Called by handlers for an action that is lawful, before it is carried out."""

    def audit(self) -> Audit:
        """The breaches proved in this deal; None where every card is read as it is dealt."""
        return None

    # What all share.

    def apply(self, action: Action) -> Outcome:
        """Do an action of a seat, such that `undo` can take it back. Raises `Ruling` as `do` does.

        Nothing of the match is looked at: that it goes on, or what the deal is worth for it.
        """
        saved = self.save()
        outcome = self.do(action)
        if outcome.deal is not None:
            self.turn = NOBODY
        self.trail.append((_go_back, saved))
        return outcome

    def break_off(self, code: str | None) -> Outcome:
        """End the deal without a score, or (None) leave it as it stands; can be taken back."""
        self.trail.append((_go_back, self.save()))
        if code is None:
            return QUIET
        self.turn = NOBODY
        return self.void(code)

    def undo(self) -> None:
        """Take back the last action that was done. Raises IndexError before the first."""
        way, kept = self.trail.pop()
        way(self, kept)

    def copy(self) -> Self:
        """A deal that stands where this one stands and goes its own way from here."""
        cls = type(self)
        twin: Self = object.__new__(cls)
        fill = _FILL.get(cls) or _filler(cls)
        fill(twin, self)
        return twin

    def do(self, action: Action) -> Outcome:
        """Check and carry out an action of a seat. Raises `Ruling`, having changed nothing."""
        seats = self.open_to(action.verb) if self.result is None else ()
        if not seats:
            raise Ruling(Code.NOT_NOW, verb=action.verb, phase=self.phase)
        if action.seat not in seats:
            raise Ruling(Code.NOT_YOUR_TURN, verb=action.verb, turn=self._names(self.actors()))
        outcome = self.HANDLERS[action.verb](self, action)
        if self.lying or action.verb in FACE_DOWN:
            self._note_lying(action)
        return outcome

    def _note_lying(self, action: Action) -> None:
        others = tuple(pair for pair in self.lying if pair[0] != action.seat)
        laid = mask_of(action.cards) if action.verb in FACE_DOWN else 0
        self.lying = (*others, (action.seat, laid)) if laid else others

    def actors(self) -> tuple[int, ...]:
        """The seats that are to act now, in the order of seats."""
        if self.phase is Phase.DEAL:
            return tuple(seat for seat, count in enumerate(self.wanted) if count)
        return () if self.turn == NOBODY else (self.turn,)

    def open_stage(self, counts: Sequence[int]) -> None:
        """Begin a stage of the deal in which each seat gets this many cards."""
        self.phase = Phase.DEAL
        self.turn = NOBODY
        self.wanted = list(counts)
        self.kept = self.seen

    def may_drop(self, card: Card) -> bool:
        """Whether a card came in this stage of the deal, which is still going on."""
        return self.phase is Phase.DEAL and bool((self.seen & ~self.kept) >> card & 1)

    def lowest_bid(self) -> int:
        """The number that a raise means now; 0 where nothing is bid."""
        return 0

    def clock(self) -> int | None:
        """How many seconds the seat on turn has for its call; None = no clock runs."""
        return None

    def tap(self) -> Tap:
        """What a tapped card means at this point."""
        return TAPS.get(self.phase, Tap(Verb.PLAY))

    def is_stale(self, card: Card) -> bool:
        """Whether a card tapped now merely lies where it was laid, and is no news.

        That is a card of this trick, or of the last one until this one has its second card, and a
        card laid face down until its seat acts again; in play only.
        """
        if self.phase is not Phase.PLAY:
            return False
        state = self.trick_state()
        of_last = len(state.trick.cards) < 2 and card in state.last_trick.cards
        face_down = any(laid >> card & 1 for _, laid in self.lying)
        return of_last or card in state.trick.cards or face_down

    def save(self) -> Saved:
        """The whole state, to be handed to `restore`."""
        cls = type(self)
        return cls._get_plain(self), [values[:] for values in cls._get_lists(self)]

    def restore(self, saved: Saved) -> None:
        """Go back to a saved state exactly."""
        plain, lists = saved
        for name, value in zip(self._plain, plain, strict=True):
            setattr(self, name, value)
        for name, values in zip(self.LISTS, lists, strict=True):
            setattr(self, name, values[:])

    def take(self, action: Action) -> Outcome:
        """Cards come into a hand (`take`)."""
        seat, cards = action.seat, action.cards
        self.check_in_pack(cards)
        new = 0
        for card in cards:
            if (self.seen | new) >> card & 1:
                raise Ruling(Code.CARD_TWICE, card=card)
            new |= 1 << card
        if len(cards) > self.wanted[seat]:
            raise Ruling(Code.TOO_MANY_CARDS, wanted=self.wanted[seat], found=len(cards))
        self.seen |= new
        self.hands[seat] |= new
        self.wanted[seat] -= len(cards)
        self.taken(seat, cards)
        return QUIET if any(self.wanted) else self.stage_done()

    def taken(self, seat: int, cards: Sequence[Card]) -> None:
        """Called for cards just taken, `wanted` already lowered."""

    def check_in_pack(self, cards: Sequence[Card]) -> None:
        """Refuse a card that this game does not use."""
        for card in cards:
            if not self.pack >> card & 1:
                raise Ruling(Code.NOT_IN_PACK, card=card)

    def _names(self, seats: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.seating.names[seat] for seat in seats)


def _go_back(deal: Deal[Any], saved: Saved) -> None:
    deal.restore(saved)


def _slots_of(cls: type[Deal[Any]]) -> set[str]:
    """The names of all slots, but for those that a subclass has made a property."""
    slots = {name for base in cls.__mro__ for name in getattr(base, "__slots__", ())}
    return {name for name in slots if not isinstance(getattr(cls, name), property)}


_FILL: Final[dict[type[Any], Callable[[Any, Any], None]]] = {}
"""By class, a function that fills a new deal from another one; see `_filler`."""


def _filler(cls: type[Deal[Any]]) -> Callable[[Any, Any], None]:
    """Make the function that copies deals of a class.

    It is written out, one assignment for each slot: a loop over their names takes five times as
    long, and programs that think copy a deal for everything they try.
    """
    copied = {"trail", *cls.LISTS}
    lines = [
        f" twin.{name} = deal.{name}{'[:]' if name in copied else ''}"
        for name in sorted(_slots_of(cls))
    ]
    scope: dict[str, Callable[[Any, Any], None]] = {}
    exec("\n".join(("def fill(twin, deal):", *lines)), scope)
    fill = _FILL[cls] = scope["fill"]
    return fill
