/** The life of issues of version 3 whose draws need no witness, and what the log says of them. */
import { beaconOf } from '@fairlot/fairness/beacon'
import { claimedDigest } from '@fairlot/fairness/claimed-rows'
import { winningCode } from '@fairlot/fairness/draw'
import type { LogEntry } from '@fairlot/fairness/entries'
import type { IssueProof3 } from '@fairlot/fairness/proof/version-3/documents'
import type { OrderReceipt3 } from '@fairlot/fairness/receipt'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { verifyProof, type VerifyOptions } from '@fairlot/fairness/verify'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planted } from '../../../testing/planted.ts'
import { testMembers } from '../../../testing/mall.ts'
import { audited, SEED } from '../../fair/log/log.fixture.ts'
import { createReceipts } from '../../fair/receipts.ts'
import { createTerms } from '../issues/issue-terms.ts'
import { createOrderReceipts } from '../sales/order-receipt.ts'
import { drawAll, drawMall, openTestIssue, sellOut, type DrawMall } from './draws.fixture.ts'
import { readClaimedOrders } from './draw-orders.ts'
import { drawIssue } from './draw.ts'
import { mallLogChecks } from './mall-log.checks.ts'
import { checkRunningHashes } from './running-hash.checks.ts'
import { sealIssue } from './seal.ts'

let world: DrawMall
beforeAll(async () => {
  world = await drawMall({ rules: 3 })
})
afterAll(() => world.mall.close())

type Said<T extends LogEntry['t']> = Extract<LogEntry, { t: T }>

/** A document as a client reads it. */
const documentOf = async (number: string) =>
  JSON.parse(JSON.stringify(await world.proofs.of(number))) as IssueProof3

/** Verifies a document, and gives the status of each step. */
function verified(document: unknown, options: VerifyOptions = {}) {
  const { publicKey } = world.options.writer
  const { verdict, failed, steps, summary } = verifyProof(structuredClone(document), {
    publicKey,
    ...options,
  })
  return {
    verdict,
    failed,
    summary,
    status: Object.fromEntries(steps.map(({ step, status }) => [step, status])),
  }
}

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
    const document = await documentOf(number)
    expect(document).toMatchObject({ version: 'fairlot-proof/3', result: { favour: false }, rows })
    expect(verified(document)).toMatchObject({ verdict: 'verified' })
  },
)

test('a sealed issue has a document without result, which ends when a checkpoint covers the draw', async () => {
  const { db } = world.mall
  const { issueId, number } = await openTestIssue(world, { shares: 4, maxIssues: 1 })
  await sellOut(world, number, 4)
  await expect(world.proofs.of(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })
  await sealIssue(world.options, issueId)
  const sealed = await documentOf(number)
  expect(sealed).toMatchObject({ beacon: null, result: null, seal: { shares: 4, freeEntries: 0 } })
  expect(verified(sealed)).toMatchObject({ verdict: 'sealed' })
  await expect(world.proofs.ofDraw(number)).rejects.toMatchObject({ code: 'NOT_SEALED' })

  await world.mall.database.advanceClock(40_000)
  expect(await drawIssue(world.options, issueId)).toBe('drawn')
  // no checkpoint covers the draw yet: the document claims no result that the log does not hold
  expect(await documentOf(number)).toEqual(sealed)
  expect(await world.proofs.ofDraw(number)).toMatchObject({ log: null, result: expect.any(Object) })
  await world.options.writer.flush(db)
  const drawn = await documentOf(number)
  expect(drawn.log!.entries).toHaveLength(3)
  expect(verified(drawn)).toMatchObject({ verdict: 'verified' })
  // the proof does not change when the log grows
  await openTestIssue(world, { shares: 2 })
  expect(await documentOf(number)).toEqual(drawn)
})

test('a document names the content that the issue opened with, also when the product has another one', async () => {
  const { number, code } = await openTestIssue(world, { shares: 2, grade: 'salt', maxIssues: 1 })
  await world.mall.owner.query(`update product_text set title = 'Another title' where code = $1`, [code])
  await sellOut(world, number, 2)
  await drawAll(world)
  const document = await documentOf(number)
  expect(document.content.texts['en-us']).toEqual({ title: `Product ${code}`, description: 'For tests.' })
  expect(verified(document)).toMatchObject({ verdict: 'verified', status: { content: 'passed' } })
  const changed = { ...document, content: { ...document.content, art: null } }
  expect(verified(changed)).toMatchObject({ verdict: 'failed', failed: 'content' })
})

test('a member finds the claim of the purchase in one row, and the receipt beside the document verifies', async () => {
  const { db, owner, sales } = world.mall
  const { tagKeys, writer } = world.options
  const { number } = await openTestIssue(world, { shares: 4, grade: 'salt', maxIssues: 1 })
  const buyers = await testMembers(world.mall, 2, 40_000n)
  const bought = []
  for (const member of buyers) {
    const request = randomUUID()
    const { order } = await sales.buy({ member, issue: number, quantity: 2, requestId: request })
    bought.push({ member, request, order })
  }
  const [first, second] = bought as [(typeof bought)[0], (typeof bought)[0]]
  const receiptOf = createOrderReceipts({
    db,
    terms: createTerms(db),
    tagKeys,
    receipts: createReceipts({ db, writer, seed: SEED }),
  })
  const receipt = await receiptOf(second.member, second.order)
  await drawAll(world)
  const document = await documentOf(number)
  expect(JSON.parse(receipt.receipt) as OrderReceipt3).toMatchObject({
    t: 'receipt/3',
    kind: 'order',
    seq: 2,
    order: second.order,
    content: document.terms.content,
  })
  expect(verified(document, { claim: second, receipt })).toMatchObject({
    verdict: 'verified',
    status: { claim: 'passed', receipt: 'passed' },
  })
  // the receipt and the claim of one order are not those of the other
  expect(verified(document, { claim: first, receipt })).toMatchObject({ verdict: 'failed', failed: 'claim' })
  expect(verified(document, { claim: { ...first, request: randomUUID() } })).toMatchObject({
    failed: 'claim',
  })
  // a receipt is signed once
  expect(await receiptOf(second.member, second.order)).toEqual(receipt)

  expect(await checkRunningHashes(db, tagKeys)).toMatchObject({ breaches: 0 })
  const title =
    "every receipt says what its order's row says, and names a root of the log that covers the opening"
  const changed = (what: string) =>
    planted(owner, mallLogChecks, `update receipt set content = (content::jsonb || '${what}')::text`)
  expect(await changed('{}')).toEqual([])
  for (const what of ['{"t": "receipt"}', `{"order": "${first.order}"}`, `{"content": "${'00'.repeat(32)}"}`])
    expect(await changed(what)).toEqual([title])
})

test('the doctor finds openings, seals and draws of version 3 that are not what the database holds', async () => {
  const { owner } = world.mall
  const { issueId, number } = await openTestIssue(world, { shares: 4, maxIssues: 1 })
  await sellOut(world, number, 4)
  await drawAll(world)
  const plant = (text: string) => planted(owner, mallLogChecks, text.replaceAll('$issue', `'${issueId}'`))
  expect(await plant('select 1')).toEqual([])
  const title =
    'every opening and seal is in the log as it happened, and every draw, or the draw waits to be appended'
  expect(await plant('update issue set log_rules = 2 where issue_id = $issue')).toContain(title)
  expect(await plant('update issue_draw set favour = true where issue_id = $issue')).toEqual([title])
  expect(await plant(`update issue_draw set signature = repeat('0', 96) where issue_id = $issue`)).toEqual([
    title,
  ])
  expect(
    await plant(`insert into content (hash) values (repeat('0', 64));
      update issue_content set hash = repeat('0', 64) where issue_id = $issue`),
  ).toContain(title)
})
