/** Every field of the proof of an event with another value, and the step that must fail. */
import type { EventProof } from '../proof/event-types.ts'
import type { StepName } from '../verify/types.ts'
import { changed, others, places } from './mutations.ts'

/** The step that fails when a field is changed; `*` is any index of a list. */
export const EVENT_STEP_OF: Record<string, StepName> = {
  version: 'terms',
  kind: 'terms',
  deployment: 'checkpoint',
  'terms.event': 'commitment',
  'terms.pool': 'terms',
  'terms.winners': 'terms',
  'terms.prize': 'terms',
  'terms.friends': 'inclusion',
  'terms.topUp': 'inclusion',
  'terms.deadline': 'times',
  'terms.grade': 'terms',
  'terms.offset': 'times',
  'terms.chain': 'beacon',
  'terms.delay': 'round',
  'terms.commitment': 'commitment',
  'terms.demo': 'inclusion',
  'terms.witnesses.*': 'terms',
  'terms.at': 'inclusion',
  'rows.*.seq': 'times',
  'rows.*.ms': 'times',
  'rows.*.time': 'times',
  'rows.*.first': 'codes',
  'rows.*.quantity': 'codes',
  'rows.*.tag': 'digest',
  'seal.orders': 'digest',
  'seal.digest': 'digest',
  'seal.sum': 'sum',
  'seal.salt': 'commitment',
  'seal.sealedAt': 'inclusion',
  'seal.round': 'round',
  'seal.attempt': 'terms',
  'beacon.chain': 'beacon',
  'beacon.round': 'round',
  'beacon.signature': 'beacon',
  'beacon.publicKey': 'beacon',
  'result.entropy': 'entropy',
  'result.winners.*': 'result',
  'log.entries.*.index': 'inclusion',
  'log.entries.*.bytes': 'inclusion',
  'log.entries.*.inclusion.*': 'inclusion',
  'log.sealCheckpoint': 'checkpoint',
  'log.checkpoint': 'checkpoint',
  'log.consistency.*': 'checkpoint',
  'log.cosignatures.*': 'witnesses',
  'log.publicKey': 'checkpoint',
}

const OTHER: Record<string, unknown> = {
  'terms.event': 'PS-0002',
  'terms.grade': 'salt',
  'terms.delay': 33,
}

type Altered = {
  /** with indexes, and with `*` for any index */
  readonly place: string
  readonly name: string
  readonly expected: StepName
  readonly document: unknown
}

/** @param proof one that is drawn, with several participants and winners; every field is there in grade `witnessed` */
export function* alteredEvents(proof: EventProof): Generator<Altered> {
  for (const { path, value } of places(proof)) {
    if (typeof value === 'object') continue
    const place = path.join('.')
    const name = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
    const expected = EVENT_STEP_OF[name]
    if (expected === undefined) throw new RangeError(`${name} belongs to no step`)
    const other = OTHER[name] === value ? undefined : OTHER[name]
    yield { place, name, expected, document: changed(proof, path, other ?? others(value)[0]) }
  }
}
