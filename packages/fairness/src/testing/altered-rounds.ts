/** Every field of the proof of a round with another value, and the step that must fail. */
import type { RoundProof } from '../proof/round-types.ts'
import type { StepName } from '../verify/types.ts'
import { changed, others, places } from './mutations.ts'

/** The step that fails when a field is changed; `*` is any index of a list. */
export const ROUND_STEP_OF: Record<string, StepName> = {
  version: 'terms',
  kind: 'terms',
  deployment: 'checkpoint',
  'terms.game': 'digest',
  'terms.chain': 'inclusion',
  'terms.length': 'inclusion',
  'terms.head': 'commitment',
  'terms.zone': 'terms',
  'terms.roundMs': 'terms',
  'terms.cutoffMs': 'terms',
  'terms.beaconChain': 'beacon',
  'terms.delay': 'round',
  'terms.grade': 'terms',
  'terms.witnesses.*': 'terms',
  'terms.fee': 'inclusion',
  'terms.demo': 'inclusion',
  'terms.at': 'inclusion',
  'terms.period': 'terms',
  'terms.index': 'terms',
  'terms.previous': 'terms',
  'terms.opensAt': 'terms',
  'terms.closesAt': 'terms',
  'rows.*.seq': 'times',
  'rows.*.ms': 'digest',
  'rows.*.bet.game': 'digest',
  'rows.*.bet.picks.*': 'digest',
  'rows.*.stake': 'digest',
  'rows.*.tag': 'digest',
  'seal.bets': 'digest',
  'seal.digest': 'digest',
  'seal.secret': 'commitment',
  'seal.sealedAt': 'inclusion',
  'seal.round': 'round',
  'beacon.chain': 'beacon',
  'beacon.round': 'round',
  'beacon.signature': 'beacon',
  'beacon.publicKey': 'beacon',
  'result.entropy': 'entropy',
  'result.price': 'result',
  'result.number': 'result',
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
  'terms.game': 'lucky-3m',
  'terms.chain': '00000000-0000-0000-0000-000000000000',
  'terms.zone': 'Asia/Kolkata',
  'terms.roundMs': 120_000,
  'terms.period': '20250615-1234',
  'terms.grade': 'beacon',
  'terms.delay': 8,
  'rows.*.bet.game': 'lucky-3m',
  'rows.*.bet.picks.*': 'small',
  'result.price': '000000',
}

type Altered = {
  /** with indexes, and with `*` for any index */
  readonly place: string
  readonly name: string
  readonly expected: StepName
  readonly document: unknown
}

/** @param proof one of a lucky ball with the bets of {@link BETS} */
export function* alteredRounds(proof: RoundProof): Generator<Altered> {
  for (const { path, value } of places(proof)) {
    // one row bets on every option
    if (typeof value === 'object' || Number(path[4] ?? 0) > 1) continue
    const place = path.join('.')
    const name = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
    const other = OTHER[name] === value ? 'double' : (OTHER[name] ?? others(value)[0])
    // the second bet then follows the third, and the last one is placed at the close
    const expected = /^rows\.[13]\.ms$/.test(place) ? 'times' : ROUND_STEP_OF[name]
    if (expected === undefined) throw new RangeError(`${name} belongs to no step`)
    yield { place, name, expected, document: changed(proof, path, other) }
  }
}
