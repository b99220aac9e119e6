/** Stores and reads the lines of witnesses: signatures on checkpoints of the log, each with the time of the witness' clock. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { roundName } from '@fairlot/fairness/entries'
import type { GameId } from '@fairlot/fairness/games/pay-table'
import { timesOf } from '@fairlot/fairness/games/periods'
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Db, Executor } from '../../../platform/db.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { Beacons } from '../beacon/beacon.ts'
import { LOCK } from '../log/log.queries.ts'
import * as sql from './cosignatures.queries.ts'
import type { Witness } from './witness-client.ts'

/** The signature lines of witnesses on the checkpoint of a size, one of each witness. */
export async function cosignaturesOf(
  db: Executor,
  { log, size }: { log: number; size: number },
): Promise<string[]> {
  return (await db.query<{ line: string }>(sql.LINES, [log, size])).map(({ line }) => line)
}

/**
 * Stores a verified line.
 * @param seconds Unix time at which the witness signed
 * @param oldSize the size that it had signed before; null when it is not known
 */
export async function keepLine(
  db: Executor,
  line: {
    log: number
    size: number
    witness: string
    line: string
    seconds: number
    oldSize: number | null
  },
): Promise<void> {
  const { log, size, witness, seconds, oldSize } = line
  await db.query(sql.KEEP, [size, witness, line.line, seconds, oldSize, log])
}

/**
 * As `keepLine`, but for a line that gives life to a chain which began without its witnesses and which another chain follows by now.
 * Published, it would speak against the chain that follows, which was made correctly.
 * @returns whether it is stored
 */
export async function keepLineUnlessFollowed(db: Db, line: Parameters<typeof keepLine>[1]): Promise<boolean> {
  const { size, seconds } = line
  const late = (await recentChains(db, 0)).filter(
    ({ index, roundMs, isOpen }) => !isOpen && index < size && seconds * 1_000 < roundMs,
  )
  if (late.length === 0) {
    await keepLine(db, line)
    return true
  }
  return db.tx(async (tx) => {
    // a chain is published under this lock
    await tx.query(LOCK)
    for (const { index, roundMs } of late) {
      const [chain] = await tx.query<{ followed: boolean }>(sql.IS_FOLLOWED, [index, roundMs])
      if (chain?.followed) return false
    }
    await keepLine(tx, line)
    return true
  })
}

/** The largest size of which a line of the witness is stored; 0 when there is none. */
export async function lastStoredSize(db: Executor, { name }: NoteKey): Promise<number> {
  const [last] = await db.query<{ size: bigint }>(sql.LAST_SIZE, [name])
  return Number(last?.size ?? 0)
}

/** Maximum lag of a witness that counts as current. */
const LATE_MS = HOUR_MS

/**
 * The last cosignature of a witness. `current`: it covers every checkpoint that is older than an hour. Null when the witness
 * has signed nothing.
 */
export async function witnessStanding(
  db: Executor,
  { key }: Pick<Witness, 'key'>,
): Promise<{ size: number; signedAtMs: number; current: boolean } | null> {
  const [last] = await db.query<{ size: bigint; line: string; note: string; due: bigint }>(sql.STANDING, [
    key.name,
    LATE_MS,
  ])
  const seconds = last ? verifyCosignature(last.note, last.line, key) : null
  if (!last || seconds === null) return null
  return { size: Number(last.size), signedAtMs: seconds * 1_000, current: last.size >= last.due }
}

/** A signature of a named witness that covers a seal and is older than the round of the seal. */
export type SignatureInTime = {
  /** note verifier key */
  witness: string
  size: number
  signedAtMs: number
  /** the checkpoint that it signed, and its line */
  note: string
  line: string
}

/** A published seal: the index of its entry, and the time of its round (Unix milliseconds). */
export type PublishedSeal = { index: number; roundMs: number }

/**
 * The first signature in time of each named witness, the oldest first. The lines are verified with the named keys.
 * @param keys note verifier keys, as in the terms
 * @param log number of the log; by default the current one
 */
export async function signaturesInTime(
  db: Executor,
  { index, roundMs }: PublishedSeal,
  keys: readonly string[],
  log: number | null = null,
): Promise<SignatureInTime[]> {
  const named = keys.flatMap((text) => {
    const key = parseKey(text)
    return key ? [{ text, key }] : []
  })
  const rows = await db.query<{ size: bigint; witness: string; line: string; note: string }>(sql.IN_TIME, [
    index,
    named.map(({ key }) => key.name),
    roundMs,
    log,
  ])
  const found = new Map<string, SignatureInTime>()
  for (const { size, witness, line, note } of rows) {
    for (const { text, key } of named) {
      if (key.name !== witness || found.has(text)) continue
      const seconds = verifyCosignature(note, line, key)
      if (seconds === null || seconds * 1_000 >= roundMs) continue
      found.set(text, { witness: text, size: Number(size), signedAtMs: seconds * 1_000, note, line })
    }
  }
  return [...found.values()]
}

/** Whether a stored line proves that a witness signed nothing over a seal before the round was published. */
export async function isSignedLate(
  db: Executor,
  { index, roundMs }: PublishedSeal,
  key: NoteKey,
): Promise<boolean> {
  const rows = await db.query<{ line: string; note: string }>(sql.LATE, [index, key.name, roundMs])
  return rows.some(({ line, note }) => verifyCosignature(note, line, key) !== null)
}

/**
 * The index of the entry of an attempt to seal an issue or event; null when there is none.
 * @param subject number of the issue, or name of the event
 */
export async function sealIndex(db: Executor, subject: string, attempt: number): Promise<number | null> {
  const [seal] = await db.query<{ index: bigint }>(sql.SEAL_INDEX, [subject, attempt])
  return seal ? Number(seal.index) : null
}

/** The index of the entry of the seal of a round; null when there is none. */
export async function roundSealIndex(db: Executor, game: GameId, period: string): Promise<number | null> {
  const [seal] = await db.query<{ index: bigint }>(sql.ROUND_SEAL_INDEX, [roundName(game, period)])
  return seal ? Number(seal.index) : null
}

/** The index of the entry of a chain in the current log; null when it is in none, or in a lost one. */
export async function chainIndex(db: Executor, chainId: string): Promise<number | null> {
  const [chain] = await db.query<{ index: bigint }>(sql.CHAIN_INDEX, [chainId])
  return chain ? Number(chain.index) : null
}

type RecentSeal = PublishedSeal & {
  /** its round is not published yet */
  isOpen: boolean
  isWitnessed: boolean
  /** a later attempt, the draw or a refund is in the log */
  isFollowed: boolean
}

async function recentSeals(db: Executor, beacons: Beacons, from: number): Promise<RecentSeal[]> {
  const rows = await db.query<{
    index: bigint
    round: bigint
    chain: string
    witnessed: boolean
    followed: boolean
    now: bigint
  }>(sql.RECENT_SEALS, [from])
  return rows.flatMap(({ index, round, chain, witnessed, followed, now }) => {
    const beacon = beacons.find(chain)
    if (!beacon) return []
    const roundMs = roundTimeMs(Number(round), beacon.chain)
    return [
      {
        index: Number(index),
        roundMs,
        isOpen: roundMs > Number(now),
        isWitnessed: witnessed,
        isFollowed: followed,
      },
    ]
  })
}

/** The witnessed chains of version 3 from an index on. Witnesses sign them before their first rounds open (`roundMs`). */
async function recentChains(db: Executor, from: number): Promise<(PublishedSeal & { isOpen: boolean })[]> {
  const rows = await db.query<{
    index: bigint
    zone: string
    roundMs: number
    cutoffMs: number
    first: string
    now: number
  }>(sql.RECENT_CHAINS, [from])
  return rows.flatMap(({ index, first, now, ...terms }) => {
    const opensAt = timesOf(terms, first)?.opensAt
    return opensAt === undefined ? [] : [{ index: Number(index), roundMs: opensAt, isOpen: opensAt > now }]
  })
}

/**
 * What a witness must see from an index on in the checkpoint that published it, the oldest first: the seals whose rounds are open,
 * those of grade witnessed that no draw and no later attempt follows, and the witnessed chains that have not begun.
 */
export async function sealsToShow(
  db: Executor,
  beacons: Beacons,
  from: number,
): Promise<(PublishedSeal & { isOpen: boolean })[]> {
  const seals = await recentSeals(db, beacons, from)
  const chains = await recentChains(db, from)
  return [
    ...seals.filter(({ isOpen, isWitnessed, isFollowed }) => isOpen || (isWitnessed && !isFollowed)),
    ...chains.filter(({ isOpen }) => isOpen),
  ].toSorted((a, b) => a.index - b.index)
}

/**
 * Whether a line is dated before the round of a witnessed seal, or the first round of a witnessed chain, and the checkpoint that it
 * signs is not. Such a line is dated back, and published it would speak against a further attempt, or another chain, that was made
 * correctly.
 * @param seconds Unix time of the line
 */
export async function isDatedBack(
  db: Executor,
  beacons: Beacons,
  checkpoint: { size: number; timeMs: number },
  seconds: number,
): Promise<boolean> {
  const seals = (await recentSeals(db, beacons, 0)).filter(({ isWitnessed }) => isWitnessed)
  return [...seals, ...(await recentChains(db, 0))].some(
    ({ index, roundMs }) =>
      index < checkpoint.size && seconds * 1_000 < roundMs && roundMs <= checkpoint.timeMs,
  )
}
