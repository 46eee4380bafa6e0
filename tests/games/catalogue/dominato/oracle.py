"""A second Dominato: small, slow and obvious. It shares only the numbers of the tiles with the rules.

A laid tile is (x, y, way, a, b). Sides are compared as drawn lines, and every place of the neighbourhood is tried.
"""

Laid = tuple[int, int, str, int, int]


def squares(laid):
    """(x, y, value) of both squares."""
    x, y, way, a, b = laid
    return [(x, y, a), (x + 2, y, b)] if way == "H" else [(x, y, a), (x, y + 2, b)]


def cells(laid):
    """The unit cells that a tile covers."""
    return {(x + i, y + j) for x, y, _ in squares(laid) for i in (0, 1) for j in (0, 1)}


def sides(x, y):
    """The four sides of a square as (from, to)."""
    corners = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]
    return [tuple(sorted((corners[i], corners[(i + 1) % 4]))) for i in range(4)]


def long_sides(laid):
    x, y, way, _, _ = laid
    if way == "H":
        return [((x, y), (x + 4, y)), ((x, y + 2), (x + 4, y + 2))]
    return [((x, y), (x, y + 4)), ((x + 2, y), (x + 2, y + 4))]


def middle(line):
    (x1, y1), (x2, y2) = line
    return x1 + x2, y1 + y2


def along_each_other(one, two):
    """Do two lines run in the same direction?"""
    return (one[0][0] == one[1][0]) == (two[0][0] == two[1][0])


def standing_on(laid, other):
    """Values of the squares of `laid` that have a side on the middle of a long side of `other`."""
    return [
        value
        for x, y, value in squares(laid)
        for side in sides(x, y)
        for line in long_sides(other)
        if middle(side) == middle(line) and along_each_other(side, line)
    ]


def share_border(one, two):
    """Is there a cell of one beside a cell of the other?"""
    return any((x + dx, y + dy) in two for x, y in one for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def judged(table, laid, *, strict=True, values=True):
    """The order of the link; None if the tile may not lie there."""
    mine, order = cells(laid), 0
    for other in table:
        theirs = cells(other)
        if mine & theirs:
            return None
        if not share_border(mine, theirs):
            continue
        upon, under = standing_on(laid, other), standing_on(other, laid)
        if not upon and not under and strict:
            return None
        right = all(v == other[3] + other[4] for v in upon) and all(v == laid[3] + laid[4] for v in under)
        if values and not right:
            return None
        order += len(upon) + len(under)
    return order or None


def shapes(table, *, strict=True):
    """Every (x, y, way) where a tile may lie by its shape."""
    if not table:
        return {(0, 0, "H")}
    covered = set().union(*map(cells, table))
    beside = {(x + dx, y + dy) for x, y in covered for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - covered
    xs, ys = [x for x, _ in covered], [y for _, y in covered]
    found = set()
    for x in range(min(xs) - 6, max(xs) + 7):
        for y in range(min(ys) - 6, max(ys) + 7):
            for way in "HV":
                mine = cells((x, y, way, 0, 0))
                near = mine & beside and not mine & covered
                if near and judged(table, (x, y, way, 0, 0), strict=strict, values=False):
                    found.add((x, y, way))
    return found


def placements(table, hand, *, strict=True):
    """{laid tile: order} for every right placement of the tiles (a, b) in hand."""
    if not table:
        return {(0, 0, "H", a, b): 0 for a, b in hand}
    found = {}
    for x, y, way in shapes(table, strict=strict):
        for a, b in {ends for tile in hand for ends in (tuple(tile), tuple(reversed(tile)))}:
            order = judged(table, (x, y, way, a, b), strict=strict)
            if order:
                found[x, y, way, a, b] = order
    return found


def dealt(tiles, players, size, game, starter, draws):
    """The hands of a game, read from the labels of its draws."""
    left, hands = list(tiles), [[] for _ in range(players)]
    for number in range(players * size):
        tile = left.pop(draws.below(len(left), f"game-{game}/tile-{number + 1}"))
        hands[(starter + number) % players].append(tile)
    return hands


def count(tiles, players, size, depth, draws):
    """(positions after `depth` moves, ends of the match among them); there are as many games as players."""
    starter = draws.below(players, "game-1/starter")

    def begin(game, who, left):
        return play(game, who, who, [], dealt(tiles, players, size, game, who, draws), 0, left)

    def over(game, first, left):
        return begin(game + 1, (first + 1) % players, left) if game < players else (1, 1)

    def play(game, first, seat, table, hands, passes, left):
        if left == 0:
            return 1, 0
        nodes = ends = 0
        found = placements(table, hands[seat])
        for laid, order in found.items():
            rest = [[t for t in hand if s != seat or sorted(t) != sorted(laid[3:])] for s, hand in enumerate(hands)]
            if order >= 3 or not rest[seat]:
                below = over(game, first, left - 1)
            else:
                after = seat if order == 2 else (seat + 1) % players
                below = play(game, first, after, [*table, laid], rest, 0, left - 1)
            nodes, ends = nodes + below[0], ends + below[1]
        if not found:
            after = (seat + 1) % players
            blocked = passes + 1 == players
            below = (
                over(game, first, left - 1) if blocked else play(game, first, after, table, hands, passes + 1, left - 1)
            )
            nodes, ends = nodes + below[0], ends + below[1]
        return nodes, ends

    return begin(1, starter, depth)
