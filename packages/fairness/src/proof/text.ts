/** Parses the JSON text of untrusted documents. */
import { ReadError, refuse } from '../read.ts'

const MAX_TEXT = 256 * 1024 * 1024

/**
 * Parses the JSON text of a proof, or of the document that `what` names. Does not check the shape: see `readProof`.
 * @throws ReadError when the text is not JSON, is too long, or names a field twice in one object (readers could
 *   then disagree on the value)
 */
export function parseProofText(text: string, what = 'the proof'): unknown {
  if (text.length > MAX_TEXT) refuse(what, 'is too long')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ReadError(`${what} is not JSON`, { cause: error })
  }
  if (countNames(text) !== countFields(value)) refuse(what, 'names a field twice')
  return value
}

/** Counts the field names of a valid JSON text: every string that is followed by a colon is a name. */
function countNames(text: string): number {
  let names = 0
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = closingQuote(text, start + 1)
    let next = end + 1
    while (/\s/.test(text.charAt(next))) next++
    if (text[next] === ':') names++
    start = text.indexOf('"', next)
  }
  return names
}

/** The index of the quote that ends a string: the first quote with an even number of backslashes before it. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 1)) {
    let slash = at
    while (text[slash - 1] === '\\') slash--
    if ((at - slash) % 2 === 0) return at
  }
}

/** Counts the fields of all objects of a value. Not recursive, because an untrusted document may nest very deeply. */
function countFields(value: unknown): number {
  let fields = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const item = waiting.pop()
    if (typeof item !== 'object' || item === null) continue
    const inside = Object.values(item)
    if (!Array.isArray(item)) fields += inside.length
    for (const next of inside) waiting.push(next)
  }
  return fields
}
