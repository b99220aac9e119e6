/** The step `favour` of version 3: a draw that too few witnesses signed in time stands, and the members get more. */
import { eventFavour, favourAmounts, beyondWon } from '../../favour.ts'
import type { LogEntry } from '../../entries.ts'
import type { EventProof3, IssueProof3, ProofLog3 } from '../../proof/version-3/documents.ts'
import { U32 } from '../../proof/fields.ts'
import { demand, readDecimal, readInteger, readObject, readWord } from '../../read.ts'
import { demandEqual } from '../draw-steps.ts'
import { parsed, timeOf } from '../entry-text.ts'
import { absent, open, type Outcome, unneeded } from '../types.ts'
import { countOf, type Witnessed } from './witnesses.ts'

/** The verdict on a favour. */
export const FAVOUR =
  'The witnesses did not sign in time, so the house alone may have chosen this winner; everybody else got at least their money or an even share.'

/** What an entry `issue-favour` or `event-favour` states. */
type Stated = { readonly count: number; readonly amount: string; readonly at: number }

function readFavourEntry(log: ProofLog3, what: 'issue' | 'event', id: string): Stated {
  const place = 'the favour'
  const count = what === 'issue' ? 'orders' : 'members'
  const entry = readObject(parsed(log.entries[3]!, place), place, ['t', what, count, 'amount', 'at'])
  readWord(entry['t'], place, [`${what}-favour`])
  demand(entry[what] === id, `the log's favour is that of another ${what}`)
  return {
    count: readInteger(entry[count], `${place}.${count}`, 0, U32),
    amount: readDecimal(entry['amount'], `${place}.amount`),
    at: readInteger(entry['at'], `${place}.at`, 0),
  }
}

/** The entry of a favour, whose bytes follow from what it states. @throws ReadError */
export function favourEntry(log: ProofLog3, what: 'issue' | 'event', id: string): LogEntry {
  const { count, amount, at } = readFavourEntry(log, what, id)
  const counted = what === 'issue' ? { issue: id, orders: count } : { event: id, members: count }
  return { t: `${what}-favour`, ...counted, amount, at } as LogEntry
}

/** Favour exactly where fewer than k signed in time. @throws ReadError */
function checkFavour(
  proof: Witnessed,
  what: 'issue' | 'event',
  checkStated: (log: ProofLog3) => string,
): Outcome {
  const { terms, result, log } = proof
  if (terms.grade !== 'witnessed') return unneeded(`grade ${terms.grade} waits for no witnesses`)
  if (result === null) return open(`the ${what} is sealed, not drawn`)
  if (log === null) return absent('not present: this document carries no signatures of witnesses')
  const count = countOf(proof, log)
  if (count === null) return absent('not checked: the lines of the witnesses are not well formed')
  const signed = `${count} of the ${terms.quorum} needed witnesses signed in time`
  const isFavour = count < terms.quorum!
  demand(result.favour === isFavour, `${signed}, but the draw ${isFavour ? 'is not' : 'is'} in favour`)
  if (!isFavour) return `${signed}, so the members get what they won`
  if (log.entries.length < 4) return open(`${signed}; what the members get more is not in the log yet`)
  return `${signed}; ${checkStated(log)}`
}

export const checkIssueFavour = (proof: IssueProof3): Outcome =>
  checkFavour(proof, 'issue', (log) => checkIssueAmount(proof, log))

export const checkEventFavour = (proof: EventProof3): Outcome =>
  checkFavour(proof, 'event', (log) => checkEventAmount(proof, log))

/** @throws ReadError unless the entry of the favour states what the rows give */
export function checkIssueAmount({ terms, rows, seal, result }: IssueProof3, log: ProofLog3): string {
  const { count, amount, at } = readFavourEntry(log, 'issue', terms.issue)
  demand(at >= timeOf(log.entries[2]!, 'draw'), 'the favour is dated before the draw')
  demand(count <= seal.orders, `the favour is for ${count} orders, and the issue has ${seal.orders}`)
  const computed = beyondWon(favourAmounts(terms, rows, result!.code))
  demandEqual('the amount of the favour', amount, String(computed))
  return `everybody else got at least their money or an even share, ${amount} together`
}

/** As `checkIssueAmount`. */
export function checkEventAmount({ terms, rows, seal, result }: EventProof3, log: ProofLog3): string {
  const { count, amount, at } = readFavourEntry(log, 'event', terms.event)
  demand(at >= timeOf(log.entries[2]!, 'draw'), 'the favour is dated before the draw')
  const others = rows.length - (seal!.out?.length ?? 0) - result!.winners.length
  demandEqual('the number of members in favour', count, others)
  demandEqual('the amount of the favour', amount, String(eventFavour(BigInt(terms.pool), others)))
  return `the ${others} others got an even share of the pool, ${amount} together`
}
