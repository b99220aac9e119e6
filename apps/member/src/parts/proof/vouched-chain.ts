/** Who signed the chain of a game of version 3 before its first round opened. Apart from `vouched.ts`: only one worker verifies rounds. */
import type { RoundProof3 } from '@fairlot/fairness/proof'
import { chainVouchers, opening } from '@fairlot/fairness/verify/version-3/round'
import { quorumOf } from '@fairlot/fairness/verify/version-3/witnesses'
import { NONE, type Vouched, wellFormed, witnessesOf } from './vouched.ts'

/** Null unless the chain names a quorum, and its lines are well formed. */
export const vouchedChainOf = (proof: RoundProof3): Vouched | null =>
  wellFormed(proof, () => vouchedChain(proof))

function vouchedChain(proof: RoundProof3): Vouched {
  const { terms, log } = proof
  return {
    of: 'chain',
    witnesses: witnessesOf(terms, chainVouchers(proof, log!), NONE),
    quorum: terms.quorum!,
    together: quorumOf(terms).together,
    from: terms.at,
    until: opening(terms),
    round: null,
    ending: 'vouched',
    confirmations: null,
  }
}
