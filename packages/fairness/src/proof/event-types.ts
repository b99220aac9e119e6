/** The types of a prize-share event's terms and of its proof document, version 2 and kind `event`. */
import type { Grade, OrderRow } from '../draw.ts'
import type { IssueSeal, PROOF_VERSION, ProofBeacon } from './types.ts'
import type { RoundLog } from './round-types.ts'

/** The grades of events. In grade `plain` the last participant could choose the winners. */
export type EventGrade = Exclude<Grade, 'plain'>

/** What the log's entry `event-open` publishes: everything that members were promised. Amounts are decimal strings in 1/10,000 units. */
export type EventTerms = {
  /** id of the event; stands for the issue in every label (events.ts) */
  readonly event: string
  /** the prize money of all winners together */
  readonly pool: string
  /** W: the most winners that are drawn */
  readonly winners: number
  /** what each winner gets: floor(pool / winners), also when fewer than W members take part */
  readonly prize: string
  /** how many friends a member must have brought who registered and topped up before the deadline */
  readonly friends: number
  /** what each friend must have topped up */
  readonly topUp: string
  /** Unix milliseconds; every participant joins before it, and the event is sealed not before it */
  readonly deadline: number
  readonly grade: EventGrade
  /** minutes east of UTC at which times of joining are read; fixed for the event */
  readonly offset: number
  /** beacon chain hash; null in grade `salt` */
  readonly chain: string | null
  /** seconds from seal to beacon round; null in grade `salt` */
  readonly delay: number | null
  /** C */
  readonly commitment: string
  /** the times of the event are those of the demo world: they lie before the log began */
  readonly demo: boolean
  /** note verifier keys of the witnesses, distinct; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
  /** when the event opened, Unix milliseconds; nobody joins earlier */
  readonly at: number
}

/** The seal of an event: `orders` is the number n of participants, and `sum` counts all of them. */
export type EventSeal = Omit<IssueSeal, 'salt'> & { readonly salt: string }

export type EventResult = {
  /** E */
  readonly entropy: string
  /** the `seq` of each winner, in the order in which they are drawn */
  readonly winners: readonly number[]
}

/**
 * Entries: the opening, then each attempt of the seal in order and the draw unless the event is only sealed; of a void event the
 * opening and the void. A void event has no checkpoint for the seal, no path of consistency and no lines of witnesses.
 */
export type EventLog = RoundLog

/** The proof of an event. A void event has neither rows, seal, beacon nor result; a sealed one has no beacon and no result. */
export type EventProof = {
  readonly version: typeof PROOF_VERSION
  readonly kind: 'event'
  readonly deployment: string
  readonly terms: EventTerms
  /** the participants in the order of joining (eventRow in events.ts) */
  readonly rows: readonly OrderRow[]
  /** the last attempt */
  readonly seal: EventSeal | null
  /** null before the draw, and in grade `salt` */
  readonly beacon: ProofBeacon | null
  readonly result: EventResult | null
  /** null when the document carries no log; such a document proves nothing about times and terms */
  readonly log: EventLog | null
}
