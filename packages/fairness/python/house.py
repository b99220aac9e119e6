"""A small house for the tests: it signs, keeps a log of version 3, and writes its documents and its export."""

from __future__ import annotations

import base64
import copy
import json
import os
from typing import Any

from fairlot import draw, games, version3
from fairlot.audit.audit import Audit
from fairlot.audit.whole import audit_log
from fairlot.codec import canonical, label, sha256, u64, utf8
from fairlot.documents.terms3 import opening_of
from fairlot.notes import NoteKey
from fairlot.tree import GrowingTree, first_head, leaf_hash, next_head
from house_keys import LOCAL, Witness, beacon_signature, consistency, inclusion, public_key, root_of, sign

Content = dict[str, Any]


class House:
    """A log of version 3. `now` is its clock; every entry and checkpoint takes its time from it."""

    def __init__(self, mode: str = 'sandbox', now: int = 1_800_000_000_000, rules: bool = True) -> None:
        self.deployment, self.secret, self.now = 'shop', sha256(b'log'), now
        self.public_key = public_key(self.secret).hex()
        self.clear()
        self.witnesses = [Witness(f'w{n}.example') for n in range(1, 5)]
        self.add('log-begin', {'deployment': self.deployment, 'mode': mode})
        if rules:
            self.add('log-rules', {'version': 3, 'localBeacon': None if mode == 'real' else LOCAL.public_key})
        self.sign()

    # ---- the log ----
    def clear(self) -> None:
        self.entries: list[str] = []
        self.leaves: list[str] = []
        self.tree, self.head = GrowingTree(), first_head(self.deployment)
        self.notes: list[tuple[str, list[str]]] = []

    def add(self, kind: str, fields: Content) -> int:
        """Appends an entry of this kind. Its time is that of the clock unless the fields have one."""
        text = canonical({'at': self.now, **fields, 't': kind})
        leaf = leaf_hash(text)
        self.entries.append(text)
        self.leaves.append(leaf)
        self.head = next_head(self.head, leaf)
        self.tree.append(leaf)
        return len(self.entries) - 1

    def sign(self) -> str:
        """A checkpoint over all entries, signed by the log."""
        size = self.tree.size
        root = base64.b64encode(bytes.fromhex(self.tree.root())).decode()
        body = f'fairlot/{self.deployment}\n{size}\n{root}\nhead {self.head}\ntime {self.now}\n'
        key = NoteKey(f'fairlot/{self.deployment}', 1, self.public_key)
        data = base64.b64encode(key.key_id() + sign(self.secret, utf8(body))).decode()
        note = f'{body}\n\u2014 {key.name} {data}\n'
        self.notes.append((note, []))
        return note

    def cosign(self, count: int, seconds: int | None = None) -> str:
        """The newest checkpoint with the lines of the first witnesses."""
        note, lines = self.notes[-1]
        for witness in self.witnesses[:count]:
            lines.append(witness.line(note, self.now // 1000 if seconds is None else seconds))
        return note + ''.join(f'{line}\n' for line in lines)

    def audit(self) -> Audit:
        return audit_log(self.deployment, self.public_key, self.entries, self.notes)

    def with_entry(self, index: int, change: Content, end: int | None = None) -> House:
        """The same log with other values in one of its entries; checkpoints are signed again, lines stay as they are."""
        other = copy.copy(self)
        other.clear()
        sizes = [(int(note.split('\n')[1]), int(note.split('time ')[1].split('\n')[0]), lines) for note, lines in self.notes]
        for i, text in enumerate(self.entries[:end]):
            content = {**json.loads(text), **(change if i == index else {})}
            content = {name: value for name, value in content.items() if value != 'absent'}
            other.add(content['t'], content)
            for size, time_ms, lines in sizes:
                if size == i + 1:
                    other.now = time_ms
                    other.sign()
                    other.notes[-1][1].extend(lines)
        return other

    def listed(self, count: int | None = None, quorum: int = 3) -> Content:
        """The fields of an opening about its witnesses."""
        if count is None:
            return {'witnesses': None, 'quorum': None}
        return {'witnesses': [{'key': witness.text} for witness in self.witnesses[:count]], 'quorum': quorum}

    def write(self, folder: str) -> None:
        """The export of the log."""
        os.makedirs(os.path.join(folder, 'entries'))
        data = bytes([1]) + bytes.fromhex(self.public_key)
        key_id = NoteKey(f'fairlot/{self.deployment}', 1, self.public_key).key_id().hex()
        about = {
            'version': 'fairlot-log/2', 'deployment': self.deployment, 'publicKey': self.public_key,
            'key': f'fairlot/{self.deployment}+{key_id}+{base64.b64encode(data).decode()}', 'size': self.tree.size,
        }  # fmt: skip
        notes = [
            json.dumps({'note': note, 'cosignatures': lines}, ensure_ascii=False, separators=(',', ':'))
            for note, lines in self.notes
        ]
        last, lines = self.notes[-1]
        files = {
            'log.json': json.dumps(about),
            'entries/00000000.jsonl': ''.join(f'{entry}\n' for entry in self.entries),
            'checkpoints.jsonl': ''.join(f'{note}\n' for note in notes),
            'checkpoint': last + ''.join(f'{line}\n' for line in lines),
        }
        for name, text in files.items():
            with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                file.write(text)

    # ---- documents ----
    def _entry(self, index: int, size: int) -> Content:
        return {'index': index, 'bytes': self.entries[index], 'inclusion': inclusion(self.leaves[:size], index)}

    def noted(self, notes: list[str], size: int) -> list[Content]:
        """Notes with the paths between them and the checkpoint of this size."""
        listed = []
        for note in notes:
            own = int(note.split('\n')[1])
            path = consistency(self.leaves[: max(own, size)], min(own, size))
            listed.append({'note': note, 'consistency': path})
        return listed

    def receipt(self, kind: str, fields: Content) -> Content:
        text = canonical({**fields, 't': 'receipt/3', 'kind': kind})
        signature = sign(self.secret, label('fairlot/receipt/1') + utf8(text)).hex()
        return {'receipt': text, 'signature': signature, 'publicKey': self.public_key}


CONTENT = {'art': 'phone', 'texts': {'en-us': {'title': 'A phone', 'description': ''}}, 'pictures': ['ab' * 32]}
MEMBER = '0190c2a4-5b1e-7c3a-9f00-1a2b3c4d5e6f'


def request_of(seq: int) -> str:
    return f'0190c2a4-6000-7c3a-8f00-0a0b0c0d0e{seq:02x}'


def order_of(seq: int) -> str:
    return version3.purchase_id(MEMBER, request_of(seq))


class Subject:
    """An issue or an event of a house, from its opening to its end."""

    def __init__(self, house: House, grade: str, kind: str = 'issue', **terms: Any) -> None:
        self.house, self.kind, self.grade = house, kind, grade
        self.name = terms.pop('name', 'M1-0001' if kind == 'issue' else 'PS-0001')
        self.salt = sha256(utf8(self.name)).hex()
        has_beacon = grade in ('beacon', 'witnessed')
        at, listed = house.now, house.listed(4 if grade == 'witnessed' else None)
        salted = None if grade == 'plain' else draw.commitment(self.name, self.salt)
        common: Content = {
            'grade': grade, 'offset': 360, 'chain': LOCAL.hash if has_beacon else None, 'delay': 60 if has_beacon else None,
            'commitment': salted, 'at': at, 'demo': False, 'deadline': at + 3_600_000, **listed,
            'content': version3.content_hash(CONTENT),
        }  # fmt: skip
        if kind == 'issue':
            common |= {
                'issue': self.name, 'shares': 10, 'price': '10000', 'reading': 'all', 'bands': [[0, 0]], 'prizes': ['80000'],
                'recyclePercent': 80, 'value': '80000', 'maxPerMember': 0, 'minVip': 0, 'mode': 'goods', 'closes': None,
                'minimum': None, 'free': 0,
            }  # fmt: skip
        else:
            common |= {
                'event': self.name, 'pool': '100000', 'winners': 2, 'prize': '50000', 'friends': 1, 'topUp': '0',
            }  # fmt: skip
        self.terms: Content = {**common, **terms}
        self.rows: list[Content] = []
        self.indexes = [house.add(f'{kind}-open', self.terms)]
        self.seal: Content | None = None
        self.seal_note: str | None = None
        self.result: Content | None = None
        self.signature: str | None = None
        self.lines: list[str] = []

    def sell(self, *quantities: int, tags: list[str] | None = None) -> Subject:
        first = draw.FIRST_CODE + sum(row['quantity'] for row in self.rows)
        for quantity in quantities:
            self.house.now += 1000
            seq = len(self.rows) + 1
            tag = sha256(bytes([seq])).hex()[:16] if tags is None else tags[seq - 1]
            time = draw.time_of_day(self.house.now, self.terms['offset'])
            row = {'seq': seq, 'ms': self.house.now, 'time': time, 'first': first, 'quantity': quantity, 'tag': tag}
            self.rows.append({**row, 'claim': version3.claim(order_of(seq))})
            first += quantity
        return self

    def close(self, **seal: Any) -> Subject:
        """Seals the rows and shows the seal in a checkpoint."""
        house, rows = self.house, self.rows
        if self.kind == 'event' or self.terms['closes'] is not None:
            house.now = max(house.now, self.terms['deadline'])
        house.now += 1000
        sold = len(rows) if self.kind == 'event' else sum(row['quantity'] for row in rows)
        number = None if self.terms['delay'] is None else draw.round_for(house.now, self.terms['delay'], draw.QUICKNET)
        self.seal = {
            'orders': len(rows), 'digest': version3.orders_digest(self.name, sold, rows),
            'sum': str(draw.sum_of_times(rows, self.terms.get('reading', 'all'))),
            'salt': None if self.grade == 'plain' else self.salt, 'sealedAt': house.now, 'round': number,
        }  # fmt: skip
        if self.kind == 'issue':
            self.seal |= {'shares': sold, 'freeEntries': 0}
        self.seal |= seal
        self.indexes.append(house.add(f'{self.kind}-seal', {self.kind: self.name, **self.seal}))
        self.seal_note = house.sign()
        house.now += 1000
        return self

    def witness(self, count: int) -> Subject:
        """Lines of the first witnesses over the newest checkpoint."""
        self.lines.append(self.house.cosign(count))
        return self

    def draw(self, **change: Any) -> Subject:
        house, seal = self.house, self.seal
        assert seal is not None
        beacon = None
        if seal['round'] is not None:
            house.now = max(house.now, draw.round_time_ms(seal['round'], draw.QUICKNET) + 1000)
            self.signature = beacon_signature(seal['round'])
            beacon = draw.beacon_value(self.signature)
        entropy = None
        if self.grade != 'plain':
            entropy = draw.draw_entropy(seal['salt'], self.name, seal['digest'], seal['round'], beacon)
        if self.kind == 'issue':
            code = draw.winning_code(int(seal['sum']), entropy, seal['shares'])
            tiers = draw.tier_table(seal['shares'], self.terms['bands'], self.terms['prizes'])
            drawn, self.result = {'code': code}, {'entropy': entropy, 'code': code, 'tiers': tiers}
        else:
            assert entropy is not None
            winners = draw.draw_winners(entropy, seal['orders'], self.terms['winners'])
            drawn, self.result = {'winners': winners}, {'entropy': entropy, 'winners': winners}
        signed = len({line for note in self.lines for line in note.split('\n\n')[1].split('\n')[1:-1]})
        favour = self.grade == 'witnessed' and signed < self.terms['quorum']
        self.result['favour'] = favour
        entry = {
            self.kind: self.name, 'round': seal['round'], 'beacon': beacon, 'signature': self.signature,
            'entropy': entropy, 'lines': self.lines if self.grade == 'witnessed' else None, **drawn,
            **({'favour': True} if favour else {}),
        }  # fmt: skip
        self.indexes.append(house.add(f'{self.kind}-draw', {**entry, **change}))
        return self

    def favour(self, **change: Any) -> Subject:
        """States what was paid in favour."""
        assert self.seal is not None and self.result is not None
        self.house.now += 60_000
        if self.kind == 'event':
            members, paid = version3.event_favour(int(self.terms['pool']), self.seal['orders'], len(self.result['winners']))
            stated: Content = {'members': members, 'amount': str(paid)}
        else:
            amount = version3.favour_beyond(self.terms, self.rows, self.result['code'])
            stated = {'orders': min(2, len(self.rows)), 'amount': str(amount)}
        self.indexes.append(self.house.add(f'{self.kind}-favour', {self.kind: self.name, **stated, **change}))
        return self

    def void(self, participants: int = 0, days: int = 0) -> Subject:
        house = self.house
        house.now = self.terms['deadline'] + days * 86_400_000
        ended = {'event': self.name, 'participants': participants, 'pool': self.terms['pool']}
        self.indexes.append(house.add('event-void', ended))
        return self

    def document(self, confirmed: int = 0) -> Content:
        """The proof. `confirmed` witnesses sign a later checkpoint."""
        house = self.house
        checkpoint, size = house.sign(), house.tree.size
        confirmation = []
        if confirmed:
            house.now += 86_400_000
            house.add('funding', {'account': 'house', 'amount': '1', 'reference': 'later'})
            house.sign()
            confirmation = [house.cosign(confirmed)]
        sealed = 0 if self.seal_note is None else int(self.seal_note.split('\n')[1])
        beacon = None
        if self.signature is not None and self.seal is not None:
            beacon = {'chain': LOCAL.hash, 'round': self.seal['round'], 'signature': self.signature}
            beacon['publicKey'] = LOCAL.public_key
        log = {
            'entries': [house._entry(index, size) for index in self.indexes],
            'sealCheckpoint': self.seal_note, 'checkpoint': checkpoint,
            'consistency': consistency(house.leaves[:size], sealed) if sealed else [], 'publicKey': house.public_key,
            'lines': house.noted(self.lines, size), 'confirmation': house.noted(confirmation, size),
        }  # fmt: skip
        return {
            'version': 'fairlot-proof/3', 'kind': self.kind, 'deployment': house.deployment, 'content': CONTENT,
            'terms': self.terms, 'rows': self.rows if self.seal is not None else [], 'seal': self.seal, 'beacon': beacon,
            'result': self.result, 'log': log,
        }  # fmt: skip

    def receipt(self, number: int, **change: Any) -> Content:
        row, size = self.rows[number - 1], self.indexes[0] + 1
        shares = self.terms.get('shares', 0)
        amount = str(int(self.terms['price']) * row['quantity']) if self.kind == 'issue' else '0'
        fields = {
            self.kind: self.name, 'id': order_of(number), 'order': order_of(number), 'tag': row['tag'], 'ms': row['ms'],
            'first': row['first'], 'quantity': row['quantity'], 'amount': amount, 'seq': number, 'logSize': size,
            'running': version3.running_hash(self.name, shares, self.rows[:number]), 'content': self.terms['content'],
            'logRoot': root_of(self.house.leaves[:size]),
        }  # fmt: skip
        return self.house.receipt('order' if self.kind == 'issue' else 'event', {**fields, **change})


class Played:
    """A chain of a game and its rounds."""

    def __init__(self, house: House, grade: str = 'witnessed', signed: int = 4, **change: Any) -> None:
        self.house = house
        secrets = [sha256(canonical(change).encode(), u64(house.now))]
        for _ in range(50):
            secrets.append(sha256(secrets[-1]))
        self.secrets = [secret.hex() for secret in reversed(secrets)]
        listed = house.listed(4 if grade == 'witnessed' else None)
        start = house.now + 600_000
        self.terms: Content = {
            'game': 'lucky-1m', 'chain': f'00000000-0000-4000-8000-{house.tree.size:012d}', 'length': 50,
            'head': self.secrets[0], 'zone': 'UTC', 'roundMs': 60_000, 'cutoffMs': 10_000, 'beaconChain': LOCAL.hash,
            'delay': 5, 'grade': grade, **listed, 'fee': 200, 'demo': False, 'at': house.now,
            'from': period_at(start), **change,
        }  # fmt: skip
        self.index = house.add('game-chain', self.terms)
        house.now += 1000
        self.chain_note = house.sign()
        self.lines = [house.cosign(signed)] if signed else []

    def round(self, number: int, period: str | None = None, **change: Any) -> tuple[int, int]:
        """Seals the round of this index and decides it. The indexes of its entries."""
        house, terms = self.house, self.terms
        opens = opening_of(terms) + (number - 1) * terms['roundMs']
        self.period = period_at(opens) if period is None else period
        closes = opens + terms['roundMs'] - terms['cutoffMs']
        number_of_beacon = draw.round_for(closes, terms['delay'], draw.QUICKNET)
        house.now = max(house.now, draw.round_time_ms(number_of_beacon, draw.QUICKNET))
        order = order_of(number)
        self.row = {
            'seq': 1, 'ms': opens + 1, 'bet': {'game': terms['game'], 'picks': ['green', '7']}, 'stake': '20000',
            'tag': 'ab' * 8, 'claim': version3.claim(order),
        }  # fmt: skip
        self.seal = {
            'bets': 1, 'digest': version3.bets_digest(terms['game'], self.period, [self.row]),
            'secret': self.secrets[number], 'sealedAt': house.now, 'round': number_of_beacon,
        }  # fmt: skip
        about = {'game': terms['game'], 'period': self.period}
        place = {'chain': terms['chain'], 'index': number}
        self.place = {**self.terms, 'period': self.period, 'index': number, 'opensAt': opens, 'closesAt': closes}
        sealed = house.add('round-seal', {**about, **place, **self.seal, **change})
        house.now += 1000
        self.signature = beacon_signature(number_of_beacon)
        beacon = draw.beacon_value(self.signature)
        self.h = games.game_hash(self.seal['secret'], terms['game'], self.period, number_of_beacon, beacon)
        self.result = games.game_result(terms['game'], self.h)
        said = {'round': number_of_beacon, 'beacon': beacon, 'signature': self.signature, 'result': self.result}
        return sealed, house.add('round-result', {**about, **said})

    def document(self, sealed: int, decided: int) -> Content:
        house = self.house
        checkpoint, size = house.sign(), house.tree.size
        beacon = {'chain': LOCAL.hash, 'round': self.seal['round'], 'signature': self.signature}
        log = {
            'entries': [house._entry(index, size) for index in (self.index, sealed, decided)],
            'chainCheckpoint': house.noted([self.chain_note], size)[0], 'chainLines': house.noted(self.lines, size),
            'checkpoint': checkpoint, 'publicKey': house.public_key,
        }  # fmt: skip
        return {
            'version': 'fairlot-proof/3', 'kind': 'round', 'deployment': house.deployment, 'terms': self.place,
            'rows': [self.row], 'seal': self.seal, 'beacon': {**beacon, 'publicKey': LOCAL.public_key},
            'result': {**self.result, 'entropy': self.h}, 'log': log,
        }  # fmt: skip


def period_at(ms: int) -> str:
    """The period of the round of a minute, in UTC, that contains this time."""
    day = games.EPOCH + games.timedelta(milliseconds=ms)
    return f'{day:%Y%m%d}-{ms % 86_400_000 // 60_000 + 1:04d}'
