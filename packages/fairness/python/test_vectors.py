"""The worked values of fairness-vectors.json and proof-vectors.json: python3 -m unittest test_vectors"""

import json
import os
import unittest

from fairlot import draw, games, solvency, version3
from fairlot.codec import canonical, from_base64, parse_json, sha256
from fairlot.curves import bls, ed25519
from fairlot.notes import parse_key, verify_cosignature
from fairlot.program import verify_result
from fairlot.tree import GrowingTree, first_head, leaf_hash, next_head, verify_consistency, verify_inclusion


def read(name: str):
    with open(os.path.join(os.path.dirname(__file__), '..', name), encoding='utf-8') as file:
        return json.load(file)


FORMULAS = read('fairness-vectors.json')
PROOFS = read('proof-vectors.json')


class Formulas(unittest.TestCase):
    def test_the_draw(self):
        v = FORMULAS['draw']
        issue, shares, salt = v['subject'], v['shares'], v['salt']
        self.assertEqual(draw.commitment(issue, salt), v['commitment'])
        rows, first = [], draw.FIRST_CODE
        for order in v['orders']:
            rows.append({**order, 'first': first, 'time': draw.time_of_day(order['ms'], v['utcOffsetMinutes'])})
            first += order['quantity']
        self.assertEqual([row['time'] for row in rows], v['times'])
        digest = draw.orders_digest(issue, shares, rows)
        self.assertEqual(digest, v['ordersDigest'])
        self.assertEqual(str(draw.sum_of_times(rows, 'all')), v['sumAll'])
        self.assertEqual(str(draw.sum_of_times(rows, 'before-final')), v['sumBeforeFinal'])
        number = draw.round_for(v['sealedAtMs'], 30, draw.QUICKNET)
        self.assertEqual(number, v['beaconRound'])
        self.assertTrue(draw.verify_round(draw.QUICKNET, number, v['beaconSignature']))
        self.assertFalse(draw.verify_round(draw.QUICKNET, number + 1, v['beaconSignature']))
        beacon = draw.beacon_value(v['beaconSignature'])
        self.assertEqual(beacon, v['beacon'])
        self.assertEqual(draw.draw_entropy(salt, issue, digest, number, beacon), v['entropyBeacon'])
        self.assertEqual(draw.draw_entropy(salt, issue, digest, None, None), v['entropySalt'])

    def test_the_winners_of_an_event(self):
        v = FORMULAS['pick']
        drawn = draw.draw_winners(v['entropy'], v['population'], v['winners'])
        self.assertEqual(drawn, [index + 1 for index in v['indexes']])
        self.assertEqual(sorted(draw.draw_winners(v['entropy'], 5, 9)), [1, 2, 3, 4, 5])

    def test_the_log(self):
        v = FORMULAS['log']
        head, tree = first_head(v['deployment']), GrowingTree()
        heads, roots = [head], [tree.root()]
        for entry in v['entries']:
            leaf = leaf_hash(entry)
            head = next_head(head, leaf)
            heads.append(head)
            tree.append(leaf)
            roots.append(tree.root())
        self.assertEqual(heads, v['heads'])
        self.assertEqual(tree.root(), v['root'])
        leaves = [leaf_hash(entry) for entry in v['entries']]
        self.assertTrue(verify_inclusion(leaves[2], 2, 3, [roots[2]], roots[3]))
        self.assertFalse(verify_inclusion(leaves[2], 1, 3, [roots[2]], roots[3]))
        self.assertTrue(verify_consistency(2, roots[2], 3, roots[3], [leaves[2]]))
        self.assertFalse(verify_consistency(2, roots[2], 3, roots[3], []))

    def test_the_games(self):
        v, beacon = FORMULAS['games'], FORMULAS['draw']['beacon']
        self.assertEqual(games.chain_head(v['secret'], v['index']), v['chainHead'])
        bets = [{**bet, 'stake': bet['stakeMinor']} for bet in v['bets']]
        self.assertEqual(games.bets_digest(v['luckyGame'], v['luckyPeriod'], bets), v['betsDigest'])
        h = games.game_hash(v['secret'], v['luckyGame'], v['luckyPeriod'], v['beaconRound'], beacon)
        self.assertEqual(h, v['luckyH'])
        self.assertEqual(games.game_result('lucky-1m', h), {'price': v['luckyPrice'], 'number': v['luckyNumber']})
        h = games.game_hash(v['secret'], v['kingGame'], v['kingPeriod'], v['beaconRound'], beacon)
        self.assertEqual(h, v['kingH'])
        self.assertEqual(games.game_result('king-2m', h), {'finish': v['kingFinish']})

    def test_the_times_of_rounds(self):
        def times(zone, period):
            return games.times_of({'zone': zone, 'roundMs': 60_000, 'cutoffMs': 10_000}, period)

        midnight = 1_795_305_600_000  # 2026-11-22, UTC
        self.assertEqual(times('UTC', '20261122-0001'), (midnight, midnight + 50_000, midnight + 60_000))
        self.assertEqual(times('Asia/Dhaka', '20261122-0001')[0], midnight - 6 * 3_600_000)
        self.assertIsNotNone(times('Europe/Berlin', '20261025-1500'))
        self.assertIsNone(times('Europe/Berlin', '20261025-1501'))
        self.assertIsNone(times('Europe/Berlin', '20260329-1381'))
        self.assertIsNone(times('Pacific/Apia', '20111230-0001'))
        self.assertIsNone(times('UTC', '20260229-0001'))
        for zone, minutes in (('+05:45', 345), ('-03:30', -210), ('+14:00', 840), ('-12:00', -720), ('Etc/GMT-6', 360), ('Etc/GMT+5', -300)):
            self.assertEqual(times(zone, '20261122-0001')[0], midnight - minutes * 60_000, zone)
        for name in ('Asia/Nowhere', 'Etc/GMT+13', 'Etc/GMT-15'):
            with self.assertRaises(games.UnknownZone):
                times(name, '20261122-0001')

    def test_solvency(self):
        v = FORMULAS['solvency']
        leaves = [(leaf['nonce'], leaf['memberId'], int(leaf['amountMinor'])) for leaf in v['leaves']]
        self.assertEqual(sorted(leaves), leaves)
        levels = solvency.levels(leaves)
        self.assertEqual(levels[-1], [(v['root'], int(v['totalMinor']))])
        for index, leaf in enumerate(leaves):
            path = solvency.path(levels, index)
            self.assertTrue(solvency.verify(leaf, path, v['root'], int(v['totalMinor'])))
            self.assertFalse(solvency.verify((leaf[0], leaf[1], leaf[2] + 1), path, v['root'], int(v['totalMinor']) + 1))

    def test_canonical_json(self):
        value = {'b': [1, None, True], 'a': 'é\u2028"\\\n\x07', '\U0001f600': 1, '\ufb33': 2}
        written = '{"a":"é\u2028\\"\\\\\\n\\u0007","b":[1,null,true],"\U0001f600":1,"\ufb33":2}'
        self.assertEqual(canonical(value), written)
        self.assertEqual(parse_json('[1.0, 1e2, 0.5]', 'a list'), [1, 100, 0.5])
        self.assertIsNone(from_base64('AB=='))


class FormulasOfVersion3(unittest.TestCase):
    def rows(self):
        v, rows, first = FORMULAS['draw'], [], draw.FIRST_CODE
        for order, claim in zip(v['orders'], FORMULAS['draw3']['claims']):
            time = draw.time_of_day(order['ms'], v['utcOffsetMinutes'])
            rows.append({**order, 'first': first, 'time': time, 'claim': claim})
            first += order['quantity']
        return rows

    def test_the_draw(self):
        v, old = FORMULAS['draw3'], FORMULAS['draw']
        issue, rows = old['subject'], self.rows()
        self.assertEqual([version3.claim(order) for order in v['orderIds']], v['claims'])
        digest = version3.orders_digest(issue, v['byDate']['sold'], rows)
        self.assertEqual(digest, v['ordersDigest'])
        entropy = draw.draw_entropy(old['salt'], issue, digest, old['beaconRound'], old['beacon'])
        self.assertEqual(entropy, v['entropyBeacon'])
        for reading, code in (('all', v['codes']['beaconAll']), ('before-final', v['codes']['beaconBefore'])):
            total = draw.sum_of_times(rows, reading)
            self.assertEqual(draw.winning_code(total, entropy, v['byDate']['sold']), code)
        self.assertEqual(v['byDate']['code'], v['codes']['beaconAll'])
        shares = v['byDate']['shares']
        hashes = [version3.running_hash(issue, shares, rows[: n + 1]) for n in range(len(rows))]
        self.assertEqual(hashes, v['running']['hashes'])

    def test_the_quorum(self):
        for v in FORMULAS['quorum']:
            n, k = v['witnesses'], v['quorum']
            self.assertTrue(version3.is_quorum(n, k))
            self.assertEqual((version3.together(n, k), version3.breaking(n, k)), (v['together'], v['breaking']))
        self.assertFalse(version3.is_quorum(4, 2))
        self.assertFalse(version3.is_quorum(3, 4))

    def test_the_content(self):
        v = FORMULAS['content']
        content = {name: v[name] for name in ('art', 'texts', 'pictures')}
        self.assertEqual(version3.content_hash(content), v['hash'])

    def test_solvency(self):
        v = FORMULAS['solvency2']
        nodes = []
        for leaf in v['leaves']:
            self.assertEqual(version3.owner_hash(leaf['phone']), leaf['owner'])
            nodes.append(version3.leaf_node(leaf['nonce'], leaf['owner'], int(leaf['amountMinor'])))
            self.assertEqual(nodes[-1][0], leaf['leaf'])
        self.assertEqual(solvency.levels_of(nodes)[-1], [(v['root'], int(v['totalMinor']))])

    def test_purchase_ids(self):
        for v in FORMULAS['purchaseId']:
            self.assertEqual(version3.purchase_id(v['member'], v['request']), v['order'])

    def test_the_digest_of_bets(self):
        v, old = FORMULAS['bets2'], FORMULAS['games']
        bets = [
            {**bet, 'stake': bet['stakeMinor'], 'claim': version3.claim(order)}
            for bet, order in zip(old['bets'], v['betIds'])
        ]
        self.assertEqual(version3.bets_digest(old['luckyGame'], old['luckyPeriod'], bets), v['digest'])

    def test_the_schedule_of_rounds(self):
        for v in FORMULAS['schedule']:
            self.assertEqual(v['closesAt'], v['opensAt'] + v['roundMs'] - v['cutoffMs'])
            self.assertEqual(version3.round_index(v['opensAt'], v['fromOpensAt'], v['roundMs']), v['index'])
            self.assertEqual(draw.round_for(v['closesAt'], v['delay'], draw.QUICKNET), v['round'])
        self.assertIsNone(version3.round_index(59_000, 0, 60_000))
        self.assertIsNone(version3.round_index(0, 60_000, 60_000))

    def test_amounts_in_favour(self):
        for v in FORMULAS['favour']:
            price, value, sold = int(v['priceMinor']), int(v['valueMinor']), v['soldCodes']
            members = [(member['codes'], int(member['won'])) for member in v['members']]
            amounts = version3.favour_amounts(price, value, sold, members)
            self.assertEqual([str(amount) for amount in amounts], [member['amount'] for member in v['members']])
            terms = {'mode': 'goods', 'price': v['priceMinor'], 'value': v['valueMinor']}
            beyond = version3.favour_beyond(terms, self.rows(), v['winningCode'])
            self.assertEqual(str(beyond), v['beyondWon'])

    def test_amounts_of_cash(self):
        for sold in (9, 10):
            rows = [{'first': draw.FIRST_CODE + n, 'quantity': 1} for n in range(sold)]
            terms = {'mode': 'cash', 'bands': [[0, 0], [2, 5]], 'prizes': ['90', '7']}
            for n in range(sold):
                won = version3.won_amounts(terms, rows, draw.FIRST_CODE + n, sold)
                distances = [min(abs(n - i), sold - abs(n - i)) for i in range(sold)]
                self.assertEqual(won, [90 if d == 0 else 7 if 2 <= d <= 5 else 0 for d in distances])


class Curves(unittest.TestCase):
    def test_ed25519_of_rfc_8032(self):
        key = bytes.fromhex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
        signature = bytes.fromhex(
            '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da'
            '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'
        )
        self.assertTrue(ed25519.verify(key, b'\x72', signature))
        self.assertFalse(ed25519.verify(key, b'\x73', signature))
        # S + L is the same number modulo L, but not canonical
        s = int.from_bytes(signature[32:], 'little') + ed25519.L
        self.assertFalse(ed25519.verify(key, b'\x72', signature[:32] + s.to_bytes(32, 'little')))
        small = (1).to_bytes(32, 'little')
        self.assertFalse(ed25519.verify(small, b'', small + bytes(32)))

    def test_hash_to_curve_of_rfc_9380(self):
        # appendix J.9.1, message "abc"
        point = bls.hash_to_g1(b'abc', b'QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_')
        x = 0x03567BC5EF9C690C2AB2ECDF6A96EF1C139CC0B2F284DCA0A9A7943388A49A3AEE664BA5379A7655D3C68900BE2F6903
        self.assertEqual(point and point[0], x)

    def test_points_outside_of_the_group(self):
        self.assertIsNone(bls.decode_g1(bytes([0xC0]) + bytes(47)))
        self.assertIsNone(bls.decode_g1(bytes([0x80]) + bytes(46) + b'\x05'))
        self.assertFalse(bls.verify(bytes(96), sha256(b''), bytes.fromhex(FORMULAS['draw']['beaconSignature'])))


class Documents(unittest.TestCase):
    def test_running_hashes(self):
        v = PROOFS['running']
        rows, shares = v['rows'], sum(row['quantity'] for row in v['rows'])
        issue = FORMULAS['draw']['subject']
        self.assertEqual(draw.running_hash(issue, shares, []), v['start'])
        hashes = [draw.running_hash(issue, shares, rows[: n + 1]) for n in range(len(rows))]
        self.assertEqual(hashes, v['hashes'])

    def test_cosignature(self):
        v = PROOFS['cosignature']
        key = parse_key(v['key'])
        self.assertIsNotNone(key)
        self.assertEqual(verify_cosignature(v['note'], v['line'], key), v['seconds'])
        self.assertIsNone(verify_cosignature(v['note'].replace('time 1', 'time 2'), v['line'], key))

    def test_documents(self):
        for worked in PROOFS['documents'] + PROOFS['rounds'] + PROOFS['events'] + PROOFS['version3']:
            with self.subTest(worked['name']):
                case = {'proof': json.dumps(worked['document']), **(worked.get('claim') or {})}
                case.update({name: worked[name] for name in ('key', 'witness') if worked.get(name) is not None})
                if worked.get('receipt') is not None:
                    case['receipt'] = json.dumps(worked['receipt'])
                self.assertEqual(verify_result(case)['verdict'], worked['verdict'])


if __name__ == '__main__':
    unittest.main()
