/** The documents of an event verify as a member verifies them: its proof in each state, receipts, and the whole log. */
import { auditLog } from '@fairlot/fairness/audit'
import { verifyEvent } from '@fairlot/fairness/verify/event'
import type { FinishedAudit, VerifyOptions } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../platform/durations.ts'
import { createReceipts } from '../../../fair/receipts.ts'
import { eventReceipt } from './event-receipt.ts'
import { createEventRunning } from './event-running.ts'
import { eventWorld, type EventWorld } from '../events.fixture.ts'

describe('the documents of an event', () => {
  let world: EventWorld
  beforeAll(async () => {
    world = await eventWorld()
  })
  afterAll(() => world.close())

  const key = () => world.options.writer.publicKey

  /** The whole log as an export has it. */
  async function audited(): Promise<FinishedAudit> {
    const { db, options } = world
    await options.writer.flush(db, { checkpoint: true })
    const rows = await db.query<{ bytes: string }>('select bytes from log_entry order by log, index')
    const entries = rows.map(({ bytes }) => bytes)
    const notes = await db.query<{ note: string }>('select note from log_checkpoint order by size')
    const checkpoints = notes.map(({ note }) => ({ note, cosignatures: [] }))
    const audit = auditLog({ deployment: 'test', publicKey: key(), entries, checkpoints })
    const find = (subject: string) =>
      audit.find(subject).map(({ index }) => ({ index, bytes: entries[index]! }))
    const { rootAt } = audit
    return { deployment: 'test', publicKey: key(), find, rootAt }
  }

  async function verified(number: string, options: VerifyOptions = {}) {
    const document: unknown = JSON.parse(JSON.stringify(await world.proof(number)))
    const { verdict, badge, failed } = verifyEvent(document, { publicKey: key(), ...options })
    return { verdict, badge, failed }
  }

  test.each(['salt', 'beacon'] as const)(
    'a drawn event of grade %s verifies with the receipts of its participants and with the log',
    async (grade) => {
      const { number } = await world.open({ grade, winners: 2 })
      const members = await world.entitled(4)
      const entries = []
      for (const member of members) {
        entries.push({ member, ...(await world.join(member, number)) })
        await world.pass(61_001)
      }
      const { db, options } = world
      const receipts = createReceipts({ db, writer: options.writer, seed: '5c'.repeat(32) })
      const held = await Promise.all(
        entries.map(({ member, entryId }) =>
          eventReceipt({ db, receipts, running: createEventRunning({ db }) }, member, entryId),
        ),
      )
      await world.end()
      const badge = grade === 'salt' ? 'salt' : 'beacon-local'
      const log = await audited()
      for (const receipt of held)
        expect(await verified(number, { receipt, log })).toEqual({ verdict: 'verified', badge })
      const { rows, result, terms } = await world.proof(number)
      expect([rows.length, result!.winners.length]).toEqual([4, 2])
      expect(terms.prize).toBe(String(BigInt(terms.pool) / 2n))
    },
  )

  test('a sealed event verifies before its draw, and an event that nobody joined as void', async () => {
    const { number } = await world.open()
    const [member] = await world.entitled(1)
    await world.join(member!, number)
    await world.pass(DAY_MS + 1_000)
    await world.loop.runDue()
    expect(await verified(number, { log: await audited() })).toMatchObject({ verdict: 'sealed' })
    await world.pass(40_000)
    await world.loop.runDue()
    const empty = await world.open()
    await world.end()
    expect(await verified(empty.number, { log: await audited() })).toMatchObject({ verdict: 'verified' })
    expect((await world.proof(empty.number)).seal).toBeNull()
  })
})
