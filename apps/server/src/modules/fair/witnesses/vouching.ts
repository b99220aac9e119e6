/** What an opening says of its witnesses: who they are, which of them the house operates, and how many must sign in time. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { formatKey, type NoteKey } from '@fairlot/fairness/note'
import type { NamedWitness, Vouching } from '@fairlot/fairness/proof/version-3/types'
import { breaking, defaultQuorum, isEnoughForMoney, together } from '@fairlot/fairness/quorum'

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

/** What the witnesses that new openings of version 3 name promise. */
export type QuorumFigures = {
  /** n */
  witnesses: number
  /** k: so many sign in time */
  quorum: number
  /** X: the house could choose only together with so many of them */
  together: number
  /** f: so many silent ones break the quorum */
  breaking: number
  /** how many of them the house operates */
  own: number
  isEnoughForMoney: boolean
}

/** Null without witnesses. */
export function quorumFigures(named: readonly NamedKey[]): QuorumFigures | null {
  const { witnesses, ownWitnesses, quorum } = vouchingOf(named, 3)
  const n = witnesses?.length ?? 0
  if (n === 0 || quorum === null) return null
  const own = ownWitnesses?.length ?? 0
  return {
    witnesses: n,
    quorum,
    together: together(n, quorum),
    breaking: breaking(n, quorum),
    own,
    isEnoughForMoney: isEnoughForMoney(n, quorum, own),
  }
}

/**
 * Whether witnesses are configured that real money must not rest on: the log refuses openings and chains that name them.
 * @param rules version of the log's rules; version 2 knows no quorum
 */
export function areTooWeak(
  named: readonly NamedKey[],
  { moneyMode, rules }: { moneyMode: MoneyMode | undefined; rules: 2 | 3 },
): boolean {
  return moneyMode === 'real' && rules === 3 && quorumFigures(named)?.isEnoughForMoney === false
}
