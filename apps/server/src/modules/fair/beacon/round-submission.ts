/**
 * `POST /fair/beacon`: anyone may submit a round that draws wait for, so that a network failure or the house cannot block a
 * draw. The server accepts it only after the pinned key has verified it, as with a relay's answer.
 */
import { isUtf8 } from 'node:buffer'
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { PlainResponse, PlainRoute } from '../../../platform/http/http-handler.ts'
import { json } from '../../../platform/http/http-responses.ts'
import { addressKey, isLoopback } from '../../../platform/http/client-address.ts'
import type { Limiter } from '../../../platform/http/rate.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { PublicBeacon } from './drand.ts'
import { CLOCK_TOLERANCE_MS } from './early-rounds.ts'

export type RoundSubmissionOptions = {
  beacon: PublicBeacon
  clock: Clock
  limiter: Limiter
  /** do not limit calls from this machine: sandbox only */
  trustLoopback: boolean
  log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  /** called after a round that draws wait for was stored */
  onRound: () => void
}

const MAX_BYTES = 2_048
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
/** Other fields of a relay's answer are allowed and ignored. */
const schema = z.object({
  chain: z._default(hex(32), QUICKNET.hash),
  round: z.union([
    z.int().check(z.positive()),
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
  ]),
  signature: hex(48),
})

/**
 * Body: JSON or a form with `chain` (default: quicknet's hash), `round`, `signature` (hex).
 * 200 `kept` or `known`; 400 malformed, 404 another chain, 409 not needed or in the future (a true one stops sealing), 413 too large, 422 wrong
 * signature, 429 too many calls.
 */
export function roundSubmissionRoute(options: RoundSubmissionOptions): PlainRoute {
  const { limiter, trustLoopback } = options
  return {
    method: 'POST',
    path: '/fair/beacon',
    async handle({ body, address }) {
      const limited = !(trustLoopback && isLoopback(address))
      const wait = limited ? limiter.take('beaconAddress', addressKey(address)) : 0
      if (wait > 0) return busy(wait)
      if (body.length > MAX_BYTES) return refused(413, 'the body is over the limit')
      const given = schema.safeParse(readBody(body))
      if (!given.success) return refused(400, 'expected chain (optional), round and signature')
      return submit(options, given.data, () => (limited ? limiter.take('beaconCheck', '') : 0))
    },
  }
}

/** Cheapest checks first: the signature (about 20 ms) is checked only for a due round that draws wait for. */
async function submit(
  { beacon, clock, log, onRound }: RoundSubmissionOptions,
  { chain, round, signature }: z.infer<typeof schema>,
  mayCheck: () => number,
): Promise<PlainResponse> {
  if (chain !== beacon.chain.hash) return refused(404, 'no draw waits for that chain')
  const aheadMs = roundTimeMs(round, beacon.chain) - clock.now()
  if (aheadMs > CLOCK_TOLERANCE_MS && aheadMs < DAY_MS)
    return submitEarly({ beacon, clock, log }, round, signature, mayCheck)
  if (aheadMs > 0) return refused(409, 'that round is in the future')
  const kept = await beacon.kept(round)
  // a round has exactly one signature
  if (kept !== null) return kept === signature ? accepted('known', round) : refused(422, NOT_THE_SIGNATURE)
  if (!beacon.waiting.has(round)) return refused(409, 'no draw waits for that round')
  const wait = mayCheck()
  if (wait > 0) return busy(wait)
  if (!(await beacon.keep(round, signature, 'handed-in'))) return refused(422, NOT_THE_SIGNATURE)
  log.info({ round }, 'a beacon round was submitted')
  onRound()
  return accepted('kept', round)
}

/** A round ahead of the clock is of no use to a draw; one that verifies proves that the clock is behind. */
async function submitEarly(
  { beacon, clock, log }: Pick<RoundSubmissionOptions, 'beacon' | 'clock' | 'log'>,
  round: number,
  signature: string,
  mayCheck: () => number,
): Promise<PlainResponse> {
  const wait = mayCheck()
  if (wait > 0) return busy(wait)
  const aheadMs = await beacon.keepEarly(round, signature, clock.now())
  if (aheadMs === null) return refused(409, 'that round is in the future')
  log.error(
    { alarm: 'clock', round, aheadMs },
    'a round of the beacon is published before its time by this clock: the clock is behind, and nothing is sealed',
  )
  return refused(409, 'that round is in the future by the clock of this server, which is behind')
}

const NOT_THE_SIGNATURE = 'that is not the signature of the round'

const accepted = (result: 'kept' | 'known', round: number) => json(200, { result, round })
const refused = (status: number, error: string) => json(status, { error })

function busy(seconds: number): PlainResponse {
  return { ...refused(429, 'too many calls'), headers: { 'retry-after': String(seconds) } }
}

/** Undefined when the body is neither JSON nor a form without duplicate fields. */
function readBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch {
      return undefined // the caller answers 400
    }
  }
  const fields = [...new URLSearchParams(text)]
  return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : undefined
}
