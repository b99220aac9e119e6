import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { ExclusionDuration } from '@fairlot/contract/kinds/guard-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS as DAY, MINUTE_MS as MINUTE } from '../../../platform/durations.ts'
import { runDoctorChecks } from '../../../programs/doctor.checks.ts'
import { testClient } from '../../../testing/client.ts'
import { makeMember, SOME_PASSWORD, type TestMember } from '../../../testing/factories.ts'
import { breachesOf, defectsOf, paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { SOME_ADDRESS } from '../../../testing/wire/some-values.ts'
import { codeOf } from '../../../testing/refused.ts'
import { adjust, testServer, type TestServer } from '../../../testing/server.ts'
import { listen } from '../../../testing/stream.ts'
import { TERMS_VERSION } from '../../content/index.ts'
import { takeNotice } from '../../wallet/recharge/credits.ts'
import { decidePayment } from '../../wallet/sandbox/company.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  await server.database.setClockOffset(0)
  // the clock of a house does not go back: what the days ahead were is not stated yet
  await server.owner.query('truncate figure, figure_day')
})
afterEach(async () => {
  expect(await breaches()).toEqual([])
})
afterAll(() => server.close())

/**
 * What the doctor finds, without the statements of whole days (solvency, reconciliation): the tests set the clock back, into days that were
 * stated already.
 */
const breaches = async () => (await breachesOf(server)).filter((found) => !/^INV-3[01] /.test(found))

let products = 0
const selling = (shares = 100) => sellIssue(server, `CLOSE${++products}`, shares)
const buy = ({ client }: TestMember, issue: string, quantity = 1) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
const recharge = ({ client }: TestMember) =>
  client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '100.00', requestId: randomUUID() })

async function paid(): Promise<TestMember> {
  const [member] = await paidMembers(server, 1, '1000.00')
  return member!
}

/** The newest code that the server sent to a phone. */
async function newestCode(phone: string): Promise<string> {
  await server.context.jobs.drain()
  const answer = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(phone)}`)
  const { items } = (await answer.json()) as { items: { code: string }[] }
  return items[0]!.code
}

async function closingCode({ client, phone }: TestMember): Promise<string> {
  await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  return newestCode(phone)
}

const close = async (member: TestMember) =>
  member.client.call(ENDPOINTS.closeAccount, { code: await closingCode(member) })
const closeIfReady = ({ memberId }: TestMember) => server.context.closing.closeIfReady(memberId)

type Row = {
  status: string
  phone: string | null
  username: string | null
  nickname: string
  country: string | null
  password_hash: string
  invitation_code: string
  inviter_id: string | null
  balance: bigint
  closing: boolean
  excluded: Date | null
}
async function rowOf(memberId: string): Promise<Row> {
  const [row] = await server.owner.query<Row>(
    `select m.*, w.balance, w.closing, w.excluded_until as excluded from member m join wallet w using (member_id) where member_id = $1`,
    [memberId],
  )
  return row!
}

async function registerAgain(phone: string) {
  const anyone = server.anonymous()
  await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
  const code = await newestCode(phone)
  const input = { phone, password: SOME_PASSWORD, terms: TERMS_VERSION, adult: true as const }
  return {
    wrong: () => anyone.call(ENDPOINTS.register, { ...input, code: code === '000000' ? '000001' : '000000' }),
    right: () => anyone.call(ENDPOINTS.register, { ...input, code }),
  }
}

/** The member takes a break or a self-exclusion. @returns its end, Unix milliseconds */
async function exclude({ client }: TestMember, duration: ExclusionDuration): Promise<number> {
  return (await client.call(ENDPOINTS.selfExclude, { duration })).exclusion!.until
}

/** Sets the spend limit per day; undefined: requests its removal. */
const limit = ({ client }: TestMember, cap: string | undefined) =>
  client.call(ENDPOINTS.limitSave, { kind: 'spend', period: 'day', ...(cap === undefined ? {} : { cap }) })

const isExcluded = ({ phone }: TestMember) => server.context.identity.exclusions.isExcluded(server.db, phone)

describe('an account with nothing open', () => {
  test('is closed at once: play money returns to the sandbox and personal data is erased', async () => {
    const member = await paid()
    const { memberId, client, phone } = member
    const friend = await makeMember(server, { inviterId: memberId })
    const { invitation_code: invitation } = await rowOf(memberId)
    expect(await client.call(ENDPOINTS.closeState, {})).toEqual({
      status: 'active',
      requestedAt: null,
      waitsFor: { orders: 0, prizes: 0, recharges: 0, withdrawals: 0, balance: '1000.00', frozen: false },
      balanceReturns: true,
      phoneWait: { hours: 0, exclusion: null },
    })

    expect(await close(member)).toMatchObject({ status: 'closing', requestedAt: expect.any(Number) })
    expect(await codeOf(recharge(member))).toBe('ACCOUNT_CLOSING')
    await server.context.jobs.drain()

    expect(await rowOf(memberId)).toMatchObject({
      status: 'closed',
      phone: null,
      username: null,
      nickname: '***',
      country: null,
      invitation_code: invitation,
      balance: 0n,
      closing: true,
      excluded: null,
    })
    expect((await rowOf(friend.memberId)).inviter_id).toBe(memberId)
    expect((await server.context.identity.names([memberId])).get(memberId)?.publicName).toBe('***')
    expect(await codeOf(client.call(ENDPOINTS.closeState, {}))).toBe('SESSION_ENDED')
    const left = await server.owner.query(
      `select 'session' as what from session where member_id = $1
       union all select 'code' from sms_code where phone = $2
       union all select 'inbox' from sandbox_sms where phone = $2
       union all select 'job' from job where data::text like '%' || $2 || '%'`,
      [memberId, phone],
    )
    expect(left).toEqual([])
    const lines = await server.owner.query(
      `select debit, credit, amount from ledger where ref = $1 and kind = 'closing' order by debit`,
      [memberId],
    )
    expect(lines).toEqual([
      { debit: 'clearing', credit: 'account', amount: 1000_0000n },
      { debit: 'wallet', credit: 'clearing', amount: 1000_0000n },
    ])
  })

  test('frees its phone number, and never its invitation code', async () => {
    const member = await makeMember(server, { password: SOME_PASSWORD })
    const { invitation_code: invitationCode } = await rowOf(member.memberId)
    await close(member)
    await server.context.jobs.drain()
    const login = { account: member.phone, password: SOME_PASSWORD }
    expect(await codeOf(server.anonymous().call(ENDPOINTS.login, login))).toBe('LOGIN_FAILED')

    const session = await (await registerAgain(member.phone)).right()
    expect(session.member.id).not.toBe(member.memberId)
    expect((await rowOf(session.member.id)).inviter_id).toBeNull()
    const other = { phone: '+8801712000001', code: '123456', password: SOME_PASSWORD, terms: TERMS_VERSION }
    const invited = { ...other, adult: true as const, invitationCode }
    expect(await codeOf(server.anonymous().call(ENDPOINTS.register, invited))).toBe('INVITATION_UNKNOWN')
  })

  test('stays open when the code is wrong', async () => {
    const member = await makeMember(server)
    const code = await closingCode(member)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await codeOf(member.client.call(ENDPOINTS.closeAccount, { code: wrong }))).toBe('CODE_WRONG')
    expect(await member.client.call(ENDPOINTS.closeState, {})).toMatchObject({ status: 'active' })
    expect(
      await codeOf(makeMember(server).then(({ client }) => client.call(ENDPOINTS.closeAccount, { code }))),
    ).toBe('CODE_EXPIRED')
  })
})

test('closing ends every session of the member, and their live updates', async () => {
  const member = await makeMember(server)
  const { identity } = server.context
  const other = testClient({ url: server.url, session: await identity.openSession(member.memberId) })
  const streams = await Promise.all(
    [member.client, other].map((client) => listen(server.url, client, ['balance'])),
  )
  await other.call(ENDPOINTS.account, {})
  await close(member)
  await server.context.jobs.drain()
  await Promise.all(streams.map((stream) => stream.ended))
  for (const client of [member.client, other])
    expect(await codeOf(client.call(ENDPOINTS.account, {}))).toBe('SESSION_ENDED')
})

describe('an account with something open', () => {
  test('refuses purchases and recharges, waits for its orders, and is closed by the job of the next minute', async () => {
    const issue = await selling()
    const member = await paid()
    await buy(member, issue, 5)
    expect(await close(member)).toMatchObject({
      status: 'closing',
      waitsFor: { orders: 1, prizes: 0, recharges: 0, withdrawals: 0, balance: '995.00' },
    })
    expect(await codeOf(buy(member, issue))).toBe('ACCOUNT_CLOSING')
    expect(await codeOf(recharge(member))).toBe('ACCOUNT_CLOSING')
    await server.context.jobs.drain()
    expect(await member.client.call(ENDPOINTS.account, {})).toMatchObject({
      closing: true,
      excludedUntil: null,
    })
    // the member can still log in, to read or to keep the account
    await server.anonymous().call(ENDPOINTS.phoneCode, { phone: member.phone, purpose: 'login' })
    const code = await newestCode(member.phone)
    await server.anonymous().call(ENDPOINTS.loginByCode, { phone: member.phone, code })

    await server.database.advanceClock(31 * DAY)
    await server.context.mall.draws.runDue()
    await server.context.jobs.plan()
    await server.database.advanceClock(MINUTE)
    await server.context.jobs.drain()
    expect(await rowOf(member.memberId)).toMatchObject({ status: 'closed', balance: 0n, phone: null })
  })

  test('waits for a prize, and past draws can still be recomputed after the closing', async () => {
    const issue = await selling(2)
    const member = await paid()
    await buy(member, issue, 2)
    await close(member)
    await server.context.mall.draws.runDue()
    await server.context.jobs.drain()
    expect(await closeIfReady(member)).toBe(false)
    expect(await member.client.call(ENDPOINTS.closeState, {})).toMatchObject({
      status: 'closing',
      waitsFor: { orders: 0, prizes: 1 },
    })
    const { items } = await member.client.call(ENDPOINTS.orderList, { tab: 'pending' })
    const { order } = items[0]!
    const address = randomUUID()
    await member.client.call(ENDPOINTS.addressSave, { id: address, ...SOME_ADDRESS, isDefault: true })
    await member.client.call(ENDPOINTS.orderRecycle, { order, amount: '1.60', requestId: randomUUID() })
    expect(await closeIfReady(member)).toBe(true)
    expect(await server.owner.query('select 1 from address where member_id = $1', [member.memberId])).toEqual(
      [],
    )
    const { winners } = await server.anonymous().call(ENDPOINTS.home, {})
    expect(winners.find((winner) => winner.issue === issue)?.name).toBe('***')
    const { fair } = server.context
    const recomputed = await server.owner.tx(async (tx) => {
      for await (const finding of runDoctorChecks({ snapshot: tx, fair })) {
        if (finding.title.startsWith('every draw can be recomputed')) return finding
      }
      return undefined
    })
    expect(recomputed).toMatchObject({ breaches: 0 })
  })

  test('waits for an open recharge, whether it is paid or expires', async () => {
    const [payer, other] = [await makeMember(server), await makeMember(server)]
    const { id } = await recharge(payer)
    await recharge(other)
    for (const member of [payer, other]) {
      expect(await close(member)).toMatchObject({ waitsFor: { recharges: 1 } })
      expect(await closeIfReady(member)).toBe(false)
    }
    await notice(id, 'succeeded')
    expect(await payer.client.call(ENDPOINTS.closeState, {})).toMatchObject({
      waitsFor: { recharges: 0, withdrawals: 0, balance: '100.00' },
    })
    await server.context.jobs.plan()
    await server.database.advanceClock(32 * MINUTE)
    await server.context.jobs.drain()
    await server.database.advanceClock(MINUTE)
    await server.context.jobs.drain()
    for (const { memberId } of [payer, other])
      expect(await rowOf(memberId)).toMatchObject({ status: 'closed', balance: 0n })
  })

  test('can be kept while it waits, and can buy again then', async () => {
    const issue = await selling()
    const member = await paid()
    await buy(member, issue)
    const code = await closingCode(member)
    const asked = await member.client.call(ENDPOINTS.closeAccount, { code })
    // a repeated call gets the same answer, although the first one used up the code
    expect(await member.client.call(ENDPOINTS.closeAccount, { code })).toEqual(asked)
    for (let repeated = 0; repeated < 2; repeated++) {
      expect(await member.client.call(ENDPOINTS.closeKeep, {})).toMatchObject({
        status: 'active',
        requestedAt: null,
      })
    }
    await buy(member, issue)
    expect(await rowOf(member.memberId)).toMatchObject({ status: 'active', closing: false, excluded: null })
    expect(await closeIfReady(member)).toBe(false)
    // a new request needs a new code
    expect(await codeOf(member.client.call(ENDPOINTS.closeAccount, { code }))).toBe('CODE_EXPIRED')
  })

  test('that is kept during an exclusion stays excluded until the end of it', async () => {
    const member = await paid()
    await buy(member, await selling())
    await exclude(member, '24h')
    await close(member)
    // a break can begin while the account is being closed
    const until = await exclude(member, '7d')
    expect(await member.client.call(ENDPOINTS.account, {})).toMatchObject({ closing: true })
    await member.client.call(ENDPOINTS.closeKeep, {})
    expect(await member.client.call(ENDPOINTS.account, {})).toMatchObject({
      closing: false,
      excludedUntil: until,
    })
    expect(await codeOf(buy(member, await selling()))).toBe('EXCLUDED')
  })
})

describe('the phone number of a closed account with an exclusion or limits', () => {
  test.each([
    ['a self-exclusion', '6m'],
    ['a break', '30d'],
  ] as const)('cannot register again before the end of %s, and can after it', async (_, period) => {
    const member = await makeMember(server)
    const until = await exclude(member, period)
    await close(member)
    await server.context.jobs.drain()
    expect((await rowOf(member.memberId)).status).toBe('closed')

    const early = await registerAgain(member.phone)
    // a caller with a wrong code does not learn about the exclusion
    expect(await codeOf(early.wrong())).toBe('CODE_WRONG')
    await expect(early.right()).rejects.toMatchObject({
      code: 'PHONE_EXCLUDED',
      failure: { fields: { phone: expect.any(String) } },
    })
    await server.database.setClockOffset(until - Date.now() + MINUTE)
    const session = await (await registerAgain(member.phone)).right()
    expect(session.member.id).not.toBe(member.memberId)
  })

  test('cannot register again before a looser limit would have taken effect, and can after it', async () => {
    const member = await makeMember(server)
    await limit(member, '100')
    const phoneWait = { hours: 24, exclusion: null }
    expect(await member.client.call(ENDPOINTS.closeState, {})).toMatchObject({ phoneWait })
    // a pending removal of the limit does not shorten the wait
    await limit(member, undefined)
    expect(await close(member)).toMatchObject({ phoneWait })
    await server.context.jobs.drain()
    expect((await rowOf(member.memberId)).status).toBe('closed')

    for (const offset of [0, DAY - MINUTE]) {
      await server.database.setClockOffset(offset)
      const early = await registerAgain(member.phone)
      // a caller with a wrong code does not learn about the exclusion
      expect(await codeOf(early.wrong())).toBe('CODE_WRONG')
      await expect(early.right()).rejects.toMatchObject({
        code: 'PHONE_EXCLUDED',
        failure: { fields: { phone: expect.any(String) } },
      })
    }
    await server.database.setClockOffset(DAY + MINUTE)
    const session = await (await registerAgain(member.phone)).right()
    expect(session.member.id).not.toBe(member.memberId)
  })

  test('waits from the closing on, not from the request', async () => {
    const member = await makeMember(server)
    await limit(member, '100')
    await recharge(member)
    await close(member)
    await server.context.jobs.plan()
    await server.database.setClockOffset(DAY)
    await server.context.jobs.drain()
    // the closing job may have run before the job that ends the recharge; the next run closes the account
    await server.database.setClockOffset(DAY + 2 * MINUTE)
    await server.context.jobs.drain()
    expect((await rowOf(member.memberId)).status).toBe('closed')
    await server.database.setClockOffset(2 * DAY - MINUTE)
    expect(await isExcluded(member)).toBe(true)
    await server.database.setClockOffset(2 * DAY + 4 * MINUTE)
    expect(await isExcluded(member)).toBe(false)
  })

  test('waits for the hours that the setting has at the closing', async () => {
    const member = await makeMember(server)
    await limit(member, '100')
    await adjust(server.context, { 'guard.increaseHours': '48' })
    try {
      expect(await close(member)).toMatchObject({ phoneWait: { hours: 48 } })
      await server.context.jobs.drain()
    } finally {
      await adjust(server.context, { 'guard.increaseHours': '24' })
    }
    await server.database.setClockOffset(2 * DAY - MINUTE)
    expect(await isExcluded(member)).toBe(true)
    await server.database.setClockOffset(2 * DAY + MINUTE)
    expect(await isExcluded(member)).toBe(false)
  })

  test('does not wait for a limit that was removed before', async () => {
    const member = await makeMember(server)
    await limit(member, '100')
    await limit(member, undefined)
    await server.database.setClockOffset(DAY + MINUTE)
    await member.client.call(ENDPOINTS.limitConfirm, { kind: 'spend', period: 'day' })
    expect(await close(member)).toMatchObject({ phoneWait: { hours: 0, exclusion: null } })
    await server.context.jobs.drain()
    await (await registerAgain(member.phone)).right()
  })

  test.each([
    ['a break that ends before the wait', '24h', 12 * 60 * MINUTE, 36 * 60 * MINUTE],
    ['a break that ends after the wait', '7d', 0, 7 * DAY],
  ] as const)('can register again after the later end of limits and %s', async (_, period, at, back) => {
    const member = await makeMember(server)
    await limit(member, '100')
    await exclude(member, period)
    await server.database.setClockOffset(at)
    expect(await close(member)).toMatchObject({ phoneWait: { hours: 24, exclusion: 'break' } })
    await server.context.jobs.drain()
    await server.database.setClockOffset(back - MINUTE)
    expect(await isExcluded(member)).toBe(true)
    await server.database.setClockOffset(back + MINUTE)
    expect(await isExcluded(member)).toBe(false)
  })

  test('is excluded until the end of the longest exclusion', async () => {
    const { exclusions } = server.context.identity
    const { memberId, phone } = await makeMember(server)
    const at = (days: number) => new Date(Date.now() + days * DAY)
    for (const days of [10, 200, 30]) await server.db.tx((tx) => exclusions.exclude(tx, memberId, at(days)))
    await server.database.setClockOffset(199 * DAY)
    expect(await exclusions.isExcluded(server.db, phone)).toBe(true)
    await server.database.setClockOffset(201 * DAY)
    expect(await exclusions.isExcluded(server.db, phone)).toBe(false)
    const [kept] = await server.owner.query<{ rows: string }>(
      `select string_agg(e::text, ' ') as rows from phone_exclusion e`,
    )
    expect(kept!.rows).not.toContain(phone.slice(1))
    for (const change of ['update phone_exclusion set ends_at = now()', 'delete from phone_exclusion'])
      await expect(server.db.query(change), change).rejects.toThrow('permission denied')
  })
})

describe('under concurrent calls', () => {
  test('none of 50 purchases and 20 recharges succeeds after the answer', async () => {
    const issue = await selling()
    const member = await paid()
    const code = await closingCode(member)
    const spending = Array.from({ length: 70 }, async (_, n) => {
      const made = n % 7 < 5 ? buy(member, issue) : recharge(member)
      return made.then(
        () => 'OK',
        (error: CallError) => error.code,
      )
    })
    const answer = await member.client.call(ENDPOINTS.closeAccount, { code })
    const after = await Promise.all(
      Array.from({ length: 10 }, (_, n) => codeOf(n % 2 ? buy(member, issue) : recharge(member))),
    )
    expect(new Set(after)).toEqual(new Set(['ACCOUNT_CLOSING']))
    const outcomes = new Set(await Promise.all(spending))
    outcomes.delete('TOO_MANY_OPEN')
    expect([...outcomes].toSorted()).toEqual(expect.arrayContaining(['OK']))
    for (const outcome of outcomes) expect(['OK', 'ACCOUNT_CLOSING']).toContain(outcome)
    const [late] = await server.owner.query<{ late: bigint; all: bigint }>(
      `select count(*) filter (where created_at > requested_at) as late, count(*) as all from closure
       join (select member_id, created_at from purchase union all select member_id, created_at from recharge) made using (member_id)
       where member_id = $1`,
      [member.memberId],
    )
    expect(late!.late).toBe(0n)
    expect(late!.all).toBeGreaterThan(0n)
    const state = await member.client.call(ENDPOINTS.closeState, {})
    expect(state).toEqual(answer)
  })

  test('repeated requests get the same answer and make one closure', async () => {
    const member = await paid()
    await buy(member, await selling())
    const code = await closingCode(member)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => member.client.call(ENDPOINTS.closeAccount, { code })),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('closing and keeping leave the account in one consistent state', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await makeMember(server)
      await recharge(member)
      const code = await closingCode(member)
      const { client } = member
      const keeps = Array.from({ length: 3 }, () => client.call(ENDPOINTS.closeKeep, {}))
      const closes = Array.from({ length: 3 }, () =>
        client.call(ENDPOINTS.closeAccount, { code }).catch((error: CallError) => error.code),
      )
      await Promise.all(keeps)
      for (const answer of await Promise.all(closes)) {
        // when the account is kept between two requests, the later one finds its code used up
        if (typeof answer === 'string') expect(answer).toBe('CODE_EXPIRED')
      }
      const { status } = await client.call(ENDPOINTS.closeState, {})
      expect((await rowOf(member.memberId)).closing).toBe(status === 'closing')
      expect(await breaches()).toEqual([])
    }
  })

  test('only one of several attempts closes the account, and none does when the member keeps it first', async () => {
    // later than all tests before: the log's time does not go back, and an issue would open in the future
    await server.database.setClockOffset(300 * DAY)
    for (let round = 0; round < 5; round++) {
      const member = await paid()
      const { memberId, client } = member
      await buy(member, await selling())
      await close(member)
      await server.context.jobs.drain()
      await server.database.advanceClock(31 * DAY)
      await server.context.mall.draws.runDue()
      // the session has expired by now
      const session = await server.context.identity.openSession(memberId)
      client.session = session
      const kept = client.call(ENDPOINTS.closeKeep, {}).then(
        () => true,
        () => false,
      )
      const closed = await Promise.all(Array.from({ length: 8 }, () => closeIfReady(member)))
      expect(closed.filter(Boolean)).toHaveLength((await kept) ? 0 : 1)
      const row = await rowOf(memberId)
      expect(row).toMatchObject(
        (await kept) ? { status: 'active', balance: 1000_0000n } : { status: 'closed', balance: 0n },
      )
    }
  })

  test('an account that cannot be closed does not block others, and is retried', async () => {
    const [stuck, fine] = [await paid(), await paid()]
    for (const member of [stuck, fine]) {
      const { id } = await recharge(member)
      await close(member)
      await server.context.jobs.drain()
      await notice(id, 'failed')
    }
    await server.owner.query(
      `alter table member add constraint stuck check (member_id <> '${stuck.memberId}' or phone is not null)`,
    )
    await server.context.jobs.plan()
    await server.database.advanceClock(2 * MINUTE)
    await expect(server.context.jobs.drain()).rejects.toThrow()
    expect(await rowOf(fine.memberId)).toMatchObject({ status: 'closed' })
    expect(await rowOf(stuck.memberId)).toMatchObject({ status: 'closing', balance: 1000_0000n })
    await server.owner.query('alter table member drop constraint stuck')
    await server.database.advanceClock(10 * MINUTE)
    await server.context.jobs.drain()
    expect(await rowOf(stuck.memberId)).toMatchObject({ status: 'closed', balance: 0n })
  })
})

test('a payment after the closing is credited to the closed account and raises an alarm', async () => {
  const member = await makeMember(server)
  const { id } = await recharge(member)
  await server.context.jobs.plan()
  await server.database.advanceClock(32 * MINUTE)
  await server.context.jobs.drain()
  await close(member)
  await server.context.jobs.drain()
  expect(await rowOf(member.memberId)).toMatchObject({ status: 'closed', balance: 0n })

  const alarms = () => server.logged.filter((line) => line.includes('"alarm":"paid_after_closing"'))
  const before = alarms().length
  await notice(id, 'succeeded')
  await notice(id, 'succeeded')
  expect(await rowOf(member.memberId)).toMatchObject({ status: 'closed', balance: 100_0000n, phone: null })
  expect(alarms()).toHaveLength(before + 1)
  expect(await closeIfReady(member)).toBe(false)
})

test('with real money the closing waits until the balance is withdrawn', async () => {
  const sent: string[] = []
  const real = await testServer({
    deployment: { moneyMode: 'real' },
    parts: { sms: { send: ({ text }) => Promise.resolve(void sent.push(/\d{6}/.exec(text)![0])) } },
  })
  try {
    const code = async ({ client }: TestMember) => {
      await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
      await real.context.jobs.drain()
      return sent.at(-1)!
    }
    const rich = await makeMember(real, { balance: '12.50' })
    expect(await rich.client.call(ENDPOINTS.closeAccount, { code: await code(rich) })).toMatchObject({
      waitsFor: { orders: 0, prizes: 0, recharges: 0, withdrawals: 0, balance: '12.50' },
      balanceReturns: false,
    })
    const empty = await makeMember(real)
    await empty.client.call(ENDPOINTS.closeAccount, { code: await code(empty) })
    await real.context.jobs.drain()
    expect(await codeOf(empty.client.call(ENDPOINTS.closeState, {}))).toBe('SESSION_ENDED')
    expect(await rich.client.call(ENDPOINTS.closeState, {})).toMatchObject({ status: 'closing' })
    expect(defectsOf(real)).toEqual([])
  } finally {
    await real.close()
  }
})

/** Delivers the payment company's notice about a recharge. */
async function notice(rechargeId: string, type: 'succeeded' | 'failed'): Promise<void> {
  const { recharges } = server.context.wallet
  const [row] = await server.db.query<{ payment_id: string; amount: bigint; currency: string }>(
    'select payment_id, amount, currency from recharge where recharge_id = $1',
    [rechargeId],
  )
  const { payment_id: paymentId, amount, currency } = row!
  const eventId = `evt_${rechargeId}_${type}`
  const body = JSON.stringify({
    id: eventId,
    type: `payment.${type}`,
    payment: { id: paymentId, amount: formatMoney(amount), currency },
  })
  const state = type === 'succeeded' ? 'paid' : 'declined'
  await server.db.tx((tx) => decidePayment(tx, paymentId, state))
  const provider = recharges.providers.get('sandbox')!
  await takeNotice(recharges, provider, { eventId, paymentId, type, amount, currency, body })
}
