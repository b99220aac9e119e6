/**
 * `npm run bench -- --live`: how long the server takes to read the nine topics about each of 20,000 members who listen, as the sweep for
 * unannounced changes does, and the same with one statement for each kind of topic instead of one for all.
 */
import { MEMBER_TOPICS, type MemberTopic } from '@fairlot/contract/endpoints/stream'
import { memberStates } from '@fairlot/server/modules/home/live/member-versions'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { MAX_TOPICS } from '@fairlot/server/platform/stream/bus-coalescer'
import { quantile } from '../load.ts'
import { startScratch } from '../scratch.ts'
import { addMembers } from './solvency.ts'

type Look = (db: Db, members: readonly string[]) => Promise<number>

/** One statement for all kinds. */
const together: Look = async (db, members) => (await memberStates(db, () => members)).length

/** One statement for each kind, side by side. */
const apart: Look = async (db, members) => {
  const only = (topic: MemberTopic) => memberStates(db, (kind) => (kind === topic ? members : []))
  const rows = await Promise.all(MEMBER_TOPICS.map(only))
  return rows.reduce((sum, { length }) => sum + length, 0)
}

/** @param count members, each of whom listens to every topic about members */
export async function measureLive(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  const db = createDb(scratch.appUrl, { max: 10 })
  try {
    await addMembers(owner, 1, count)
    await owner.query('vacuum analyze')
    const rows = await db.query<{ id: string }>('select member_id as id from member order by member_id')
    const members = rows.map(({ id }) => id)
    await sweep(db, members.slice(0, 2_000), together)
    await sweep(db, members.slice(0, 2_000), apart)
    for (const [name, look] of Object.entries({
      together,
      apart,
      togetherAgain: together,
      apartAgain: apart,
    }))
      say(JSON.stringify({ name, ...(await sweep(db, members, look)) }))
  } finally {
    await Promise.all([owner.close(), db.close()])
    await scratch.stop()
  }
}

/** Reads all topics in looks of the size that the server takes, one after another, without the pauses between them. */
async function sweep(db: Db, members: readonly string[], look: Look) {
  const size = Math.floor(MAX_TOPICS / MEMBER_TOPICS.length)
  const times: number[] = []
  let states = 0
  for (let from = 0; from < members.length; from += size) {
    const began = performance.now()
    states += await look(db, members.slice(from, from + size))
    times.push(performance.now() - began)
  }
  const busyMs = times.reduce((sum, ms) => sum + ms, 0)
  return {
    subscriptions: members.length,
    topics: members.length * MEMBER_TOPICS.length,
    looks: times.length,
    states,
    busyMs,
    lookMs: { p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
  }
}
