/**
 * Lines without the bank's id that equal a line of an earlier file. A file that overlaps the earlier one lists the same payments; one that
 * begins where the earlier one ended lists other ones. The file shows which it is when it also repeats what is around the line.
 */
import type { Tx } from '../../../platform/db.ts'
import type { StatementLine } from './statement-csv.ts'
import { storedLines, type StoredLine } from './statements.queries.ts'

/** A line that may be a payment of its own waits for an operator. */
export type ToldLine = StatementLine & { repeats: boolean }

type Keyed = { day: string; key: string }

const keyed = (line: StatementLine): Keyed => ({
  day: line.bookedOn,
  key: `${line.bookedOn} ${line.amount} ${line.textHash.toString('hex')}`,
})
const storedKey = (line: StoredLine): Keyed => ({
  day: line.booked_on,
  key: `${line.booked_on} ${line.amount} ${line.text_hash}`,
})

/** What is stored of equal lines: the occurrences of payments, and the first free one. */
type Stored = { payments: number[]; next: number }

function storedByKey(lines: readonly StoredLine[]): Map<string, Stored> {
  const all = new Map<string, Stored>()
  for (const line of lines) {
    const { key } = storedKey(line)
    const { payments, next } = all.get(key) ?? { payments: [], next: 0 }
    // an operator dismissed it as the same payment
    if (!line.is_same_payment) payments.push(line.occurrence)
    all.set(key, { payments, next: Math.max(next, line.occurrence + 1) })
  }
  return all
}

/**
 * The lines with their occurrences counted on from those that are stored; a known line has that of a stored one.
 * @param overlaps the operator says that the file repeats earlier ones
 * @param repeatedIds ids of transactions of the file that earlier files had
 */
export async function countedOn(
  tx: Tx,
  accountId: string,
  lines: readonly StatementLine[],
  { overlaps, repeatedIds }: { overlaps: boolean; repeatedIds: ReadonlySet<string> },
): Promise<ToldLine[]> {
  const own = lines.filter(({ transactionId }) => transactionId === null)
  const days = [...new Set(own.map(({ bookedOn }) => bookedOn))]
  const stored = days.length === 0 ? [] : await storedLines(tx, accountId, days)
  const byKey = storedByKey(stored)
  const shown = overlaps ? new Set(days) : overlappingDays(own.map(keyed), stored)
  for (const { transactionId: id, bookedOn } of lines)
    if (id !== null && repeatedIds.has(id)) shown.add(bookedOn)
  const seen = new Map<string, number>()
  return lines.map((line) => {
    if (line.transactionId !== null) return { ...line, repeats: false }
    const { day, key } = keyed(line)
    const at = seen.get(key) ?? 0
    seen.set(key, at + 1)
    const known = byKey.get(key)
    if (!known) return { ...line, occurrence: at, repeats: false }
    if (!shown.has(day)) return { ...line, occurrence: known.next + at, repeats: true }
    const occurrence = known.payments[at] ?? known.next + at - known.payments.length
    return { ...line, occurrence, repeats: false }
  })
}

/** Fewer lines can be equal by chance: many payments have a round amount and the same words. */
const ENOUGH_LINES = 3

/** The days of which a file repeats all different lines that earlier files had, at least three, of the day or of all days of the file. */
function overlappingDays(file: readonly Keyed[], stored: readonly StoredLine[]): Set<string> {
  const inFile = new Set(file.map(({ key }) => key))
  const [known, missing] = [new Map<string, Set<string>>(), new Set<string>()]
  for (const { day, key } of stored.map(storedKey)) {
    known.set(day, (known.get(day) ?? new Set()).add(key))
    if (!inFile.has(key)) missing.add(day)
  }
  const all = [...known.values()].reduce((sum, keys) => sum + keys.size, 0)
  const isWhole = missing.size === 0 && all >= ENOUGH_LINES
  return new Set(
    [...known.keys()].filter((day) => isWhole || (!missing.has(day) && known.get(day)!.size >= ENOUGH_LINES)),
  )
}
