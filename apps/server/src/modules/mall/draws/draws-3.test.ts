/** The life of issues of version 3 whose draws need no witness, and what the log says of them. */
import { beaconOf } from '@fairlot/fairness/beacon'
import { claimedDigest } from '@fairlot/fairness/claimed-rows'
import { winningCode } from '@fairlot/fairness/draw'
import type { LogEntry } from '@fairlot/fairness/entries'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../fair/log/log.fixture.ts'
import { drawAll, drawMall, openTestIssue, sellOut, type DrawMall } from './draws.fixture.ts'
import { readClaimedOrders } from './draw-orders.ts'

let world: DrawMall
beforeAll(async () => {
  world = await drawMall({ rules: 3 })
})
afterAll(() => world.mall.close())

type Said<T extends LogEntry['t']> = Extract<LogEntry, { t: T }>

/** The entries of an issue. */
async function saidOf(number: string) {
  const rows = await world.mall.db.query<{ said: LogEntry }>(
    'select bytes::jsonb as said from log_entry where subject = $1 order by index',
    [number],
  )
  return rows.map(({ said }) => said)
}

test.each(['plain', 'salt', 'beacon'] as const)(
  'an issue of grade %s opens, is sealed and drawn under version 3, and the log passes its audit',
  async (grade) => {
    const { db } = world.mall
    const { issueId, number } = await openTestIssue(world, { shares: 6, grade, maxIssues: 1 })
    await sellOut(world, number, 6, 2)
    await drawAll(world)
    expect(world.errors).toEqual([])

    const [opening, seal, draw] = (await saidOf(number)) as unknown as [
      Said<'issue-open'>,
      Said<'issue-seal'>,
      Said<'issue-draw'>,
    ]
    const [kept] = await db.query('select hash as content from issue_content where issue_id = $1', [issueId])
    expect(opening).toMatchObject({ ...kept!, witnesses: null, quorum: null })
    expect(opening).toMatchObject({ closes: null, minimum: null, free: 0 })

    const rows = await readClaimedOrders(db, issueId, world.options.tagKeys.of(number), 0)
    expect(seal).toMatchObject({ orders: 3, shares: 6, freeEntries: 0 })
    expect(seal.digest).toBe(claimedDigest(number, 6, rows))
    expect(seal).not.toHaveProperty('attempt')

    const { signature, beacon } = draw as { signature: string | null; beacon: string | null }
    expect(draw).toMatchObject({ lines: null, code: winningCode(BigInt(seal.sum), draw.entropy, 6) })
    expect(draw).not.toHaveProperty('favour')
    expect(signature === null).toBe(grade !== 'beacon')
    if (signature !== null) {
      expect(beacon).toBe(beaconOf(signature))
      expect(verifyRound(world.options.beacons.current.chain, draw.round!, signature)).toBe(true)
    }

    await world.options.writer.flush(db, { checkpoint: true })
    expect((await audited(world.options)).counts).toMatchObject({ furtherAttempts: 0, favours: 0 })
    const [stored] = await db.query(
      'select i.log_rules as rules, d.favour from issue i join issue_draw d using (issue_id) where issue_id = $1',
      [issueId],
    )
    expect(stored).toEqual({ rules: 3, favour: false })
  },
)
