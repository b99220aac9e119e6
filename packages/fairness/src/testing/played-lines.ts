/** What the tests of version 3 share: ids, the local beacon, and how witnesses vouch for an entry of a played log. */
import { beaconOf, roundTimeMs } from '../beacon.ts'
import { toHex, utf8 } from '../bytes.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { sha256 } from '../hash.ts'
import { parseKey } from '../note.ts'
import type { NamedWitness } from '../proof/version-3/types.ts'
import { defaultQuorum } from '../quorum.ts'
import { localChain, signRound } from '../signatures/bls.ts'
import { cosignedSeconds } from '../witness.ts'
import { type PlayedLog, type PlayedWitness, playedWitness } from './played-log.ts'
import { LOCAL_SECRET } from './proof-samples.ts'

/** The beacon of played logs: its rounds can be signed at any time. */
export const LOCAL_CHAIN = localChain(LOCAL_SECRET)
/** A cosignature over a seal is timely this long before its round is published. */
const MARGIN_MS = 5_000

export const hashOf = (text: string): string => toHex(sha256(utf8(text)))

/** A UUID of version 4 that the text gives. */
export const uuidOf = (text: string): string =>
  hashOf(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

const signatures = new Map<number, string>()

/** The local beacon's signature of a round, 48 bytes hex. */
export function signatureOf(round: number): string {
  const known = signatures.get(round) ?? signRound(LOCAL_SECRET, round)
  signatures.set(round, known)
  return known
}

/** B of a round, hex. */
export const beaconValue = (round: number): string => beaconOf(signatureOf(round))

/** When a round of the local beacon is published, Unix milliseconds. */
export const publishedMs = (round: number): number => roundTimeMs(round, LOCAL_CHAIN)

/** n witnesses: w1, w2 … */
export const witnessesOf = (n: number): PlayedWitness[] =>
  Array.from({ length: n }, (_, i) => playedWitness(`w${i + 1}`))

/** The terms of grade `witnessed` with these witnesses. @param own those that the house runs itself */
export function vouchedBy(
  witnesses: readonly PlayedWitness[],
  quorum: number = defaultQuorum(witnesses.length),
  own: readonly PlayedWitness[] = [],
) {
  const named = witnesses.map((one): NamedWitness => ({
    key: one.key,
    ...(own.includes(one) && { own: true }),
  }))
  return { grade: 'witnessed', witnesses: named, quorum } as const
}

/** Begins a log of version 3: `log-begin` of a sandbox, and `log-rules` with the local beacon. */
export function begin3(log: PlayedLog): PlayedLog {
  log.begin('sandbox')
  log.rules()
  return log
}

/** When a seal's round makes lines late: a cosigned second, in milliseconds, is before this. */
export const lineLimitMs = (round: number): number => publishedMs(round) - MARGIN_MS

export type Vouched = {
  /** signed notes with the timely lines of named witnesses, by ascending size */
  readonly notes: readonly string[]
  /** keys of the witnesses that signed in time */
  readonly keys: readonly string[]
}

/**
 * The notes that an honest house finds among the log's checkpoints: each covers the entry and has the timely lines of named witnesses
 * that the notes before it lack.
 * @param index of the entry
 * @param limitMs a cosigned second, in milliseconds, is before this
 */
export function vouchedNotes(
  log: PlayedLog,
  index: number,
  limitMs: number,
  witnesses: readonly NamedWitness[],
): Vouched {
  const keys: string[] = []
  const notes: string[] = []
  for (const { note, cosignatures } of log.checkpoints) {
    if (parseCheckpoint(note)!.size <= index) continue
    const lines = cosignatures.filter((line) => {
      const named = witnesses.find(({ key }) => cosignedSeconds(line, parseKey(key)!) !== null)
      if (!named || keys.includes(named.key)) return false
      if (cosignedSeconds(line, parseKey(named.key)!)! * 1000 >= limitMs) return false
      keys.push(named.key)
      return true
    })
    if (lines.length > 0) notes.push(note + lines.map((line) => `${line}\n`).join(''))
  }
  return { notes, keys }
}
