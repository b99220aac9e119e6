import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/server.ts'
import {
  because,
  codeOf,
  HOUR,
  logIn,
  refused,
  rescue,
  signedIn,
  setUp,
  REASON,
} from '../operator.fixture.ts'

// the number of owners matters here, so each test has a separate server
let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

type SignedIn = Awaited<ReturnType<typeof signedIn>>
const list = async (by: SignedIn) => (await by.client.call(ENDPOINTS.staffList, {})).items
const disable = (by: SignedIn, { id }: { id: string }) =>
  by.client.call(ENDPOINTS.staffDisable, { id, reason: REASON })
const reset = (by: SignedIn, { id }: { id: string }) =>
  by.client.call(ENDPOINTS.staffReset, { id, ...because() })
const enable = (by: SignedIn, { id }: { id: string }) =>
  by.client.call(ENDPOINTS.staffEnable, { id, ...because() })
const newOperator = (name: string) => ({
  name,
  fullName: 'Rahim Uddin',
  roles: ['support' as const],
  ...because(),
})

describe('while there is one owner', () => {
  test('the owner creates operators alone, and a repeated call creates one', async () => {
    const asha = await signedIn(server, 'asha', 'owner')
    const input = newOperator('bela')
    const done = await asha.client.call(ENDPOINTS.staffCreate, input)
    expect(done).toMatchObject({ state: 'done', approval: null })
    expect(await asha.client.call(ENDPOINTS.staffCreate, input)).toEqual({ ...done, oneTimePassword: null })
    expect(
      await codeOf(asha.client.call(ENDPOINTS.staffCreate, { ...input, fullName: 'Another name' })),
    ).toBe('REQUEST_ID_REUSED')
    const again = await refused(asha.client.call(ENDPOINTS.staffCreate, newOperator('bela')))
    expect(again).toMatchObject({ code: 'NAME_TAKEN' })
    expect(again.failure.fields).toHaveProperty('name')
    expect((await list(asha)).map(({ name, status }) => [name, status])).toEqual([
      ['asha', 'active'],
      ['bela', 'invited'],
    ])
    await setUp(server, 'bela', done.oneTimePassword!)
    expect((await list(asha)).map(({ status }) => status)).toEqual(['active', 'active'])
  })

  test('the owner cannot be disabled, reset or demoted, also beside an owner who has not set up', async () => {
    const asha = await signedIn(server, 'asha', 'owner')
    const input = { ...newOperator('bela'), roles: ['owner' as const] }
    await asha.client.call(ENDPOINTS.staffCreate, input)
    const { id } = asha
    expect(await codeOf(disable(asha, asha))).toBe('LAST_OWNER')
    expect(await codeOf(reset(asha, asha))).toBe('LAST_OWNER')
    const roles = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['auditor'], ...because() })
    expect(await codeOf(roles)).toBe('LAST_OWNER')
    const more = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['owner', 'finance'], ...because() })
    expect((await more).state).toBe('done')
  })

  test('the owner can reset an operator who never set up, and only rescue resets one who did', async () => {
    const asha = await signedIn(server, 'asha', 'owner')
    await asha.client.call(ENDPOINTS.staffCreate, newOperator('bela'))
    const [invited] = (await list(asha)).filter(({ name }) => name === 'bela')
    expect(await codeOf(enable(asha, invited!))).toBe('NO_SUCH_DATA')
    expect((await reset(asha, invited!)).state).toBe('done')
    await disable(asha, invited!)
    expect(await codeOf(reset(asha, invited!))).toBe('NO_SUCH_DATA')
    const { oneTimePassword } = await enable(asha, invited!)
    const bela = await setUp(server, 'bela', oneTimePassword!)

    expect(await codeOf(reset(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    await bela.client.call(ENDPOINTS.operatorMe, {})
    const first = await rescue(server, 'bela')
    expect(await codeOf(bela.client.call(ENDPOINTS.operatorMe, {}))).toBe('SESSION_ENDED')
    // the account was set up before the rescue, so the owner still cannot reset it alone
    expect(await codeOf(reset(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const again = await setUp(server, 'bela', first!.oneTimePassword)
    expect(again.secret).not.toBe(bela.secret)
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await codeOf(enable(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const second = await rescue(server, 'bela')
    await logIn(server, { name: 'bela', password: second!.oneTimePassword })
    expect(await rescue(server, 'unknown')).toBeNull()
    // there is no request, because no operator could approve it
    expect((await asha.client.call(ENDPOINTS.approvalList, { limit: 10 })).items).toEqual([])

    const { items } = await asha.client.call(ENDPOINTS.auditList, { action: 'staff', limit: 100 })
    expect(items.map(({ action, operator }) => [action, operator?.name])).toEqual([
      ['staff.rescue', undefined],
      ['staff.disable', 'asha'],
      ['staff.setup', 'bela'],
      ['staff.rescue', undefined],
      ['staff.setup', 'bela'],
      ['staff.enable', 'asha'],
      ['staff.disable', 'asha'],
      ['staff.reset', 'asha'],
      ['staff.create', 'asha'],
      ['staff.create', undefined],
    ])
    expect(items[1]).toMatchObject({
      before: '{"roles":["support"],"status":"active"}',
      after: '{"roles":["support"],"status":"disabled"}',
    })
  })
})

describe('once there are two owners', () => {
  test('creating, roles, reset and enabling need both, and disabling needs one', async () => {
    const [asha, bela] = [await signedIn(server, 'asha', 'owner'), await signedIn(server, 'bela', 'owner')]
    const charu = await signedIn(server, 'charu', 'support')
    const { id } = charu
    expect((await disable(asha, charu)).status).toBe('disabled')
    const requests = [
      await asha.client.call(ENDPOINTS.staffCreate, newOperator('dilip')),
      await asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['content'], ...because() }),
      await enable(asha, charu),
    ]
    const roles = await bela.client.call(ENDPOINTS.approvalShow, { id: requests[1]!.approval!.id })
    expect(roles.outlook).toMatchObject({
      effect: { operator: 'charu', roles: 'content', permissions: expect.stringContaining('product.change') },
      before: { operator: 'charu', roles: 'support', permissions: expect.stringContaining('member.protect') },
      facts: [{ name: 'status', value: 'disabled' }],
    })
    for (const { state, approval } of requests) {
      expect(state).toBe('requested')
      await bela.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    }
    expect((await reset(asha, charu)).state).toBe('requested')
    const operators = await list(bela)
    expect(operators.find(({ name }) => name === 'charu')).toMatchObject({
      status: 'invited',
      roles: ['content'],
    })
    expect(operators.find(({ name }) => name === 'dilip')).toMatchObject({ status: 'invited' })
  })

  test('disabling the other owner does not let one owner change staff alone', async () => {
    const [asha, bela] = [await signedIn(server, 'asha', 'owner'), await signedIn(server, 'bela', 'owner')]
    const mina = await signedIn(server, 'mina', 'finance')
    await disable(asha, bela)
    await server.database.advanceClock(60 * 24 * HOUR)
    const remaining = await signedIn(server, 'asha', 'owner')
    const roles = { id: mina.id, roles: ['support' as const], ...because() }
    for (const change of [
      () => reset(remaining, mina),
      () => enable(remaining, bela),
      () => remaining.client.call(ENDPOINTS.staffRoles, roles),
      () => remaining.client.call(ENDPOINTS.staffCreate, newOperator('puppet')),
    ])
      expect(await codeOf(change())).toBe('NEEDS_SECOND_OWNER')
    expect((await remaining.client.call(ENDPOINTS.approvalList, { limit: 10 })).items).toEqual([])
    expect((await list(remaining)).map(({ name }) => name)).toEqual(['asha', 'bela', 'mina'])
  })

  test('rescue gives a disabled owner access again, who can then approve', async () => {
    const asha = await signedIn(server, 'asha', 'owner')
    const invited = await asha.client.call(ENDPOINTS.staffCreate, {
      ...newOperator('bela'),
      roles: ['owner'],
    })
    const bela = await setUp(server, 'bela', invited.oneTimePassword!)
    await disable(await signedIn(server, 'asha', 'owner'), bela)

    const { oneTimePassword } = (await rescue(server, 'bela'))!
    const remaining = await signedIn(server, 'asha', 'owner')
    const alone = remaining.client.call(ENDPOINTS.staffCreate, newOperator('puppet'))
    expect(await codeOf(alone)).toBe('NEEDS_SECOND_OWNER')
    const again = await setUp(server, 'bela', oneTimePassword)
    expect((await remaining.client.call(ENDPOINTS.staffCreate, newOperator('puppet'))).state).toBe(
      'requested',
    )
    expect((await disable(again, asha)).status).toBe('disabled')
  })

  test('resetting an owner needs the approval of a third owner', async () => {
    const [asha, bela] = [await signedIn(server, 'asha', 'owner'), await signedIn(server, 'bela', 'owner')]
    expect(await codeOf(reset(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const charu = await signedIn(server, 'charu', 'owner')
    const { approval } = await reset(asha, bela)
    const { oneTimePassword } = await charu.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    await logIn(server, { name: 'bela', password: oneTimePassword! })
  })

  test('the last two owners cannot be demoted, also with approval', async () => {
    const [asha, bela] = [await signedIn(server, 'asha', 'owner'), await signedIn(server, 'bela', 'owner')]
    const demote = (by: SignedIn, { id }: SignedIn) =>
      by.client.call(ENDPOINTS.staffRoles, { id, roles: ['finance'], ...because() })
    expect(await codeOf(demote(asha, bela))).toBe('TWO_OWNERS_STAY')
    const charu = await signedIn(server, 'charu', 'owner')
    const [first, second] = [await demote(asha, bela), await demote(asha, charu)]
    await charu.client.call(ENDPOINTS.approvalApprove, { id: first.approval!.id })
    // requested while there were three owners
    const late = charu.client.call(ENDPOINTS.approvalApprove, { id: second.approval!.id })
    expect(await codeOf(late)).toBe('TWO_OWNERS_STAY')
    await disable(asha, charu)
    expect(await codeOf(demote(asha, charu))).toBe('TWO_OWNERS_STAY')
  })

  test('of two owners who disable each other, or themselves, at the same time one stays', async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two] = [
        await signedIn(server, `asha-${round}`, 'owner'),
        await signedIn(server, `bela-${round}`, 'owner'),
      ]
      // owners of earlier rounds must not count
      await server.owner.query(
        `update operator set roles = '{support}' where name not like $1 and roles = '{owner}'`,
        [`%-${round}`],
      )
      const crossed = round % 2 === 0
      const results = await Promise.allSettled([
        disable(one, crossed ? two : one),
        disable(two, crossed ? one : two),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const [left] = await server.db.query<{ owners: bigint }>(
        `select count(*) as owners from operator where 'owner' = any(roles) and status = 'active'`,
      )
      expect(left!.owners).toBe(1n)
    }
  })
})

test('the audit log is paged, newest first, and filtered by operator, action and subject', async () => {
  const asha = await signedIn(server, 'asha', 'owner')
  const names = ['bela', 'charu', 'dilip']
  for (const name of names) await asha.client.call(ENDPOINTS.staffCreate, newOperator(name))
  const [bela] = (await list(asha)).filter(({ name }) => name === 'bela')
  await disable(asha, bela!)
  const read = async (filter: object) =>
    (await asha.client.call(ENDPOINTS.auditList, { limit: 100, ...filter })).items
  const created = await read({ action: 'staff.create' })
  expect(created.map(({ after }) => JSON.parse(after!).name)).toEqual(['asha', ...names].toReversed())
  expect(await read({ action: 'staff' })).toHaveLength(5)
  // a filter matches whole words of the action
  expect(await read({ action: 'sta' })).toEqual([])
  expect((await read({ subject: `staff:${bela!.id}` })).map(({ action }) => action)).toEqual([
    'staff.disable',
    'staff.create',
  ])
  expect(await read({ operator: asha.id })).toHaveLength(4)
  expect(await read({ operator: bela!.id })).toEqual([])
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await asha.client.call(ENDPOINTS.auditList, { limit: 3, cursor })
    pages.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(pages).toEqual((await read({})).map(({ id }) => id))
})
