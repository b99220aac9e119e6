/** The document of a sealed issue before and after its draw, and the witnesses' lines that documents carry. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { formatKey } from '@fairlot/fairness/note'
import type { IssueProof } from '@fairlot/fairness/proof'
import { verifyProof } from '@fairlot/fairness/verify'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTerms } from '../issues/issue-terms.ts'
import { drawIssue } from './draw.ts'
import { buyShares, drawMall, openTestIssue, sellOut, type DrawMall } from './draws.fixture.ts'
import { testMembers } from '../../../testing/mall.ts'
import { createProofs } from './proof.ts'
import { sealIssue } from './seal.ts'

const SEEDS = { w1: 'a1'.repeat(32), w2: 'a2'.repeat(32), stranger: 'a3'.repeat(32) }
const WITNESSES = (['w1', 'w2'] as const).map((name) => witnessKey(name, publicKeyOf(SEEDS[name])))

let world: DrawMall
beforeAll(async () => {
  world = await drawMall()
  world.proofs = createProofs({
    ...world.options,
    terms: createTerms(world.mall.db),
    witnesses: WITNESSES,
  })
})
afterAll(() => world.mall.close())

/** A document as a client reads it. */
const documentOf = async (number: string) =>
  JSON.parse(JSON.stringify(await world.proofs.of(number))) as IssueProof
const key = () => ({ publicKey: world.options.writer.publicKey })

test('a sealed issue has a document without result, which ends when a checkpoint covers the draw', async () => {
  const { db } = world.mall
  const { issueId, number } = await openTestIssue(world, { shares: 4, maxIssues: 1 })
  await expect(world.proofs.of(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })
  await sellOut(world, number, 4)
  await expect(world.proofs.of(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })
  await sealIssue(world.options, issueId)

  const sealed = await documentOf(number)
  expect(sealed).toMatchObject({
    version: 'fairlot-proof/2',
    seal: { attempt: 1 },
    beacon: null,
    result: null,
  })
  expect(sealed.rows).toHaveLength(4)
  expect(sealed.log!.entries).toHaveLength(2)
  expect(verifyProof(sealed, key())).toMatchObject({ verdict: 'sealed', ok: true })
  await expect(world.proofs.ofDraw(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })

  await world.mall.database.advanceClock(40_000)
  expect(await drawIssue(world.options, issueId)).toBe('drawn')
  // no checkpoint covers the draw yet: the document claims no result that the log does not hold
  expect(await documentOf(number)).toEqual(sealed)
  expect(await world.proofs.ofDraw(number)).toMatchObject({ log: null, result: expect.any(Object) })
  await world.options.writer.flush(db)
  const drawn = await documentOf(number)
  expect(drawn.log!.entries).toHaveLength(3)
  expect(drawn.log!.sealCheckpoint).toBe(sealed.log!.sealCheckpoint)
  expect(verifyProof(drawn, key())).toMatchObject({ verdict: 'verified' })
  expect(drawn.rows).toEqual(sealed.rows)
})

test('a document carries the timely lines of witnesses over the checkpoint that most of them signed', async () => {
  const { db } = world.mall
  const { issueId, number } = await openTestIssue(world, { shares: 4, maxIssues: 1 })
  await sellOut(world, number, 4)
  await sealIssue(world.options, issueId)
  // a later checkpoint before the round
  await openTestIssue(world, { shares: 4, maxIssues: 1 })
  const [first, second] = (
    await db.query<{ size: bigint; note: string }>(
      `select c.size, c.note from log_checkpoint c, log_entry e
       where e.subject = $1 and e.kind = 'issue-seal' and c.size > e.index order by c.size`,
      [number],
    )
  ).map(({ size, note }) => ({ size: Number(size), note }))
  const roundMs = roundTimeMs((await documentOf(number)).seal.round!, world.options.beacons.current.chain)
  const last = roundMs / 1_000 - 1
  const keep = async (
    name: keyof typeof SEEDS,
    { size, note }: { size: number; note: string },
    seconds: number,
  ) => {
    const line = cosign(SEEDS[name], name, note, seconds)
    await db.query(
      'insert into log_cosignature (log, size, witness, line, signed_at) values (1, $1, $2, $3, to_timestamp($4))',
      [size, name, line, seconds],
    )
    return line
  }
  // a line at the time of the round is late; one of a key that is not configured cannot be checked
  await keep('w1', first!, last + 1)
  await keep('stranger', first!, last)
  expect((await documentOf(number)).log!.cosignatures).toEqual([])

  const early = await keep('w2', first!, last)
  const { log } = await documentOf(number)
  expect(log!.cosignatures).toEqual([early])
  expect(parseCheckpoint(log!.sealCheckpoint)!.size).toBe(first!.size)

  const lines = [await keep('w1', second!, last), await keep('w2', second!, last - 5)]
  const most = await documentOf(number)
  expect(most.log!.cosignatures).toEqual(lines)
  expect(parseCheckpoint(most.log!.sealCheckpoint)!.size).toBe(second!.size)
  expect(verifyProof(most, { ...key(), witness: WITNESSES[0]! })).toMatchObject({ verdict: 'sealed' })

  await world.mall.database.advanceClock(40_000)
  await world.draws.runDue()
  const drawn = await documentOf(number)
  expect(drawn.log!.cosignatures).toEqual(lines)
  for (const witness of WITNESSES)
    expect(verifyProof(drawn, { ...key(), witness })).toMatchObject({ verdict: 'verified' })
  const stranger = witnessKey('stranger', publicKeyOf(SEEDS.stranger))
  expect(verifyProof(drawn, { ...key(), witness: stranger })).toMatchObject({
    verdict: 'failed',
    failed: 'witnesses',
  })
})

test('an opening is covered by a checkpoint before the first order, in every grade', async () => {
  const { db } = world.mall
  for (const grade of ['plain', 'salt', 'beacon'] as const) {
    const { number } = await openTestIssue(world, { shares: 4, grade, maxIssues: 1 })
    expect(await world.options.writer.covers(db, 'issue-open', number)).toBe(true)
    const [member] = await testMembers(world.mall, 1, 10_000n)
    await buyShares(world, number, [member!])
    const [times] = await db.query<{ opened: bigint; signed: bigint; ordered: bigint }>(
      `select (e.bytes::jsonb ->> 'at')::int8 as opened,
         (select time_ms from log_checkpoint c where c.size > e.index order by size limit 1) as signed,
         (select min(ordered_ms) from issue_sale s join issue_terms t using (issue_id) where t.number = e.subject) as ordered
       from log_entry e where e.subject = $1 and e.kind = 'issue-open'`,
      [number],
    )
    expect(Number(times!.opened)).toBeLessThanOrEqual(Number(times!.signed))
    expect(Number(times!.signed)).toBeLessThanOrEqual(Number(times!.ordered))
  }
})

test('an opening of grade witnessed names the configured witnesses, and needs one', async () => {
  const { db } = world.mall
  await expect(openTestIssue(world, { shares: 4, grade: 'witnessed' })).rejects.toMatchObject({
    details: { fields: { grade: 'NO_WITNESS' } },
  })
  const options = { ...world.options, witnesses: [...WITNESSES, WITNESSES[0]!] }
  const { issueId, number } = await openTestIssue({ ...world, options }, { shares: 4, grade: 'witnessed' })
  const [opening] = await db.query<{ said: Record<string, unknown> }>(
    `select bytes::jsonb as said from log_entry where subject = $1`,
    [number],
  )
  expect(opening!.said).toMatchObject({ grade: 'witnessed', witnesses: WITNESSES.map(formatKey), delay: 30 })
  await sellOut(world, number, 4)
  await sealIssue(world.options, issueId)
  const sealed = await documentOf(number)
  expect(sealed).toMatchObject({ terms: { grade: 'witnessed' }, seal: { attempt: 1 } })
  expect(verifyProof(sealed, key())).toMatchObject({ verdict: 'sealed', badge: 'witnessed-local' })
})
