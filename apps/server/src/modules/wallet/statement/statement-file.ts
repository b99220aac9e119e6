/** The wallet statement as a CSV file, written page by page: the memory that it takes does not grow with the history. */
import type { FileResponse } from '../../../platform/http/http-handler.ts'
import type { DownloadOwner } from '../../../platform/http/downloads.ts'
import { BYTE_ORDER_MARK, csvText } from '../../../platform/csv.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { zoneText } from '../../../platform/zone-text.ts'
import { kindName, STATEMENT_COLUMNS, STATEMENT_WORDS, type StatementColumn } from './statement-words.ts'
import {
  statementPages,
  type StatementDeps,
  type StatementFilter,
  type StatementLine,
} from './wallet-statement.ts'

export type StatementFileDeps = StatementDeps & {
  /** ISO code of the wallet's currency */
  readonly currencyCode: string
}

/** The file of a filter. Amounts are exact and have a point; times are those of the business time zone. */
export function statementFile(
  deps: StatementFileDeps,
  owner: DownloadOwner,
  filter: StatementFilter,
): FileResponse['file'] {
  const month = filter.month === undefined ? '' : `-${filter.month}`
  return {
    name: `wallet-statement${month}.csv`,
    type: 'text/csv; charset=utf-8',
    chunks: linesOf(deps, owner, filter),
  }
}

async function* linesOf(
  deps: StatementFileDeps,
  { memberId, language }: DownloadOwner,
  filter: StatementFilter,
) {
  const words = STATEMENT_WORDS[language]
  const zone = zoneText(deps.utcOffsetMinutes)
  const heading = STATEMENT_COLUMNS.map((column) =>
    words.columns[column].replace('{zone}', zone).replace('{currency}', deps.currencyCode),
  )
  yield BYTE_ORDER_MARK + csvText([heading])
  for await (const page of statementPages(deps, memberId, filter, language))
    yield csvText(page.map((line) => cellsOf(line, kindName(words, line), deps.utcOffsetMinutes)))
}

function cellsOf(line: StatementLine, kind: string, offsetMinutes: number): string[] {
  const cells: Record<StatementColumn, string> = {
    line: line.id,
    time: new Date(line.at + offsetMinutes * MINUTE_MS).toISOString().slice(0, 23).replace('T', ' '),
    kind,
    title: line.title ?? '',
    // that of a reward is for programs: its title says it in words
    detail: line.title === null ? (line.detail ?? '') : '',
    number: line.number ?? '',
    amount: line.amount,
    fee: line.fee ?? '',
    balance: line.balance,
    reference: line.reference,
  }
  return STATEMENT_COLUMNS.map((column) => cells[column])
}
