/**
 * What runs inside a transaction uses that transaction. A use of the pool there waits for a second connection while it holds the
 * first one, and as many such calls at once as the pool has connections wait for one another until a time-out.
 *
 * The check reads the bodies of functions that get a `Tx` or an `Executor`. It finds two things: the name `db`, and an awaited
 * call that does not get the transaction, such as the call of another module that reads through a pool of its own.
 * `createDb` with `strict` finds the rest when the tests run.
 */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './sql.ts'

/** Awaited inside a transaction, and without a connection. */
const WITHOUT_DATABASE: readonly RegExp[] = [
  // cryptography and files
  /^passwords\.hash\(/,
  /^(?:deps\.)?storage\.\w+\(/,
  // the high-water mark is a file
  /^highWater\?\.read\(/,
  /^standing\.mark\(/,
  // a function that the caller's transaction closes over
  /^onMade\?\.\(/,
]
/** The doctor and the export have a snapshot of their own and no pool. */
const NO_POOL = /\.checks\.ts$|^modules\/fair\/log\/export\.ts$/

const OPENING = '([{'

/** Where the bracket at `start` is closed. */
function closing(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (OPENING.includes(code[at]!)) depth++
    else if (')]}'.includes(code[at]!) && --depth === 0) return at
  }
  return code.length
}

/** Where the bracket around `inside` is opened; -1: nowhere. */
function opening(code: string, inside: number): number {
  let depth = 0
  for (let at = inside; at >= 0; at--) {
    if (')]}'.includes(code[at]!)) depth++
    else if (OPENING.includes(code[at]!) && depth-- === 0) return at
  }
  return -1
}

/** An expression ends at the bracket around it, at a comma, or at a line that the next one does not continue. */
function expressionEnd(code: string, start: number): number {
  for (let at = start; at < code.length; at++) {
    const char = code[at]!
    if (OPENING.includes(char)) at = closing(code, at)
    else if (')]},;'.includes(char)) return at
    else if (
      char === '\n' &&
      /[\w)\]}'"`]\s*$/.test(code.slice(start, at)) &&
      !/^\s*[.?:&|+<>=-]/.test(code.slice(at))
    )
      return at
  }
  return code.length
}

/** The body of a function whose parameters end at `end`; null: these are no parameters, or they belong to a type. */
function bodyAfter(code: string, end: number): readonly [number, number] | null {
  let at = end + 1
  if (/^\s*:/.test(code.slice(at))) {
    at = code.indexOf(':', at) + 1
    // the type of the result: until the arrow or the brace at its end
    for (let seen = false, depth = 0; at < code.length; at++) {
      const char = code[at]!
      if (depth === 0 && (code.startsWith('=>', at) || (char === '{' && seen))) break
      if (char === '<') depth++
      else if (char === '>' && code[at - 1] !== '=') depth--
      else if (OPENING.includes(char)) at = closing(code, at)
      else if (depth === 0 && (')]},;='.includes(char) || (char === '\n' && seen))) return null
      if (/\S/.test(code[at]!)) seen = true
    }
  }
  const next = /^\s*(=>)?\s*/.exec(code.slice(at))!
  at += next[0].length
  if (code[at] === '{') return [at, closing(code, at)]
  return next[1] === undefined ? null : [at, expressionEnd(code, at)]
}

/** The call behind `await`, as it is written. */
function awaited(code: string, start: number): string {
  let at = start
  while (at < code.length) {
    const word = /^(?:new\s+)?[\w$.?!]+/.exec(code.slice(at))
    if (word) at += word[0].length
    else if (code[at] === '(' || code[at] === '[') at = closing(code, at) + 1
    else if (/^\s*\??\.\w/.test(code.slice(at))) at = code.indexOf('.', at)
    else if (code[at] === '<' && /^<[^;()]*>\(/.test(code.slice(at))) at = code.indexOf('(', at)
    else break
  }
  return code.slice(start, at)
}

/** Whether a call needs no transaction: it needs no database, or calls a function that is declared inside and read there. */
function isHarmless(call: string, body: string): boolean {
  const name = /^\w+(?=\()/.exec(call)?.[0]
  if (
    name !== undefined &&
    new RegExp(String.raw`\b(?:function|const) ${name}\b|[(,]\s*${name}: \(|\(${name}\) =>`).test(body)
  )
    return true
  return WITHOUT_DATABASE.some((known) => known.test(call))
}

/** The breaches of a source: line and what it does. */
export function outsideOf(source: string): { line: number; what: string }[] {
  const code = codeOf(source)
  const found = new Map<number, string>()
  for (const match of code.matchAll(/\b(\w+): (?:Tx|Executor)\b|(?<=\(\s*)tx(?=[,)])/g)) {
    const name = match[1] ?? 'tx'
    const start = opening(code, match.index - 1)
    const body = code[start] === '(' ? bodyAfter(code, closing(code, start)) : null
    if (!body) continue
    const [from, to] = body
    const text = code.slice(from, to)
    const given = new RegExp(String.raw`(?<![\w$.])${name}(?![\w$:])`)
    if (name !== 'db')
      for (const use of text.matchAll(/(?<![\w$])db(?![\w$:])/g)) found.set(from + use.index, 'db')
    for (const use of text.matchAll(/\bawait /g)) {
      const call = awaited(code, from + use.index + use[0].length)
      if (call.includes('(') && !given.test(call) && !isHarmless(call, text))
        found.set(from + use.index, call.replaceAll(/\s+/g, ' ').slice(0, 80))
    }
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([at, what]) => ({ line: code.slice(0, at).split('\n').length, what }))
}

/** @returns how many files were read, and the breaches */
export async function checkTransactions(root: string): Promise<{ files: number; breaches: string[] }> {
  const base = path.join(root, 'apps/server/src')
  const entries = await readdir(base, { recursive: true })
  const files = entries
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        /^(modules|composition)\/.*\.ts$/.test(file) &&
        !/\.(test|fixture)\.ts$/.test(file) &&
        !NO_POOL.test(file),
    )
  const breaches: string[] = []
  for (const file of files.toSorted()) {
    for (const { line, what } of outsideOf(await readFile(path.join(base, file), 'utf8')))
      breaches.push(`apps/server/src/${file}:${line}: inside a transaction, outside of it: ${what}`)
  }
  return { files: files.length, breaches }
}
