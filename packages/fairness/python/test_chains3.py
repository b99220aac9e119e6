"""The audit of chains and rounds of version 3 of a small house: python3 -m unittest test_chains3"""

import unittest

from fairlot import draw
from fairlot.games import chain_step
from house import House, Played, period_at
from house_keys import LOCAL, beacon_signature
from test_log3 import DAY, Case, house_with


class Chains(Case):
    def test_rounds_follow_the_schedule_with_gaps(self):
        house = House()
        played = Played(house)
        for number in (2, 3, 9):
            played.round(number)
        self.holds(house)

    def test_a_chain_needs_its_quorum(self):
        played = Played(House(), signed=2)
        sealed, _ = played.round(1)
        self.breaks(played.house, 'witness', sealed)
        self.holds(self.sealed(Played(House(), 'beacon', 0)))
        late = Played(House(), signed=0)
        late.house.now += 700_000
        late.house.sign()
        late.house.cosign(4)
        sealed, _ = late.round(1)
        self.breaks(late.house, 'witness', sealed)

    def sealed(self, played):
        played.round(1)
        return played.house

    def test_a_seal_is_that_of_its_round(self):
        for change, rule in (
            ({'index': 2}, 'chain'), ({'secret': 'ab' * 32}, 'chain'), ({'round': 1}, 'seal'),
            ({'chain': '00000000-0000-4000-8000-0000000000ff'}, 'chain'),
        ):  # fmt: skip
            with self.subTest(change):
                played = Played(House())
                sealed, _ = played.round(1, **change)
                self.breaks(played.house, rule, sealed)
        played = Played(House())
        sealed, _ = played.round(4)
        again, _ = played.round(2)
        self.breaks(played.house, 'seal', again)
        played = Played(House())
        sealed, _ = played.round(1)
        early = {'sealedAt': played.seal['sealedAt'] - 1, 'at': played.seal['sealedAt'] - 1}
        self.breaks(played.house.with_entry(sealed, early), 'seal', sealed)

    def test_the_result_carries_the_signature(self):
        played = Played(House())
        _, decided = played.round(1)
        for change in ({'signature': beacon_signature(3)}, {'beacon': 'ab' * 32}, {'result': {'price': '000000', 'number': 0}}):
            self.breaks(played.house.with_entry(decided, change), 'result', decided)
        self.breaks(played.house.with_entry(decided, {'signature': 'absent'}), 'format', decided)

    def test_no_round_of_a_chain_is_void(self):
        played = Played(House())
        played.round(1)
        house = played.house
        house.add('round-void', {'game': 'lucky-1m', 'period': played.period, 'bets': 1})
        self.breaks(house, 'void')
        played = Played(House())
        played.house.now += DAY
        played.house.add('round-void', {'game': 'lucky-1m', 'period': period_at(played.house.now - 600_000), 'bets': 0})
        self.breaks(played.house, 'void')

    def test_a_later_chain_gives_a_day_of_notice_or_follows_the_end(self):
        for hours, holds in ((24, True), (23, False)):
            house = House()
            Played(house, length=3000)
            second = Played(house, **{'from': period_at(house.now + hours * 3_600_000 + 120_000)})
            self.holds(house) if holds else self.breaks(house, 'chain', second.index)
        house = House()
        first = Played(house, length=5)
        after = Played(house, **{'from': period_at(house.now + 600_000 + 5 * 60_000)})
        first.round(5)
        after.round(1)
        self.holds(house)

    def test_a_dead_chain_is_replaced_at_once_and_does_not_come_back(self):
        house = House()
        dead = Played(house, signed=2)
        early = len(house.entries)
        other = house_with(house, 'game-chain', {**dead.terms, 'chain': '00000000-0000-4000-8000-0000000000ff',
            'head': 'cd' * 32, 'at': house.now, 'from': period_at(house.now + 700_000)})  # fmt: skip
        self.breaks(other, 'chain', early)
        house.now += 600_000
        second = Played(house, **{'from': period_at(house.now + 120_000)})
        second.round(1)
        self.holds(house)
        old, _ = dead.round(20)
        self.breaks(house, 'chain', old)

    def test_chains_ascend_and_open_after_their_entry(self):
        house = House()
        late = Played(house, **{'from': period_at(house.now)})
        self.breaks(house, 'chain', late.index)
        house = House()
        Played(house, **{'from': period_at(house.now + 3 * DAY)})
        second = Played(house, **{'from': period_at(house.now + 2 * DAY)})
        self.breaks(house, 'chain', second.index)
        house = House()
        twice = Played(house, **{'delay': 4})
        self.breaks(house, 'chain', twice.index)

    def test_at_most_sixteen_chains_wait(self):
        house = House()
        for n in range(16):
            last = Played(house, 'beacon', 0, **{'from': period_at(house.now + (n + 2) * DAY)})
        self.holds(house)
        last = Played(house, 'beacon', 0, **{'from': period_at(house.now + 20 * DAY)})
        self.breaks(house, 'chain', last.index)

    def test_a_chain_of_version_2_ends_at_the_first_midnight(self):
        for hour, holds in ((23, True), (24, False)):
            house = House(rules=False)
            house.now = house.now // DAY * DAY + DAY
            played = OldChain(house)
            house.now += 3_600_000
            house.add('log-rules', {'version': 3, 'localBeacon': LOCAL.public_key})
            sealed = played.seal(house.now // DAY * DAY + hour * 3_600_000)
            self.holds(house) if holds else self.breaks(house, 'chain', sealed)

    def test_a_chain_follows_the_chains_of_version_2_at_once(self):
        house = House(rules=False)
        OldChain(house)
        house.add('log-rules', {'version': 3, 'localBeacon': LOCAL.public_key})
        played = Played(house)
        played.round(1)
        self.holds(house)


class OldChain:
    """A chain of version 2."""

    def __init__(self, house):
        self.house, self.secret = house, 'ab' * 32
        self.terms = {
            'game': 'lucky-1m', 'chain': '00000000-0000-4000-8000-000000000001', 'length': 50,
            'head': chain_step(self.secret), 'zone': 'UTC', 'roundMs': 60_000, 'cutoffMs': 10_000,
            'beaconChain': LOCAL.hash, 'delay': 5, 'grade': 'beacon', 'witnesses': None, 'fee': 200, 'demo': False,
            'at': house.now,
        }  # fmt: skip
        house.add('game-chain', self.terms)
        house.sign()

    def seal(self, opens):
        house = self.house
        house.now = opens + 55_000
        about = {'game': 'lucky-1m', 'period': period_at(opens), 'chain': self.terms['chain'], 'index': 1}
        number = draw.round_for(house.now, 5, draw.QUICKNET)
        seal = {'bets': 0, 'digest': 'ab' * 32, 'secret': self.secret, 'sealedAt': house.now, 'round': number}
        return house.add('round-seal', {**about, **seal})


if __name__ == '__main__':
    unittest.main()
