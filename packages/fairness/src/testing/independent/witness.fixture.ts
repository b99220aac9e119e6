/** Keys and signature lines of witnesses for the independent verifier (c2sp.org/signed-note, tlog-cosignature). */
import { sha } from './bytes.fixture.ts'
import { ed25519 } from './log.fixture.ts'

export type Witness = { name: string; id: Buffer; key: string }

const base64 = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** The witness of a note verifier key; null unless the key makes cosignatures. */
export function witnessOf(text: unknown): Witness | null {
  const [name = '', id = '', encoded = '', ...more] = typeof text === 'string' ? text.split('+') : []
  // base64 itself may contain plus signs
  const material = base64([encoded, ...more].join('+'))
  if (!/^[!-*,-~]{1,200}$/.test(name) || material?.length !== 33 || material[0] !== 4) return null
  const key = material.subarray(1)
  const own = sha(`${name}\n`, Buffer.of(4), key).subarray(0, 4)
  return own.toString('hex') === id ? { name, id: own, key: key.toString('hex') } : null
}

/** Whether a value has the form of a signature line. */
export function isLine(value: unknown): boolean {
  const [, encoded = ''] = (typeof value === 'string' && /^— [^\s+]+ (\S+)$/u.exec(value)) || []
  return encoded !== '' && base64(encoded) !== null && String(value).length <= 1024
}

/** The signed bytes of a line of this witness, after the key id; null for a line of another one. */
export function ownLine(line: string, { name, id }: Witness): Buffer | null {
  const [, signer, encoded = ''] = line.split(' ')
  const bytes = base64(encoded)
  return signer === name && bytes?.subarray(0, 4).equals(id) ? bytes.subarray(4) : null
}

/** When the witness signed the body of the note, Unix seconds; null when it did not. */
export function signedAt(body: string, signed: Buffer, { key }: Witness): number | null {
  if (signed.length !== 72) return null
  const seconds = Number(signed.readBigUInt64BE())
  if (!Number.isSafeInteger(seconds)) return null
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`)
  return ed25519(key, message, signed.subarray(8)) ? seconds : null
}

export const sameWitness = (a: Witness, b: Witness): boolean => a.name === b.name && a.key === b.key
