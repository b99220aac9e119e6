/** The attempts of a witnessed seal, as the documents of issues and events list them. */
import { roundFor, roundTimeMs } from '../beacon.ts'
import type { OrderRow } from '../draw.ts'
import type { IssueSeal, IssueTerms, ProofEntry } from '../proof/types.ts'
import { readSeal } from '../proof/version-2.ts'
import { demand } from '../read.ts'
import { ROUND_TIMES } from './draw-steps.ts'
import { parsed } from './entry-text.ts'

/** The parts of an issue or an event that its attempts share. */
export type Attempted = {
  readonly terms: Pick<IssueTerms, 'grade' | 'delay'>
  readonly rows: readonly OrderRow[]
  /** the last attempt */
  readonly seal: IssueSeal
}

/**
 * The seals of the attempts before the last one, whose entries follow the opening. They have the rows, the salt and the sum
 * of the last one, and each follows the round of the one before.
 * @param of the field that names the issue or event in an entry
 * @throws ReadError
 */
export function earlierAttempts(
  attempted: Attempted,
  entries: readonly ProofEntry[],
  of: 'issue' | 'event',
): IssueSeal[] {
  const { seal } = attempted
  const earlier: IssueSeal[] = []
  for (let attempt = 1; attempt < seal.attempt; attempt++) {
    const read = readAttempt(attempted, entries[attempt]!, attempt, of)
    checkFollows(read, earlier.at(-1))
    earlier.push(read)
  }
  checkFollows(seal, earlier.at(-1))
  return earlier
}

function readAttempt(
  { terms, rows, seal }: Attempted,
  entry: ProofEntry,
  attempt: number,
  of: 'issue' | 'event',
): IssueSeal {
  const place = `the seal of attempt ${attempt}`
  const { t: _, [of]: __, at: ___, ...fields } = parsed(entry, place)
  const read = readSeal(fields, terms.grade, place)
  demand(read.attempt === attempt, `${place} is numbered ${read.attempt}`)
  for (const field of ['orders', 'digest', 'sum', 'salt'] as const) {
    demand(read[field] === seal[field], `${place} has another ${field} than the last attempt`)
  }
  const round = terms.delay === null ? null : roundFor(read.sealedAt, terms.delay, ROUND_TIMES)
  demand(read.round === round, `${place} states another round than its time selects`)
  demand(read.sealedAt >= rows.at(-1)!.ms, `${place} is earlier than an order`)
  return read
}

/** A further attempt follows the round of the one before, which is void because no witness signed it in time. */
function checkFollows(seal: IssueSeal, before: IssueSeal | undefined): void {
  if (before === undefined || before.round === null) return
  demand(
    seal.sealedAt >= roundTimeMs(before.round, ROUND_TIMES),
    `attempt ${seal.attempt} is sealed before the round of attempt ${before.attempt} was published`,
  )
}
