/**
 * Rounds of a beacon from relays over plain HTTP: `GET <relay>/<chain hash>/public/<round>`.
 *
 * This file does not use the npm package `drand-client`, which needs an old curve library and fetch polyfills for one GET,
 * and by default takes a chain's key from the relay. Here an answer counts only when it verifies with the key that is pinned
 * in the fairness package, so a relay needs no trust: at worst it does not answer.
 */
import { beaconOf, type Chain } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { demand, readHex, readInteger, ReadError } from '@fairlot/fairness/read'
import type { Clock } from '../../../platform/clock.ts'
import type { Random } from '../../../platform/random.ts'

export type RelayLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type RelaysOptions = {
  chain: Chain
  /** URLs of the relays without a trailing slash; asked in this order */
  urls: readonly string[]
  clock: Clock
  random: Random
  log: RelayLog
  /** timeout of a relay in milliseconds */
  patienceMs?: number
}

export type Relays = {
  /** Whether a relay may be asked now, that is, not all of them are backing off. */
  ready(): boolean
  /** A round's verified signature (hex); null when no available relay has it. Never throws. */
  fetch(round: number, stop: AbortSignal): Promise<string | null>
}

/** `late`: the relay does not have the round yet; `away`: no readable answer; `lie`: a wrong answer. */
type Fault = 'late' | 'away' | 'lie'

class RelayFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault, message: string) {
    super(message)
    this.fault = fault
  }
}

type Relay = { url: string; host: string; failures: number; until: number; reported: Fault | null }

const PATIENCE_MS = 4_000
const MAX_BYTES = 4_096
/** Maximum relays asked for a round in one run. */
const MAX_ASKED = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS: Record<Fault, number> = { late: 30_000, away: 300_000, lie: 300_000 }
/** Relays get a round shortly after its time; one that is late this often in a row is reported. */
const LATE_TO_REPORT = 5

export function createRelays(options: RelaysOptions): Relays {
  const { chain, clock, random, log, patienceMs = PATIENCE_MS } = options
  const relays: Relay[] = options.urls.map((url) => ({
    url,
    host: new URL(url).host,
    failures: 0,
    until: 0,
    reported: null,
  }))
  const askable = () => relays.filter(({ until }) => until <= clock.now())

  function answered(relay: Relay) {
    if (relay.reported) log.info({ relay: relay.host }, 'a beacon relay answers again')
    Object.assign(relay, { failures: 0, until: 0, reported: null })
  }

  function failed(relay: Relay, round: number, error: unknown) {
    const fault = error instanceof RelayFault ? error.fault : 'away'
    const longest = LONGEST_PAUSE_MS[fault]
    const pause = fault === 'lie' ? longest : Math.min(FIRST_PAUSE_MS * 2 ** relay.failures, longest)
    relay.failures++
    // ±25 %, so that servers do not retry at the same time
    relay.until = clock.now() + Math.round((pause * (750 + random.below(501))) / 1_000)
    if (relay.reported === fault || (fault === 'late' && relay.failures < LATE_TO_REPORT)) return
    relay.reported = fault
    const fields = { err: error, relay: relay.host, round, fault }
    if (fault === 'lie') log.error(fields, 'a beacon relay gave a wrong answer, which is not used')
    else log.warn(fields, 'a beacon relay fails')
  }

  return {
    ready: () => askable().length > 0,
    async fetch(round, stop) {
      for (const relay of askable().slice(0, MAX_ASKED)) {
        if (stop.aborted) return null
        try {
          const signal = AbortSignal.any([stop, AbortSignal.timeout(patienceMs)])
          const signature = await ask(chain, relay.url, round, signal)
          answered(relay)
          return signature
        } catch (error) {
          if (stop.aborted) return null
          failed(relay, round, error)
        }
      }
      return null
    },
  }
}

/** @throws RelayFault, or what fetch throws when there is no answer */
async function ask(chain: Chain, url: string, round: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/${chain.hash}/public/${round}`, {
    headers: { accept: 'application/json' },
    // only the configured URL
    redirect: 'error',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    const isLate = response.status === 404 || response.status === 425
    throw new RelayFault(isLate ? 'late' : 'away', `the relay answered ${response.status}`)
  }
  const { stated, signature, randomness } = readRound(await readBounded(response))
  if (stated !== round) throw new RelayFault('lie', `round ${stated} instead of ${round}`)
  if (!verifyRound(chain, round, signature) || (randomness !== null && randomness !== beaconOf(signature)))
    throw new RelayFault('lie', `the signature is not the beacon's`)
  return signature
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // leaving the loop cancels the response
    if (length > MAX_BYTES) throw new RelayFault('away', `the answer is longer than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses `{"round": 1000, "randomness": "…", "signature": "…"}`; ignores other fields. */
function readRound(body: string): { stated: number; signature: string; randomness: string | null } {
  try {
    const value: unknown = JSON.parse(body)
    demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'it is not an object')
    const { round, signature, randomness } = value as Record<string, unknown>
    return {
      stated: readInteger(round, 'round', 1),
      signature: readHex(signature, 'signature', 48),
      randomness: randomness === undefined ? null : readHex(randomness, 'randomness', 32),
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ReadError)
      throw new RelayFault('away', `the answer cannot be read: ${error.message.slice(0, 200)}`)
    throw error
  }
}
