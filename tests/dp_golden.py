"""Comparing a picture, pixel for pixel, with the reference that is kept for it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops

GOLDEN = Path(__file__).parent / "display" / "golden"


def assert_same_picture(picture: Image.Image, reference: Path, made: Path) -> None:
    """Fail unless `picture` is the reference; the picture is then left in the folder `made`.

    A change that is wanted is accepted by copying that file over the reference.
    """
    left = made / reference.name
    picture.save(left)
    assert reference.exists(), f"no reference {reference}; the picture made is {left}"
    with Image.open(reference) as opened:
        wanted = opened.convert(picture.mode)
    assert picture.size == wanted.size, f"{picture.size}, not {wanted.size} of {reference}"
    where = ImageChops.difference(picture, wanted).getbbox()
    assert where is None, f"{left} differs from {reference} within {where}"
