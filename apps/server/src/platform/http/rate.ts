/**
 * Rate limits of calls, in the memory of this process. They protect the server. Limits that protect money or SMS are counted
 * in the database by their modules.
 */
import type { EndpointName } from '@fairlot/contract/endpoints'
import { MINUTE_MS, SECOND_MS } from '../durations.ts'

/** `calls` per window of `perMs` milliseconds; a burst may use the whole window at once. */
export type Rate = { readonly calls: number; readonly perMs: number }

/** Every rate limit of the server. */
export const RATES = {
  /** all calls of one address; mobile networks put thousands of people behind one address */
  address: { calls: 6_000, perMs: MINUTE_MS },
  /**
   * plain routes (health, checkpoints, notices of payment companies) of one address, and connections of streams: a counter of its
   * own each, because the people behind one address reconnect all at once after a restart
   */
  plainAddress: { calls: 3_000, perMs: MINUTE_MS },
  streamAddress: { calls: 3_000, perMs: MINUTE_MS },
  /** calls of one session to endpoints without their own limit */
  session: { calls: 300, perMs: MINUTE_MS },
  buy: { calls: 600, perMs: MINUTE_MS },
  /** uploads of one session, also those that are refused: each costs a decoded picture */
  upload: { calls: 20, perMs: MINUTE_MS },
  /** proofs for one address: the proof of a large issue has 10 MB and takes 40 ms */
  proofAddress: { calls: 120, perMs: MINUTE_MS },
  /** the name behind an invitation code, for one address: a list of codes cannot be tried */
  inviterAddress: { calls: 120, perMs: MINUTE_MS },
  /** links to files of a member: each costs a read of everything that the file contains */
  file: { calls: 20, perMs: 10 * MINUTE_MS },
  loginAccount: { calls: 10, perMs: MINUTE_MS },
  loginAddress: { calls: 200, perMs: MINUTE_MS },
  beaconAddress: { calls: 30, perMs: MINUTE_MS },
  /** checks of submitted beacon signatures, 20 ms each, of all callers together */
  beaconCheck: { calls: 120, perMs: MINUTE_MS },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** Members' endpoints with their own limit instead of `session`. */
export const ENDPOINT_RATES: Partial<Record<EndpointName, RateName>> = {
  buy: 'buy',
  statementFile: 'file',
  memberFile: 'file',
}

/** Endpoints with large answers, or whose inputs could be guessed, which have an additional limit per address. */
export const ADDRESS_RATES: Partial<Record<EndpointName, RateName>> = {
  proof: 'proofAddress',
  inviter: 'inviterAddress',
}

export type Limiter = {
  /**
   * Takes one call from the bucket of `key`.
   * @returns 0 when the call may proceed, else the whole seconds to wait
   */
  take(rate: RateName, key: string): number
}

/** A limiter that limits nothing. */
export const unlimited: Limiter = { take: () => 0 }

type Bucket = { tokens: number; at: number }

/**
 * Token buckets, one for each rate and key.
 *
 * @param now monotonic milliseconds
 * @param maxKeys per rate; when there are more, keys that were not used recently get a full bucket again
 */
export function createLimiter(now: () => number = () => performance.now(), maxKeys = 100_000): Limiter {
  const stores = new Map<RateName, { current: Map<string, Bucket>; previous: Map<string, Bucket> }>()
  return {
    take(name, key) {
      const { calls, perMs } = RATES[name]
      const at = now()
      let store = stores.get(name)
      if (!store) stores.set(name, (store = { current: new Map(), previous: new Map() }))
      let bucket = store.current.get(key)
      if (!bucket) {
        if (store.current.size >= maxKeys) {
          store.previous = store.current
          store.current = new Map()
        }
        bucket = store.previous.get(key) ?? { tokens: calls, at }
        store.current.set(key, bucket)
      }
      bucket.tokens = Math.min(calls, bucket.tokens + ((at - bucket.at) * calls) / perMs)
      bucket.at = at
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return 0
      }
      return Math.max(1, Math.ceil(((1 - bucket.tokens) * perMs) / calls / SECOND_MS))
    },
  }
}
