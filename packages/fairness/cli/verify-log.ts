/** The part of the verifier that reads an exported log: prints what was audited, or the first breach. */
import { AuditBreach } from '../src/audit.ts'
import { ReadError } from '../src/read.ts'
import { type AuditedFolder, auditFolder, type FolderOptions, type Witnessed } from './log-folder.ts'

/**
 * Audits an exported log; prints the first problem with the rule and the entry.
 * @returns null when it does not verify
 * @throws NoExport when the folder cannot be read
 */
export function openLog(folder: string, options: FolderOptions): AuditedFolder | null {
  try {
    return auditFolder(folder, options)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const rule = error instanceof AuditBreach ? `rule ${error.rule}, entry ${error.index}` : 'export'
    console.log(`✗ ${rule}: ${error.message}.`)
    return null
  }
}

/**
 * Prints what an audit covered, and what the given witness does not vouch for; without one, what too few witnesses have confirmed.
 * @returns `failed` when the given witness does not vouch for everything that the reader asks for
 */
export function describeLog(
  audit: AuditedFolder,
  { publicKey, witness, upToDate }: FolderOptions & { upToDate: boolean },
): 'verified' | 'unconfirmed' | 'failed' {
  const { size, checkpoints, counts, reserves, head, witnessed } = audit
  const whose = publicKey === undefined ? "the export's own key (none was given)" : 'the key that was given'
  console.log(`✓ ${size} entries, ${checkpoints} checkpoints signed with ${whose}; every entry is covered.`)
  const again = counts.furtherAttempts === 0 ? '' : ` (${counts.furtherAttempts} further attempts)`
  console.log(
    `  Issues: ${counts.opened} opened, ${counts.sealed} sealed${again}, ${counts.drawn} drawn, ${counts.refunded} refunded.`,
  )
  const reasons = refundReasons(counts)
  if (reasons !== '') console.log(`  Refunds by their reason: ${reasons}.`)
  if (counts.favours > 0) {
    console.log(
      `  In favour of the members, because too few witnesses signed in time: ${counts.favours} draws; the amounts of ${counts.favoursStated} are stated, of ${counts.favoursLate} more than a day late.`,
    )
  }
  if (counts.chains > 0) {
    console.log(
      `  Games: ${counts.chains} chains, ${counts.roundsSealed} rounds sealed, ${counts.roundsDecided} decided, ${counts.roundsVoid} void.`,
    )
  }
  if (counts.events > 0) {
    console.log(
      `  Events: ${counts.events} opened, ${counts.eventsSealed} sealed, ${counts.eventsDrawn} drawn, ${counts.eventsVoid} void.`,
    )
  }
  if (reserves.products > 0) {
    console.log(
      `  Reserves: ${reserves.products} finance products, ${reserves.statements} daily statements, ${reserves.missingDays} days without one.`,
    )
  }
  console.log(`  head ${head}`)
  if (audit.beaconValues > 0) {
    console.log(
      `  ${audit.beaconValues} draws or results state the value of a beacon round. These values are as the house states them: the ` +
        "beacon's signature is in the proof of a draw, not in the log. This audit does not show that a draw used the real value.",
    )
  }
  for (const { what, seal } of audit.overdue) {
    const sealed = new Date(seal!.sealedAt).toISOString()
    console.log(`  No result for more than a day: ${what}, sealed at ${sealed} (entry ${seal!.index}).`)
  }
  if (!audit.begun && size > 0)
    console.log(
      '  No entry begins the log: all of it is under the rules of version 1, without rules for times.',
    )
  if (!witness || !witnessed) return describeUnconfirmed(audit) ? 'verified' : 'unconfirmed'
  describeWitness(witness.name, witnessed)
  const isNewest = !upToDate || isUpToDate(witness.name, audit)
  return witnessed.unvouched.length === 0 && isNewest ? 'verified' : 'failed'
}

/** Prints the endings that too few witnesses have signed. @returns whether there is none */
function describeUnconfirmed({ unconfirmed }: AuditedFolder): boolean {
  if (unconfirmed.length === 0) return true
  for (const { index, what, kind, signed, quorum } of unconfirmed)
    console.log(
      `… entry ${index}: ${signed} of the ${quorum} needed witnesses have confirmed the ${kind} of ${what}.`,
    )
  console.log(
    'Not confirmed: another history may exist, because too few witnesses have signed how these ended.',
  )
  return false
}

function describeWitness(name: string, { checkpoints, size, ended, demo, unvouched }: Witnessed): void {
  console.log(`✓ ${name} signed ${checkpoints} checkpoints; the last one covers ${size} entries.`)
  if (demo > 0)
    console.log(`  ${demo} results of the demo world are left out: no witness could sign in time.`)
  for (const { index, problem } of unvouched) console.log(`✗ entry ${index}: ${problem}.`)
  console.log(
    unvouched.length === 0
      ? `✓ ${name} vouches for all ${ended} results, refunds and voids.`
      : `✗ ${name} did not vouch for ${unvouched.length} of ${ended} results, refunds and voids.`,
  )
}

/** Prints a line unless the witness has signed the newest checkpoint. @returns whether it has */
export function isUpToDate(name: string, { size, witnessed }: AuditedFolder): boolean {
  const signed = witnessed?.size ?? 0
  if (signed < size)
    console.log(`✗ ${name} has not signed the newest checkpoint: ${size - signed} of ${size} entries follow.`)
  return signed === size
}

/** Only refunds of version 3 state a reason. */
function refundReasons(counts: AuditedFolder['counts']): string {
  const named = {
    'deadline passed': counts.refundedDeadline,
    'duel left': counts.refundedPk,
    'fewer sold than the minimum': counts.refundedMinimum,
    'no witnesses for seven days': counts.refundedWitnesses,
    'lost with the log before': counts.refundedLost,
    'beacon dead': counts.refundedBeacon,
  }
  const some = Object.entries(named).filter(([, count]) => count > 0)
  return some.map(([reason, count]) => `${reason} ${count}`).join(', ')
}
