/** A server of an older release beside a schema that a newer release has migrated: it reads, and moves nothing. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from './platform/schema/migrate.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { makeOperator } from './testing/operators.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
let member: TestMember
let issue: string

beforeAll(async () => {
  const schemaVersion = (await readMigrations()).at(-1)!.version
  server = await testServer({ parts: { schemaVersion } })
  const { mall } = server.context
  await mall.createCategory({ category: 'test', position: 1, tile: 'sea', titles: { 'en-us': 'Test' } })
  await mall.createProduct({
    code: 'OLD',
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    marketPrice: 50_000n,
    sharePrice: 10_000n,
    shares: 5,
  })
  issue = (await mall.openIssue('OLD'))!.number
  member = await makeMember(server, { balance: '100.00' })
})
afterAll(() => server.close())

const buy = (quantity = 1) => member.client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
const migrateFurther = () =>
  server.owner.query(
    `insert into schema_migration (version, name, sha256, applied_at) values (9999, '9999_later.sql', '', now())`,
  )

test('a server stops selling and drawing when a newer release has migrated its database, and goes on reading', async () => {
  await buy()
  await migrateFurther()
  // the loop of the draws looks each second
  await server.context.mall.draws.runDue()
  await expect(buy()).rejects.toMatchObject({ code: 'LOG_HALTED' })
  await expect(
    member.client.call(ENDPOINTS.openRecharge, {
      method: 'sandbox',
      amount: '10.00',
      requestId: randomUUID(),
    }),
  ).rejects.toMatchObject({ code: 'LOG_HALTED' })
  expect((await member.client.call(ENDPOINTS.orderList, {})).items).toHaveLength(1)
  expect((await server.anonymous().call(ENDPOINTS.system, {})).standing).toBe('halted')

  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, await answer.json()]
  }
  await expect.poll(ready).toEqual([
    503,
    {
      status: 'not ready',
      missing: ['migrations', 'log'],
      reasons: {
        log: expect.stringMatching(
          /^a newer release has migrated the database to 9999, and this server knows/,
        ),
      },
    },
  ])
  const alarms = server.logged.filter((line) => line.includes('"alarm":"log_halted"'))
  expect(alarms).toEqual([expect.stringContaining('"reason":"outdated"')])
})

test('a newer schema is no loss: owners cannot start a new log by it', async () => {
  const owner = await makeOperator(server, ['owner'])
  await expect(
    owner.client.call(ENDPOINTS.logRecover, { reason: 'for a test', requestId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOTHING_TO_RECOVER' })
})

test('the server goes on when the schema is the one that it knows', async () => {
  await server.owner.query('delete from schema_migration where version = 9999')
  await server.context.mall.draws.runDue()
  await buy()
})
