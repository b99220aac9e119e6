/**
 * The witnesses of this deployment (c2sp.org/tlog-witness). Each new checkpoint is shown to all of them, and their lines are
 * stored. The log never waits for a witness. The seal of an issue of grade `witnessed` waits until one of its witnesses
 * answers, and its draw until one has signed the seal in time (modules/mall/draws/witnessing.ts).
 */
import type { PublishedSeal } from './cosignatures.ts'
import type { NamedKey } from './vouching.ts'
import type { Verdict } from './witness-answers.ts'
import { createLane, type LaneOptions } from './witness-lane.ts'
import type { KeptSeal, NewestSigned, RefusedSeal } from './witness-newest.ts'
import type { Witness } from './witness-client.ts'
import type { Reported } from './witness-reports.ts'

export type Witnesses = {
  /** keys of the configured witnesses, in their order, with the mark of the house's own ones */
  readonly noteKeys: readonly NamedKey[]
  /**
   * Shows each witness what it has not signed, unless it pauses after a failure. `atOnce` ends the pauses: a seal was
   * published. Never throws.
   */
  push(options?: { atOnce?: boolean }): Promise<void>
  /**
   * Whether one of these witnesses answered a ping in the last seconds. If not, they are asked in the background, and the
   * listeners are called when one answers. Keys that are not configured do not answer.
   */
  isAnyThere(keys: readonly string[]): boolean
  /**
   * How many of these witnesses gave a cosignature in the last 5 seconds. The others are asked in the background, and the listeners are
   * called after each answer. Keys that are not configured do not sign.
   */
  signing(keys: readonly string[]): number
  /**
   * What each of these witnesses says about a seal whose round is published, by key. The first call asks in the
   * background, and the listeners are called after the answers. A witness that is not configured is `unknown`.
   */
  verdicts(seal: PublishedSeal, keys: readonly string[]): Map<string, Verdict>
  /** The size that each configured witness signed last, by key; null: it does not answer. */
  sizes(): Promise<Map<string, number | null>>
  /** What each configured witness has signed last of a log, by key (witness-lane.ts). */
  newest(number: number): Promise<Map<string, NewestSigned | 'nothing' | null>>
  /** What each configured witness keeps of the seal of something (`issue …`) in a log, or why that is refused, by key. */
  keptSeals(number: number, what: string): Promise<Map<string, KeptSeal | RefusedSeal | null>>
  /** What each configured witness reported last about the logs of this deployment, by key; null: nothing yet. */
  reports(): Map<string, readonly Reported[] | null>
  /** Asks each witness for its report, at most every five minutes. Never throws. */
  readReports(): Promise<void>
  /** Calls the listener after each stored line, and after each answer. */
  onNews(listener: () => void): void
  /** Resolves when no request runs. */
  settled(): Promise<void>
  /** Aborts running requests and asks no witness any more. */
  stop(): Promise<void>
}

/** An installation without witnesses. */
export const NO_WITNESSES: Witnesses = {
  noteKeys: [],
  push: () => Promise.resolve(),
  isAnyThere: () => false,
  signing: () => 0,
  verdicts: (_, keys) => new Map(keys.map((key) => [key, 'unknown'])),
  sizes: () => Promise.resolve(new Map()),
  newest: () => Promise.resolve(new Map()),
  keptSeals: () => Promise.resolve(new Map()),
  reports: () => new Map(),
  readReports: () => Promise.resolve(),
  onNews: () => undefined,
  settled: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

export type WitnessesOptions = Omit<LaneOptions, 'onNews'> & { witnesses: readonly Witness[] }

export function createWitnesses(options: WitnessesOptions): Witnesses {
  const stopped = new AbortController()
  const listeners: (() => void)[] = []
  const onNews = () => {
    if (!stopped.signal.aborted) for (const listener of listeners) listener()
  }
  const lanes = options.witnesses.map((witness) =>
    createLane({ ...options, onNews }, witness, stopped.signal),
  )
  const laneOf = new Map(lanes.map((lane) => [lane.key, lane]))
  const settled = async () => void (await Promise.all(lanes.map((lane) => lane.settled())))
  return {
    noteKeys: options.witnesses.map(({ key, own }) => (own ? { ...key, own } : key)),
    async push({ atOnce = false } = {}) {
      if (stopped.signal.aborted) return
      await Promise.all(lanes.map((lane) => lane.show(atOnce)))
    },
    isAnyThere(keys) {
      if (stopped.signal.aborted) return false
      // asks all of them, so that the answer of one is enough
      return keys.map((key) => laneOf.get(key)?.isThere() ?? false).includes(true)
    },
    signing(keys) {
      if (stopped.signal.aborted) return 0
      return keys.filter((key) => laneOf.get(key)?.isSigning() ?? false).length
    },
    verdicts(seal, keys) {
      if (stopped.signal.aborted) return new Map()
      return new Map(keys.map((key) => [key, laneOf.get(key)?.verdict(seal) ?? 'unknown']))
    },
    async sizes() {
      return new Map(await Promise.all(lanes.map(async (lane) => [lane.key, await lane.size()] as const)))
    },
    async newest(number) {
      return new Map(
        await Promise.all(lanes.map(async (lane) => [lane.key, await lane.newest(number)] as const)),
      )
    },
    async keptSeals(number, what) {
      return new Map(
        await Promise.all(lanes.map(async (lane) => [lane.key, await lane.keptSeal(number, what)] as const)),
      )
    },
    reports: () => new Map(lanes.map((lane) => [lane.key, lane.reported()])),
    async readReports() {
      await Promise.all(lanes.map((lane) => lane.readReport()))
    },
    onNews: (listener) => void listeners.push(listener),
    settled,
    async stop() {
      stopped.abort()
      await settled()
    },
  }
}
