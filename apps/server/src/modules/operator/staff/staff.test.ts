import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { because, codeOf, HOUR, logIn, refused, rescue, seated, setUp, WHY } from '../operator.fixture.ts'

// how many owners there are matters here, so each test has a desk of its own
let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

type Seat = Awaited<ReturnType<typeof seated>>
const list = async (by: Seat) => (await by.client.call(ENDPOINTS.staffList, {})).items
const disable = (by: Seat, { id }: { id: string }) =>
  by.client.call(ENDPOINTS.staffDisable, { id, reason: WHY })
const reset = (by: Seat, { id }: { id: string }) => by.client.call(ENDPOINTS.staffReset, { id, ...because() })
const enable = (by: Seat, { id }: { id: string }) =>
  by.client.call(ENDPOINTS.staffEnable, { id, ...because() })
const created = (name: string) => ({
  name,
  fullName: 'Rahim Uddin',
  roles: ['support' as const],
  ...because(),
})

describe('while there is one owner', () => {
  test('they let others in alone, once however often it is asked', async () => {
    const asha = await seated(server, 'asha', 'owner')
    const input = created('bela')
    const done = await asha.client.call(ENDPOINTS.staffCreate, input)
    expect(done).toMatchObject({ state: 'done', approval: null })
    expect(await asha.client.call(ENDPOINTS.staffCreate, input)).toEqual({ ...done, oneTimePassword: null })
    expect(await codeOf(asha.client.call(ENDPOINTS.staffCreate, { ...input, fullName: 'Else' }))).toBe(
      'REQUEST_ID_REUSED',
    )
    const again = await refused(asha.client.call(ENDPOINTS.staffCreate, created('bela')))
    expect(again).toMatchObject({ code: 'NAME_TAKEN' })
    expect(again.failure.fields).toHaveProperty('name')
    expect((await list(asha)).map(({ name, status }) => [name, status])).toEqual([
      ['asha', 'active'],
      ['bela', 'invited'],
    ])
    await setUp(server, 'bela', done.oneTimePassword!)
    expect((await list(asha)).map(({ status }) => status)).toEqual(['active', 'active'])
  })

  test('they stay one: not disabled, reset, or without the role; an owner who never came does not count', async () => {
    const asha = await seated(server, 'asha', 'owner')
    const input = { ...created('bela'), roles: ['owner' as const] }
    await asha.client.call(ENDPOINTS.staffCreate, input)
    const { id } = asha
    expect(await codeOf(disable(asha, asha))).toBe('LAST_OWNER')
    expect(await codeOf(reset(asha, asha))).toBe('LAST_OWNER')
    const roles = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['auditor'], ...because() })
    expect(await codeOf(roles)).toBe('LAST_OWNER')
    const more = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['owner', 'finance'], ...because() })
    expect((await more).state).toBe('done')
  })

  test('who never came is invited anew by one; who has set up, by the machine alone', async () => {
    const asha = await seated(server, 'asha', 'owner')
    await asha.client.call(ENDPOINTS.staffCreate, created('bela'))
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
    // the account stays its person's, though there is nothing of them left in it
    expect(await codeOf(reset(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const anew = await setUp(server, 'bela', first!.oneTimePassword)
    expect(anew.secret).not.toBe(bela.secret)
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await codeOf(enable(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const second = await rescue(server, 'bela')
    await logIn(server, { name: 'bela', password: second!.oneTimePassword })
    expect(await rescue(server, 'nobody')).toBeNull()
    // nothing waits that nobody could decide
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
    ])
    expect(items[1]).toMatchObject({
      before: '{"roles":["support"],"status":"active"}',
      after: '{"roles":["support"],"status":"disabled"}',
    })
  })
})

describe('once there are two owners', () => {
  test('letting in, roles, reset and enabling take both; shutting out takes one', async () => {
    const [asha, bela] = [await seated(server, 'asha', 'owner'), await seated(server, 'bela', 'owner')]
    const charu = await seated(server, 'charu', 'support')
    const { id } = charu
    expect((await disable(asha, charu)).status).toBe('disabled')
    const asked = [
      await asha.client.call(ENDPOINTS.staffCreate, created('dilip')),
      await asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['content'], ...because() }),
      await enable(asha, charu),
    ]
    for (const { state, approval } of asked) {
      expect(state).toBe('requested')
      await bela.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    }
    expect((await reset(asha, charu)).state).toBe('requested')
    const people = await list(bela)
    expect(people.find(({ name }) => name === 'charu')).toMatchObject({
      status: 'invited',
      roles: ['content'],
    })
    expect(people.find(({ name }) => name === 'dilip')).toMatchObject({ status: 'invited' })
  })

  test('shutting the other one out never makes the rule of one: the house’s money still takes two', async () => {
    const [asha, bela] = [await seated(server, 'asha', 'owner'), await seated(server, 'bela', 'owner')]
    const mina = await seated(server, 'mina', 'finance')
    await disable(asha, bela)
    await server.database.advanceClock(60 * 24 * HOUR)
    const rule = await seated(server, 'asha', 'owner')
    const roles = { id: mina.id, roles: ['support' as const], ...because() }
    for (const change of [
      () => reset(rule, mina),
      () => enable(rule, bela),
      () => rule.client.call(ENDPOINTS.staffRoles, roles),
      () => rule.client.call(ENDPOINTS.staffCreate, created('puppet')),
    ])
      expect(await codeOf(change())).toBe('NEEDS_SECOND_OWNER')
    expect((await rule.client.call(ENDPOINTS.approvalList, { limit: 10 })).items).toEqual([])
    expect((await list(rule)).map(({ name }) => name)).toEqual(['asha', 'bela', 'mina'])
  })

  test('the machine lets one in again who was shut out; from then on there are two', async () => {
    const asha = await seated(server, 'asha', 'owner')
    const invited = await asha.client.call(ENDPOINTS.staffCreate, { ...created('bela'), roles: ['owner'] })
    const bela = await setUp(server, 'bela', invited.oneTimePassword!)
    await disable(await seated(server, 'asha', 'owner'), bela)

    const { oneTimePassword } = (await rescue(server, 'bela'))!
    const rule = await seated(server, 'asha', 'owner')
    const alone = rule.client.call(ENDPOINTS.staffCreate, created('puppet'))
    expect(await codeOf(alone)).toBe('NEEDS_SECOND_OWNER')
    const again = await setUp(server, 'bela', oneTimePassword)
    expect((await rule.client.call(ENDPOINTS.staffCreate, created('puppet'))).state).toBe('requested')
    expect((await disable(again, asha)).status).toBe('disabled')
  })

  test('who lost what they log in with cannot approve it: it takes a third owner, or the machine', async () => {
    const [asha, bela] = [await seated(server, 'asha', 'owner'), await seated(server, 'bela', 'owner')]
    expect(await codeOf(reset(asha, bela))).toBe('NEEDS_SECOND_OWNER')
    const charu = await seated(server, 'charu', 'owner')
    const { approval } = await reset(asha, bela)
    const { oneTimePassword } = await charu.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    await logIn(server, { name: 'bela', password: oneTimePassword! })
  })

  test('two of them remain, together they do not undo it either', async () => {
    const [asha, bela] = [await seated(server, 'asha', 'owner'), await seated(server, 'bela', 'owner')]
    const demote = (by: Seat, { id }: Seat) =>
      by.client.call(ENDPOINTS.staffRoles, { id, roles: ['finance'], ...because() })
    expect(await codeOf(demote(asha, bela))).toBe('TWO_OWNERS_STAY')
    const charu = await seated(server, 'charu', 'owner')
    const [first, second] = [await demote(asha, bela), await demote(asha, charu)]
    await charu.client.call(ENDPOINTS.approvalApprove, { id: first.approval!.id })
    // asked for while there were three
    const late = charu.client.call(ENDPOINTS.approvalApprove, { id: second.approval!.id })
    expect(await codeOf(late)).toBe('TWO_OWNERS_STAY')
    await disable(asha, charu)
    expect(await codeOf(demote(asha, charu))).toBe('TWO_OWNERS_STAY')
  })

  test('two who shut each other out, or themselves, in the same moment: one stays', async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two] = [
        await seated(server, `asha-${round}`, 'owner'),
        await seated(server, `bela-${round}`, 'owner'),
      ]
      // owners of earlier rounds would count
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

test('the audit log is read from the newest, by who, what and about what', async () => {
  const asha = await seated(server, 'asha', 'owner')
  const names = ['bela', 'charu', 'dilip']
  for (const name of names) await asha.client.call(ENDPOINTS.staffCreate, created(name))
  const [bela] = (await list(asha)).filter(({ name }) => name === 'bela')
  await disable(asha, bela!)
  const read = async (filter: object) =>
    (await asha.client.call(ENDPOINTS.auditList, { limit: 100, ...filter })).items
  expect((await read({ action: 'staff.create' })).map(({ after }) => JSON.parse(after!).name)).toEqual(
    names.toReversed(),
  )
  expect(await read({ action: 'staff' })).toHaveLength(4)
  // the first words, not the first letters
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
