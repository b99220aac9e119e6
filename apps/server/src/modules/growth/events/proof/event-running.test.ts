/** The running hash of participants is that of all rows, wherever it continues from. */
import { claimedRunning } from '@fairlot/fairness/claimed-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Executor } from '../../../../platform/db.ts'
import { readClaimedRows } from '../event-rows.ts'
import { eventWorld3 } from '../events-3.fixture.ts'
import type { EventWorld } from '../events.fixture.ts'
import { createEventRunning } from './event-running.ts'

let world: EventWorld
beforeAll(async () => {
  world = await eventWorld3()
})
afterAll(() => world.close())

test('a hash continues from the last kept step before its row, and is the hash of all rows', async () => {
  const event = await world.open()
  for (const member of await world.entitled(5)) await world.join(member, event.number)
  const { db } = world
  let read = 0
  const counting: Executor = {
    async query<Row>(...call: Parameters<Executor['query']>) {
      const rows = await db.query<Row>(...call)
      read += rows.length
      return rows
    },
  }
  const rows = await readClaimedRows(db, event)
  const running = createEventRunning({ db: counting, step: 2 })
  const readFor = async (seq: number) => {
    read = 0
    expect(await running.of(event, seq)).toBe(claimedRunning(event.number, 0, rows.slice(0, seq)))
    return read
  }
  expect(await readFor(5)).toBe(5)
  expect([await readFor(5), await readFor(4), await readFor(3), await readFor(1)]).toEqual([1, 0, 1, 1])
  await expect(running.of(event, 6)).rejects.toThrow('participant 6 is missing')
  // another process begins with the first row, and many at once agree
  const other = createEventRunning({ db, step: 2 })
  const hashes = await Promise.all([3, 5, 4].map((seq) => other.of(event, seq)))
  expect(hashes).toEqual([3, 5, 4].map((seq) => claimedRunning(event.number, 0, rows.slice(0, seq))))
})
