/**
 * Who vouches for a document of version 3: each witness that the opening names, with its time or its silence, and the quorum. Read with
 * the verifier's own functions, from the document alone.
 */
import { roundTimeMs, QUICKNET } from '@fairlot/fairness/beacon'
import type { EventProof3, IssueProof3 } from '@fairlot/fairness/proof'
import type { Vouching } from '@fairlot/fairness/proof/version-3/types'
import { ReadError } from '@fairlot/fairness/read'
import type { Vouchers } from '@fairlot/fairness/verify/version-3/vouchers'
import { confirmedBy, namedOf, quorumOf, timelyOf } from '@fairlot/fairness/verify/version-3/witnesses'

/** Times are Unix milliseconds, in whole seconds of the witness' own clock. */
export type VouchedWitness = {
  key: string
  name: string
  /** the house operates it */
  own: boolean
  /** when it signed in time; null: it did not */
  signedAt: number | null
  /** when it signed how a draw in favour ended; null: it is silent, or nothing of this kind is needed */
  lateAt: number | null
}

export type Vouched = {
  /** the witnesses sign the seal of an issue or event, or the chain of a game in advance */
  of: 'seal' | 'chain'
  witnesses: VouchedWitness[]
  quorum: number
  /** how many of them the house would need to choose the result */
  together: number
  /** when they could sign from; null: nothing was sealed */
  from: number | null
  /** when the random number is published, or the chain's first round opens */
  until: number | null
  /** the beacon round that decides; null for a chain and without a seal */
  round: number | null
  ending: 'open' | 'vouched' | 'favour' | 'void'
  /** how many have signed how it ended; null where that is not needed */
  confirmations: number | null
}

export const NONE: Vouchers = new Map()

/** Null unless the document names a quorum, and its lines are well formed. */
export const vouchedOf = (proof: IssueProof3 | EventProof3): Vouched | null =>
  wellFormed(proof, () => vouchedSeal(proof))

/** What is read of a document that names a quorum; null where its lines are not well formed. */
export function wellFormed(
  { terms, log }: { readonly terms: Vouching; readonly log: object | null },
  readFrom: () => Vouched,
): Vouched | null {
  if (terms.quorum === null || log === null) return null
  try {
    return readFrom()
  } catch (error) {
    // the step `witnesses` fails
    if (error instanceof ReadError) return null
    throw error
  }
}

const ms = (second: number | undefined): number | null => (second === undefined ? null : second * 1000)

export function witnessesOf(terms: Vouching, timely: Vouchers, confirmed: Vouchers): VouchedWitness[] {
  return namedOf(terms).map(({ key, own = false, parsed: { name } }) => ({
    key,
    name,
    own,
    signedAt: ms(timely.get(name)),
    lateAt: timely.has(name) ? null : ms(confirmed.get(name)),
  }))
}

function vouchedSeal(proof: IssueProof3 | EventProof3): Vouched {
  const { terms, seal, result, log } = proof
  const isFavour = result?.favour === true
  const needsConfirmation = isFavour || seal === null
  const confirmed = needsConfirmation ? confirmedBy(proof, log!) : NONE
  const round = seal?.round ?? null
  return {
    of: 'seal',
    witnesses: witnessesOf(terms, timelyOf(proof, log!), confirmed),
    quorum: terms.quorum!,
    together: quorumOf(terms).together,
    from: seal?.sealedAt ?? null,
    // every chain, including the sandbox's own, counts rounds like drand quicknet
    until: round === null ? null : roundTimeMs(round, QUICKNET),
    round,
    ending: seal === null ? 'void' : result === null ? 'open' : isFavour ? 'favour' : 'vouched',
    confirmations: needsConfirmation ? confirmed.size : null,
  }
}
