/** What the identity check decides about money: withdrawals above a threshold, holders of accounts, and the first recharge. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../platform/durations.ts'
import { makeMember, type TestMember } from '../../testing/factories.ts'
import { approvedCheck, makeCheck } from '../../testing/made/identity-checks.ts'
import { makeOperator } from '../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../testing/made/payouts.ts'
import { codeOf } from '../../testing/refused.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { compareHolder, isOtherPerson } from './index.ts'

describe('the holder of an account and the checked name', () => {
  test.each([
    ['Asha Rao', 'RAO asha', 'same'],
    ['Nguyễn Thị Hương', 'NGUYEN THI HUONG', 'same'],
    ['Đỗ Văn Đức', 'Do Van Duc', 'same'],
    ['José Ángel Muñoz', 'Jose Angel Munoz', 'same'],
    ['A. Rao', 'Asha Rao', 'partly'],
    ['Rao-Das, Asha', 'Asha Rao', 'partly'],
    ['A R', 'A Das', 'differs'],
    ['N. J. Trading', 'Asha Rao', 'differs'],
    ['আশা রাও', 'আশা রাও', 'same'],
    ['আশা দাস', 'আশা রাও', 'partly'],
    ['আশা', 'রাও', 'differs'],
    ['আশা রাও', 'Asha Rao', 'other_script'],
    ['Asha Rao', 'أشا راو', 'other_script'],
    ['DSouza', "D'Souza", 'same'],
    ['D Souza', "D'Souza", 'same'],
    ['Maria DSouza', 'D’Souza Maria', 'same'],
    ['AnneMarie Silva', 'Anne-Marie Silva', 'same'],
    ['ONeil', 'O’Neil', 'same'],
    ['Md Karim', 'Md. Karim', 'same'],
    ['ONeil', 'Sean O Neil', 'partly'],
    [null, 'Asha Rao', 'no_holder'],
  ])('%s and %s: %s', (holder, name, match) => {
    expect(compareHolder(holder, name)).toBe(match)
  })

  test('are of another person only when both are Latin and share no word', () => {
    expect(isOtherPerson('N. J. Trading', 'Asha Rao')).toBe(true)
    expect(isOtherPerson('Asha Das', 'Asha Rao')).toBe(false)
    expect(isOtherPerson('আশা', 'রাও')).toBe(false)
    expect(isOtherPerson('আশা রাও', 'Asha Rao')).toBe(false)
    expect(isOtherPerson(null, 'Asha Rao')).toBe(false)
    expect(isOtherPerson('N. J. Trading', null)).toBe(false)
    expect(compareHolder('Asha Rao', null)).toBe('unchecked')
  })
})

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    settings: {
      'wallet.withdrawalOpens': '0',
      'wallet.withdrawalCloses': '1440',
      'wallet.withdrawalMaxOpen': '100',
    },
  })
})
afterAll(() => server.close())

const place = () => ({ db: server.db, wallet: server.context.wallet })

async function rich(): Promise<{ member: TestMember; account: string }> {
  const member = await makeMember(server, { balance: '20000.00' })
  return {
    member,
    account: await makePayout(place(), member.memberId, `m-${randomUUID().slice(0, 8)}@okbank`),
  }
}

async function apply({ member, account }: { member: TestMember; account: string }, amount: string) {
  await member.client.call(ENDPOINTS.sendWithdrawCode, {})
  await server.context.jobs.drain()
  const inbox = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(member.phone)}`)
  const { items } = (await inbox.json()) as { items: { code: string | null }[] }
  const code = items.find((item) => item.code !== null)!.code!
  return member.client.call(ENDPOINTS.withdraw, { amount, account, code, requestId: randomUUID() })
}

const info = ({ member }: { member: TestMember }, amount?: string) =>
  member.client.call(ENDPOINTS.withdrawInfo, amount === undefined ? {} : { amount })

describe('withdrawals of 30 days', () => {
  test('below the threshold need no check; the one that reaches it does, and the quote says so before', async () => {
    const one = await rich()
    const { memberId } = one.member
    await makeWithdrawal(place(), memberId, { accountId: one.account, amount: 4_900_0000n })
    expect((await info(one)).identity).toEqual({
      state: 'none',
      threshold: '5000.00',
      used: '4900.00',
      needed: false,
    })
    expect((await info(one, '99.99')).identity.needed).toBe(false)
    expect((await info(one, '100.00')).identity.needed).toBe(true)
    expect(await codeOf(apply(one, '100.00'))).toBe('IDENTITY_REQUIRED')
    await makeCheck(server, one.member)
    expect((await info(one, '100.00')).identity).toMatchObject({ state: 'waiting', needed: true })
    const state = await one.member.client.call(ENDPOINTS.identityState, {})
    expect(state.standing).toEqual({ state: 'waiting', threshold: '5000.00', used: '4900.00', needed: false })
  })

  test('that came back do not count, and those older than 30 days do not', async () => {
    const one = await rich()
    const id = await makeWithdrawal(place(), one.member.memberId, {
      accountId: one.account,
      amount: 4_900_0000n,
    })
    await one.member.client.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() })
    expect((await info(one)).identity.used).toBe('0.00')
    await makeWithdrawal(place(), one.member.memberId, { accountId: one.account, amount: 4_900_0000n })
    await server.database.advanceClock(31 * 24 * HOUR_MS)
    one.member.client.session = await server.context.identity.openSession(one.member.memberId)
    expect((await info(one)).identity.used).toBe('0.00')
    await server.database.setClockOffset(0)
  })

  test('of a checked member are free, to an account with the name of the check', async () => {
    const one = await rich()
    await approvedCheck(server, one.member)
    expect((await info(one, '6000.00')).identity).toMatchObject({ state: 'approved', needed: false })
    expect(await apply(one, '6000.00')).toMatchObject({ status: 'processing' })
  })

  test('do not go to an account of another person, and the operator sees how the names compare', async () => {
    const one = await rich()
    await approvedCheck(server, one.member, { name: 'Mina Das' })
    expect(await codeOf(apply(one, '200.00'))).toBe('HOLDER_DIFFERS')
    const partly = await rich()
    await approvedCheck(server, partly.member, { name: 'Asha Das' })
    const { number } = await apply(partly, '200.00')
    const finance = await makeOperator(server, ['finance'])
    expect(await finance.client.call(ENDPOINTS.withdrawalShow, { number })).toMatchObject({
      holder: 'partly',
    })
    const { items } = await finance.client.call(ENDPOINTS.withdrawalList, { limit: 100 })
    expect(items.find((item) => item.number === number)).toMatchObject({ holder: 'partly' })
  })
})
