import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { because, codeOf, HOUR, logIn, rescue, signedIn, REASON } from '../operator.fixture.ts'

type SignedIn = { id: string; name: string; client: OperatorClient }

let server: TestServer
let asha: SignedIn
let bela: SignedIn
let charu: SignedIn
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())
// new sessions for each test: tests advance the clock, and sessions expire
beforeEach(async () => {
  asha = await signedIn(server, 'asha', 'owner')
  bela = await signedIn(server, 'bela', 'owner')
  charu = await signedIn(server, 'charu', 'owner', 'finance')
})

let made = 0
const newName = () => `operator-${++made}`

/** The input of a change that needs approval: creates an operator with this name. */
const creation = (name = newName(), roles: Role[] = ['support']) => ({
  name,
  fullName: 'Rahim Uddin',
  roles,
  ...because(),
})

async function request(by: SignedIn = asha, input = creation()) {
  const { approval } = await by.client.call(ENDPOINTS.staffCreate, input)
  return { id: approval!.id, name: input.name, approval: approval! }
}

/** The caller that the server finds for the operator's session. */
async function callerOf({ id }: SignedIn) {
  const [row] = await server.db.query<{ token: string }>(
    `select encode(token_hash, 'hex') as token from operator_session where operator_id = $1`,
    [id],
  )
  return (await server.context.operators.sessions.find(row!.token))!
}

const show = (id: string, by: SignedIn = bela) => by.client.call(ENDPOINTS.approvalShow, { id })
const approve = (by: SignedIn, id: string) => by.client.call(ENDPOINTS.approvalApprove, { id })
const operatorsNamed = async (name: string) =>
  (await asha.client.call(ENDPOINTS.staffList, {})).items.filter((one) => one.name === name)
const auditOf = async (id: string) =>
  (await asha.client.call(ENDPOINTS.auditList, { subject: `approval:${id}` })).items.map(
    ({ action, operator }) => [action, operator?.name],
  )

describe('a request', () => {
  test('changes nothing, and shows the change, the requester, the reason and the expiry', async () => {
    const input = creation(newName(), ['support', 'content'])
    const answer = await asha.client.call(ENDPOINTS.staffCreate, input)
    expect(answer).toMatchObject({
      state: 'requested',
      oneTimePassword: null,
      approval: {
        action: 'staff.create',
        params: { name: input.name, fullName: 'Rahim Uddin', roles: 'content, support' },
        reason: REASON,
        requestedBy: { id: asha.id, name: 'asha' },
        state: 'pending',
        decidedBy: null,
        mayDecide: false,
      },
    })
    const { id, requestedAt, expiresAt } = answer.approval!
    expect(expiresAt - requestedAt).toBe(24 * HOUR)
    expect(await operatorsNamed(input.name)).toEqual([])
    expect(await show(id)).toMatchObject({ mayDecide: true })
    expect(await auditOf(id)).toEqual([['approval.request', 'asha']])
  })

  test('with the same request id is made once, also in parallel, and is refused with another input', async () => {
    const input = creation()
    const answers = await Promise.all([1, 2, 3, 4].map(() => asha.client.call(ENDPOINTS.staffCreate, input)))
    expect(new Set(answers.map(({ approval }) => approval?.id)).size).toBe(1)
    const again = asha.client.call(ENDPOINTS.staffCreate, { ...input, reason: 'another reason' })
    expect(await codeOf(again)).toBe('REQUEST_ID_REUSED')
    // request ids of another operator are separate
    const other = await bela.client.call(ENDPOINTS.staffCreate, input)
    expect(other.approval!.id).not.toBe(answers[0]!.approval!.id)
    await approve(bela, answers[0]!.approval!.id)
    expect(await asha.client.call(ENDPOINTS.staffCreate, input)).toMatchObject({
      state: 'done',
      approval: { state: 'approved' },
      oneTimePassword: null,
    })
  })

  test('for an impossible change is refused at once', async () => {
    expect(await codeOf(request(asha, creation('bela')))).toBe('NAME_TAKEN')
  })
})

describe('an approval', () => {
  test('makes the change, and the audit log names both operators', async () => {
    const { id, name } = await request()
    const done = await approve(bela, id)
    expect(done).toMatchObject({
      state: 'done',
      approval: { state: 'approved', decidedBy: { name: 'bela' }, mayDecide: false },
    })
    const [created] = await operatorsNamed(name)
    expect(created).toMatchObject({ status: 'invited', roles: ['support'] })
    await logIn(server, { name, password: done.oneTimePassword! })
    expect(await auditOf(id)).toEqual([
      ['approval.approve', 'bela'],
      ['approval.request', 'asha'],
    ])
    const { items } = await asha.client.call(ENDPOINTS.auditList, { subject: `staff:${created!.id}` })
    expect(items.at(-1)).toMatchObject({
      action: 'staff.create',
      operator: { name: 'bela' },
      approval: id,
      reason: REASON,
      before: null,
    })
    expect(JSON.stringify(items)).not.toContain(done.oneTimePassword)
  })

  test('by the requester is refused in any session, with any role, and in SQL', async () => {
    const { id } = await request(charu)
    const elsewhere = await signedIn(server, 'charu', 'owner', 'finance')
    for (const self of [charu, elsewhere]) {
      expect((await show(id, self)).mayDecide).toBe(false)
      expect(await codeOf(approve(self, id))).toBe('OWN_REQUEST')
      expect(await codeOf(self.client.call(ENDPOINTS.approvalReject, { id, note: REASON }))).toBe(
        'OWN_REQUEST',
      )
    }
    const otherRole = await signedIn(server, 'charu', 'owner')
    expect(await codeOf(approve(otherRole, id))).toBe('OWN_REQUEST')
    for (const state of ['approved', 'rejected']) {
      const bySql = server.db.query(
        `update approval set state = $2, decided_by = requested_by, decided_at = business_now() where approval_id = $1`,
        [id, state],
      )
      await expect(bySql).rejects.toMatchObject({ code: '23514', constraint: 'approval_two_people' })
    }
    const other = server.db.query('update approval set requested_by = $2 where approval_id = $1', [
      id,
      bela.id,
    ])
    await expect(other).rejects.toMatchObject({ code: '42501' })
    expect(await show(id)).toMatchObject({ state: 'pending' })
  })

  test('needs the permission of the requested change', async () => {
    const { id } = await request()
    const finance = await signedIn(server, 'farah', 'finance')
    const auditor = await signedIn(server, 'gita', 'auditor')
    expect((await show(id, finance)).mayDecide).toBe(false)
    expect(await codeOf(approve(finance, id))).toBe('NOT_PERMITTED')
    expect((await show(id, auditor)).mayDecide).toBe(false)
    expect(await codeOf(approve(auditor, id))).toBe('NOT_PERMITTED')
    const support = await signedIn(server, 'hari', 'support')
    expect(await codeOf(show(id, support))).toBe('NOT_PERMITTED')
    expect(await codeOf(approve(bela, randomUUID()))).toBe('NO_SUCH_DATA')
  })

  test('repeated by the same operator has the same answer, and by another operator is refused', async () => {
    const { id, name } = await request()
    const first = await approve(bela, id)
    expect(await approve(bela, id)).toEqual({ ...first, oneTimePassword: null })
    expect(await codeOf(approve(charu, id))).toBe('NOT_PENDING')
    expect(await codeOf(charu.client.call(ENDPOINTS.approvalReject, { id, note: REASON }))).toBe(
      'NOT_PENDING',
    )
    expect(await codeOf(asha.client.call(ENDPOINTS.approvalWithdraw, { id }))).toBe('NOT_PENDING')
    expect(await operatorsNamed(name)).toHaveLength(1)
  })

  test('by two operators at once makes the change once, and a request is never both approved and rejected', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, name } = await request()
      const both = await Promise.allSettled(
        round % 2 === 0
          ? [approve(bela, id), approve(charu, id)]
          : [approve(bela, id), charu.client.call(ENDPOINTS.approvalReject, { id, note: REASON })],
      )
      const [won] = both.filter(({ status }) => status === 'fulfilled')
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { state } = await show(id)
      expect(await operatorsNamed(name)).toHaveLength(state === 'approved' ? 1 : 0)
      expect(won).toBeDefined()
      expect(await auditOf(id)).toHaveLength(2)
    }
  })

  test('of a change that has become impossible is refused, and the request stays pending', async () => {
    const [one, two] = [await request(), await request()]
    const name = newName()
    const [first, second] = [await request(asha, creation(name)), await request(bela, creation(name))]
    await approve(charu, first.id)
    expect(await codeOf(approve(charu, second.id))).toBe('NAME_TAKEN')
    expect(await show(second.id)).toMatchObject({ state: 'pending' })
    for (const { id } of [one, two]) await asha.client.call(ENDPOINTS.approvalWithdraw, { id })
  })

  test('is refused when the operator loses the permission after the call began', async () => {
    const { id } = await request()
    const { operators } = server.context
    const stale = await signedIn(server, 'indu', 'owner')
    const operator = await callerOf(stale)
    await signedIn(server, 'indu', 'finance')
    const late = () => operators.approvals.approve({ operator, address: '127.0.0.1' }, id)
    await expect(late()).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
    await asha.client.call(ENDPOINTS.staffDisable, { id: stale.id, reason: REASON })
    await expect(late()).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(await show(id)).toMatchObject({ state: 'pending' })
  })
})

describe('a request that is not approved', () => {
  test('is rejected once, with a note', async () => {
    const { id, name } = await request()
    const reject = (by: SignedIn) => by.client.call(ENDPOINTS.approvalReject, { id, note: 'not this one' })
    const answer = await reject(bela)
    expect(answer).toMatchObject({ state: 'rejected', note: 'not this one', decidedBy: { name: 'bela' } })
    expect(await reject(bela)).toEqual(answer)
    expect(await codeOf(reject(charu))).toBe('NOT_PENDING')
    expect(await codeOf(approve(bela, id))).toBe('NOT_PENDING')
    expect(await operatorsNamed(name)).toEqual([])
  })

  test('can be withdrawn by its requester only', async () => {
    const { id } = await request()
    const withdraw = (by: SignedIn) => by.client.call(ENDPOINTS.approvalWithdraw, { id })
    expect(await codeOf(withdraw(bela))).toBe('NO_SUCH_DATA')
    const answer = await withdraw(asha)
    expect(answer).toMatchObject({ state: 'withdrawn' })
    expect(await withdraw(asha)).toEqual(answer)
    expect(await codeOf(approve(bela, id))).toBe('NOT_PENDING')
  })

  test('expires, also before the job stores the state', async () => {
    const { id, approval } = await request()
    await server.context.jobs.plan()
    await server.database.advanceClock(approval.expiresAt - approval.requestedAt + 1_000)
    asha = await signedIn(server, 'asha', 'owner')
    bela = await signedIn(server, 'bela', 'owner')
    const late = await show(id)
    expect(late).toMatchObject({ state: 'expired', decidedAt: approval.expiresAt, mayDecide: false })
    expect(await codeOf(approve(bela, id))).toBe('NOT_PENDING')
    const listed = async (state: 'pending' | 'expired') =>
      (await bela.client.call(ENDPOINTS.approvalList, { state, limit: 100 })).items.map((one) => one.id)
    expect(await listed('pending')).toEqual([])
    expect(await listed('expired')).toContain(id)
    await server.context.jobs.drain()
    expect(await show(id)).toEqual(late)
    expect(await listed('expired')).toContain(id)
    expect(await auditOf(id)).toEqual([
      ['approval.expire', undefined],
      ['approval.request', 'asha'],
    ])
  })

  test('expires after the hours of the setting, which applies to new requests', async () => {
    const set = (value: string) =>
      server.owner.query(
        `insert into setting (name, value, version, changed_at) values ('operator.approvalHours', $1, 1, now())
         on conflict (name) do update set value = $1`,
        [value],
      )
    const before = await request()
    await set('2')
    await server.context.settings.refresh()
    const { approval } = await request()
    expect(approval.expiresAt - approval.requestedAt).toBe(2 * HOUR)
    expect((await show(before.id)).expiresAt).toBe(before.approval.expiresAt)
    await set('24')
    await server.context.settings.refresh()
  })

  test('is withdrawn when its requester is disabled or loses the permission', async () => {
    const [one, two] = [await signedIn(server, 'jaya', 'owner'), await signedIn(server, 'kiran', 'owner')]
    const [first, second] = [await request(one), await request(two)]
    await asha.client.call(ENDPOINTS.staffDisable, { id: one.id, reason: REASON })
    expect(await show(first.id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'jaya' } })
    expect((await auditOf(first.id))[0]).toEqual(['approval.withdraw', 'asha'])
    // the log lists entries of the same moment in the order in which they were written
    const { items } = await asha.client.call(ENDPOINTS.auditList, { limit: 2 })
    expect(items.map(({ action }) => action)).toEqual(['approval.withdraw', 'staff.disable'])
    const change = await asha.client.call(ENDPOINTS.staffRoles, {
      id: two.id,
      roles: ['finance'],
      ...because(),
    })
    await approve(bela, change.approval!.id)
    expect(await show(second.id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'kiran' } })
  })

  test('is withdrawn when its requester is reset or rescued, because a stranger may have made it', async () => {
    const lata = await signedIn(server, 'lata', 'owner')
    const stale = await callerOf(lata)
    const { id } = await request(lata)
    const { approval } = await asha.client.call(ENDPOINTS.staffReset, { id: lata.id, ...because() })
    await approve(bela, approval!.id)
    expect(await show(id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'lata' } })
    // a call that began before the reset
    const other = await request()
    const late = server.context.operators.approvals.approve(
      { operator: stale, address: '127.0.0.1' },
      other.id,
    )
    await expect(late).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(await show(other.id)).toMatchObject({ state: 'pending' })

    const mira = await signedIn(server, 'mira', 'owner')
    const hers = await request(mira)
    await rescue(server, 'mira')
    expect(await show(hers.id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'mira' } })
    expect((await auditOf(hers.id))[0]).toEqual(['approval.withdraw', undefined])
  })
})

test('who asked reads and takes back their requests with any role, and sees no others', async () => {
  const lalon = await signedIn(server, 'lalon', 'fulfilment')
  const others = await request()
  const id = randomUUID()
  await server.owner.query(
    `insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at)
     select $1, 'delivery.settle', '{"number":"","amount":"1.00","dispute":"late","note":"sorry"}', $2, $3, at, at + interval '1 day'
     from business_clock`,
    [id, REASON, lalon.id],
  )
  expect(await show(id, lalon)).toMatchObject({ id, state: 'pending', mayDecide: false })
  const listed = async ({ client }: SignedIn) =>
    (await client.call(ENDPOINTS.approvalList, { limit: 100 })).items.map((one) => one.id)
  expect(await listed(lalon)).toEqual([id])
  expect(await listed(bela)).toEqual(expect.arrayContaining([id, others.id]))
  const withdraw = (by: SignedIn, requested: string) =>
    by.client.call(ENDPOINTS.approvalWithdraw, { id: requested })
  for (const missing of [others.id, randomUUID()]) {
    expect(await codeOf(show(missing, lalon))).toBe('NOT_PERMITTED')
    expect(await codeOf(withdraw(lalon, missing))).toBe('NO_SUCH_DATA')
  }
  expect(await codeOf(approve(lalon, id))).toBe('NOT_PERMITTED')
  expect(await withdraw(lalon, id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'lalon' } })
})

test('the list is paged, newest first, with each request once', async () => {
  const ids = []
  for (let n = 0; n < 5; n++) ids.unshift((await request()).id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await bela.client.call(ENDPOINTS.approvalList, { limit: 2, state: 'pending', cursor })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(seen.slice(0, 5)).toEqual(ids)
  expect(new Set(seen).size).toBe(seen.length)
  const wrong = bela.client.call(ENDPOINTS.approvalList, { cursor: 'WyJ4Il0' })
  expect(await codeOf(wrong)).toBe('INPUT_INVALID')
})

describe("the server's database role", () => {
  test.each(['audit', 'setting_change', 'operator_request'])('can only append to %s', async (table) => {
    await request()
    const column = table === 'setting_change' ? 'reason' : table === 'audit' ? 'action' : 'input_hash'
    for (const sql of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
    ])
      await expect(server.db.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('can neither delete a request nor change what was requested', async () => {
    for (const sql of [
      'delete from approval',
      'truncate approval cascade',
      `update approval set params = '{}'`,
      `update approval set expires_at = expires_at + interval '1 year'`,
      `update approval set action = 'house.fund'`,
    ])
      await expect(server.db.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})
