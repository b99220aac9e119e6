import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { fromHex } from '@fairlot/fairness/bytes'
import { claimedRunning } from '@fairlot/fairness/claimed-rows'
import type { IssueProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { signReceipt, type OrderReceipt, type OrderReceipt3 } from '@fairlot/fairness/receipt'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRunningHashes, mallLogChecks } from '../mall/index.ts'
import {
  drawEverything,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from '../mall/mall.fixture.ts'
import { drawAll, drawMall, openTestIssue, sellOut } from '../mall/draws/draws.fixture.ts'
import { createTerms } from '../mall/issues/issue-terms.ts'
import { createOrderReceipts } from '../mall/sales/order-receipt.ts'
import { randomUUID } from 'node:crypto'
import { createTagKeys } from './index.ts'
import { SEED } from './log/log.fixture.ts'
import { createReceipts } from './receipts.ts'

let world: ServedMall
let buyer: Person
let other: Person
beforeAll(async () => {
  world = await servedMall()
  await world.mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones' },
  })
  buyer = await world.person(1_000_000n)
  other = await world.person(1_000_000n)
})
afterAll(() => world.close())

const buy = async ({ client }: Person, issue: string, quantity: number) =>
  (await client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })).order
const receiptOf = ({ client }: Person, order: string) => client.call(ENDPOINTS.fairReceipt, { order })

describe('the receipt of an order', () => {
  test('contains the purchase, never changes, and verifies against the proof', async () => {
    const issue = await sellingProduct(world, { code: 'RA', shares: 10 })
    const order = await buy(buyer, issue, 3)
    const receipt = await receiptOf(buyer, order)
    const { order: bought, tag } = await buyer.client.call(ENDPOINTS.orderDetail, { order })
    const about = await world.anonymous.call(ENDPOINTS.fairAbout, {})
    const { logSize, logRoot, ...said } = JSON.parse(receipt.receipt) as Record<string, unknown>
    expect(said).toEqual({
      t: 'receipt/3',
      kind: 'order',
      issue,
      id: order,
      order,
      tag,
      ms: bought.at,
      first: bought.first,
      quantity: 3,
      amount: '30000',
      seq: 1,
      running: expect.stringMatching(/^[0-9a-f]{64}$/),
      content: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    // it names a signed state of the log that contains the issue's terms
    const checkpoint = await world.anonymous.call(ENDPOINTS.fairCheckpoint, { size: Number(logSize) })
    expect(checkpoint.root).toBe(logRoot)
    const { items } = await world.anonymous.call(ENDPOINTS.fairLog, { limit: 100 })
    const opening = items.find(({ bytes }) => bytes.includes(`"issue":"${issue}"`))
    expect(opening!.index).toBeLessThan(checkpoint.size)
    expect(JSON.parse(opening!.bytes)).toMatchObject({ content: said['content'] })
    expect(receipt.publicKey).toBe(about.publicKey)

    const rest = await buy(other, issue, 7)
    await drawEverything(world)
    expect(await receiptOf(buyer, order)).toEqual(receipt)
    const proof: unknown = await world.anonymous.call(ENDPOINTS.proof, { issue })
    const checked = verifyProof(proof, { publicKey: about.publicKey, receipt })
    expect(checked).toMatchObject({ verdict: 'verified' })
    expect(checked.steps.at(-1)).toMatchObject({ step: 'receipt', status: 'passed' })
    // a receipt that is requested after the draw verifies as well
    const late = await receiptOf(other, rest)
    expect(verifyProof(proof, { receipt: late })).toMatchObject({ verdict: 'verified' })
  })

  test('states the running hash up to its order, so that no order can be slipped in before it', async () => {
    const issue = await sellingProduct(world, { code: 'RR', shares: 8 })
    const orders: [Person, string][] = []
    for (const person of [buyer, other, buyer, other]) orders.push([person, await buy(person, issue, 2)])
    // signed in any order, and at the same time
    const receipts = await Promise.all(orders.toReversed().map(([person, order]) => receiptOf(person, order)))
    receipts.reverse()
    await drawEverything(world)
    const proof = (await world.anonymous.call(ENDPOINTS.proof, { issue })) as unknown as IssueProof3
    receipts.forEach((receipt, i) => {
      const { seq, running } = JSON.parse(receipt.receipt) as { seq: number; running: string }
      expect(seq).toBe(i + 1)
      expect(running).toBe(claimedRunning(issue, 8, proof.rows.slice(0, seq)))
      expect(verifyProof(proof, { receipt })).toMatchObject({ verdict: 'verified' })
    })
    // a document with another first row contradicts every receipt after it
    const [first, ...rest] = proof.rows
    const slipped = { ...proof, rows: [{ ...first!, tag: '00'.repeat(8) }, ...rest] }
    expect(verifyProof(slipped, { receipt: receipts[3]! }).ok).toBe(false)
  })

  test('that was signed without a running hash, of an issue of version 2, stays as it is', async () => {
    const old = await drawMall({ rules: 2 })
    const { db, owner } = old.mall
    const { tagKeys, writer } = old.options
    const receipts = createReceipts({ db, writer, seed: SEED })
    const read = createOrderReceipts({ db, terms: createTerms(db), tagKeys, receipts })
    const { number } = await openTestIssue(old, { shares: 4 })
    const [member] = await sellOut(old, number, 4, 4)
    const [bought] = await db.query<{ order: string }>('select purchase_id as order from purchase')
    const receiptOfOld = () => read(member!, bought!.order)
    const { t, seq, running, ...content } = JSON.parse((await receiptOfOld()).receipt) as OrderReceipt
    expect({ t, seq, running }).toEqual({ t: 'receipt', seq: 1, running: expect.any(String) })
    const signed = signReceipt(SEED, { t, ...content })
    await owner.query('update receipt set content = $2, signature = $3 where subject_id = $1', [
      bought!.order,
      signed.receipt,
      Buffer.from(signed.signature, 'hex'),
    ])
    expect(await receiptOfOld()).toEqual(signed)
    await drawAll(old)
    const proof: unknown = JSON.parse(JSON.stringify(await old.proofs.of(number)))
    expect(verifyProof(proof, { receipt: signed })).toMatchObject({ verdict: 'verified' })
    await old.mall.close()
  })

  test('of version 2, with or without a running hash, does not fit an issue of version 3', async () => {
    const issue = await sellingProduct(world, { code: 'RO', shares: 4 })
    const { receipt } = await receiptOf(buyer, await buy(buyer, issue, 4))
    await drawEverything(world)
    const proof: unknown = await world.anonymous.call(ENDPOINTS.proof, { issue })
    const { order: _, content: _hash, seq, running, ...content } = JSON.parse(receipt) as OrderReceipt3
    for (const hash of [{}, { seq, running }]) {
      const old = signReceipt('07'.repeat(32), { ...content, t: 'receipt', ...hash })
      expect(verifyProof(proof, { receipt: old })).toMatchObject({ verdict: 'failed', failed: 'receipt' })
    }
  })

  test('is signed once for many simultaneous requests', async () => {
    const issue = await sellingProduct(world, { code: 'RB', shares: 10 })
    const order = await buy(buyer, issue, 1)
    const all = await Promise.all(Array.from({ length: 20 }, () => receiptOf(buyer, order)))
    expect(new Set(all.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
  })

  test('that contradicts its order or the log is found by the doctor', async () => {
    const issue = await sellingProduct(world, { code: 'RP', shares: 10 })
    const first = await buy(buyer, issue, 3)
    const order = await buy(buyer, issue, 2)
    await receiptOf(buyer, first)
    const { receipt: text } = await receiptOf(buyer, order)
    const content = JSON.parse(text) as OrderReceipt3
    const breaches = async () => {
      const found = (await checkRunningHashes(world.db, createTagKeys(fromHex('05'.repeat(32))))).breaches
      const check = mallLogChecks.find(({ title }) => title.startsWith('every receipt'))!
      const [row] = await world.db.query<{ breaches: bigint }>(check.sql)
      return [Number(row!.breaches), found]
    }
    const plant = (change: Partial<OrderReceipt3>) =>
      world.owner.query('update receipt set content = $2 where subject_id = $1', [
        order,
        JSON.stringify({ ...content, ...change }),
      ])
    expect(await breaches()).toEqual([0, 0])
    await plant({ seq: 1 })
    expect(await breaches()).toEqual([1, 1])
    await plant({ running: '00'.repeat(32) })
    expect(await breaches()).toEqual([0, 1])
    // a state of the log from before the issue's opening: its begin, its rules and the opening of the first issue
    const early = await world.anonymous.call(ENDPOINTS.fairCheckpoint, { size: 3 })
    await plant({ logSize: early.size, logRoot: early.root })
    expect(await breaches()).toEqual([1, 0])
    await plant({})
    expect(await breaches()).toEqual([0, 0])
  })

  test('does not exist for other members, unknown orders, and undecided purchases', async () => {
    const issue = await sellingProduct(world, { code: 'RC', shares: 10 })
    const order = await buy(buyer, issue, 1)
    await expect(receiptOf(other, order)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    await expect(receiptOf(buyer, randomUUID())).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    const state = (to: string) =>
      world.owner.query('update purchase set state = $2 where purchase_id = $1', [order, to])
    await state('held')
    await expect(receiptOf(buyer, order)).rejects.toMatchObject({ code: 'PENDING' })
    await state('done')
    await receiptOf(buyer, order)
  })

  test('fails verification for another issue and after a change of any field', async () => {
    const issue = await sellingProduct(world, { code: 'RD', shares: 4 })
    const [own, foreign] = [await buy(buyer, issue, 2), await buy(other, issue, 2)]
    await drawEverything(world)
    const proof: unknown = await world.anonymous.call(ENDPOINTS.proof, { issue })
    const receipt = await receiptOf(buyer, own)
    const failing = (changed: unknown) => verifyProof(proof, { receipt: changed }).failed
    expect(failing(receipt)).toBeUndefined()
    const content = JSON.parse(receipt.receipt) as Record<string, unknown>
    for (const [field, value] of Object.entries(content)) {
      const changed = { ...content, [field]: typeof value === 'number' ? value + 1 : `${String(value)}0` }
      expect(failing({ ...receipt, receipt: JSON.stringify(changed) }), field).toBe('receipt')
    }
    expect(failing({ ...receipt, signature: '00'.repeat(64) })).toBe('receipt')
    expect(failing({ ...receipt, publicKey: '11'.repeat(32) })).toBe('receipt')
    expect(failing({ ...receipt, more: 1 })).toBe('receipt')
    expect(failing(null)).toBe('receipt')
    const earlier = await sellingProduct(world, { code: 'RE', shares: 4 })
    expect(failing(await receiptOf(other, foreign))).toBeUndefined()
    expect(failing(await receiptOf(buyer, await buy(buyer, earlier, 2)))).toBe('receipt')
  })
})

describe('public reads of the log', () => {
  test('list entries from both ends in pages', async () => {
    const call = (input: { cursor?: string; limit?: number; sort?: 'newest' | 'oldest'; from?: number }) =>
      world.anonymous.call(ENDPOINTS.fairLog, input)
    const whole = await call({ sort: 'oldest', limit: 100 })
    expect(whole.items.map(({ index }) => index)).toEqual([...Array(whole.size).keys()])
    expect(whole.items.at(-1)!.head).toBe(whole.head)
    for (const sort of ['oldest', 'newest'] as const) {
      const seen: number[] = []
      let next: string | null = null
      do {
        const page: Awaited<ReturnType<typeof call>> = await call({
          sort,
          limit: 3,
          ...(next && { cursor: next }),
        })
        seen.push(...page.items.map(({ index }) => index))
        next = page.next
      } while (next)
      const all = [...Array(whole.size).keys()]
      expect(seen).toEqual(sort === 'oldest' ? all : all.toReversed())
    }
    expect((await call({ sort: 'oldest', from: 2, limit: 1 })).items[0]!.index).toBe(2)
    expect((await call({ from: 2, limit: 1 })).items[0]!.index).toBe(2)
    expect((await call({ sort: 'oldest', from: whole.size + 5 })).items).toEqual([])
  })

  test('answer a consistency proof between any two sizes, and none beyond the log', async () => {
    const { size } = await world.anonymous.call(ENDPOINTS.fairLog, {})
    const proof = await world.anonymous.call(ENDPOINTS.fairConsistency, { from: 1, to: size })
    expect(proof.path.length).toBeGreaterThan(0)
    for (const input of [
      { from: 2, to: 1 },
      { from: 1, to: size + 1 },
    ]) {
      await expect(world.anonymous.call(ENDPOINTS.fairConsistency, input)).rejects.toMatchObject({
        code: 'NO_SUCH_DATA',
      })
    }
    await expect(world.anonymous.call(ENDPOINTS.fairCheckpoint, { size: size + 1 })).rejects.toMatchObject({
      code: 'NO_SUCH_DATA',
    })
  })
})
