/**
 * Seals an issue of grade witnessed again: same orders, same salt, a later round. The attempt before is void, because no
 * witness that the terms name signed it before its round. One insert, unique by its primary key, decides; the same
 * transaction writes the log entry and a checkpoint that covers it.
 */
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import type { Db } from '../../../platform/db.ts'
import { sealIndex, signaturesInTime, type Beacons, type LogWriter } from '../../fair/index.ts'
import { insertAttempt, type Attempt } from './attempts.queries.ts'

export type SealAgainOptions = {
  db: Db
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
}

/**
 * Makes the attempt after `last`. False: a signature in time arrived, another process made the attempt, the issue is drawn,
 * the round of the last attempt is not published yet, or the clock is behind the beacon.
 * @throws Error when the checkpoint would be later than the new round; nothing is then written
 */
export async function sealAgain(options: SealAgainOptions, last: Attempt): Promise<boolean> {
  const { db, beacons, writer } = options
  const { number, orders, digest, sum, salt } = last
  const beacon = beacons.of(last.chain)
  if (await beacon.isClockBehind()) return false
  const { chain } = beacon
  const roundMs = roundTimeMs(Number(last.round), chain)
  // appends pending entries first, so that the transaction holds the log's lock only briefly
  await writer.flush(db)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const index = await sealIndex(tx, number, last.attempt)
    if (index === null) throw new Error(`attempt ${last.attempt} of issue ${number} is not in the log`)
    if ((await signaturesInTime(tx, { index, roundMs }, last.witnesses)).length > 0) return false
    const next = await insertAttempt(tx, last, { chain, roundMs, floorMs })
    if (!next) return false
    const { attempt, sealedAt, round } = next
    if (round !== roundFor(sealedAt, last.delay, chain))
      throw new Error(`issue ${number}: the round of attempt ${attempt} is ${round}, not the one of its time`)
    const entry = { issue: number, orders, digest, sum: String(sum), salt, sealedAt, round, attempt }
    const { timeMs } = await writer.publish(tx, [{ t: 'issue-seal', ...entry, at: sealedAt }])
    if (timeMs >= roundTimeMs(round, chain))
      throw new Error(`issue ${number}: attempt ${attempt} was not published before round ${round}`)
    return true
  })
}
