/** Looks at the row locks of a transaction, from the statements that it runs, and refuses what comes against the one order. */
import { EXCEPTIONS, isLockable, LOCK_ORDER, rankOf, type Lockable } from '../platform/lock-order.ts'
import type { Statement, Watch } from '../platform/db.ts'
import { locksOf, type RowLock } from './locks-of.ts'
import { lockedByInsert } from './trigger-locks.ts'

/** Rows of a table that the transaction holds: their keys, when a statement of a book locked them first. */
type Held = { book: string; keys: Set<string> }
type Highest = { rank: number; table: string; by: string }

/** What a statement locks. Its first values are the keys of rows of these books. */
type Plan = { locks: readonly RowLock[]; inserts: readonly string[]; books: readonly string[] }

/** Statements of books and of transfers, whose first values are the keys of the rows that they lock. */
const KEYED = /^(?:book|transfer)\.(\w+)\.(?:(\w+)\.)?lock(?:_many)?$/
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

const plans = new Map<string, Plan>()

function planOf(statement: string | Statement): Plan {
  const isNamed = typeof statement !== 'string'
  const text = isNamed ? statement.text : statement
  const known = plans.get(text)
  if (known) return known
  const { locks, inserts } = locksOf(text)
  const [, ...books] = (isNamed && KEYED.exec(statement.name)) || []
  const byTrigger = inserts.flatMap(lockedByInsert).map((table) => ({ table, waits: true }))
  const plan = { locks: [...locks, ...byTrigger], inserts, books: books.filter(Boolean) }
  plans.set(text, plan)
  return plan
}

const nameOf = (statement: string | Statement) =>
  typeof statement === 'string' ? statement.trim().replaceAll(/\s+/g, ' ').slice(0, 120) : statement.name

const UUIDS = Buffer.from([0, 0, 0x0b, 0x86])
/** The ids of a `uuid[]` in binary (`ledger/arrays.ts`): a header of 20 bytes, then the length and the bytes of each. */
function idsInBinary(bytes: Buffer): string[] {
  if (bytes.length < 40 || !bytes.subarray(8, 12).equals(UUIDS)) return []
  return Array.from({ length: bytes.readInt32BE(12) }, (_, n) => {
    const hex = bytes.toString('hex', 24 + 20 * n, 40 + 20 * n)
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
}

/** The ids in a value; a text without one is itself an id. */
function idsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.match(UUID) ?? [value]
  if (Buffer.isBuffer(value)) return idsInBinary(value)
  return Array.isArray(value) ? value.flatMap(idsOf) : []
}

/** @param onInversion called with what is wrong, before the statement is refused */
export function watchLocks(onInversion: (message: string) => void): Watch {
  return () => {
    const held = new Map<string, Held>()
    const inserted = new Map<string, unknown[]>()
    let highest: Highest = { rank: -1, table: '', by: '' }

    const refuse = (table: string, by: string, why = 'comes earlier in the order of locks') => {
      const message = `a transaction holds rows of ${highest.table} (${highest.by}) and locks rows of ${table} (${by}): ${table} ${why} (platform/lock-order.ts)`
      onInversion(message)
      throw new Error(message)
    }
    /** Rows that the transaction has inserted: nobody else can lock them. */
    const isNew = (table: string, ids: readonly string[]) => {
      const values = inserted.get(table)
      if (!values) return false
      const known = new Set(values.flatMap(idsOf))
      return ids.some((id) => known.has(id))
    }
    const isGuarded = (table: Lockable, { locks }: Plan) =>
      LOCK_ORDER[table].some((guard) => held.has(guard) || locks.some((lock) => lock.table === guard))

    function first(table: Lockable, { waits }: RowLock, by: string, plan: Plan, values: readonly unknown[]) {
      const wrong = waits && rankOf(table) < highest.rank && !isGuarded(table, plan)
      if (wrong && !isNew(table, values.flatMap(idsOf))) refuse(table, by)
    }
    /** Further rows of a book of which the transaction holds some. */
    function further(table: Lockable, keys: ReadonlySet<string>, ids: readonly string[], by: string) {
      const others = ids.filter((id) => !keys.has(id))
      if (others.length === 0 || isNew(table, others)) return
      if (rankOf(table) < highest.rank) refuse(table, by)
      const last = [...keys].toSorted().at(-1) ?? ''
      if (others.some((id) => id < last)) refuse(table, by, 'is locked in the order of its keys')
    }

    return (statement, values) => {
      const plan = planOf(statement)
      const by = nameOf(statement)
      if (by in EXCEPTIONS) return
      const taken: { table: Lockable; book: string; ids: string[] }[] = []
      plan.locks.forEach((lock, n) => {
        const table = lock.table === 'lock_row' ? `lock_row.${String(values[0])}` : lock.table
        // tables that a test has made have no place
        if (!isLockable(table)) return
        const book = plan.books[n] ?? ''
        const ids = book === '' ? [] : idsOf(values[n])
        const mine = held.get(table)
        if (!mine) first(table, lock, by, plan, values)
        else if (mine.book === book) further(table, mine.keys, ids, by)
        taken.push({ table, book, ids })
      })
      for (const { table, book, ids } of taken) {
        const mine = held.get(table)
        if (!mine) held.set(table, { book, keys: new Set(ids) })
        else if (mine.book === book) for (const id of ids) mine.keys.add(id)
        if (rankOf(table) > highest.rank) highest = { rank: rankOf(table), table, by }
      }
      for (const table of plan.inserts) inserted.set(table, [...(inserted.get(table) ?? []), ...values])
    }
  }
}
