/**
 * `POST /fair/beacon`: anybody may bring a round that draws wait for, so that no network of ours can hold a draw back. It
 * counts as little as a relay's answer until the pinned key has verified it.
 */
import { isUtf8 } from 'node:buffer'
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { PlainResponse, PlainRoute } from '../../../platform/http/http-handler.ts'
import { json } from '../../../platform/http/http-responses.ts'
import { addressKey, isLoopback } from '../../../platform/http/client-address.ts'
import type { Limiter } from '../../../platform/http/rate.ts'
import type { PublicBeacon } from './drand.ts'

export type RoundSubmissionOptions = {
  beacon: PublicBeacon
  clock: Clock
  limiter: Limiter
  /** calls from this machine are not limited: sandboxes */
  trustLoopback: boolean
  log: { info(fields: object, message: string): void }
  /** a round that was waited for has been kept */
  onRound: () => void
}

const MOST_BYTES = 2_048
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))
/** What else a relay's answer holds may be sent along. */
const schema = z.object({
  chain: z._default(hex(32), QUICKNET.hash),
  round: z.union([
    z.int().check(z.positive()),
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
  ]),
  signature: hex(48),
})

/**
 * Body: JSON, or a form with the same names: `chain` (quicknet's hash unless given), `round`, `signature` (hex).
 * 200 `kept` | `known`; 400 unreadable, 404 another chain, 409 not waited for or still to come, 413, 422 not the
 * signature of that round, 429 too many.
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
      if (body.length > MOST_BYTES) return refused(413, 'the body is over the limit')
      const given = schema.safeParse(readBody(body))
      if (!given.success) return refused(400, 'expected chain (optional), round and signature')
      return take(options, given.data, () => (limited ? limiter.take('beaconCheck', '') : 0))
    },
  }
}

/** Cheapest first: the signature is checked (about 20 ms) only for a round that is due and waited for. */
async function take(
  { beacon, clock, log, onRound }: RoundSubmissionOptions,
  { chain, round, signature }: z.infer<typeof schema>,
  mayCheck: () => number,
): Promise<PlainResponse> {
  if (chain !== beacon.chain.hash) return refused(404, 'nothing waits for that chain')
  if (roundTimeMs(round, beacon.chain) > clock.now()) return refused(409, 'that round is still to come')
  const kept = await beacon.kept(round)
  // a round has one signature
  if (kept !== null) return kept === signature ? taken('known', round) : refused(422, NOT_THE_SIGNATURE)
  if (!beacon.waiting.has(round)) return refused(409, 'nothing waits for that round')
  const wait = mayCheck()
  if (wait > 0) return busy(wait)
  if (!(await beacon.keep(round, signature, 'handed-in'))) return refused(422, NOT_THE_SIGNATURE)
  log.info({ round }, 'a beacon round was handed in')
  onRound()
  return taken('kept', round)
}

const NOT_THE_SIGNATURE = 'that is not the signature of the round'

const taken = (result: 'kept' | 'known', round: number) => json(200, { result, round })
const refused = (status: number, error: string) => json(status, { error })

function busy(seconds: number): PlainResponse {
  return { ...refused(429, 'too many calls'), headers: { 'retry-after': String(seconds) } }
}

/** Undefined: it is neither JSON nor a form that names each field once. */
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
