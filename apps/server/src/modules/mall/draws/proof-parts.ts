/** What the proof documents of issues of all versions are made of. */
import type { Chain } from '@fairlot/fairness/beacon'
import type { NoteKey } from '@fairlot/fairness/note'
import type { IssueSeal1, ProofBeacon } from '@fairlot/fairness/proof'
import type { Executor } from '../../../platform/db.ts'
import type { Beacons, LogWriter, TagKeys } from '../../fair/index.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import type { DrawState } from './draw-state.queries.ts'

export type ProofOptions = {
  db: Executor
  terms: TermsReader
  beacons: Beacons
  tagKeys: TagKeys
  /** writes the transparency log; gives deployment and key */
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
  /** the configured witnesses, whose lines proofs carry; a witnessed issue has the witnesses of its opening */
  witnesses?: readonly NoteKey[]
}

/** A sealed issue, as its documents are made of it. */
export type SealedIssue = {
  terms: IssueTerms
  state: DrawState
  /** what seals of all versions state */
  seal: IssueSeal1
}

export const chainOf = (beacons: Beacons, { chain }: IssueTerms): Chain | null =>
  chain === null ? null : beacons.of(chain).chain

export function beaconPart(
  { chain }: IssueTerms,
  { round, signature }: DrawState,
  beacons: Beacons,
): ProofBeacon | null {
  if (chain === null || round === null || signature === null) return null
  const beacon = beacons.of(chain)
  const part = { chain, round: Number(round), signature }
  return beacon.local ? { ...part, publicKey: beacon.chain.publicKey } : part
}
