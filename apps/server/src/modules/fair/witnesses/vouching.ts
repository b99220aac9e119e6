/** What an opening says of its witnesses: who they are, which of them the house operates, and how many must sign in time. */
import { formatKey, type NoteKey } from '@fairlot/fairness/note'
import type { NamedWitness, Vouching } from '@fairlot/fairness/proof/version-3/types'
import { defaultQuorum } from '@fairlot/fairness/quorum'

/** Most witnesses that an opening may name. */
const MAX_WITNESSES = 16

/** A configured witness as openings name it. `own`: the house operates it. */
export type NamedKey = NoteKey & { readonly own?: boolean }

/** The columns `witnesses`, `own_witnesses` and `quorum`: keys as text. Terms of version 2 have the first one only. */
export type VouchingColumns = {
  witnesses: readonly string[] | null
  ownWitnesses: readonly string[] | null
  quorum: number | null
}

export const NO_VOUCHING: VouchingColumns = { witnesses: null, ownWitnesses: null, quorum: null }

/**
 * The witnesses of a new opening of grade witnessed: the first 16, each once, with the default quorum. Version 2 knows no
 * quorum, and the line of one witness is enough for a draw: it names none of the house's own.
 */
export function vouchingOf(named: readonly NamedKey[], rules: 2 | 3): VouchingColumns {
  const asked = rules === 3 ? named : named.filter(({ own }) => !own)
  const chosen = new Map(asked.map((key) => [formatKey(key), key.own === true]))
  const witnesses = [...chosen.keys()].slice(0, MAX_WITNESSES)
  if (rules === 2) return { witnesses, ownWitnesses: null, quorum: null }
  const ownWitnesses = witnesses.filter((key) => chosen.get(key))
  return { witnesses, ownWitnesses, quorum: defaultQuorum(witnesses.length) }
}

/** The same as openings of version 3 publish it. */
export function publishedVouching({ witnesses, ownWitnesses, quorum }: VouchingColumns): Vouching {
  if (witnesses === null) return { witnesses: null, quorum: null }
  const own = new Set(ownWitnesses)
  const named = witnesses.map((key): NamedWitness => (own.has(key) ? { key, own: true } : { key }))
  return { witnesses: named, quorum }
}
