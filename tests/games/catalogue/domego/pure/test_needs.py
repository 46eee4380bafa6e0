"""The form for a price names its needs: required cubes, highest tiers, and both prices of cubes."""

from games.catalogue.domego.face.needs import needs_of
from tests.every_game import positions, settings

CLASSIC = "domego/classic"


def bought():
    """(view, seat) of each request to buy cubes."""
    rules = settings()[CLASSIC].game.rules
    for state in positions(CLASSIC):
        for prompt in rules.prompts(state):
            if prompt.kind == "buy":
                yield rules.view(state, prompt.seat), prompt.seat


def test_a_purchase_stands_beside_what_the_cubes_are_for_at_both_prices():
    seen = 0
    for view, seat in bought():
        seen += 1
        parts = [a.parts[a.part_of[seat]] for a in view.sheet.activities[view.turn - 1 :] if a.part_of[seat] >= 0]
        required = sum(part.required for part in parts) - view.firms[seat].stock
        risk, delay = (
            sum(tiers[-1][0] for tiers in each) for each in zip(*((p.risk, p.delay) for p in parts), strict=True)
        )

        shown = needs_of(view, seat)

        assert [need.cubes for need in shown["purposes"]] == [max(0, required), risk, delay]
        assert [(need.low, need.high) for need in shown["purposes"]] == [
            (f"{number}k", f"{2 * number}k") for number in (max(0, required), risk, delay)
        ]
        most = view.firms[seat].money
        wanted = (required, required + risk, required + risk + delay)
        assert {number for _words, number in shown["fills"]} == {min(most, max(0, each)) for each in wanted}
        assert f"{required}k at the special price, {2 * required}k later" in shown["needs_words"] or required <= 0

    assert seen > 5


def test_once_the_low_price_is_past_only_the_high_one_is_named():
    rules = settings()[CLASSIC].game.rules
    for state in positions(CLASSIC):
        for seat in range(6):
            view = rules.view(state, seat)
            later = any(seat in activity.buys for activity in view.sheet.activities[view.turn :])
            if not later and seat not in view.buyers:
                assert "low price" not in needs_of(view, seat)["needs_words"]
