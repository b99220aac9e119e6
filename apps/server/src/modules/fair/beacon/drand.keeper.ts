/**
 * Fetches the rounds that draws wait for. Draws never wait for the network: they read stored rounds and are notified about new
 * ones. An outage of the beacon or the network delays draws; all of them follow when it ends.
 */
import { latestRoundAt, roundTimeMs } from '@fairlot/fairness/beacon'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { PublicBeacon } from './drand.ts'
import type { RelayLog, Relays } from './drand.relays.ts'

export type BeaconKeeper = {
  /** Fetches due rounds. Simultaneous calls share one run. @throws Error when the database is unreachable */
  runDue(): Promise<void>
  /**
   * Asks the relays for the newest round and stores it, unless one has answered within the last hour: going live needs a relay
   * that answers, also before anything is drawn.
   */
  askRelays(): Promise<void>
  /** Runs every second. */
  start(): void
  /** Stops, aborts the current request and waits for the run to end. */
  stop(): Promise<void>
}

export type BeaconKeeperOptions = {
  beacon: PublicBeacon
  relays: Relays
  log: RelayLog
  /** called after a round that draws wait for was stored */
  onRound: () => void
}

const LOOK_MS = 1_000
/** Looks between two questions whether a relay has answered lately. */
const LOOKS_PER_QUESTION = 300
/** Delay until relays have a round. */
const RELAY_DELAY_MS = 400
/** A round this far ahead of the clock is published only when the clock is behind. */
const PROBE_AHEAD_MS = 10_000
/** A round that is later than this means an outage. */
const OUTAGE_MS = 15_000

export function createBeaconKeeper({ beacon, relays, log, onRound }: BeaconKeeperOptions): BeaconKeeper {
  const { chain } = beacon
  const outage = createOutage(log)
  /** failed fetches per round, so that a round that no relay has does not delay the others */
  const misses = new Map<number, number>()
  let running: Promise<void> | null = null
  let probeAgainAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let stop = new AbortController()

  /** While the clock is behind, asks once a minute whether it still is: whether a relay has a round that is not due. */
  async function probeClock(): Promise<void> {
    if (!(await beacon.isClockBehind())) return
    const now = await beacon.now()
    if (now < probeAgainAt || !relays.ready()) return
    probeAgainAt = now + MINUTE_MS
    const round = latestRoundAt(now + PROBE_AHEAD_MS, chain)
    const signature = await relays.fetch(round, stop.signal)
    if (signature === null || stop.signal.aborted) return
    const aheadMs = await beacon.keepEarly(round, signature, now)
    log.error(
      { alarm: 'clock', round, aheadMs },
      'a round of the beacon is published before its time by this clock: the clock is behind, and nothing is sealed',
    )
  }

  /** One round at a time, so that relays get no burst after an outage; rounds with the fewest failures first. */
  async function run(): Promise<void> {
    await probeClock()
    if (beacon.waiting.size === 0) return outage.seen([], 0)
    const { now, rounds, found } = await beacon.due()
    if (found > 0) onRound()
    const age = (round: number) => now - roundTimeMs(round, chain)
    const missing = new Set(rounds)
    for (const round of rounds.toSorted((a, b) => (misses.get(a) ?? 0) - (misses.get(b) ?? 0))) {
      if (age(round) < RELAY_DELAY_MS || !relays.ready()) continue
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

  async function askRelays(): Promise<void> {
    const now = await beacon.now()
    const answeredAt = await beacon.answeredAt()
    if ((answeredAt !== null && now - answeredAt < HOUR_MS) || !relays.ready()) return
    const round = latestRoundAt(now - RELAY_DELAY_MS, chain)
    const signature = await relays.fetch(round, stop.signal)
    if (signature !== null && !stop.signal.aborted) await beacon.keep(round, signature, 'relay')
  }

  /** The periodic run, which logs errors. */
  function look() {
    if (looks++ % LOOKS_PER_QUESTION === 0)
      askRelays().catch((error: unknown) => log.error({ err: error }, 'the relays could not be asked'))
    runDue().catch((error: unknown) => log.error({ err: error }, 'beacon rounds could not be fetched'))
  }

  return {
    runDue,
    askRelays,
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

/** Logs the start and the end of an outage once each. */
function createOutage(log: RelayLog) {
  let isOut = false
  return {
    /** @param ages lateness of each missing round in milliseconds, oldest first */
    seen(ages: readonly number[], oldestRound: number) {
      const late = ages.filter((age) => age > OUTAGE_MS)
      if (late.length > 0 && !isOut) {
        isOut = true
        log.error(
          { alarm: 'beacon', round: oldestRound, rounds: late.length, lateMs: late[0] },
          'the beacon is unreachable and draws wait. Anyone can submit its rounds at POST /fair/beacon',
        )
      } else if (late.length === 0 && isOut) {
        isOut = false
        log.info({ alarm: 'beacon' }, 'the beacon is reachable again and all awaited rounds are stored')
      }
    },
  }
}
