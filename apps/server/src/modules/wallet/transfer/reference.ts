/**
 * References of transfers: what a member writes into the purpose of a transfer, and what statements are searched for. `FL`, six
 * random characters and a check character over an alphabet of 31 characters, a prime number: every wrong character and every
 * swap of two neighbours is found.
 */
import type { Random } from '../../../platform/random.ts'

/** Crockford's base 32 without `Z`, which is read as `2`. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXY'
const PREFIX = 'FL'
const LENGTH = 6

/** What people and banks make of characters that look alike. */
const ALIKE: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V', Z: '2' }

function checkOf(body: string): string {
  let sum = 0
  for (const [at, character] of body.split('').entries()) sum += ALPHABET.indexOf(character) * (at + 2)
  return ALPHABET[sum % ALPHABET.length]!
}

/** A new reference; the caller makes sure that it is not used. */
export function newReference(random: Random): string {
  let body = ''
  for (let at = 0; at < LENGTH; at++) body += ALPHABET[random.below(ALPHABET.length)]!
  return PREFIX + body + checkOf(body)
}

/**
 * The references in a text, each once: in any case, with blanks and marks between the characters, and with characters that look
 * alike. Only references with the right check character count.
 */
export function referencesIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (const { index } of plain.matchAll(/F[L1I]/g)) {
    const rest = plain.slice(index + PREFIX.length, index + PREFIX.length + LENGTH + 1)
    const read = rest.replace(/[OILUZ]/g, (character) => ALIKE[character]!)
    if (read.length === LENGTH + 1 && checkOf(read.slice(0, LENGTH)) === read[LENGTH])
      found.add(PREFIX + read)
  }
  return [...found]
}
