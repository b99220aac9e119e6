/** The proof document of an issue of version 3. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { tierTable } from '@fairlot/fairness/draw'
import { formatKey } from '@fairlot/fairness/note'
import { PROOF_VERSION_3 } from '@fairlot/fairness/proof/types'
import type { IssueProof3, ProofLog3 } from '@fairlot/fairness/proof/version-3/documents'
import { subjectLog3 } from '../../fair/index.ts'
import { publishedContent } from '../contents/prize-content.ts'
import { storedContent } from '../contents/prize-content.queries.ts'
import { toPublishedTerms3 } from '../issues/log-entries.ts'
import type { RowCache } from './proof-rows.ts'
import { beaconPart, chainOf, type ProofOptions, type SealedIssue } from './proof-parts.ts'

type Options = ProofOptions & Pick<RowCache, 'claimedRowsOf'>

/** The document of a sealed issue. While no checkpoint covers its draw, the issue is shown as sealed. */
export async function proofOfIssue3(options: Options, issue: SealedIssue): Promise<IssueProof3> {
  const drawn = issue.state.code === null ? null : await logOf(options, issue, 'drawn')
  return drawn
    ? documentOf(options, issue, 'drawn', drawn)
    : documentOf(options, issue, 'sealed', await logOf(options, issue, 'sealed'))
}

/** The document of a drawn issue, for the doctor: its `log` is null while no checkpoint covers the draw. */
export async function proofOfDraw3(options: Options, issue: SealedIssue): Promise<IssueProof3> {
  return documentOf(options, issue, 'drawn', await logOf(options, issue, 'drawn'))
}

type Shows = 'sealed' | 'drawn'

function logOf(
  { db, beacons, writer, witnesses = [] }: Options,
  { terms, state, seal }: SealedIssue,
  shows: Shows,
): Promise<ProofLog3 | null> {
  const { number, grade } = terms
  const chain = chainOf(beacons, terms)
  const subject = {
    name: number,
    of: 'issue' as const,
    shows,
    isWitnessed: grade === 'witnessed',
    roundMs: chain === null || seal.round === null ? null : roundTimeMs(seal.round, chain),
    isFavour: shows === 'drawn' && state.favour === true,
    witnesses: terms.witnesses ?? witnesses.map(formatKey),
  }
  return subjectLog3(db, subject, writer.publicKey)
}

async function documentOf(
  options: Options,
  { terms, state, seal }: SealedIssue,
  shows: Shows,
  log: ProofLog3 | null,
): Promise<IssueProof3> {
  const { db, beacons, writer, claimedRowsOf } = options
  const content = await storedContent(db, state.content!)
  const published = toPublishedTerms3(terms, Number(state.openedMs), content.hash)
  const { shares, bands, prizes } = published
  const isDrawn = shows === 'drawn'
  return {
    version: PROOF_VERSION_3,
    kind: 'issue',
    // the name of the log that holds the issue: after a loss it is not the current one
    deployment: (log && parseCheckpoint(log.checkpoint)?.deployment) ?? writer.deployment,
    content: publishedContent(content),
    terms: published,
    rows: await claimedRowsOf(terms, seal.orders),
    seal: { ...seal, shares, freeEntries: 0 },
    beacon: isDrawn ? beaconPart(terms, state, beacons) : null,
    result: isDrawn
      ? {
          entropy: state.entropy,
          code: state.code!,
          tiers: tierTable(shares, bands, prizes),
          favour: state.favour!,
        }
      : null,
    log,
  }
}
