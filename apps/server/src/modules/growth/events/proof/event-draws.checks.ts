/** INV-7 for events: every draw is recomputed from what its proof publishes, and every stored salt is opened. Run by the doctor. */
import { claimedStart, extendClaimed } from '@fairlot/fairness/claimed-rows'
import { drawEntropy, sumOfTimes } from '@fairlot/fairness/draw'
import { drawWinners, eventDigest } from '@fairlot/fairness/events'
import { beaconOf } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { memberTag } from '@fairlot/fairness/tag'
import { eventName } from '@fairlot/fairness/entries'
import type { EventProof } from '@fairlot/fairness/proof'
import type { EventProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import type { Executor } from '../../../../platform/db.ts'
import { revealedSalt, type Salts, type TagKeys } from '../../../fair/index.ts'
import { readClaimedRows } from '../event-rows.ts'
import type { Event } from '../event-terms.ts'
import type { EventProofOptions } from './event-proof-parts.ts'
import { proofOfEventDraw } from './event-proof.ts'

const DRAWN = `select e.number from event e join event_draw d using (event_id) order by e.sequence`

type Attempt = <T>(work: () => Promise<T>) => Promise<{ value: T } | { error: Error }>

export async function checkEventDraws(
  snapshot: Executor,
  fair: Pick<EventProofOptions, 'beacons' | 'writer'>,
  attempt: Attempt,
): Promise<{ figure: string; breaches: number }> {
  const options = { ...fair, db: snapshot, witnesses: [] }
  const events = await snapshot.query<{ number: string }>(DRAWN)
  const failed: string[] = []
  for (const { number } of events) {
    const proof = await attempt(() => proofOfEventDraw(options, number))
    const why = 'error' in proof ? proof.error.message : faultOf(proof.value, fair)
    if (why !== null) failed.push(`${number}: ${why}`)
  }
  return {
    figure: failed.length > 0 ? failed.slice(0, 20).join(', ') : `${events.length} draws`,
    breaches: failed.length,
  }
}

/** Null: the stored result is the one of the formulas. A document of version 3 is verified as a member verifies it. */
function faultOf(
  proof: EventProof | EventProof3,
  fair: Pick<EventProofOptions, 'beacons' | 'writer'>,
): string | null {
  if (proof.version === 'fairlot-proof/2') return faultOf2(proof, fair)
  // where the way through a loss of the log cannot be shown, no key is compared
  const options = proof.log ? { publicKey: fair.writer.publicKey } : {}
  const { failed, steps } = verifyAnyProof(JSON.parse(JSON.stringify(proof)), options)
  if (failed === undefined) return null
  return `step ${failed}: ${steps.find(({ step }) => step === failed)?.detail}`
}

function faultOf2(
  { terms, rows, seal, beacon, result }: EventProof,
  { beacons }: Pick<EventProofOptions, 'beacons'>,
): string | null {
  if (!seal || !result) return 'there is no draw'
  const { event, chain, winners } = terms
  if (eventDigest(event, rows) !== seal.digest) return 'the digest is not that of the participants'
  if (String(sumOfTimes(rows, 'all')) !== seal.sum) return 'the sum is not that of the participants'
  if ((chain === null) !== (beacon === null)) return 'the beacon is not that of the grade'
  if (beacon && !verifyRound(beacons.of(beacon.chain).chain, beacon.round, beacon.signature))
    return 'the signature is not the beacon’s'
  const value = beacon && beaconOf(beacon.signature)
  const { salt, digest, round } = seal
  const entropy = drawEntropy({ salt, issue: event, digest, round, beacon: value })
  if (entropy !== result.entropy) return 'the entropy is another one'
  const drawn = drawWinners(entropy, rows.length, winners)
  return drawn.join() === result.winners.join() ? null : 'the winners are others'
}

const UNSEALED = `
  select e.number, e.commitment, x.salt, x.key_id as "keyId"
  from event e left join event_secret x using (event_id)
  where e.status in ('scheduled', 'open', 'closed') order by e.sequence`

type Unsealed = { number: string; commitment: string; salt: Uint8Array | null; keyId: string | null }

/** An event whose salt is lost or damaged cannot be sealed: its members wait for a draw that never comes. */
export async function checkEventSalts(
  snapshot: Executor,
  salts: Salts,
): Promise<{ figure: string; breaches: number }> {
  const events = await snapshot.query<Unsealed>(UNSEALED)
  const broken = events.flatMap((event) => {
    const name = eventName(event.number)
    try {
      revealedSalt(salts, { ...event, name, key: name })
      return []
    } catch (error) {
      return [`${event.number}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  return {
    figure: broken.length > 0 ? broken.slice(0, 20).join(', ') : `${events.length} salts`,
    breaches: broken.length,
  }
}

const RECEIPTS = `
  select e.event_id as "eventId", e.number, e.utc_offset as "utcOffset", r.content::jsonb ->> 'running' as running,
    (r.content::jsonb ->> 'seq')::int as seq
  from receipt r join event e on e.number = r.content::jsonb ->> 'event'
  where r.content::jsonb ->> 'kind' = 'event' and r.content::jsonb ->> 't' = 'receipt/3' order by e.sequence, seq`

type RunningReceipt = Pick<Event, 'eventId' | 'number' | 'utcOffset'> & { running: string; seq: number }

/** INV-18: every receipt of version 3 has the running hash over the rows up to its own. */
export async function checkEventReceipts(snapshot: Executor): Promise<{ figure: string; breaches: number }> {
  const receipts = await snapshot.query<RunningReceipt>(RECEIPTS)
  const broken: string[] = []
  for (const [number, held] of Map.groupBy(receipts, (receipt) => receipt.number)) {
    // an event states no number of shares
    const hashes = [claimedStart(number, 0)]
    for (const row of await readClaimedRows(snapshot, held[0]!))
      hashes.push(extendClaimed(hashes.at(-1)!, row))
    for (const { seq, running } of held)
      if (hashes[seq] !== running)
        broken.push(`${number}: the running hash of participant ${seq} is another one`)
  }
  return {
    figure: broken.length > 0 ? broken.slice(0, 20).join(', ') : `${receipts.length} receipts`,
    breaches: broken.length,
  }
}

const TAGS = `
  select e.number, n.seq, n.member_id as "memberId", n.tag from event_entry n join event e using (event_id) order by e.sequence, n.seq`

/** The tag of every participant is the member's in the event: nobody takes part under the tag of somebody else. */
export async function checkEventTags(
  snapshot: Executor,
  tagKeys: Pick<TagKeys, 'of'>,
): Promise<{ figure: string; breaches: number }> {
  const entries = await snapshot.query<{ number: string; seq: number; memberId: string; tag: string }>(TAGS)
  const broken = entries.filter(
    ({ number, memberId, tag }) => memberTag(tagKeys.of(eventName(number)), memberId) !== tag,
  )
  return {
    figure:
      broken.length > 0
        ? broken
            .slice(0, 20)
            .map(({ number, seq }) => `${number}: participant ${seq}`)
            .join(', ')
        : `${entries.length} tags`,
    breaches: broken.length,
  }
}
