"""Court Piece (Rung): the table of thirteen cards each, and four forms of the game.

A form puts together a way for a trump to come up (`named_trump`, `laid_trump`, `made_trump`) and a
way of counting tricks (`first_to_seven`, `piles`) on the common ground (`thirteen`).
"""
