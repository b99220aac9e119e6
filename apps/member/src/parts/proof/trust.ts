/**
 * The witness that the member trusts: a draw then holds for this member only with a line of it. The verifier is asked with its key, and
 * once more without it when only its line is missing, so that a page can tell a wrong proof from a silent witness.
 */
import { type NoteKey, parseKey } from '@fairlot/fairness/note'
import type { Verdict, Verification, VerifyOptions } from '@fairlot/fairness/verify'

/**
 * `signed`: it vouches. `waits`: it can still sign. `silent`: it is named and did not sign. `unnamed`: the opening does not name its key.
 */
export type Trusted = { name: string; state: 'signed' | 'waits' | 'silent' | 'unnamed' }

/** `untrusted`: every step holds, but the witness that the member trusts does not vouch for it. */
export type DeviceVerdict = Exclude<Verdict, 'unknown-zone'> | 'untrusted'

type Asked = {
  publicKey?: string
  /** the key of the witness that the member trusts; null: none */
  witness: string | null
  /** keys that the document names */
  named: readonly string[]
  /** nothing is drawn yet */
  isOpen: boolean
}

export function verifyTrusting(
  verify: (options: VerifyOptions) => Verification,
  { publicKey, witness, named, isOpen }: Asked,
): { verification: Verification; trusted: Trusted | null } {
  const options = publicKey === undefined ? {} : { publicKey }
  const key = witness === null ? null : witnessKeyOf(witness)
  if (key === null) return { verification: verify(options), trusted: null }
  const { name } = key
  const asked = verify({ ...options, witness: key })
  if (asked.failed === undefined) return { verification: asked, trusted: { name, state: 'signed' } }
  if (asked.failed !== 'witnesses') return { verification: asked, trusted: null }
  const verification = verify(options)
  if (verification.failed !== undefined) return { verification, trusted: null }
  const isNamed = named.some((text) => parseKey(text)?.publicKey === key.publicKey)
  return { verification, trusted: { name, state: isNamed ? (isOpen ? 'waits' : 'silent') : 'unnamed' } }
}

/** The key of a witness in the text form of signed notes; null for anything else. */
export function witnessKeyOf(text: string): NoteKey | null {
  const key = parseKey(text.trim())
  return key?.kind === 4 ? key : null
}

/** The verdict of a document that was read, and of which no step failed. */
export function verdictFor(verdict: Verdict, trusted: Trusted | null): DeviceVerdict {
  if (verdict === 'unknown-zone') throw new TypeError('a document with an unknown zone cannot be read')
  return trusted?.state === 'silent' || trusted?.state === 'unnamed' ? 'untrusted' : verdict
}

type Named = readonly (string | { readonly key: string })[] | null

/** The keys that an opening of any version names. */
export function keysNamed(terms: object): string[] {
  const named = 'witnesses' in terms ? (terms.witnesses as Named) : null
  return (named ?? []).map((one) => (typeof one === 'string' ? one : one.key))
}
