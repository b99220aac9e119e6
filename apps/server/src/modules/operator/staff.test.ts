import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAudit } from '../../platform/audit.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { createPasswords } from '../identity/index.ts'
import { createInvitations } from './invitations.ts'
import { because, codeOf, HOUR, logIn, refused, seated, setUp, WHY } from './operator.fixture.ts'

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
    expect(await codeOf(asha.client.call(ENDPOINTS.staffReset, { id, ...because() }))).toBe('LAST_OWNER')
    const roles = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['auditor'], ...because() })
    expect(await codeOf(roles)).toBe('LAST_OWNER')
    const more = asha.client.call(ENDPOINTS.staffRoles, { id, roles: ['owner', 'finance'], ...because() })
    expect((await more).state).toBe('done')
  })

  test('resetting ends the sessions and what was known; enabling needs a new start as well', async () => {
    const asha = await seated(server, 'asha', 'owner')
    const first = await asha.client.call(ENDPOINTS.staffCreate, created('bela'))
    const bela = await setUp(server, 'bela', first.oneTimePassword!)
    const reset = await asha.client.call(ENDPOINTS.staffReset, { id: bela.id, ...because() })
    expect(await codeOf(bela.client.call(ENDPOINTS.operatorMe, {}))).toBe('SESSION_ENDED')
    const anew = await setUp(server, 'bela', reset.oneTimePassword!)
    expect(anew.secret).not.toBe(bela.secret)

    expect(await codeOf(asha.client.call(ENDPOINTS.staffEnable, { id: bela.id, ...because() }))).toBe(
      'NO_SUCH_DATA',
    )
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await disable(asha, bela)).toMatchObject({ status: 'disabled' })
    expect(await codeOf(asha.client.call(ENDPOINTS.staffReset, { id: bela.id, ...because() }))).toBe(
      'NO_SUCH_DATA',
    )
    const enabled = await asha.client.call(ENDPOINTS.staffEnable, { id: bela.id, ...because() })
    await logIn(server, { name: 'bela', password: enabled.oneTimePassword! })
    const { items } = await asha.client.call(ENDPOINTS.auditList, { action: 'staff', limit: 100 })
    expect(items.map(({ action }) => action)).toEqual([
      'staff.enable',
      'staff.disable',
      'staff.setup',
      'staff.reset',
      'staff.setup',
      'staff.create',
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
      await asha.client.call(ENDPOINTS.staffEnable, { id, ...because() }),
    ]
    for (const { state, approval } of asked) {
      expect(state).toBe('requested')
      await bela.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    }
    const reset = await asha.client.call(ENDPOINTS.staffReset, { id, ...because() })
    expect(reset.state).toBe('requested')
    const people = await list(bela)
    expect(people.find(({ name }) => name === 'charu')).toMatchObject({
      status: 'invited',
      roles: ['content'],
    })
    expect(people.find(({ name }) => name === 'dilip')).toMatchObject({ status: 'invited' })
  })

  test('shutting the other one out does not make the rule of one, for a week', async () => {
    const [asha, bela] = [await seated(server, 'asha', 'owner'), await seated(server, 'bela', 'owner')]
    await disable(asha, bela)
    expect((await asha.client.call(ENDPOINTS.staffCreate, created('puppet'))).state).toBe('requested')
    await server.database.advanceClock(7 * 24 * HOUR + 1_000)
    const later = await seated(server, 'asha', 'owner')
    expect((await later.client.call(ENDPOINTS.staffCreate, created('puppet'))).state).toBe('done')
  })

  test('the machine lets one in again who was shut out; until they have set up, it is not the rule of one', async () => {
    const asha = await seated(server, 'asha', 'owner')
    const invited = await asha.client.call(ENDPOINTS.staffCreate, { ...created('bela'), roles: ['owner'] })
    const bela = await setUp(server, 'bela', invited.oneTimePassword!)
    await disable(await seated(server, 'asha', 'owner'), bela)

    const { context } = server
    const passwords = createPasswords(context.secrets.passwordPepper)
    const invitations = createInvitations({ ...context, audit: createAudit(context), passwords })
    const { oneTimePassword } = (await invitations.rescue('bela'))!
    const rule = await seated(server, 'asha', 'owner')
    expect((await rule.client.call(ENDPOINTS.staffCreate, created('puppet'))).state).toBe('requested')
    const again = await setUp(server, 'bela', oneTimePassword)
    expect((await disable(again, asha)).status).toBe('disabled')
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
