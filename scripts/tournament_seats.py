"""Seats and positions of a tournament table, by the rule book."""


def clockwise(start, end, seats):
    return (end - start - 1) % seats + 1


def after(seat, occupied, seats):
    return min(occupied, key=lambda other: clockwise(seat, other, seats))


def before(seat, occupied, seats):
    return min(occupied, key=lambda other: clockwise(other, seat, seats))


def between(start, end, occupied, seats):
    inside = [s for s in occupied if clockwise(start, s, seats) < clockwise(start, end, seats)]
    return sorted(inside, key=lambda s: clockwise(start, s, seats))


def rebuilt(big, occupied, is_gone, seats):
    new_big = after(big, occupied, seats)
    rest = set(occupied) - {new_big}
    small = big if big in rest and not is_gone else before(new_big, rest, seats)
    return before(small, rest - {small}, seats), small, new_big, []


def next_positions(last, occupied, newcomers, is_gone, seats):
    """Return button, blinds and waiting seats after those of the last hand. Rules: tournament 2.2, 2.3, 4.3, 4.4."""
    _, small, big, _, heads_up = last
    if len(occupied) == 2:
        new_big = after(big, occupied, seats)
        other = next(seat for seat in occupied if seat != new_big)
        return other, other, new_big, []
    if heads_up:
        return rebuilt(big, occupied, is_gone, seats)
    arc = between(small, big, occupied, seats) + ([big] if big in occupied else [])
    arc = [seat for seat in arc if seat in newcomers]
    if is_gone and len(arc) >= 2:
        return small, arc[0], arc[1], []
    waiting = between(small, big, occupied, seats)
    if len(occupied) - len(waiting) < 3:
        return rebuilt(big, occupied, is_gone, seats)
    return small, big, after(big, occupied, seats), sorted(waiting)


def worst_seat(big, taken, seats):
    """Return the empty seat that owes the big blind soonest. Rule: tournament 2.8 (`pick_seat`)."""
    empty = [s for s in range(1, seats + 1) if s not in taken]
    return min(empty, key=lambda s: (len(between(big, s, taken, seats)), clockwise(big, s, seats)), default=None)
