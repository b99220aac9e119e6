/**
 * The tables whose rows a statement locks, from its text: `select … for update` and its kin, `update`, `delete`, `merge`, and
 * `insert … on conflict do update`. What the text of a sub-statement locks comes before what the statement around it locks.
 * No general parser: it reads the SQL of this repository, in which keywords have lower case.
 */

export type RowLock = {
  table: string
  /** `skip locked` and `nowait` never wait, so they wait for nobody who waits for them */
  waits: boolean
}

export type RowLocks = {
  locks: readonly RowLock[]
  /** tables that get new rows, which nobody else can lock before the commit */
  inserts: readonly string[]
}

/** A word, a sign, or what parentheses hold. */
type Part = string | Part[]

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|[a-z_]\w*|\$\d+|[^\s\w]/gi

function partsOf(text: string): Part[] {
  const whole: Part[] = []
  const open = [whole]
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*') || token === 'only') continue
    if (token === '(') {
      const inner: Part[] = []
      open.at(-1)?.push(inner)
      open.push(inner)
    } else if (token === ')') open.pop()
    else open.at(-1)?.push(token.startsWith('"') ? token.slice(1, -1) : token)
  }
  return whole
}

const NAME = /^[a-z_]\w*$/
const ENDS_FROM = new Set(
  'where group order limit offset having window union intersect except returning set for fetch on'.split(' '),
)
const NO_ALIAS = new Set([...ENDS_FROM, ...'join left right full inner cross natural using as'.split(' ')])

type Source = { alias: string; tables: string[] }

/** The tables of a `from`, each with the name that `for update of` knows it by. */
function sourcesOf(parts: readonly Part[], known: ReadonlySet<string>): Source[] {
  const sources: Source[] = []
  let inFrom = false
  let expects = false
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    if (part === 'from' || (part === 'join' && (inFrom = true))) inFrom = expects = true
    else if (part === ',') expects = inFrom
    else if (typeof part === 'string' && ENDS_FROM.has(part)) {
      expects = false
      if (part !== 'on') inFrom = false
    } else if (expects && part !== 'lateral') {
      expects = false
      const after = parts[at + 1]
      const named = after === 'as' ? parts[at + 2] : after
      const alias = typeof named === 'string' && NAME.test(named) && !NO_ALIAS.has(named) ? named : ''
      if (typeof part !== 'string') {
        // a sub-query, or a list of tables in parentheses
        const inner = part[0] === 'select' ? part : ['from', ...part]
        sources.push({ alias, tables: sourcesOf(inner, known).flatMap((one) => one.tables) })
      } else if (NAME.test(part) && !Array.isArray(after) && !known.has(part))
        sources.push({ alias: alias || part, tables: [part] })
    }
  }
  return sources
}

const MODES = ['update', 'no key update', 'share', 'key share']

/** `for update of a, b skip locked` at `at`; null: this `for` is of something else */
function lockingClause(parts: readonly Part[], at: number): { of: string[]; waits: boolean } | null {
  const rest = parts.slice(at + 1).map((part) => (typeof part === 'string' ? part : '()'))
  const mode = MODES.find((words) => rest.slice(0, words.split(' ').length).join(' ') === words)
  if (mode === undefined) return null
  const tail = rest.slice(mode.split(' ').length)
  const of: string[] = []
  if (tail[0] === 'of')
    for (let next = 1; NAME.test(tail[next] ?? ''); next += 2) {
      of.push(tail[next]!)
      if (tail[next + 1] !== ',') break
    }
  const waits = !(
    tail.includes('nowait') || tail.some((word, i) => word === 'skip' && tail[i + 1] === 'locked')
  )
  return { of, waits }
}

type Found = { locks: RowLock[]; inserts: string[] }

function read(parts: readonly Part[], outer: ReadonlySet<string>, found: Found): void {
  const known = new Set(outer)
  // the names of `with` clauses: a name before `as (`
  parts.forEach((part, at) => {
    if (!Array.isArray(part)) return
    const words = parts.slice(0, at).filter((word) => word !== 'not' && word !== 'materialized')
    if (words.pop() !== 'as') return
    const named = Array.isArray(words.at(-1)) ? words.at(-2) : words.at(-1)
    if (typeof named === 'string' && NAME.test(named)) known.add(named)
  })
  for (const part of parts) if (Array.isArray(part)) read(part, known, found)
  parts.forEach((part, at) => readWord(parts, at, part, known, found))
}

function readWord(
  parts: readonly Part[],
  at: number,
  part: Part,
  known: ReadonlySet<string>,
  { locks, inserts }: Found,
): void {
  const before = parts[at - 1]
  const next = parts[at + 1]
  const isTable = typeof next === 'string' && NAME.test(next)
  if (part === 'insert' && next === 'into') {
    const table = parts[at + 2]
    if (typeof table !== 'string') return
    const changes = parts.some((word, i) => i > at && word === 'do' && parts[i + 1] === 'update')
    if (changes) locks.push({ table, waits: true })
    else inserts.push(table)
  } else if (part === 'update' && isTable && !['for', 'key', 'do'].includes(String(before)))
    locks.push({ table: next, waits: true })
  else if (part === 'delete' && next === 'from') locks.push({ table: String(parts[at + 2]), waits: true })
  else if (part === 'merge' && next === 'into') locks.push({ table: String(parts[at + 2]), waits: true })
  else if (part === 'for') {
    const clause = lockingClause(parts, at)
    if (clause === null) return
    for (const { alias, tables } of sourcesOf(parts, known))
      if (clause.of.length === 0 || clause.of.includes(alias))
        for (const table of tables) locks.push({ table, waits: clause.waits })
  }
}

const seen = new Map<string, RowLocks>()

export function locksOf(text: string): RowLocks {
  const earlier = seen.get(text)
  if (earlier) return earlier
  const found: Found = { locks: [], inserts: [] }
  if (/\b(?:for|update|insert|delete|merge)\b/.test(text)) read(partsOf(text), new Set(), found)
  seen.set(text, found)
  return found
}
