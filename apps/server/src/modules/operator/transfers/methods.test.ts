/** Owners change what a way to recharge asks for and how long it takes. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { makeReceiving } from '../../../testing/made/transfers.ts'
import { operatorChecks } from '../operator.checks.ts'

let server: TestServer
let owner: TestOperator
let member: TestMember
beforeAll(async () => {
  server = await testServer()
  owner = await makeOperator(server, ['owner'])
  member = await makeMember(server)
  await makeReceiving({ db: server.db, wallet: server.context.wallet }, 'pix', 'pix-one')
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const PIX = {
  method: 'pix',
  required: 'taxId',
  optional: 'name',
  delayFrom: 1,
  delayTo: 20,
}
const change = (more: Partial<typeof PIX> = {}, { client }: TestOperator = owner) =>
  client.call(ENDPOINTS.methodChange, {
    ...PIX,
    ...more,
    reason: 'PIX arrives within minutes',
    requestId: randomUUID(),
  })
const offered = async () =>
  (await member.client.call(ENDPOINTS.rechargeMethods, {})).items.find(({ id }) => id === 'pix-one')

test('members see the new fields and the new delay at once, and the audit log both values', async () => {
  expect(await offered()).toMatchObject({ delay: { fromMinutes: 30, toMinutes: 240 } })
  expect(await change()).toMatchObject({ state: 'done' })
  expect(await offered()).toMatchObject({
    fields: [
      { field: 'taxId', required: true },
      { field: 'name', required: false },
    ],
    delay: { fromMinutes: 1, toMinutes: 20 },
  })
  const { items } = await owner.client.call(ENDPOINTS.auditList, { subject: 'method:pix' })
  const [entry] = items
  const [before, after] = [entry?.before, entry?.after].map((text) => JSON.parse(text ?? '') as unknown)
  expect({ action: entry?.action, before, after }).toMatchObject({
    action: 'method.change',
    before: { required: ['name', 'taxId'], optional: [], delayFrom: 30, delayTo: 240 },
    after: { required: ['taxId'], optional: ['name'], delayFrom: 1, delayTo: 20 },
  })
  const listed = await owner.client.call(ENDPOINTS.methodList, {})
  expect(listed.items.find(({ method }) => method === 'pix')).toMatchObject({ required: ['taxId'] })
  const plant = `update recharge_method set delay_to = 900 where method = 'pix'`
  expect(await planted(server.db, operatorChecks, plant)).toEqual(['refused: recharge_method_audited'])
  expect(await planted(server.owner, operatorChecks, plant)).toEqual([
    'every way to recharge is on, and asks what its last change says',
  ])
})

test('fields that the kind does not have, a field twice, and a delay that ends before it begins are refused', async () => {
  for (const [more, field] of [
    [{ required: 'trc20' }, 'required'],
    [{ required: 'colour' }, 'required'],
    [{ required: 'taxId,taxId' }, 'required'],
    [{ required: 'name', optional: 'name' }, 'optional'],
    [{ delayFrom: 21 }, 'delayTo'],
  ] as [Partial<typeof PIX>, string][]) {
    const failure = await change(more).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      failure: { code: 'INPUT_INVALID', fields: { [field]: expect.any(String) as string } },
    })
  }
  expect(await codeOf(change({ method: 'cash' }))).toBe('NO_SUCH_DATA')
  const usdt = { method: 'trc20', required: '', optional: '' }
  expect(await change(usdt)).toMatchObject({ state: 'done' })
})

test('with real money another owner approves the change', async () => {
  await server.owner.query(`update deployment set money_mode = 'real'`)
  const real = await testServer({ database: server.database, deployment: { moneyMode: 'real' } })
  try {
    const [first, second] = [await makeOperator(real, ['owner']), await makeOperator(real, ['owner'])]
    const asked = await change({ delayTo: 45 }, first)
    expect(asked).toMatchObject({
      state: 'requested',
      approval: { params: { method: 'pix', required: 'taxId', optional: 'name', minutes: '1 to 45' } },
    })
    expect(await second.client.call(ENDPOINTS.approvalShow, { id: asked.approval!.id })).toMatchObject({
      outlook: {
        effect: { minutes: '1 to 45' },
        before: { required: 'taxId', optional: 'name', minutes: '1 to 20' },
      },
    })
    await second.client.call(ENDPOINTS.approvalApprove, { id: asked.approval!.id })
    const { items } = await first.client.call(ENDPOINTS.methodList, {})
    expect(items.find(({ method }) => method === 'pix')).toMatchObject({ delay: { toMinutes: 45 } })
  } finally {
    await real.close()
    await server.owner.query(`update deployment set money_mode = 'sandbox'`)
  }
})
