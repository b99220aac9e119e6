const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of a record that a member tells support: a letter, and the last 60 bits of the id, which are random, in Crockford's base 32. */
export function recordNumber(letter: 'R' | 'W' | 'C', id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '').slice(-15)}`)
  let text = ''
  for (let i = 0; i < 12; i++) {
    text = ALPHABET[Number(bits & 31n)]! + text
    bits >>= 5n
  }
  return letter + text
}
