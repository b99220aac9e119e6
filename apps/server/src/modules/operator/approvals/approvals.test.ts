import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator-roles'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { because, codeOf, HOUR, logIn, rescue, seated, WHY } from '../operator.fixture.ts'

type Seat = { id: string; name: string; client: OperatorClient }

let server: TestServer
let asha: Seat
let bela: Seat
let charu: Seat
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())
// sessions of one test do not age in another
beforeEach(async () => {
  asha = await seated(server, 'asha', 'owner')
  bela = await seated(server, 'bela', 'owner')
  charu = await seated(server, 'charu', 'owner', 'finance')
})

let made = 0
const newName = () => `person-${++made}`

/** A change that takes a second person; `name`: of the operator that it would make. */
const creation = (name = newName(), roles: Role[] = ['support']) => ({
  name,
  fullName: 'Rahim Uddin',
  roles,
  ...because(),
})

async function asked(by: Seat = asha, input = creation()) {
  const { approval } = await by.client.call(ENDPOINTS.staffCreate, input)
  return { id: approval!.id, name: input.name, approval: approval! }
}

/** What the door knows of an operator's only session. */
async function operatorOf({ id }: Seat) {
  const [row] = await server.db.query<{ token: string }>(
    `select encode(token_hash, 'hex') as token from operator_session where operator_id = $1`,
    [id],
  )
  return (await server.context.operators.sessions.find(row!.token))!
}

const show = (id: string, by: Seat = bela) => by.client.call(ENDPOINTS.approvalShow, { id })
const approve = (by: Seat, id: string) => by.client.call(ENDPOINTS.approvalApprove, { id })
const people = async (name: string) =>
  (await asha.client.call(ENDPOINTS.staffList, {})).items.filter((one) => one.name === name)
const trail = async (id: string) =>
  (await asha.client.call(ENDPOINTS.auditList, { subject: `approval:${id}` })).items.map(
    ({ action, operator }) => [action, operator?.name],
  )

describe('asking', () => {
  test('changes nothing yet, and says what is asked for, by whom, why and until when', async () => {
    const input = creation(newName(), ['support', 'content'])
    const answer = await asha.client.call(ENDPOINTS.staffCreate, input)
    expect(answer).toMatchObject({
      state: 'requested',
      oneTimePassword: null,
      approval: {
        action: 'staff.create',
        params: { name: input.name, fullName: 'Rahim Uddin', roles: 'content, support' },
        reason: WHY,
        requestedBy: { id: asha.id, name: 'asha' },
        state: 'pending',
        decidedBy: null,
        mayDecide: false,
      },
    })
    const { id, requestedAt, expiresAt } = answer.approval!
    expect(expiresAt - requestedAt).toBe(24 * HOUR)
    expect(await people(input.name)).toEqual([])
    expect(await show(id)).toMatchObject({ mayDecide: true })
    expect(await trail(id)).toEqual([['approval.request', 'asha']])
  })

  test('again with the same id answers the same request, also in parallel; with another input it is refused', async () => {
    const input = creation()
    const answers = await Promise.all([1, 2, 3, 4].map(() => asha.client.call(ENDPOINTS.staffCreate, input)))
    expect(new Set(answers.map(({ approval }) => approval?.id)).size).toBe(1)
    const again = asha.client.call(ENDPOINTS.staffCreate, { ...input, reason: 'another one' })
    expect(await codeOf(again)).toBe('REQUEST_ID_REUSED')
    // somebody else's key is their own
    const other = await bela.client.call(ENDPOINTS.staffCreate, input)
    expect(other.approval!.id).not.toBe(answers[0]!.approval!.id)
    await approve(bela, answers[0]!.approval!.id)
    expect(await asha.client.call(ENDPOINTS.staffCreate, input)).toMatchObject({
      state: 'done',
      approval: { state: 'approved' },
      oneTimePassword: null,
    })
  })

  test('what could not be done is refused at once', async () => {
    expect(await codeOf(asked(asha, creation('bela')))).toBe('NAME_TAKEN')
  })
})

describe('approving', () => {
  test('carries it out, with both names in the audit log', async () => {
    const { id, name } = await asked()
    const done = await approve(bela, id)
    expect(done).toMatchObject({
      state: 'done',
      approval: { state: 'approved', decidedBy: { name: 'bela' }, mayDecide: false },
    })
    const [person] = await people(name)
    expect(person).toMatchObject({ status: 'invited', roles: ['support'] })
    await logIn(server, { name, password: done.oneTimePassword! })
    expect(await trail(id)).toEqual([
      ['approval.approve', 'bela'],
      ['approval.request', 'asha'],
    ])
    const { items } = await asha.client.call(ENDPOINTS.auditList, { subject: `staff:${person!.id}` })
    expect(items.at(-1)).toMatchObject({
      action: 'staff.create',
      operator: { name: 'bela' },
      approval: id,
      reason: WHY,
      before: null,
    })
    expect(JSON.stringify(items)).not.toContain(done.oneTimePassword)
  })

  test('is not for who asked: not in another session, not with another role, not by SQL', async () => {
    const { id } = await asked(charu)
    const elsewhere = await seated(server, 'charu', 'owner', 'finance')
    for (const self of [charu, elsewhere]) {
      expect((await show(id, self)).mayDecide).toBe(false)
      expect(await codeOf(approve(self, id))).toBe('OWN_REQUEST')
      expect(await codeOf(self.client.call(ENDPOINTS.approvalReject, { id, note: WHY }))).toBe('OWN_REQUEST')
    }
    const otherRole = await seated(server, 'charu', 'owner')
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

  test('takes the permission of what is asked for', async () => {
    const { id } = await asked()
    const finance = await seated(server, 'farah', 'finance')
    const auditor = await seated(server, 'gita', 'auditor')
    expect((await show(id, finance)).mayDecide).toBe(false)
    expect(await codeOf(approve(finance, id))).toBe('NOT_PERMITTED')
    expect((await show(id, auditor)).mayDecide).toBe(false)
    expect(await codeOf(approve(auditor, id))).toBe('NOT_PERMITTED')
    const support = await seated(server, 'hari', 'support')
    expect(await codeOf(show(id, support))).toBe('NOT_PERMITTED')
    expect(await codeOf(approve(bela, randomUUID()))).toBe('NO_SUCH_DATA')
  })

  test('happens once: again by the same person is the same answer, by another it is too late', async () => {
    const { id, name } = await asked()
    const first = await approve(bela, id)
    expect(await approve(bela, id)).toEqual({ ...first, oneTimePassword: null })
    expect(await codeOf(approve(charu, id))).toBe('NOT_PENDING')
    expect(await codeOf(charu.client.call(ENDPOINTS.approvalReject, { id, note: WHY }))).toBe('NOT_PENDING')
    expect(await codeOf(asha.client.call(ENDPOINTS.approvalWithdraw, { id }))).toBe('NOT_PENDING')
    expect(await people(name)).toHaveLength(1)
  })

  test('by two at once is carried out once, and never both approved and rejected', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, name } = await asked()
      const both = await Promise.allSettled(
        round % 2 === 0
          ? [approve(bela, id), approve(charu, id)]
          : [approve(bela, id), charu.client.call(ENDPOINTS.approvalReject, { id, note: WHY })],
      )
      const [won] = both.filter(({ status }) => status === 'fulfilled')
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { state } = await show(id)
      expect(await people(name)).toHaveLength(state === 'approved' ? 1 : 0)
      expect(won).toBeDefined()
      expect(await trail(id)).toHaveLength(2)
    }
  })

  test('what cannot be done any more leaves the request waiting', async () => {
    const [one, two] = [await asked(), await asked()]
    const name = newName()
    const [first, second] = [await asked(asha, creation(name)), await asked(bela, creation(name))]
    await approve(charu, first.id)
    expect(await codeOf(approve(charu, second.id))).toBe('NAME_TAKEN')
    expect(await show(second.id)).toMatchObject({ state: 'pending' })
    for (const { id } of [one, two]) await asha.client.call(ENDPOINTS.approvalWithdraw, { id })
  })

  test('a call that began before its operator lost the right does not end with it', async () => {
    const { id } = await asked()
    const { operators } = server.context
    const stale = await seated(server, 'indu', 'owner')
    const operator = await operatorOf(stale)
    await seated(server, 'indu', 'finance')
    const late = () => operators.approvals.approve({ operator, address: '127.0.0.1' }, id)
    await expect(late()).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
    await asha.client.call(ENDPOINTS.staffDisable, { id: stale.id, reason: WHY })
    await expect(late()).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(await show(id)).toMatchObject({ state: 'pending' })
  })
})

describe('not approving', () => {
  test('rejecting says why, once', async () => {
    const { id, name } = await asked()
    const reject = (by: Seat) => by.client.call(ENDPOINTS.approvalReject, { id, note: 'not this one' })
    const answer = await reject(bela)
    expect(answer).toMatchObject({ state: 'rejected', note: 'not this one', decidedBy: { name: 'bela' } })
    expect(await reject(bela)).toEqual(answer)
    expect(await codeOf(reject(charu))).toBe('NOT_PENDING')
    expect(await codeOf(approve(bela, id))).toBe('NOT_PENDING')
    expect(await people(name)).toEqual([])
  })

  test('withdrawing is for who asked', async () => {
    const { id } = await asked()
    const withdraw = (by: Seat) => by.client.call(ENDPOINTS.approvalWithdraw, { id })
    expect(await codeOf(withdraw(bela))).toBe('NO_SUCH_DATA')
    const answer = await withdraw(asha)
    expect(answer).toMatchObject({ state: 'withdrawn' })
    expect(await withdraw(asha)).toEqual(answer)
    expect(await codeOf(approve(bela, id))).toBe('NOT_PENDING')
  })

  test('what nobody decides in time has expired, before and after that is noted', async () => {
    const { id, approval } = await asked()
    await server.context.jobs.plan()
    await server.database.advanceClock(approval.expiresAt - approval.requestedAt + 1_000)
    asha = await seated(server, 'asha', 'owner')
    bela = await seated(server, 'bela', 'owner')
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
    expect(await trail(id)).toEqual([
      ['approval.expire', undefined],
      ['approval.request', 'asha'],
    ])
  })

  test('the time to decide is a setting, for new requests', async () => {
    const set = (value: string) =>
      server.owner.query(
        `insert into setting (name, value, version, changed_at) values ('operator.approvalHours', $1, 1, now())
         on conflict (name) do update set value = $1`,
        [value],
      )
    const before = await asked()
    await set('2')
    await server.context.settings.refresh()
    const { approval } = await asked()
    expect(approval.expiresAt - approval.requestedAt).toBe(2 * HOUR)
    expect((await show(before.id)).expiresAt).toBe(before.approval.expiresAt)
    await set('24')
    await server.context.settings.refresh()
  })

  test('who is shut out, or loses the role, has asked for nothing any more', async () => {
    const [one, two] = [await seated(server, 'jaya', 'owner'), await seated(server, 'kiran', 'owner')]
    const [first, second] = [await asked(one), await asked(two)]
    await asha.client.call(ENDPOINTS.staffDisable, { id: one.id, reason: WHY })
    expect(await show(first.id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'jaya' } })
    expect((await trail(first.id))[0]).toEqual(['approval.withdraw', 'asha'])
    // in the order in which it was written, though it is of one moment
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

  test('nor who starts anew: somebody else may have asked in their name', async () => {
    const lata = await seated(server, 'lata', 'owner')
    const stale = await operatorOf(lata)
    const { id } = await asked(lata)
    const { approval } = await asha.client.call(ENDPOINTS.staffReset, { id: lata.id, ...because() })
    await approve(bela, approval!.id)
    expect(await show(id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'lata' } })
    // a call that had passed the door before
    const other = await asked()
    const late = server.context.operators.approvals.approve(
      { operator: stale, address: '127.0.0.1' },
      other.id,
    )
    await expect(late).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(await show(other.id)).toMatchObject({ state: 'pending' })

    const mira = await seated(server, 'mira', 'owner')
    const hers = await asked(mira)
    await rescue(server, 'mira')
    expect(await show(hers.id)).toMatchObject({ state: 'withdrawn', decidedBy: { name: 'mira' } })
    expect((await trail(hers.id))[0]).toEqual(['approval.withdraw', undefined])
  })
})

test('the list is paged from the newest, each once', async () => {
  const ids = []
  for (let n = 0; n < 5; n++) ids.unshift((await asked()).id)
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

describe('what the server may not do to its own history', () => {
  test.each(['audit', 'setting_change', 'operator_request'])('%s is append-only', async (table) => {
    await asked()
    const column = table === 'setting_change' ? 'reason' : table === 'audit' ? 'action' : 'input_hash'
    for (const sql of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
    ])
      await expect(server.db.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('a request is neither deleted nor rewritten', async () => {
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
