/**
 * Brings the rounds that draws wait for. Nothing waits for the network here: draws read what is kept, and are told when
 * something was. An outage of the beacon, or of the way to it, only makes draws later; all of them follow when it is over.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import type { PublicBeacon } from './drand.ts'
import type { RelayLog, Relays } from './drand.relays.ts'

export type BeaconKeeper = {
  /** Fetches what is due now. Calls that come together share one run. Throws when the database is away. */
  runDue(): Promise<void>
  /** Looks by itself each second. */
  start(): void
  /** Stops looking, drops the request under way and waits for the rest. */
  stop(): Promise<void>
}

export type BeaconKeeperOptions = {
  beacon: PublicBeacon
  relays: Relays
  log: RelayLog
  /** a round that was waited for has been kept */
  onRound: () => void
}

const LOOK_MS = 1_000
/** Relays have a round a moment after its time. */
const ON_ITS_WAY_MS = 400
/** A round that is later than this is an outage. */
const OUTAGE_MS = 15_000

export function createBeaconKeeper({ beacon, relays, log, onRound }: BeaconKeeperOptions): BeaconKeeper {
  const { chain } = beacon
  const outage = createOutage(log)
  /** how often each round was asked for in vain: one that nobody has does not keep the others waiting */
  const misses = new Map<number, number>()
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let stop = new AbortController()

  /** One round after the other, so that relays see no burst after an outage; those asked for least come first. */
  async function run(): Promise<void> {
    if (beacon.waiting.size === 0) return outage.seen([], 0)
    const { now, rounds, found } = await beacon.due()
    if (found > 0) onRound()
    const age = (round: number) => now - roundTimeMs(round, chain)
    const missing = new Set(rounds)
    for (const round of rounds.toSorted((a, b) => (misses.get(a) ?? 0) - (misses.get(b) ?? 0))) {
      if (age(round) < ON_ITS_WAY_MS || !relays.ready()) continue
      const signature = await relays.fetch(round, stop.signal)
      if (stop.signal.aborted) return
      if (signature !== null && (await beacon.keep(round, signature, 'relay'))) {
        missing.delete(round)
        misses.delete(round)
        onRound()
      } else {
        misses.set(round, (misses.get(round) ?? 0) + 1)
      }
    }
    outage.seen([...missing].map(age), rounds[0] ?? 0)
    for (const round of misses.keys()) if (!beacon.waiting.has(round)) misses.delete(round)
  }

  function runDue(): Promise<void> {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  /** The keeper's own look: it has nobody to throw to. */
  function look() {
    runDue().catch((error: unknown) => log.error({ err: error }, 'beacon rounds could not be looked at'))
  }

  return {
    runDue,
    start() {
      stop = new AbortController()
      timer ??= setInterval(look, LOOK_MS)
      look()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      stop.abort()
      await running?.catch(() => undefined)
    },
  }
}

/** Says once that an outage began, and once that it is over. */
function createOutage(log: RelayLog) {
  let isOut = false
  return {
    /** @param ages how late each missing round is, in milliseconds, the oldest first */
    seen(ages: readonly number[], oldestRound: number) {
      const late = ages.filter((age) => age > OUTAGE_MS)
      if (late.length > 0 && !isOut) {
        isOut = true
        log.error(
          { alarm: 'beacon', round: oldestRound, rounds: late.length, lateMs: late[0] },
          'the beacon cannot be reached: draws wait. Its rounds can be handed in at POST /fair/beacon',
        )
      } else if (late.length === 0 && isOut) {
        isOut = false
        log.info(
          { alarm: 'beacon' },
          'the beacon is reached again: every round that draws waited for is here',
        )
      }
    },
  }
}
