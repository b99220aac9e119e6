"""The audit of logs of version 3 of a small house: python3 -m unittest test_log3"""

import unittest

from fairlot import draw
from fairlot.audit.breach import AuditBreach
from house import House, Played, Subject, period_at
from house_keys import LOCAL, beacon_signature

DAY = 86_400_000


class Case(unittest.TestCase):
    def holds(self, house):
        house.sign()
        return house.audit()

    def breaks(self, house, rule, index=None, signed=True):
        """The log breaks this rule, with its last entry or the given one."""
        if signed:
            house.sign()
        with self.assertRaises(AuditBreach) as caught:
            house.audit()
        wanted = len(house.entries) - 1 if index is None else index
        self.assertEqual((caught.exception.rule, caught.exception.index), (rule, wanted), str(caught.exception))


class RulesOfTheLog(Case):
    def test_the_rules_are_stated_once_after_the_beginning(self):
        house = House()
        house.add('log-rules', {'version': 3, 'localBeacon': None})
        self.breaks(house, 'rules')
        house = House(rules=False)
        for change in ({'version': 2}, {'localBeacon': 'ab'}, {'more': 1}):
            self.breaks(house_with(house, 'log-rules', {'version': 3, 'localBeacon': None, **change}), 'rules')
        self.holds(house_with(house, 'log-rules', {'version': 3, 'localBeacon': None}))
        empty = House(rules=False)
        empty.clear()
        empty.add('log-rules', {'version': 3, 'localBeacon': None})
        self.breaks(empty, 'rules')

    def test_real_money_has_no_local_beacon(self):
        house = House('real')
        self.holds(house)
        old = House('real', rules=False)
        self.breaks(house_with(old, 'log-rules', {'version': 3, 'localBeacon': LOCAL.public_key}), 'rules')
        Subject(house, 'beacon')
        self.breaks(house, 'open')

    def test_real_money_needs_enough_foreign_witnesses(self):
        house = House('real')
        four = house.listed(4)
        for own, quorum, holds in ((0, 3, True), (1, 3, True), (2, 3, False), (3, 4, True), (4, 4, False)):
            listed = [{**one, 'own': True} if i < own else one for i, one in enumerate(four['witnesses'])]
            other = house_with(House('real'), 'verifier', {'version': '1', 'sha256': 'ab' * 32})
            Subject(other, 'witnessed', chain=draw.QUICKNET.hash, witnesses=listed, quorum=quorum)
            self.holds(other) if holds else self.breaks(other, 'open')

    def test_a_beacon_is_the_public_one_or_that_of_the_rules(self):
        house = House()
        Subject(house, 'beacon', chain='ab' * 32)
        self.breaks(house, 'open')
        house = House()
        Subject(house, 'beacon', 'event', chain='ab' * 32)
        self.breaks(house, 'open')
        house = House()
        Played(house, beaconChain='ab' * 32)
        self.breaks(house, 'chain', house.tree.size - 1)

    def test_what_opened_before_keeps_its_rules(self):
        house = House(rules=False)
        house.add('withdrawals', {'day': '2099-01-01', 'count': 0, 'amount': '0', 'oldestHours': 0, 'rejected': {}})
        house.add('solvency', {'root': 'ab' * 32, 'total': '1', 'assets': '1'})
        house.add('log-rules', {'version': 3, 'localBeacon': None})
        self.holds(house)
        house.now += DAY
        house.add('solvency', {'root': 'ab' * 32, 'total': '1', 'assets': '1'})
        self.breaks(house, 'format')

    def test_a_day_that_a_statement_is_about_is_over(self):
        for at, holds in ((10 * 3_600_000, True), (10 * 3_600_000 - 1, False)):
            house = House()
            house.now = house.now // DAY * DAY + DAY + at
            day = period_at(house.now)[:8]
            said = {'day': f'{day[:4]}-{day[4:6]}-{day[6:]}', 'count': 0, 'amount': '0', 'oldestHours': 0, 'rejected': {}}
            house.add('withdrawals', said)
            self.holds(house) if holds else self.breaks(house, 'time')
        house = House()
        house.add('withdrawals', {'day': '2026-02-30', 'count': 0, 'amount': '0', 'oldestHours': 0, 'rejected': {}})
        self.breaks(house, 'format')

    def test_solvency_names_its_witnesses(self):
        stated = {'root': 'ab' * 32, 'total': '1', 'assets': '1'}
        for listed, holds in ((House().listed(), True), (House().listed(4), True), (House().listed(4, 2), False)):
            house = house_with(House(), 'solvency', {**stated, **listed})
            self.holds(house) if holds else self.breaks(house, 'format')

    def test_entries_of_the_demo_world_may_follow_the_rules(self):
        house = House()
        Subject(house, 'beacon', at=house.now - DAY, deadline=house.now, demo=True)
        house.add('funding', {'account': 'house', 'amount': '1', 'reference': 'x'})
        self.holds(house)
        house.add('funding', {'account': 'house', 'amount': '1', 'reference': 'x', 'at': house.now - 1})
        self.breaks(house, 'time')

    def test_a_beacon_dies_once(self):
        house = house_with(House(), 'beacon-dead', {'chain': LOCAL.hash, 'lastRound': 5})
        self.holds(house)
        house.add('beacon-dead', {'chain': LOCAL.hash, 'lastRound': 5})
        self.breaks(house, 'rules')
        self.breaks(house_with(House(rules=False), 'beacon-dead', {'chain': LOCAL.hash, 'lastRound': 5}), 'rules')


def house_with(house, kind, fields):
    """The log of the house with one more entry; the house itself stays as it is."""
    other = house.with_entry(-1, {})
    other.add(kind, fields)
    return other


class Draws(Case):
    def subject(self, grade='witnessed', kind='issue', **terms):
        quantities = (10,) if kind == 'issue' else (1, 1, 1)
        return Subject(House(), grade, kind, **terms).sell(*quantities)

    def test_draws_of_every_grade_hold(self):
        for kind in ('issue', 'event'):
            for grade in ('plain', 'salt', 'beacon', 'witnessed'):
                if (kind, grade) == ('event', 'plain'):
                    continue
                subject = self.subject(grade, kind).close()
                if grade == 'witnessed':
                    subject.witness(3)
                with self.subTest(f'{kind} {grade}'):
                    self.holds(subject.draw().house)

    def test_a_second_seal_is_a_breach_in_every_grade(self):
        for grade in ('salt', 'witnessed'):
            subject = self.subject(grade).close()
            subject.house.now += 600_000
            subject.close()
            self.breaks(subject.house, 'seal', signed=False)

    def test_a_seal_has_the_sold_codes(self):
        for change in (
            {'shares': 9}, {'shares': 11}, {'freeEntries': 1}, {'orders': 11}, {'salt': 'ab' * 32}, {'round': 5}, {'at': 0},
        ):  # fmt: skip
            with self.subTest(change):
                subject = self.subject('beacon' if 'round' in change else 'salt').close(**change)
                self.breaks(subject.house, 'time' if 'at' in change else 'seal', signed=False)
        self.breaks(self.subject('salt').close(attempt=1).house, 'format', signed=False)

    def test_a_draw_by_date_is_sealed_with_the_minimum_after_its_close(self):
        at = House().now
        dates = {'closes': at + 3_600_000, 'minimum': 8, 'shares': 12}
        self.holds(self.subject('beacon', **dates).close().draw().house)
        self.breaks(self.subject('beacon', **{**dates, 'minimum': 11}).close().house, 'seal', signed=False)
        early = self.subject('beacon', **dates)
        early.terms['closes'] = None
        self.breaks(early.close().house, 'seal', signed=False)

    def test_the_beacon_value_is_that_of_a_signature(self):
        other = beacon_signature(7)
        for change in ({'beacon': 'ab' * 32}, {'signature': other}, {'signature': 'ab' * 48}):
            for kind in ('issue', 'event'):
                subject = self.subject('beacon', kind).close().draw(**change)
                self.breaks(subject.house, 'draw')
        forged = self.subject('beacon').close()
        seal = forged.seal
        beacon = draw.beacon_value(other)
        entropy = draw.draw_entropy(seal['salt'], 'M1-0001', seal['digest'], seal['round'], beacon)
        code = draw.winning_code(int(seal['sum']), entropy, 10)
        forged.draw(beacon=beacon, signature=other, entropy=entropy, code=code)
        self.breaks(forged.house, 'draw')

    def test_a_draw_states_all_its_fields(self):
        self.breaks(self.subject('beacon').close().draw(lines=[]).house, 'format')
        self.breaks(self.subject('beacon').close().draw(favour=True).house, 'format')
        self.breaks(self.subject('witnessed').close().witness(2).draw(favour=False).house, 'format')
        self.breaks(self.subject('witnessed').close().witness(3).draw(lines=None).house, 'format')
        self.breaks(self.subject('salt').close().draw(signature='ab' * 48).house, 'format')

    def test_a_draw_carries_the_lines_of_the_quorum_or_is_in_favour(self):
        for kind in ('issue', 'event'):
            subject = self.subject(kind=kind).close().witness(3).draw(lines=[])
            self.breaks(subject.house, 'witness')
            self.breaks(self.subject(kind=kind).close().witness(3).draw(favour=True).house, 'favour')
            self.holds(self.subject(kind=kind).close().witness(3).draw(lines=[], favour=True).house)
            self.holds(self.subject(kind=kind).close().witness(2).draw().house)
            self.holds(self.subject(kind=kind).close().draw().house)

    def test_lines_stand_over_checkpoints_of_this_log_that_cover_the_seal(self):
        subject = self.subject()
        before = subject.house.sign()
        subject.close().witness(3)
        lines = ''.join(f'{w.line(before, subject.house.now // 1000)}\n' for w in subject.house.witnesses)
        self.breaks(subject.draw(lines=[before + lines]).house, 'witness')
        subject = self.subject().close().witness(3)
        house = subject.house
        house.now += 1
        unknown = house.sign()
        house.notes.pop()
        lines = ''.join(f'{w.line(unknown, house.now // 1000)}\n' for w in house.witnesses)
        self.breaks(subject.draw(lines=[unknown + lines]).house, 'witness')
        subject = self.subject().close()
        alone = subject.house.notes[-1][0]
        self.breaks(subject.draw(lines=[alone], favour=True).house, 'favour')

    def test_late_and_doubled_lines_are_refused(self):
        subject = self.subject().close().witness(3)
        seconds = draw.round_time_ms(subject.seal['round'], draw.QUICKNET) // 1000
        note = subject.house.notes[-1][0]
        late = note + ''.join(f'{w.line(note, seconds - 5)}\n' for w in subject.house.witnesses)
        self.breaks(subject.draw(lines=[late]).house, 'witness')
        subject = self.subject().close().witness(2)
        doubled = subject.lines[0] + subject.lines[0].split('\n\n')[1].split('\n')[1] + '\n'
        self.breaks(subject.draw(lines=[doubled]).house, 'favour')

    def test_a_checkpoint_from_long_after_the_round_vouches_for_nothing(self):
        for minutes, holds in ((14, True), (15, False)):
            subject = self.subject().close()
            house, published = subject.house, draw.round_time_ms(subject.seal['round'], draw.QUICKNET)
            house.now = published + minutes * 60_000
            house.sign()
            subject.lines.append(house.cosign(3, published // 1000 - 6))
            self.holds(subject.draw().house) if holds else self.breaks(subject.draw().house, 'witness')

    def test_a_favour_follows_a_draw_in_favour_once(self):
        for kind in ('issue', 'event'):
            subject = self.subject(kind=kind).close().witness(2).draw()
            subject.house.now += DAY
            audit = self.holds(subject.favour().house)
            self.assertEqual((audit.rules.favours, audit.rules.late_favours), (1, 1))
            self.breaks(subject.favour().house, 'favour')
            self.breaks(self.subject(kind=kind).close().witness(3).draw().favour().house, 'favour')
        self.breaks(self.subject().close().witness(2).draw().favour(orders=2).house, 'favour')
        self.breaks(self.subject(kind='event').close().draw().favour(members=2).house, 'favour')
        self.breaks(self.subject(kind='event').close().draw().favour(amount='1').house, 'favour')


class Refunds(Case):
    def refund(self, subject, reason, at=None, orders=1, shares=1):
        house = subject.house
        house.now = house.now if at is None else at
        said = {'issue': subject.name, 'orders': orders, 'shares': shares, 'amount': '10000', 'reason': reason}
        house.add('issue-refund', said)
        return house

    def test_a_refund_has_a_reason_that_holds(self):
        at = House().now
        closes = {'closes': at + 3_600_000, 'minimum': 8}
        week = at + 7 * DAY
        for grade, terms, reason, when, shares, holds in (
            ('salt', {}, 'deadline', at + 3_600_000, 9, True), ('salt', {}, 'deadline', at + 3_599_999, 9, False),
            ('salt', {}, 'deadline', at + 3_600_000, 10, False), ('beacon', closes, 'deadline', at + 3_600_000, 7, False),
            ('beacon', closes, 'minimum', at + 3_600_000, 7, True), ('beacon', closes, 'minimum', at + 3_600_000, 8, False),
            ('beacon', closes, 'minimum', at + 3_599_999, 7, False), ('salt', {}, 'minimum', at + 3_600_000, 7, False),
            ('salt', {'mode': 'pk'}, 'pk', at + 1, 1, True), ('salt', {}, 'pk', at + 1, 1, False),
            ('witnessed', {}, 'witnesses', week, 10, True), ('witnessed', {}, 'witnesses', week - 1, 10, False),
            ('witnessed', {}, 'witnesses', week, 9, False), ('beacon', {}, 'witnesses', week, 10, False),
            ('witnessed', closes, 'witnesses', week + 3_600_000, 9, True),
            ('witnessed', closes, 'witnesses', week + 3_599_999, 9, False),
            ('beacon', {}, 'beacon', at + 60 * DAY, 9, False), ('salt', {}, 'lost', at + 3_600_000, 9, False),
        ):  # fmt: skip
            with self.subTest((grade, terms, reason, when - at, shares)):
                house = self.refund(Subject(House(), grade, **terms), reason, when, shares=shares)
                self.holds(house) if holds else self.breaks(house, 'refund')

    def test_a_refund_states_its_reason(self):
        subject = Subject(House(), 'salt')
        subject.house.now = subject.terms['deadline']
        subject.house.add('issue-refund', {'issue': subject.name, 'orders': 1, 'amount': '10000'})
        self.breaks(subject.house, 'format')
        self.breaks(self.refund(Subject(House(), 'salt'), 'wish'), 'format')
        self.breaks(self.refund(Subject(House(), 'salt'), 'deadline', House().now + 3_600_000, 3, 2), 'refund')

    def test_only_a_dead_beacon_refunds_after_a_seal(self):
        for last, days, holds in ((-1, 30, True), (-1, 29, False), (0, 30, False)):
            subject = Subject(House(), 'beacon').sell(10).close()
            house = subject.house
            house.add('beacon-dead', {'chain': LOCAL.hash, 'lastRound': subject.seal['round'] + last})
            self.refund(subject, 'beacon', house.now + days * DAY, shares=10)
            self.holds(house) if holds else self.breaks(house, 'refund')
        house = self.refund(Subject(House(), 'salt').sell(10).close(), 'deadline', House().now + 3_600_000)
        self.breaks(house, 'refund')

    def test_a_void_event_has_nobody_or_no_witnesses(self):
        for grade, participants, days, holds in (
            ('salt', 0, 0, True), ('salt', 1, 7, False), ('witnessed', 1, 7, True), ('witnessed', 1, 6, False),
        ):  # fmt: skip
            house = Subject(House(), grade, 'event').void(participants, days).house
            self.holds(house) if holds else self.breaks(house, 'void')


if __name__ == '__main__':
    unittest.main()
