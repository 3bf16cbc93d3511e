"""What people read and hear, from message files: one catalogue for each language.

A catalogue is `<language>.po`, edited by translators, and `<language>.mo`, made of it by
`make messages` and read here. Keys such as `ruling.must-follow` stand for sentences; English is a
catalogue like the others, and the one that stands in for what another lacks.
"""

from controller.messages.catalogue import ENGLISH, LANGUAGES, Direction, Messages, messages_for

__all__ = ["ENGLISH", "LANGUAGES", "Direction", "Messages", "messages_for"]
