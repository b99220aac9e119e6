"""Documents and receipts of version 3 of a small house: python3 -m unittest test_documents3"""

import copy
import json
import unittest

from fairlot.program import verify_result
from house import MEMBER, House, Played, Subject, order_of, request_of
from house_keys import Witness


def verify(document, **options):
    case = {'proof': json.dumps(document)}
    if 'receipt' in options:
        case['receipt'] = json.dumps(options.pop('receipt'))
    return verify_result({**case, **options})


def changed(document, path, value):
    """A copy with another value at a place; 'absent' removes it."""
    other = copy.deepcopy(document)
    parent = other
    for key in path[:-1]:
        parent = parent[key]
    if value == 'absent':
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return other


def issue(grade='witnessed', lines=4, **terms):
    subject = Subject(House(), grade, **terms).sell(3, 2, 4, 1).close()
    if grade == 'witnessed' and lines:
        subject.witness(lines)
    return subject.draw()


def event(grade='witnessed', lines=4):
    subject = Subject(House(), grade, 'event').sell(1, 1, 1, 1, 1).close()
    if grade == 'witnessed' and lines:
        subject.witness(lines)
    return subject.draw()


class Case(unittest.TestCase):
    def check(self, document, verdict, failed=None, **options):
        result = verify(document, **options)
        self.assertEqual((result['verdict'], result.get('failed')), (verdict, failed), result)
        return result


class Issues(Case):
    def test_issues_of_every_grade_verify(self):
        for grade, badge in (
            ('plain', 'plain'), ('salt', 'salt'), ('beacon', 'beacon-local'), ('witnessed', 'witnessed-local'),
        ):  # fmt: skip
            with self.subTest(grade):
                self.assertEqual(self.check(issue(grade).document(), 'verified')['badge'], badge)

    def test_a_sealed_issue_is_sealed(self):
        subject = Subject(House(), 'witnessed').sell(10).close().witness(2)
        result = self.check(subject.document(), 'sealed')
        self.assertEqual(result['steps']['witnesses'], 'open')
        self.assertEqual(result['steps']['favour'], 'open')

    def test_a_document_without_a_log_is_arithmetic(self):
        document = {**issue().document(), 'log': None}
        self.check(document, 'arithmetic')
        self.check(document, 'failed', 'inclusion', key='00' * 32)

    def test_a_draw_by_date_counts_the_sold_codes(self):
        house = House()
        closes = house.now + 3_600_000
        dates = {'closes': closes, 'minimum': 8, 'shares': 12}
        subject = Subject(house, 'beacon', **dates).sell(3, 2, 4, 1).close().draw()
        self.check(subject.document(), 'verified')
        self.assertEqual(subject.seal['shares'], 10)
        below = Subject(House(), 'beacon', **{**dates, 'minimum': 11}).sell(3, 2, 4, 1).close().draw()
        self.check(below.document(), 'failed', 'codes')
        house = House()
        early = Subject(house, 'beacon', **dates)
        early.terms['closes'] = None
        early.sell(3, 2, 4, 1).close()
        early.terms['closes'] = closes
        self.check(early.draw().document(), 'failed', 'codes')

    def test_terms_that_break_a_promise_fail(self):
        at = House().now
        for terms in (
            {'deadline': at}, {'prizes': ['0']}, {'prizes': ['9999']}, {'closes': at + 1, 'minimum': 2},
            {'closes': at + 3_600_000}, {'minimum': 2}, {'closes': at + 3_600_000, 'minimum': 1},
            {'closes': at + 3_600_000, 'minimum': 11}, {'free': -1}, {'content': None}, {'quorum': 2}, {'quorum': 5},
            {'quorum': None}, {'witnesses': None}, {'delay': 0},
            {'mode': 'cash', 'bands': [[0, 2]], 'closes': at + 3_600_000, 'minimum': 4},
        ):  # fmt: skip
            with self.subTest(terms):
                self.check({**issue().document(), 'terms': {**issue().terms, **terms}}, 'failed', 'terms')

    def test_names_and_keys_of_witnesses_are_distinct(self):
        house = House()
        same = [{'key': witness.text} for witness in house.witnesses[:3]]
        for last in (same[0], {**same[0], 'own': True}, {'key': house.witnesses[3].text, 'own': False}):
            document = issue().document()
            self.check(changed(document, ['terms', 'witnesses'], [*same, last]), 'failed', 'terms')
        own = [*same, {'key': house.witnesses[3].text, 'own': True}]
        self.check(issue(witnesses=own).document(), 'verified')

    def test_rows_after_the_deadline_and_above_the_maximum_fail(self):
        house = House()
        late = Subject(house, 'beacon', deadline=house.now + 3000).sell(5, 4, 1).close().draw()
        self.check(late.document(), 'failed', 'times')
        subject = Subject(House(), 'beacon', maxPerMember=6).sell(3, 4, 3, tags=['aa' * 8, 'bb' * 8, 'aa' * 8])
        self.check(subject.close().draw().document(), 'verified')
        subject = Subject(House(), 'beacon', maxPerMember=5).sell(3, 4, 3, tags=['aa' * 8, 'bb' * 8, 'aa' * 8])
        self.check(subject.close().draw().document(), 'failed', 'codes')

    def test_free_entries_have_a_maximum(self):
        subject = Subject(House(), 'beacon', free=2).sell(8, 1, 1).close(freeEntries=2)
        self.check(subject.draw().document(), 'verified')
        subject = Subject(House(), 'beacon', free=1).sell(8, 1, 1).close(freeEntries=2)
        self.check(subject.draw().document(), 'failed', 'codes')

    def test_another_content_fails(self):
        document = issue('salt').document()
        for path, value in (
            (['content', 'art'], 'spoon'), (['content', 'texts', 'en-us', 'title'], 'A spoon'), (['content', 'pictures'], []),
        ):  # fmt: skip
            self.check(changed(document, path, value), 'failed', 'content')
        self.check(changed(document, ['content', 'texts', 'en-us', 'more'], ''), 'failed', 'terms')
        self.check(changed(document, ['content'], 'absent'), 'failed', 'terms')

    def test_another_claim_fails(self):
        self.check(changed(issue('salt').document(), ['rows', 0, 'claim'], 'ab' * 8), 'failed', 'digest')

    def test_the_signature_stands_in_the_entry(self):
        subject = Subject(House(), 'beacon').sell(10).close().draw(signature='ab' * 48)
        self.check(subject.document(), 'failed', 'inclusion')


class Witnesses(Case):
    def test_a_draw_that_hides_its_favour_fails(self):
        subject = Subject(House(), 'witnessed').sell(10).close().witness(2).draw()
        subject.result['favour'] = False
        self.check(subject.document(), 'failed', 'inclusion')
        house = House()
        subject = Subject(house, 'witnessed').sell(10).close().witness(2)
        subject.terms = {**subject.terms, 'quorum': 2}
        subject.draw()
        subject.terms = {**subject.terms, 'quorum': 3}
        document = subject.document()
        self.assertFalse(document['result']['favour'])
        self.check(document, 'failed', 'favour')

    def test_a_favour_needs_the_confirmation_of_a_quorum(self):
        for lines in (0, 2):
            subject = issue(lines=lines).favour()
            result = self.check(subject.document(), 'unconfirmed')
            self.assertEqual(result['steps']['favour'], 'passed')
            self.check(subject.document(2), 'unconfirmed')
            self.check(subject.document(3), 'verified')
        self.check(issue(lines=2).document(), 'unconfirmed')

    def test_a_favour_with_another_amount_fails(self):
        self.check(issue(lines=0).favour(amount='1').document(), 'failed', 'favour')
        self.check(issue(lines=0).favour(orders=5).document(), 'failed', 'favour')
        self.check(event(lines=0).favour(members=2).document(), 'failed', 'favour')
        self.check(event(lines=0).favour().document(), 'unconfirmed')

    def test_a_favour_of_cash_counts_every_tier(self):
        cash = {'mode': 'cash', 'bands': [[0, 0], [1, 2]], 'prizes': ['50000', '10000'], 'value': '0'}
        document = issue(lines=0, **cash).favour().document()
        self.check(document, 'unconfirmed')

    def test_a_pinned_witness_decides_alone(self):
        house = House()
        pins = [witness.text for witness in house.witnesses]
        document = issue(lines=3).document()
        self.check(document, 'verified', witness=pins[0])
        self.check(document, 'failed', 'witnesses', witness=pins[3])
        self.check(document, 'failed', 'witnesses', witness=Witness('other.example').text)
        favour = issue(lines=2).favour().document(1)
        self.check(favour, 'unconfirmed')
        self.check(favour, 'verified', witness=pins[0])
        self.check(favour, 'failed', 'witnesses', witness=pins[1])

    def test_a_pinned_witness_of_grade_beacon_needs_its_line(self):
        subject = Subject(House(), 'beacon').sell(10).close().witness(2).draw()
        document, pins = subject.document(), [witness.text for witness in subject.house.witnesses]
        self.check(document, 'verified')
        self.check(document, 'verified', witness=pins[1])
        self.check(document, 'failed', 'witnesses', witness=pins[2])
        self.check(issue('salt').document(), 'failed', 'witnesses', witness=pins[0])

    def test_a_line_five_seconds_before_the_round_is_late(self):
        for early, verdict, failed in ((6, 'verified', None), (5, 'failed', 'witnesses')):
            subject = Subject(House(), 'witnessed').sell(10).close()
            seconds = 1_692_803_367 + (subject.seal['round'] - 1) * 3
            subject.lines.append(subject.house.cosign(3, seconds - early))
            self.check(subject.draw().document(), verdict, failed)

    def test_lines_over_several_checkpoints_count_once_each(self):
        house = House()
        subject = Subject(house, 'witnessed').sell(10).close().witness(1)
        for witness in house.witnesses[1:3]:
            house.add('funding', {'account': 'house', 'amount': '1', 'reference': 'x'})
            note = house.sign()
            subject.lines.append(f'{note}{witness.line(note, house.now // 1000)}\n')
        subject.draw()
        self.check(subject.document(), 'verified')
        document = subject.document()
        lines = document['log']['lines']
        document['log']['lines'] = [lines[1], lines[0], lines[2]]
        self.check(document, 'failed', 'inclusion')
        broken = changed(subject.document(), ['log', 'lines', 0, 'consistency'], ['ab' * 32])
        self.check(broken, 'failed', 'witnesses')

    def test_a_line_that_is_signed_twice_or_by_another_fails(self):
        for extra in (House().witnesses[0], Witness('other.example')):
            subject = Subject(House(), 'witnessed').sell(10).close().witness(3)
            note = subject.house.notes[-1][0]
            subject.lines[0] += f'{extra.line(note, subject.house.now // 1000)}\n'
            self.check(subject.draw().document(), 'failed', 'witnesses')

    def test_a_note_of_another_key_fails(self):
        subject = Subject(House(), 'witnessed').sell(10).close()
        subject.house.secret, kept = b'x' * 32, subject.house.secret
        note = subject.house.sign()
        subject.house.secret = kept
        lines = ''.join(f'{witness.line(note, subject.house.now // 1000)}\n' for witness in subject.house.witnesses)
        subject.lines.append(note + lines)
        self.check(subject.draw().document(), 'failed', 'witnesses')


class Events(Case):
    def test_events_of_every_grade_verify(self):
        for grade in ('salt', 'beacon', 'witnessed'):
            with self.subTest(grade):
                self.check(event(grade).document(), 'verified')

    def test_a_void_event_of_grade_witnessed_needs_confirmation(self):
        for grade, verdict in (('salt', 'verified'), ('beacon', 'verified'), ('witnessed', 'unconfirmed')):
            subject = Subject(House(), grade, 'event').void()
            result = self.check(subject.document(), verdict)
            self.assertNotIn('favour', result['steps'])
        subject = Subject(House(), 'witnessed', 'event').void()
        self.check(subject.document(3), 'verified')

    def test_an_event_with_participants_is_void_only_after_a_week_without_witnesses(self):
        subject = Subject(House(), 'witnessed', 'event').sell(1, 1).void(2, days=7)
        document = subject.document(4)
        self.check(document, 'verified')
        self.check(document, 'verified', receipt=subject.receipt(1))
        self.check(Subject(House(), 'witnessed', 'event').void(2, days=6).document(4), 'failed', 'inclusion')
        self.check(Subject(House(), 'beacon', 'event').void(2, days=7).document(), 'failed', 'inclusion')
        nobody = Subject(House(), 'salt', 'event').sell(1).void()
        self.check(nobody.document(), 'failed', 'receipt', receipt=nobody.receipt(1))


class Rounds(Case):
    def test_rounds_verify(self):
        for grade, signed in (('witnessed', 3), ('beacon', 0)):
            played = Played(House(), grade, signed)
            for number in (2, 7):
                self.check(played.document(*played.round(number)), 'verified')

    def test_a_chain_needs_its_quorum_before_its_first_round(self):
        played = Played(House(), signed=2)
        self.check(played.document(*played.round(1)), 'failed', 'witnesses')
        played = Played(House(), signed=0)
        played.house.now += 700_000
        played.lines = [played.house.cosign(4)]
        self.check(played.document(*played.round(1)), 'failed', 'witnesses')
        played = Played(House(), signed=0)
        played.house.now += 600_000
        played.chain_note = played.house.sign()
        self.check(played.document(*played.round(1)), 'failed', 'checkpoint')

    def test_a_pinned_witness_signed_the_chain(self):
        played = Played(House(), signed=3)
        document, witnesses = played.document(*played.round(1)), played.house.witnesses
        self.check(document, 'verified', witness=witnesses[0].text)
        self.check(document, 'failed', 'witnesses', witness=witnesses[3].text)
        played = Played(House(), 'beacon', 1)
        document = played.document(*played.round(1))
        self.check(document, 'verified', witness=witnesses[0].text)
        self.check(document, 'failed', 'witnesses', witness=witnesses[1].text)

    def test_the_schedule_fixes_index_and_round(self):
        played = Played(House())
        document = played.document(*played.round(3))
        self.check(changed(document, ['terms', 'index'], 2), 'failed', 'terms')
        self.check(changed(document, ['terms', 'closesAt'], 1), 'failed', 'terms')
        self.check(changed(document, ['terms', 'from'], document['terms']['period']), 'failed', 'terms')
        self.check(changed(document, ['terms', 'delay'], 4), 'failed', 'terms')
        self.check(changed(document, ['terms', 'delay'], 15), 'failed', 'round')
        self.check(changed(document, ['seal', 'secret'], 'ab' * 32), 'failed', 'commitment')
        self.check(changed(document, ['seal', 'sealedAt'], document['terms']['closesAt']), 'failed', 'times')
        self.check(changed(document, ['rows', 0, 'claim'], 'ab' * 8), 'failed', 'digest')
        self.check(changed(document, ['seal'], None), 'failed', 'terms')

    def test_a_receipt_of_a_bet_names_its_row(self):
        played = Played(House())
        document = played.document(*played.round(2))
        row, house = document['rows'][0], played.house
        root = document['log']['checkpoint'].split('\n')[2]
        self.assertTrue(root)
        fields = {
            'game': 'lucky-1m', 'period': played.period, 'id': order_of(2), 'order': order_of(2), 'tag': row['tag'],
            'ms': row['ms'], 'picks': row['bet']['picks'], 'amount': '40000', 'seq': 1, 'content': None,
            'logSize': 4, 'logRoot': '00' * 32,
        }  # fmt: skip
        self.check(document, 'verified', receipt=house.receipt('bet', fields), member=MEMBER, request=request_of(2))
        for change in (
            {'order': order_of(3)}, {'seq': 2}, {'amount': '20000'}, {'ms': row['ms'] + 1}, {'content': 'ab' * 32},
            {'running': 'ab' * 32}, {'logSize': 2},
        ):  # fmt: skip
            with self.subTest(change):
                receipt = house.receipt('bet', {**fields, **change})
                self.check(document, 'failed', 'receipt', receipt=receipt)


class Receipts(Case):
    def test_claims_and_receipts_of_orders(self):
        subject = issue('salt')
        document = subject.document()
        self.check(document, 'verified', member=MEMBER, request=request_of(2))
        self.check(document, 'failed', 'claim', member=MEMBER, request=request_of(9))
        self.check(document, 'verified', receipt=subject.receipt(2), member=MEMBER, request=request_of(2))
        self.check(document, 'failed', 'claim', receipt=subject.receipt(3), member=MEMBER, request=request_of(2))
        for change in (
            {'order': order_of(1)}, {'id': order_of(1)}, {'seq': 1}, {'running': 'ab' * 32}, {'content': 'ab' * 32}, {'content': None},
            {'first': 1_000_001}, {'amount': '1'}, {'logSize': subject.indexes[0]}, {'logSize': 0}, {'t': 'receipt'},
        ):  # fmt: skip
            with self.subTest(change):
                receipt = subject.receipt(2, **change)
                if 't' in change:
                    text = receipt['receipt'].replace('"receipt/3"', '"receipt"')
                    receipt = {**receipt, 'receipt': text}
                self.check(document, 'failed', 'receipt', receipt=receipt)

    def test_a_claim_that_two_rows_have_fails(self):
        subject = Subject(House(), 'salt').sell(5, 5)
        subject.rows[1]['claim'] = subject.rows[0]['claim']
        self.check(subject.close().draw().document(), 'failed', 'claim', member=MEMBER, request=request_of(1))

    def test_receipts_of_participants(self):
        subject = event('salt')
        self.check(subject.document(), 'verified', receipt=subject.receipt(3))
        self.check(subject.document(), 'failed', 'receipt', receipt=subject.receipt(3, running='ab' * 32))


def places(value, path=()):
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield [*path, key], item
        yield from places(item, [*path, key])


def others(value):
    if isinstance(value, bool):
        return [not value, 7]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        at = len(value) // 2
        return [value[:at] + ('2' if value[at : at + 1] == '1' else '1') + value[at + 1 :], 7]
    if value is None:
        return ['00' * 32, 0]
    if isinstance(value, list):
        return [[*value, value[-1] if value else '00' * 32], value[:-1]]
    return [{**value, 'unknown': 1}, None]


class Mutations(Case):
    def test_no_altered_document_verifies(self):
        void = Subject(House(), 'witnessed', 'event').void()
        played = Played(House(), signed=3)
        documents = [
            issue(lines=3).document(), issue('salt').document(), issue(lines=2).favour().document(3),
            event(lines=3).document(), void.document(3), played.document(*played.round(2)),
        ]  # fmt: skip
        for n, document in enumerate(documents):
            for i, (path, value) in enumerate(places(document)):
                candidates = [*others(value), 'absent']
                other = candidates[i % len(candidates)]
                altered = changed(document, path, other)
                # a document may lack its log, and the entry with the amounts of a favour
                is_optional = path == ['log'] or (n == 2 and path in (['log', 'entries'], ['log', 'entries', 3]))
                if other == value or is_optional:
                    continue
                verdict = verify(altered)['verdict']
                self.assertNotIn(verdict, ('verified', 'sealed'), f'document {n}: {path} = {other!r}')


if __name__ == '__main__':
    unittest.main()
