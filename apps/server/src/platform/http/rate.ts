/**
 * Limits on how often something may be called. They live in the memory of this process: they protect the server;
 * limits that guard money or SMS are counted in the database by their modules.
 */
import type { EndpointName } from '@fairlot/contract/endpoints'
import { MINUTE_MS, SECOND_MS } from '../durations.ts'

/** `calls` in each window of `perMs` milliseconds; a burst may use the whole window at once. */
export type Rate = { readonly calls: number; readonly perMs: number }

/** Every limit of the server in one place. */
export const RATES = {
  /** all calls of one address; carrier networks put thousands of people behind one */
  address: { calls: 6_000, perMs: MINUTE_MS },
  /** calls of one session that have no limit of their own */
  session: { calls: 300, perMs: MINUTE_MS },
  buy: { calls: 600, perMs: MINUTE_MS },
  /** proofs for one address: that of a large issue is 10 MB, and 40 ms of work each time */
  proofAddress: { calls: 120, perMs: MINUTE_MS },
  loginAccount: { calls: 10, perMs: MINUTE_MS },
  loginAddress: { calls: 200, perMs: MINUTE_MS },
  beaconAddress: { calls: 30, perMs: MINUTE_MS },
  /** signatures of beacon rounds that are checked for whoever hands them in: 20 ms of work each, all callers together */
  beaconCheck: { calls: 120, perMs: MINUTE_MS },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** Endpoints of a member with a limit of their own instead of `session`. */
export const ENDPOINT_RATES: Partial<Record<EndpointName, RateName>> = { buy: 'buy' }

/** Endpoints whose answers are so large that an address gets few of them, whoever calls. */
export const ADDRESS_RATES: Partial<Record<EndpointName, RateName>> = { proof: 'proofAddress' }

export type Limiter = {
  /**
   * Takes one call from the bucket of `key`.
   * @returns 0 when it may go on, else the whole seconds to wait.
   */
  take(rate: RateName, key: string): number
}

/** Nothing is limited: for callers that are trusted as a whole. */
export const unlimited: Limiter = { take: () => 0 }

type Bucket = { tokens: number; at: number }

/**
 * Token buckets, one for each rate and key.
 *
 * @param now monotonic milliseconds
 * @param maxKeys per rate; when there are more, the keys not seen lately start anew with a full bucket
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
