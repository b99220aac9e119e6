"""The rules of the log about what the house states: withdrawals, solvency, reserves, and entries without rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..documents.entries3 import check_solvency as check_solvency3
from .breach import breach, reading
from .entry_forms import check_plain, check_solvency, read_reserve, read_withdrawals
from .rules3 import check_day_over

if TYPE_CHECKING:
    from .audit import Audit

STATEMENTS = ('verifier', 'funding', 'withdrawals', 'solvency', 'reserve')


@dataclass
class Reserve:
    """What the audit knows of the reserve of a finance product."""

    day: int
    """the UTC day of its last statement, counted from 1970"""
    open: bool
    """the last statement had custody"""
    statements: int
    missing: int
    """days between its statements that have none, although the statement before had custody"""


class Reserves:
    def __init__(self) -> None:
        self.products: dict[str, Reserve] = {}

    def entry(self, content: dict[str, Any], index: int) -> None:
        product, reserve, custody, liability = reading('format', index, lambda: read_reserve(content))
        day, before = content['at'] // 86_400_000, self.products.get(product)
        if before is not None and day <= before.day:
            breach('time', index, f'states the reserve of {product} a second time on one day')
        if reserve < liability:
            breach('reserve', index, f'states a reserve of {product} below the interest that the house owes')
        if liability > 0 and custody == 0:
            breach('reserve', index, f'states interest owed for {product}, but no principal in custody')
        stated, missing = (0, 0) if before is None else (before.statements, before.missing)
        if before is not None and before.open:
            missing += day - before.day - 1
        self.products[product] = Reserve(day, custody > 0, stated + 1, missing)

    def statements(self) -> int:
        return sum(reserve.statements for reserve in self.products.values())

    def missing_days(self, last_at: int) -> int:
        """Days without a statement, after one with custody. The day of the last entry owes none yet."""
        today = last_at // 86_400_000
        return sum(r.missing + (max(0, today - r.day - 1) if r.open else 0) for r in self.products.values())


class Statements:
    def __init__(self) -> None:
        self.last_day: str | None = None
        """the last day that an entry `withdrawals` is about"""
        self.last_solvency: int | None = None
        """the UTC day of the last entry `solvency`, counted from 1970"""
        self.reserves = Reserves()

    def entry(self, audit: Audit, content: dict[str, Any], index: int) -> None:
        kind = content['t']
        if kind == 'reserve':
            self.reserves.entry(content, index)
        elif kind == 'withdrawals':
            day = reading('format', index, lambda: read_withdrawals(content))
            if self.last_day is not None and day <= self.last_day:
                breach('time', index, f'is about {day}, and the entry before about {self.last_day}')
            if audit.rules is not None:
                check_day_over(day, content['at'], index)
            self.last_day = day
        elif kind == 'solvency':
            check = check_solvency if audit.rules is None else check_solvency3
            reading('format', index, lambda: check(content))
            utc_day = content['at'] // 86_400_000
            if self.last_solvency is not None and utc_day <= self.last_solvency:
                breach('time', index, 'states solvency a second time on one day')
            self.last_solvency = utc_day
        else:
            reading('format', index, lambda: check_plain(content))
