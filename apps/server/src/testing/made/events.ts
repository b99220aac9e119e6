/** A prize-share event of a test server, open for a day. */
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../platform/durations.ts'
import { fundIn } from '../../modules/home/index.ts'
import type { NewEvent } from '../../modules/growth/index.ts'
import type { TestServer } from '../server.ts'

const POOL = 100_0000n

/** Funds the marketing account and opens an event with a pool of 100. @returns its number */
export async function openSomeEvent(
  { context }: Pick<TestServer, 'context'>,
  changes: Partial<NewEvent> = {},
): Promise<string> {
  const { db, fair, growth } = context
  const [clock] = await db.query<{ ms: number }>(
    'select floor(extract(epoch from at) * 1000)::float8 as ms from business_clock',
  )
  const event: NewEvent = {
    titles: [{ language: 'en-us', title: 'Share the pool' }],
    pool: POOL,
    winners: 2,
    friends: 3,
    topUp: POOL,
    opensMs: null,
    deadlineMs: clock!.ms + DAY_MS,
    grade: 'beacon',
    ...changes,
  }
  await fair.writer.begin(db)
  await db.tx((tx) =>
    fundIn(tx, fair.writer, { account: 'marketing', amount: 2n * event.pool, reference: randomUUID() }),
  )
  return (await db.tx((tx) => growth.events.make(tx, event))).number
}
