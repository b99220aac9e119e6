/** Finds the SQL in a TypeScript source, and the tables that a piece of SQL reads and writes. No general parser. */

/** A string or template literal. `line` is where it begins; an interpolated expression reads `${}`. */
export type Literal = { text: string; line: number }

/** How a source uses a table. The name of a computed table is `${}`. */
export type TableUse = { table: string; access: 'read' | 'write'; line: number }

const COMPUTED = '${}'

/** After these a slash begins a regular expression, not a division. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+<>~*%-]|\b(?:return|typeof|case|in|of|do|else|void|await))\s*$/

/** All string and template literals of a TypeScript source, also those inside the expressions of a template. */
export function literalsOf(source: string): Literal[] {
  const found: Literal[] = []
  readCode(source, 0, found)
  return found.toSorted((a, b) => a.line - b.line)
}

/** The source with blanks for comments and the texts of literals; every other character stays at its place. */
export function codeOf(source: string): string {
  const code = source.split('')
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (code[at] !== '\n') code[at] = ' '
  }
  readCode(source, 0, [], blank)
  return code.join('')
}

const lineAt = (source: string, at: number) => source.slice(0, at).split('\n').length

/** Reads code from `start` to the end, or to the brace that closes a template's expression. Returns where it stopped. */
function readCode(
  source: string,
  start: number,
  found: Literal[],
  blank: (from: number, to: number) => void = () => {},
): number {
  let at = start
  let depth = 0
  while (at < source.length) {
    const char = source[at]
    if (char === '{') depth++
    if (char === '}' && --depth < 0) return at
    const from = at
    if (source.startsWith('//', at)) at = endOr(source, source.indexOf('\n', at))
    else if (source.startsWith('/*', at)) at = endOr(source, source.indexOf('*/', at), 2)
    else if (char === "'" || char === '"') at = readString(source, at, found)
    else if (char === '`') {
      at = readTemplate(source, at, found, blank)
      continue
    } else if (char === '/' && beforeRegex.test(source.slice(Math.max(0, at - 40), at)))
      at = readRegex(source, at)
    else {
      at++
      continue
    }
    blank(from, at)
  }
  return at
}

const endOr = (source: string, at: number, beyond = 0) => (at === -1 ? source.length : at + beyond)

function readString(source: string, start: number, found: Literal[]): number {
  let at = start + 1
  while (at < source.length && source[at] !== source[start]) at += source[at] === '\\' ? 2 : 1
  found.push({ text: source.slice(start + 1, at), line: lineAt(source, start) })
  return at + 1
}

function readTemplate(
  source: string,
  start: number,
  found: Literal[],
  blank: (from: number, to: number) => void,
): number {
  let at = start + 1
  let text = ''
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      const end = readCode(source, at + 2, found, blank)
      // Keeps the number of lines, so that a table behind the expression is reported on its own line.
      text += COMPUTED + '\n'.repeat(source.slice(at, end).split('\n').length - 1)
      at = end + 1
    } else {
      const length = source[at] === '\\' ? 2 : 1
      text += source.slice(at, at + length)
      blank(at, at + length)
      at += length
    }
  }
  found.push({ text, line: lineAt(source, start) })
  return at + 1
}

function readRegex(source: string, start: number): number {
  let at = start + 1
  let inClass = false
  while (at < source.length && (inClass || source[at] !== '/') && source[at] !== '\n') {
    if (source[at] === '[') inClass = true
    if (source[at] === ']') inClass = false
    at += source[at] === '\\' ? 2 : 1
  }
  return at + 1
}

/** Keywords are lower case in this repository, so a sentence that begins with `Select` or `Update` is not SQL. */
const sqlShapes = [
  /\bselect\b[\s\S]*?\b(from|join)\s/,
  /\bexists\s*\(\s*select\b/,
  /\binsert\s+into\s/,
  /\bupdate\s+(only\s+)?\S+(\s+as)?(\s+\w+)?\s+set\b/,
  /\bdelete\s+from\s/,
  /\b(merge\s+into|truncate(\s+table)?|copy)\s+[\w$]/,
  /^\s*((left|right|full|inner|cross)\s+(outer\s+)?)?join\s/,
  /^\s*(from|using)\s+[\w$(]/,
]

/** Whether a literal is SQL or a fragment of it that may name a table. */
export const looksLikeSql = (text: string): boolean => sqlShapes.some((shape) => shape.test(text))

type Token = { text: string; line: number }

function tokensOf({ text, line }: Literal): Token[] {
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$\{\}|"[^"\n]+"|[A-Za-z_]\w*|\$\d+|[\d.]+|\n|[^\s]/g
  const tokens: Token[] = []
  let current = line
  for (const [token] of text.matchAll(pattern)) {
    if (!token.startsWith('--') && !token.startsWith('/*') && !token.startsWith("'") && token !== '\n')
      tokens.push({ text: token.startsWith('"') ? token.slice(1, -1) : token.toLowerCase(), line: current })
    current += token.split('\n').length - 1
  }
  return tokens
}

/** Words that end the list of tables of a `from`. */
const endsFrom = new Set(
  'where group order limit offset having window union intersect except returning set for fetch select'.split(
    ' ',
  ),
)
const name = /^([a-z_]\w*|\$\{\})$/
const notNames = new Set(['select', 'values', 'with', 'lateral', 'only', 'set'])
/** Functions whose arguments hold the word `from`: `extract(epoch from at)`. */
const ownFrom = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])

/** What is open at one depth of parentheses. */
type Frame = {
  /** the word before the parenthesis */
  callee: string
  /** the list of a `from` goes on: a comma leads to the next table */
  inFrom: boolean
  /** the next name is a table */
  expects: boolean
  /** names of the `with` clauses that are in scope */
  ctes: Set<string>
  /** the name of the `with` clause that this parenthesis is the body of */
  body: string | undefined
}

/** A walk over a statement, token by token. */
type Walk = { tokens: readonly Token[]; frames: Frame[]; uses: TableUse[] }

const textAt = ({ tokens }: Walk, at: number): string => tokens[at]?.text ?? ''

function top({ frames }: Walk): Frame {
  const frame = frames.at(-1)
  if (!frame) throw new Error('the walk has no frame')
  return frame
}

/**
 * The tables of one piece of SQL. Functions and the names of `with` clauses in scope are left out; a computed name is
 * `${}`.
 */
export function tablesOf(literal: Literal): TableUse[] {
  const first: Frame = { callee: '', inFrom: false, expects: false, ctes: new Set(), body: undefined }
  const walk: Walk = { tokens: tokensOf(literal), frames: [first], uses: [] }
  for (let at = 0; at < walk.tokens.length; at++) step(walk, at)
  return walk.uses
}

function step(walk: Walk, at: number): void {
  const text = textAt(walk, at)
  const frame = top(walk)
  if (text === '(') open(walk, at)
  else if (text === ')') close(walk)
  else if (frame.expects && name.test(text) && !notNames.has(text)) readTable(walk, at)
  else if (text === ',') frame.expects = frame.inFrom
  else if (text === 'from') readFrom(walk, at)
  else if (text === 'join' || (text === 'using' && textAt(walk, at + 1) !== '(')) {
    frame.inFrom = true
    frame.expects = true
  } else if (text === 'into' || text === 'update' || text === 'truncate') readWrite(walk, at)
  else if (endsFrom.has(text)) {
    frame.inFrom = false
    frame.expects = false
  }
}

function open(walk: Walk, at: number): void {
  const outer = top(walk)
  // `from (a join b …)`: a list of tables in parentheses
  const isList = outer.expects && !['select', 'with', 'values', '('].includes(textAt(walk, at + 1))
  outer.expects = false
  const body = nameOfWith(walk, at)
  const callee = textAt(walk, at - 1)
  walk.frames.push({ callee, inFrom: isList, expects: isList, ctes: new Set(), body })
}

function close(walk: Walk): void {
  if (walk.frames.length === 1) return // a fragment may close what another one opened
  const { body } = top(walk)
  walk.frames.pop()
  if (body !== undefined) top(walk).ctes.add(body)
}

/** The name before `as [not] [materialized] (`, with or without a list of columns; undefined for other parentheses. */
function nameOfWith(walk: Walk, opening: number): string | undefined {
  let at = opening - 1
  if (textAt(walk, at) === 'materialized') at--
  if (textAt(walk, at) === 'not') at--
  if (textAt(walk, at) !== 'as') return undefined
  at--
  if (textAt(walk, at) === ')') {
    while (at > 0 && textAt(walk, at) !== '(') at--
    at--
  }
  const before = textAt(walk, at - 1)
  if (!['with', 'recursive', ',', '', COMPUTED].includes(before) || !name.test(textAt(walk, at)))
    return undefined
  if (before === 'recursive') top(walk).ctes.add(textAt(walk, at)) // it is in scope in its own body
  return textAt(walk, at)
}

function readFrom(walk: Walk, at: number): void {
  const frame = top(walk)
  const before = textAt(walk, at - 1)
  if (before === 'distinct' && ['is', 'not'].includes(textAt(walk, at - 2))) return
  if (ownFrom.has(frame.callee)) return
  frame.inFrom = true
  if (before === 'delete') readWrite(walk, at)
  else frame.expects = true
}

/** `insert into T`, `update T`, `delete from T`, `merge into T`, `truncate T`; not `for update` or `do update set`. */
function readWrite(walk: Walk, keyword: number): void {
  if (['for', 'key', 'do'].includes(textAt(walk, keyword - 1))) return
  let at = keyword + 1
  if (['only', 'table'].includes(textAt(walk, at))) at++
  if (textAt(walk, at + 1) === '.') at += 2
  const token = walk.tokens[at]
  if (token && name.test(token.text) && !notNames.has(token.text))
    walk.uses.push({ table: token.text, access: 'write', line: token.line })
}

function readTable(walk: Walk, at: number): void {
  if (textAt(walk, at + 1) === '.') return // a schema: the next name is the table
  top(walk).expects = false
  const token = walk.tokens[at]
  if (!token || textAt(walk, at + 1) === '(') return // a function
  if (walk.frames.some(({ ctes }) => ctes.has(token.text))) return
  walk.uses.push({ table: token.text, access: 'read', line: token.line })
}

/** The tables that the SQL of a TypeScript source uses, and how many pieces of SQL it holds. */
export function sqlOf(source: string): { pieces: number; uses: TableUse[] } {
  const pieces = literalsOf(source).filter(({ text }) => looksLikeSql(text))
  return { pieces: pieces.length, uses: pieces.flatMap(tablesOf) }
}
