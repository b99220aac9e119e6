/** The proof document of an issue of version 3. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { tierTable } from '@fairlot/fairness/draw'
import { formatKey } from '@fairlot/fairness/note'
import { PROOF_VERSION_3 } from '@fairlot/fairness/proof/types'
import type { IssueProof3, ProofLog3 } from '@fairlot/fairness/proof/version-3/documents'
import type { LostPart } from '@fairlot/fairness/proof/version-3/lost'
import { lostLog3, subjectLog3, type LoggedSubject3 } from '../../fair/index.ts'
import { publishedContent } from '../contents/prize-content.ts'
import { storedContent } from '../contents/prize-content.queries.ts'
import { toPublishedTerms3 } from '../issues/log-entries.ts'
import type { RowCache } from './proof-rows.ts'
import { beaconPart, chainOf, type ProofOptions, type SealedIssue } from './proof-parts.ts'

type Lost = IssueProof3 & { readonly lost: LostPart }

type Options = ProofOptions & Pick<RowCache, 'claimedRowsOf'>

/** The document of a sealed issue. While no checkpoint covers its draw, the issue is shown as sealed. */
export async function proofOfIssue3(options: Options, issue: SealedIssue): Promise<IssueProof3 | Lost> {
  if (issue.state.code !== null) {
    const drawn = await logOf(options, issue, 'drawn')
    if (drawn) return documentOf(options, issue, 'drawn', drawn)
    const lost = await lostProof(options, issue)
    if (lost) return lost
  }
  return documentOf(options, issue, 'sealed', await logOf(options, issue, 'sealed'))
}

/** The document of a draw whose log was lost after the seal; null: it is not one, or the way to it cannot be shown. */
async function lostProof(options: Options, issue: SealedIssue): Promise<Lost | null> {
  const found = await lostLog3(options.db, subjectOf(options, issue, 'drawn'), options.writer)
  if (!found) return null
  const { deployment, log, lost } = found
  return { ...(await documentOf(options, issue, 'drawn', log)), deployment, lost }
}

/** The document of a drawn issue, for the doctor: its `log` is null while no checkpoint covers the draw. */
export async function proofOfDraw3(options: Options, issue: SealedIssue): Promise<IssueProof3 | Lost> {
  const log = await logOf(options, issue, 'drawn')
  return (log ? null : await lostProof(options, issue)) ?? documentOf(options, issue, 'drawn', log)
}

type Shows = 'sealed' | 'drawn'

const logOf = (options: Options, issue: SealedIssue, shows: Shows): Promise<ProofLog3 | null> =>
  subjectLog3(options.db, subjectOf(options, issue, shows), options.writer.publicKey)

function subjectOf(
  { beacons, witnesses = [] }: Options,
  { terms, state, seal }: SealedIssue,
  shows: Shows,
): LoggedSubject3 {
  const { number, grade } = terms
  const chain = chainOf(beacons, terms)
  return {
    name: number,
    of: 'issue',
    shows,
    isWitnessed: grade === 'witnessed',
    roundMs: chain === null || seal.round === null ? null : roundTimeMs(seal.round, chain),
    isFavour: shows === 'drawn' && state.favour === true,
    witnesses: terms.witnesses ?? witnesses.map(formatKey),
  }
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
