"""The audit of a whole log: docs/INTEGRATION.md, "The rules of the log"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, NoReturn

from .. import draw
from ..codec import canonical, parse_json, read_integer
from ..documents.document import read_issue_number, read_seal, read_terms
from ..documents.event_document import event_name, read_event_id
from ..notes import (
    NoteKey,
    cosigned_seconds,
    note_body,
    parse_checkpoint,
    parse_key,
    verify_checkpoint,
    verify_cosignature,
)
from ..tree import GrowingTree, first_head, leaf_hash, next_head
from . import issue_audit3
from .breach import AuditBreach, breach, reading
from .entry_forms import (
    name_before,
    read_begin,
    read_continues,
    read_draw,
    read_refund,
)
from .event_audit import draw_event, open_event, void_event
from .issue import Attempt, Issue, check_entropy
from .round_audit import GAME_KINDS, Games
from .rules3 import Rules, begin_rules, bury_beacon
from .seal_rules import check_attempt, check_seal
from .statements import STATEMENTS, Statements

KINDS = (
    'log-begin', 'log-continues', 'issue-open', 'issue-seal', 'issue-draw', 'issue-refund', 'verifier', 'funding',
    'withdrawals', 'solvency', 'reserve', 'event-open', 'event-seal', 'event-draw', 'event-void', *GAME_KINDS,
    'log-rules', 'beacon-dead', 'issue-favour', 'event-favour',
)  # fmt: skip


@dataclass
class Begin:
    index: int
    at: int
    mode: str
    in_demo: bool
    """All entries so far have times before `at`: they are those of the demo world."""


class Audit:
    def __init__(self, deployment: str, public_key: str) -> None:
        self.deployment = deployment
        self.public_key = public_key
        self.tree = GrowingTree()
        self.head = first_head(deployment)
        self.begin: Begin | None = None
        self.rules: Rules | None = None
        """the rules of version 3, since the entry that states them"""
        self.lost: list[str] | None = None
        self.last_at = 0
        self.covered = 0
        self.note_ms = 0
        self.notes: list[tuple[int, str]] = []
        self.latest: list[tuple[int, str]] = []
        """the checkpoints of the newest size"""
        self.bodies: set[tuple[int, str]] = set()
        """size and signed text of the checkpoints over the seals in `waiting`"""
        self.waiting: dict[str, int] = {}
        """the index of each witnessed seal of version 3 that waits for its draw"""
        self.issues: dict[str, Issue] = {}
        self.fresh: list[tuple[int, int]] = []
        """index and round of the seals since the last checkpoint"""
        self.games = Games()
        self.checkpoints = 0
        self.statements = Statements()
        self.beacon_values = 0
        """draws and results that state the value of a beacon round, whose signature the log does not have"""
        self.named: dict[str, None] = {}
        """keys of all witnesses that openings name, in their order"""
        self.signed: list[tuple[int, int]] = []
        """size and second of each checkpoint that the given witness signed"""
        self.sizes: dict[str, int] = {}
        """of each key that an opening names, the size of the largest checkpoint that it signed; 0 when there is none"""
        self.newest_ms = 0
        """time of the newest checkpoint of an export"""

    def find(self, issue: str) -> list[tuple[int, str]]:
        """The entries about an issue, an event (by its name), a chain or a round."""
        known = self.issues.get(issue)
        return self.games.entries.get(issue, []) if known is None else known.entries

    def root_at(self, size: int) -> str | None:
        """The root over the first `size` entries; None when the log has fewer."""
        return self.tree.root_at(size)

    # ---- entries ----
    def entry(self, text: str) -> None:
        index = self.tree.size
        content = self._parse(text, index)
        kind, at = content['t'], content['at']
        if kind == 'log-begin':
            self._begin(content, index)
        elif kind == 'log-continues':
            self._continue(content, index)
        elif kind == 'log-rules':
            begin_rules(self, content, index)
        else:
            self.pass_time(at, index)
            if kind in STATEMENTS:
                self.statements.entry(self, content, index)
            elif kind == 'beacon-dead':
                bury_beacon(self, content, index)
            elif kind in GAME_KINDS:
                self.games.entry(self, content, index, text)
                self._forget_notes()
            elif kind.startswith('event-'):
                event = reading('format', index, lambda: read_event_id(content.get('event'), 'event'))
                self._rule_of(kind, event_name(event), content)(self, event_name(event), content, index, text)
            else:
                issue = reading('format', index, lambda: read_issue_number(content.get('issue'), 'issue'))
                self._rule_of(kind, issue, content)(self, issue, content, index, text)
        if content.get('beacon') is not None and 'signature' not in content:
            self.beacon_values += 1
        leaf = leaf_hash(text)
        self.head = next_head(self.head, leaf)
        self.tree.append(leaf)

    def _rule_of(self, kind: str, name: str, content: dict[str, Any]) -> Rule:
        """A subject keeps the version under which it opened. A further refund tells its version by its fields."""
        known = self.issues.get(name)
        if known is None or kind.endswith('-open'):
            is_new = self.rules is not None
        elif kind == 'issue-refund' and known.end is not None:
            is_new = 'reason' in content
        else:
            is_new = known.version == 3
        return RULES_3[kind] if is_new or kind not in RULES_2 else RULES_2[kind]

    def _in_beginning(self, index: int) -> bool:
        """Whether the entry directly follows a log-begin that entries of the demo world may follow."""
        begin = self.begin
        return begin is not None and begin.in_demo and index == begin.index + 1

    def _parse(self, text: str, index: int) -> dict[str, Any]:
        if len(text.encode('utf-16-le', 'surrogatepass')) > 2 * 65_536:
            breach('format', index, 'is too long')
        content = reading('format', index, lambda: parse_json(text, 'the entry'))
        if not isinstance(content, dict):
            breach('format', index, 'is not an object')
        if reading('format', index, lambda: canonical(content)) != text:
            breach('format', index, 'is not in canonical form')
        if not isinstance(content.get('t'), str) or content['t'] not in KINDS:
            breach('kind', index, 'is of an unknown kind')
        reading('format', index, lambda: read_integer(content.get('at'), 'at', 0))
        return content

    def _begin(self, content: dict[str, Any], index: int) -> None:
        if self.begin is not None:
            breach('begin', index, 'begins the log a second time')
        reading('begin', index, lambda: read_begin(content))
        if content['deployment'] != self.deployment:
            breach('begin', index, f'begins the log of {content["deployment"]}')
        at = content['at']
        if self.lost is not None and at < self.last_at:
            breach('time', index, 'goes back in time')
        in_demo = content['mode'] == 'sandbox' and index == 0
        self.begin = Begin(index, at, content['mode'], in_demo)
        self.last_at = 0 if in_demo else at

    def _continue(self, content: dict[str, Any], index: int) -> None:
        if index != 0:
            breach('begin', index, 'continues another log, but is not the first entry')
        reading('begin', index, lambda: read_continues(content))
        if content['deployment'] != name_before(self.deployment):
            breach('begin', index, f'continues {content["deployment"]}, which {self.deployment} does not follow')
        lost = content['lost']
        if any(a >= b for a, b in zip(lost, lost[1:])):
            breach('continues', index, 'does not list the lost issues in ascending order')
        self.lost, self.last_at = lost, content['at']

    def pass_time(self, at: int, index: int) -> None:
        if self.begin is None:
            if self.lost is not None:
                breach('begin', index, 'follows log-continues, but does not begin the log')
            return
        if at < self.last_at:
            breach('time', index, f'goes back in time: from {self.last_at} to {at}')
        if at >= self.begin.at:
            self.begin.in_demo = False
        self.last_at = at

    def _open(self, issue: str, content: dict[str, Any], index: int, text: str) -> None:
        if issue in self.issues:
            breach('open', index, f'opens issue {issue} a second time')
        if self.lost is not None and issue in self.lost:
            breach('continues', index, f'opens issue {issue}, which the lost log opened')
        version = 1 if self.begin is None else 2
        fields = {name: value for name, value in content.items() if name != 't'}
        terms = reading('open', index, lambda: read_terms(fields, 'terms', version))
        if self.begin is not None and terms['demo'] != (content['at'] < self.begin.at):
            breach('time', index, 'is on the other side of the beginning than its mark "demo" says')
        self.issues[issue] = Issue(issue, terms, version, [(index, text)])
        for key in terms.get('witnesses') or []:
            self.named[key] = None

    def live(self, rule: str, issue: str, index: int) -> tuple[Issue, dict[str, Any]]:
        known = self.issues.get(issue)
        if known is None:
            breach(rule, index, f'comes before the opening of issue {issue}')
        if known.end is not None or known.terms is None:
            breach(rule, index, f'comes after the {known.end} of issue {issue}')
        return known, known.terms

    def _seal(self, issue: str, content: dict[str, Any], index: int, text: str) -> None:
        known, terms = self.live('seal', issue, index)
        grade, earlier = terms['grade'], len(known.attempts)
        if grade != 'witnessed' and earlier > 0:
            breach('seal', index, f'seals issue {issue} a second time')
        if known.version == 2:
            stated = content.get('attempt')
            if not isinstance(stated, int) or isinstance(stated, bool):
                breach('seal', index, 'does not state its attempt')
            if stated == 1 and earlier > 0:
                breach('seal', index, f'seals issue {issue} a second time')
            if stated != earlier + 1:
                breach('attempt', index, f'states attempt {stated}, but it is attempt {earlier + 1}')
        fields = {name: value for name, value in content.items() if name not in ('t', content['t'].split('-')[0], 'at')}
        seal = reading('format', index, lambda: read_seal(fields, 'seal', grade, known.version))
        if known.version == 2 and content['at'] != seal['sealedAt']:
            breach('seal', index, 'is not dated at sealedAt')
        check_seal(known, terms, seal, index)
        if earlier > 0:
            check_attempt(known, seal, index)
        known.attempts.append(Attempt(index, seal['round']))
        known.seal = seal
        known.entries.append((index, text))
        if seal['round'] is not None and known.version == 2:
            self.fresh.append((index, seal['round']))

    def _draw(self, issue: str, content: dict[str, Any], index: int, text: str) -> None:
        known, terms = self.live('draw', issue, index)
        if known.seal is None:
            breach('draw', index, f'draws issue {issue} before its seal')
        seal, grade = known.seal, terms['grade']
        reading('format', index, lambda: read_draw(content, grade))
        entropy = check_entropy(known, seal, content, index)
        if content['code'] != draw.winning_code(int(seal['sum']), entropy, terms['shares']):
            breach('draw', index, 'states another winning code than the formula gives')
        self.end_draw(known, grade, index, text)

    def end_draw(self, known: Issue, grade: str, index: int, text: str) -> None:
        if grade == 'witnessed' and not known.attempts[-1].timely:
            breach('witness', index, f'draws {known.number}, but no named witness signed its seal in time')
        known.end = 'draw'
        known.entries.append((index, text))
        self._forget_notes()

    def _refund(self, issue: str, content: dict[str, Any], index: int, text: str) -> None:
        reading('format', index, lambda: read_refund(content))
        if issue not in self.issues and self.lost is not None and issue in self.lost:
            self.issues[issue] = Issue(issue, None, 2, [(index, text)], end='refund')
            return
        known, terms = self.live('refund', issue, index)
        if known.seal is not None:
            breach('refund', index, f'refunds issue {issue} after its seal')
        if content['orders'] > terms['shares']:
            breach('refund', index, 'has more orders than shares')
        known.end = 'refund'
        known.entries.append((index, text))

    # ---- checkpoints ----
    def checkpoint(self, note: str) -> None:
        """A checkpoint over all entries so far; the note carries the log's signature only."""
        size = self.tree.size

        def refuse(problem: str, rule: str = 'checkpoint') -> NoReturn:
            raise AuditBreach(rule, size - 1, f'the checkpoint after {size} entries {problem}')

        parsed = parse_checkpoint(note)
        if parsed is None:
            refuse('is not a checkpoint')
        if len(parsed.lines) != 1:
            refuse("carries other signatures than the log's")
        if verify_checkpoint(note, self.public_key, self.deployment) is None:
            refuse("is not signed by the log's key for this deployment")
        if (parsed.size, parsed.head, parsed.root) != (size, self.head, self.tree.root()):
            refuse('has another size, head or root than the entries')
        begin = self.begin
        # under the old rules times are not checked, nor over the beginning alone, which the demo world may follow
        # or over it and the statement of the rules beside it
        with_rules = self._in_beginning(size - 1) and self.rules is not None
        if begin is not None and not (begin.in_demo and size == begin.index + 1) and not with_rules:
            if parsed.time_ms < self.note_ms:
                refuse('is dated before the checkpoint before it')
            if parsed.time_ms < self.last_at:
                refuse('is dated before an entry that it covers')
            self.note_ms = parsed.time_ms
        for index, number in self.fresh:
            if parsed.time_ms >= draw.round_time_ms(number, draw.QUICKNET):
                refuse(f'is the first with the seal of entry {index}, but not before round {number}', 'seal-late')
        self.fresh = []
        self.covered = size
        self.checkpoints += 1
        self.notes.append((size, note))
        self.latest = [kept for kept in self.latest if kept[0] == size] + [(size, note)]
        self._forget_notes()
        if self.waiting:
            self.bodies.add((size, note_body(note)))

    def _waiting(self) -> list[Issue]:
        """The witnessed seals of version 2 that wait for their draw, which needs a line of a witness."""
        return [i for i in self.issues.values() if i.end is None and i.attempts and i.terms is not None
                and i.terms['grade'] == 'witnessed' and i.version != 3]  # fmt: skip

    def wait(self, name: str, index: int) -> None:
        """A seal of version 3 waits for its draw, which carries the lines of witnesses over checkpoints of this log."""
        self.waiting[name] = index

    def end_wait(self, name: str) -> None:
        self.waiting.pop(name, None)
        first = min(self.waiting.values(), default=None)
        self.bodies = set() if first is None else {kept for kept in self.bodies if kept[0] > first}

    def _forget_notes(self) -> None:
        """Keeps the checkpoints over seals whose witnesses still matter."""
        seals = [issue.attempts[0].index for issue in self._waiting()] + self.games.first_waiting()
        first = min(seals, default=None)
        self.notes = [] if first is None else [kept for kept in self.notes if kept[0] > first]

    def cosignature(self, size: int, line: str) -> None:
        """A witness' line over the checkpoint of this size. Lines of other keys, and late ones, change nothing."""
        notes = [note for kept, note in self.notes if kept == size]
        for issue in self._waiting() if notes else []:
            assert issue.terms is not None
            for text in issue.terms['witnesses']:
                key = parse_key(text)
                seconds = None if key is None else cosigned_seconds(line, key)
                if key is not None and seconds is not None:
                    self._sign(issue, text, key, seconds, size, notes, line)
                    break
        self.games.cosignature(notes, size, line)
        self.games.sign_chains([note for kept, note in self.latest if kept == size], size, line)

    def _sign(
        self, issue: Issue, text: str, key: NoteKey, seconds: int, size: int, notes: list[str], line: str
    ) -> None:
        for i, attempt in enumerate(issue.attempts):
            assert attempt.round is not None
            late = seconds * 1000 >= draw.round_time_ms(attempt.round, draw.QUICKNET)
            if attempt.index >= size or late or text in attempt.timely:
                continue
            if all(verify_cosignature(note, line, key) is None for note in notes):
                continue
            if i + 1 < len(issue.attempts):
                breach('attempt', issue.attempts[i + 1].index, f'follows an attempt that {key.name} signed in time')
            attempt.timely.add(text)


Rule = Callable[[Audit, str, dict[str, Any], int, str], None]
RULES_2: dict[str, Rule] = {
    'issue-open': Audit._open,
    'issue-seal': Audit._seal,
    'issue-draw': Audit._draw,
    'issue-refund': Audit._refund,
    'event-open': open_event,
    'event-seal': Audit._seal,
    'event-draw': draw_event,
    'event-void': void_event,
}
RULES_3: dict[str, Rule] = {
    'issue-open': issue_audit3.open_subject,
    'issue-seal': issue_audit3.seal_subject,
    'issue-draw': issue_audit3.draw_subject,
    'issue-favour': issue_audit3.favour_subject,
    'issue-refund': issue_audit3.refund_issue,
    'event-open': issue_audit3.open_subject,
    'event-seal': issue_audit3.seal_subject,
    'event-draw': issue_audit3.draw_subject,
    'event-favour': issue_audit3.favour_subject,
    'event-void': issue_audit3.void_event,
}
