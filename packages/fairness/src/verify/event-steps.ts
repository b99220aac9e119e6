/** The steps that recompute the draw of an event from its terms, rows, seal and beacon: `terms` to `result`. */
import { beaconOf, roundFor } from '../beacon.ts'
import { commitment, drawEntropy, hasBeacon, type OrderRow, sumOfTimes } from '../draw.ts'
import { drawWinners, eventDigest, eventRow } from '../events.ts'
import type { EventResult, EventSeal, EventTerms } from '../proof/event-types.ts'
import type { ProofBeacon } from '../proof/types.ts'
import type { LeftOut } from '../proof/version-3/types.ts'
import { demand } from '../read.ts'
import { checkSignature, demandEqual, ROUND_TIMES } from './draw-steps.ts'
import { open, type Outcome, unneeded } from './types.ts'

/** The steps of an event in order. A void event has `terms`, `inclusion` and `checkpoint` only. */
export const EVENT_STEPS = [
  'terms',
  'commitment',
  'times',
  'codes',
  'digest',
  'sum',
  'round',
  'beacon',
  'entropy',
  'result',
  'inclusion',
  'checkpoint',
  'witnesses',
] as const
export type EventStep = (typeof EVENT_STEPS)[number]

/** What these steps read of the proof of a sealed event, of any version. */
export type SealedEvent = {
  readonly terms: Omit<EventTerms, 'witnesses'>
  readonly rows: readonly OrderRow[]
  readonly seal: Omit<EventSeal, 'attempt'> & LeftOut
  readonly beacon: ProofBeacon | null
  readonly result: EventResult | null
}

const notDrawn = open('the event is sealed, not drawn')

export type EventDrawStep = Exclude<EventStep, 'terms' | 'inclusion' | 'checkpoint' | 'witnesses'>

export function checkEventTerms({ terms }: Pick<SealedEvent, 'terms'>): Outcome {
  const { event, winners, prize, pool, grade } = terms
  return `event ${event}: a pool of ${pool} for ${winners} winners, ${prize} each, grade ${grade}`
}

export const EVENT_CHECKS: Readonly<Record<EventDrawStep, (proof: SealedEvent) => Outcome>> = {
  commitment: ({ terms, seal }) => {
    demandEqual('the commitment', terms.commitment, commitment(terms.event, seal.salt))
    return 'the revealed salt matches the commitment'
  },
  times: checkTimes,
  codes: ({ rows, seal }) => {
    rows.forEach((row, i) => {
      const { first, quantity } = eventRow(i + 1, row.ms, 0, row.tag)
      demand(row.first === first, `rows[${i}].first is ${row.first}, not ${first}`)
      demand(row.quantity === quantity, `rows[${i}].quantity is ${row.quantity}, not ${quantity}`)
    })
    const out = seal.out?.length ?? 0
    const staying = out === 0 ? '' : `; the seal leaves out ${out}, whose friends fell below the terms`
    return `each of the ${rows.length - out} participants has one chance${staying}`
  },
  digest: ({ terms, rows, seal }) => {
    demandEqual('the number of participants', seal.orders, rows.length)
    demandEqual('the digest of the participants', seal.digest, eventDigest(terms.event, rows))
    return `${rows.length} participants have the sealed digest`
  },
  sum: ({ rows, seal }) => {
    demandEqual('the sum of times', seal.sum, String(sumOfTimes(rows, 'all')))
    return `the times of all participants add up to ${seal.sum}`
  },
  round: ({ terms, seal, beacon }) => {
    if (terms.delay === null) return unneeded(`grade ${terms.grade} has no beacon`)
    demandEqual('the round of the seal', seal.round, roundFor(seal.sealedAt, terms.delay, ROUND_TIMES))
    if (beacon !== null) demandEqual('the round of the beacon', beacon.round, seal.round)
    return `the seal selects round ${seal.round}, published at least ${terms.delay} seconds after it`
  },
  beacon: ({ terms, seal, beacon }) => {
    if (!hasBeacon(terms.grade)) return unneeded(`grade ${terms.grade} has no beacon`)
    if (beacon === null) return open(`the event is sealed, not drawn: round ${seal.round} decides`)
    return checkSignature(terms.chain, beacon)
  },
  entropy: ({ terms, seal, beacon, result }) => {
    if (result === null) return notDrawn
    const { salt, digest, round } = seal
    const value = beacon === null ? null : beaconOf(beacon.signature)
    const computed = drawEntropy({ salt, issue: terms.event, digest, round, beacon: value })
    demandEqual('the entropy', result.entropy, computed)
    return beacon === null
      ? 'the entropy follows from salt and participants'
      : 'the entropy follows from salt, participants and beacon'
  },
  result: ({ terms, seal, result }) => {
    if (result === null) return notDrawn
    const computed = drawWinners(result.entropy, seal.orders, terms.winners, seal.out).join(' ')
    demandEqual('the list of winners', result.winners.join(' '), computed)
    return result.winners.length === 1
      ? `participant ${computed} wins`
      : `the participants ${computed} win, in this order`
  },
}

function checkTimes({ terms, rows, seal }: SealedEvent): Outcome {
  let previous = terms.at
  rows.forEach((row, i) => {
    demand(row.seq === i + 1, `rows[${i}].seq is ${row.seq}, not ${i + 1}`)
    const before = i === 0 ? 'the opening' : 'the participant before it'
    demand(row.ms >= previous, `rows[${i}].ms is earlier than ${before}`)
    demand(row.ms < terms.deadline, `rows[${i}].ms is not before the deadline`)
    demandEqual(`rows[${i}].time`, row.time, eventRow(row.seq, row.ms, terms.offset, row.tag).time)
    previous = row.ms
  })
  demand(seal.sealedAt >= terms.deadline, 'the event was sealed before its deadline')
  return 'all joined before the deadline, no one earlier than the one before, and each time of day is right'
}
