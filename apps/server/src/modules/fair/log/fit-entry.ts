/** Checks that the log can take a queued entry. An entry that it cannot take would stop the log, or make witnesses refuse it. */
import {
  checkFunding,
  checkVerifier,
  checkWithdrawals,
  eventOf,
  issueOf,
  parseEntry,
} from '@fairlot/fairness/audit/read-entry'
import { entryText, type LogEntry } from '@fairlot/fairness/entries'
import { readGame, readPeriod } from '@fairlot/fairness/proof/round'
import { readObject } from '@fairlot/fairness/read'

const FIELDS = {
  'issue-draw': ['t', 'issue', 'round', 'beacon', 'entropy', 'code', 'at'],
  'issue-refund': ['t', 'issue', 'orders', 'amount', 'at'],
  'issue-favour': ['t', 'issue', 'orders', 'amount', 'at'],
  'round-result': ['t', 'game', 'period', 'round', 'beacon', 'result', 'at'],
  'round-void': ['t', 'game', 'period', 'bets', 'at'],
  'event-draw': ['t', 'event', 'round', 'beacon', 'entropy', 'winners', 'at'],
  'event-favour': ['t', 'event', 'members', 'amount', 'at'],
  'event-void': ['t', 'event', 'participants', 'pool', 'at'],
} as const

/** What entries of version 3 say beside. */
const FIELDS_3 = {
  'issue-draw': ['signature', 'lines', 'favour'],
  'issue-refund': ['shares', 'reason'],
} as const

/** Kinds that wait to be appended; the others are appended in the transaction that makes them, except under the old rules. */
function checkQueued(text: string): void {
  const entry = parseEntry(text, 0)
  switch (entry.t) {
    case 'verifier':
      return checkVerifier(entry.fields)
    case 'funding':
      return checkFunding(entry.fields)
    case 'withdrawals':
      checkWithdrawals(entry.fields)
      return
    case 'issue-draw':
    case 'issue-refund':
      readObject(entry.fields, 'the entry', FIELDS[entry.t], FIELDS_3[entry.t])
      issueOf(entry, 0)
      return
    case 'issue-favour':
      readObject(entry.fields, 'the entry', FIELDS[entry.t])
      issueOf(entry, 0)
      return
    case 'round-result':
    case 'round-void':
      // the result of a round of version 3 carries the signature of its beacon round
      readObject(entry.fields, 'the entry', FIELDS[entry.t], entry.t === 'round-result' ? ['signature'] : [])
      readGame(entry.fields['game'], 'game')
      readPeriod(entry.fields['period'], 'period')
      return
    case 'event-draw':
    case 'event-favour':
    case 'event-void':
      readObject(entry.fields, 'the entry', FIELDS[entry.t], entry.t === 'event-void' ? ['out'] : [])
      eventOf(entry, 0)
      return
    default:
      throw new Error(`an entry ${entry.t} is not queued`)
  }
}

/** @param isOld the entry is from before the log began. @returns why the log cannot take the entry; null: it can */
export function unfitBecause(entry: LogEntry, isOld: boolean): string | null {
  try {
    const text = entryText(entry)
    if (isOld) parseEntry(text, 0)
    else checkQueued(text)
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 1_000) || 'unknown'
  }
}
