/** The beacons that a log of version 3 may use, and the check of their signatures. */
import { beaconOf, type Chain, localChainOf, QUICKNET } from '../../beacon.ts'
import { hasBeacon } from '../../draw.ts'
import type { DrawnRound3 } from '../../proof/version-3/types.ts'
import { verifyRound } from '../../signatures/bls.ts'
import { type AuditFrame, type AuditOptions, breach, type LiveIssue } from '../types.ts'

/** The beacon of this chain hash: the public one, or the local one that `log-rules` names; null for any other. */
export function beaconOfLog({ rules }: Pick<AuditFrame, 'rules'>, hash: string | null): Chain | null {
  if (hash === QUICKNET.hash) return QUICKNET
  const local = rules?.localBeacon ? localChainOf(rules.localBeacon) : null
  return local?.hash === hash ? local : null
}

type Signed = { readonly round: number; readonly beacon: string; readonly signature: string }

/** The signature is that of the beacon's round, and B its hash. @param hash chain hash of the opening */
export function checkSignature(
  frame: Pick<AuditFrame, 'rules'>,
  log: AuditOptions,
  hash: string,
  { round, beacon, signature }: Signed,
  { rule, index }: { readonly rule: 'draw' | 'result'; readonly index: number },
): void {
  const chain = beaconOfLog(frame, hash)
  if (beacon !== beaconOf(signature))
    breach(rule, index, 'states a beacon value that is not that of its signature')
  const verify = log.verifyRound ?? verifyRound
  if (!chain || !verify(chain, round, signature))
    breach(rule, index, `states a signature that is not the beacon's of round ${round}`)
}

/** The same where the opening is not known: the signature is that of a beacon which this log may use. */
export function checkSignatureOfLog(
  frame: Pick<AuditFrame, 'rules'>,
  log: AuditOptions,
  signed: Signed,
  index: number,
): void {
  const local = frame.rules?.localBeacon ? localChainOf(frame.rules.localBeacon) : null
  const verify = log.verifyRound ?? verifyRound
  const isLocal = local !== null && verify(local, signed.round, signed.signature)
  checkSignature(frame, log, isLocal ? local.hash : QUICKNET.hash, signed, { rule: 'draw', index })
}

/** The same for a draw, which has a signature exactly in the grades with a beacon. */
export function checkDrawn(
  frame: Pick<AuditFrame, 'rules'>,
  log: AuditOptions,
  { grade, vouching }: LiveIssue,
  { round, beacon, signature }: DrawnRound3,
  index: number,
): void {
  if (!hasBeacon(grade)) return
  const signed = { round: round!, beacon: beacon!, signature: signature! }
  checkSignature(frame, log, vouching!.chain!, signed, { rule: 'draw', index })
}
