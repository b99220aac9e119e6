/** An issue whose stored salt is lost or damaged cannot be drawn, so it sells nothing more. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { checkStoredSalts } from './stored-salts.ts'

let server: TestServer
let member: TestMember
let made = 0

beforeAll(async () => {
  server = await testServer()
  member = await makeMember(server, { balance: '100.00' })
  await server.context.mall.createCategory({
    category: 'test',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Test' },
  })
})
afterAll(() => server.close())
afterEach(() => {
  server.logged.length = 0
})

async function open(): Promise<{ id: string; number: string }> {
  const { mall } = server.context
  const code = `SALT${made++}`
  await mall.createProduct({
    code,
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: code, description: '' } },
    marketPrice: 50_000n,
    sharePrice: 10_000n,
    shares: 5,
    saleDays: 1,
    maxIssues: 1,
  })
  const { issueId, number } = (await mall.openIssue(code))!
  return { id: issueId, number }
}

const buy = (issue: string, quantity = 1, requestId: string = randomUUID()) =>
  member.client.call(ENDPOINTS.buy, { issue, quantity, requestId })
const look = () => server.context.mall.storedSalts.look()
const alarms = () =>
  server.logged.filter((line) => line.includes('"alarm":"salt"') && line.includes('"level":"error"'))
const doctor = () => checkStoredSalts(server.db, server.context.fair.salts)
const query = (text: string, values: unknown[]) => server.owner.query(text, values)

const breaks = {
  'was deleted': (id: string) => query('delete from issue_secret where issue_id = $1', [id]),
  'was damaged': (id: string) =>
    query(`update issue_secret set salt = set_byte(salt, 20, 255 - get_byte(salt, 20)) where issue_id = $1`, [
      id,
    ]),
  'was cut': (id: string) => query(`update issue_secret set salt = '\\x00' where issue_id = $1`, [id]),
  'has a key that is gone': (id: string) =>
    query(`update issue_secret set key_id = 'gone' where issue_id = $1`, [id]),
}

test.each(Object.entries(breaks))(
  'an issue whose salt %s sells nothing more, and the others do',
  async (_, damage) => {
    const issue = await open()
    const other = await open()
    const id = randomUUID()
    const { order } = await buy(issue.number, 1, id)
    const before = (await doctor()).breaches
    await damage(issue.id)
    await look()
    await expect(buy(issue.number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
    expect(await buy(issue.number, 1, id), 'a repeated call keeps its answer').toMatchObject({ order })
    const quote = await member.client.call(ENDPOINTS.confirmOrder, { issue: issue.number, quantity: 1 })
    expect(quote.refusal).toBe('NOT_SELLING')
    await buy(other.number)
    expect(alarms()).toHaveLength(1)
    expect(alarms()[0]).toContain(issue.number)
    await look()
    expect(alarms(), 'an alarm is raised once').toHaveLength(1)
    const found = await doctor()
    expect(found.breaches).toBe(before + 1)
    expect(found.figure).toContain(`${issue.number} (selling): the salt`)
  },
)

test('an issue sells again when its salt is put back', async () => {
  const issue = await open()
  const [kept] = await server.db.query('select salt, key_id from issue_secret where issue_id = $1', [
    issue.id,
  ])
  await breaks['was deleted'](issue.id)
  await look()
  await expect(buy(issue.number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  const { salt, key_id: keyId } = kept as { salt: Uint8Array; key_id: string }
  await query('insert into issue_secret (issue_id, salt, key_id) values ($1, $2, $3)', [
    issue.id,
    salt,
    keyId,
  ])
  await look()
  await buy(issue.number)
})

test('a salt that belongs to another issue, or another commitment, is found', async () => {
  const [one, two] = [await open(), await open()]
  await query(
    `update issue_secret set salt = (select salt from issue_secret where issue_id = $1) where issue_id = $2`,
    [one.id, two.id],
  )
  await look()
  await expect(buy(two.number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  await buy(one.number)
})

test('a broken salt of a sold-out issue is alarmed before the seal', async () => {
  const issue = await open()
  await buy(issue.number, 5)
  await breaks['was damaged'](issue.id)
  await look()
  expect(alarms()).toEqual([expect.stringContaining('it cannot be drawn')])
  expect((await doctor()).figure).toContain(`${issue.number} (sold_out)`)
})

test('members get their money back at the deadline of an issue whose salt is broken', async () => {
  const issue = await open()
  await buy(issue.number, 2)
  const balance = async () => (await member.client.call(ENDPOINTS.account, {})).balance
  const before = Number(await balance())
  await breaks['was deleted'](issue.id)
  await look()
  await server.database.advanceClock(25 * 3_600_000)
  await server.context.mall.draws.runDue()
  expect(Number(await balance())).toBeGreaterThanOrEqual(before + 2)
  const { card } = await member.client.call(ENDPOINTS.goodsDetail, { issue: issue.number })
  expect(card.status).toBe('refunded')
})
