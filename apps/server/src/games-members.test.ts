/** Bets beside what else a member has: limits, net position, exclusion, the copy of the data, the closing of the account. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playThrough } from './modules/ledger/index.ts'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, paidMembers } from './testing/fuzz-world.ts'
import { codeOf } from './testing/refused.ts'
import {
  drawRound,
  finishRound,
  goTo,
  openRound,
  placeBet,
  roundsBegin,
  startGames,
  type OpenRound,
} from './testing/made/rounds.ts'
import { adjust, testServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await startGames(server)
  await roundsBegin(server)
})
afterAll(async () => {
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

async function paid(): Promise<TestMember> {
  const [member] = await paidMembers(server, 1, '1000.00')
  return member!
}

/** The five-minute round that is open, or the next one. */
async function round(): Promise<OpenRound> {
  await roundsBegin(server)
  return openRound(server, 'lucky-5m')
}

/** The code that the server sent for a purpose. */
async function smsCode({ client, phone }: TestMember, purpose: 'close' | 'export'): Promise<string> {
  await client.call(ENDPOINTS.sendVerify, { purpose })
  await server.context.jobs.drain()
  const [message] = await server.owner.query<{ body: string }>(
    'select body from sandbox_sms where phone = $1 order by sent_at desc limit 1',
    [phone],
  )
  return /\d{6}/.exec(message!.body)![0]
}

const payoutOf = async ({ client }: TestMember) => {
  const { items } = await client.call(ENDPOINTS.gameOrders, {})
  return items.map(({ payout }) => (payout === null ? null : parseMoney(payout)))
}

describe('closing an account', () => {
  test('waits for an open bet, and goes on after its round', async () => {
    const member = await paid()
    const open = await round()
    await placeBet(member, open)
    const { waitsFor } = await member.client.call(ENDPOINTS.closeState, {})
    expect(waitsFor).toMatchObject({ orders: 1, balance: '980.00' })
    await member.client.call(ENDPOINTS.closeAccount, { code: await smsCode(member, 'close') })
    expect(await codeOf(placeBet(member, open))).toBe('ACCOUNT_CLOSING')
    await server.context.jobs.drain()
    const statusOf = async () => {
      const [row] = await server.owner.query<{ status: string }>(
        'select status from member where member_id = $1',
        [member.memberId],
      )
      return row!.status
    }
    expect(await statusOf()).toBe('closing')
    await finishRound(server, open)
    await server.context.closing.closeIfReady(member.memberId)
    await server.context.jobs.drain()
    expect(await statusOf()).toBe('closed')
  })
})

describe('an excluded member', () => {
  test('cannot bet, has nothing left to play through, and gets what an earlier bet wins', async () => {
    const member = await paid()
    const { client, memberId } = member
    const open = await round()
    await placeBet(member, open)
    expect((await playThrough(server.db, memberId)).left).toBe(1000_0000n)
    await client.call(ENDPOINTS.selfExclude, { duration: '6m' })
    expect(await codeOf(placeBet(member, open))).toBe('EXCLUDED')
    expect((await playThrough(server.db, memberId)).left).toBe(0n)
    await finishRound(server, open)
    const [payout] = await payoutOf(member)
    expect(payout).toBeGreaterThan(0n)
    const { balance } = await client.call(ENDPOINTS.account, {})
    expect(parseMoney(balance)).toBe(980_0000n + payout!)
    const { withdrawable } = await client.call(ENDPOINTS.withdrawInfo, {})
    expect(withdrawable).toBe(balance)
  })
})

describe('the copy of a member’s data', () => {
  test('has the bets with round, picks and result, and none of other members', async () => {
    const [member, other] = [await paid(), await paid()]
    const open = await round()
    const { bet } = await placeBet(member, open, { picks: ['7', 'green'], multiple: 3 })
    await placeBet(member, open)
    await placeBet(other, open)
    await finishRound(server, open)
    const { url } = await member.client.call(ENDPOINTS.memberFile, { code: await smsCode(member, 'export') })
    const text = await (await fetch(server.url + url)).text()
    const { bets } = JSON.parse(text) as { bets: Record<string, unknown>[] }
    expect(bets).toHaveLength(2)
    expect(bets.find(({ purchase_id: id }) => id === bet.id)).toMatchObject({
      game: 'lucky-5m',
      period: open.period,
      state: 'done',
      result: expect.stringMatching(/^(won|lost)$/),
    })
    expect(text).not.toContain(other.memberId)
  })
})

describe('what a member has staked and won', () => {
  test('counts once in net position and loss limit, while the bet is open and after it is settled', async () => {
    const member = await paid()
    const { client } = member
    await client.call(ENDPOINTS.limitSave, { kind: 'loss', period: 'day', cap: '35.00' })
    const open = await round()
    await placeBet(member, open)
    const figures = async () => {
      const { limits } = await client.call(ENDPOINTS.limits, {})
      const { used } = limits.find(({ kind, period }) => kind === 'loss' && period === 'day')!
      const { all } = await client.call(ENDPOINTS.netPosition, {})
      return {
        used: parseMoney(used!),
        spent: all.spent,
        won: parseMoney(all.won),
        result: parseMoney(all.result),
      }
    }
    // an open bet may lose all of its stake
    expect(await codeOf(placeBet(member, open))).toBe('LOSS_LIMIT')
    await finishRound(server, open)
    const [won] = await payoutOf(member)
    const settled = { spent: '20.00', won: won!, result: won! - 20_0000n }
    expect(await figures()).toEqual({ ...settled, used: 20_0000n - won! })
    // the steps run again, and change nothing
    await goTo(server, open.endsAt + 100)
    expect(await figures()).toEqual({ ...settled, used: 20_0000n - won! })
    const next = await openRound(server, 'lucky-5m')
    // what is lost is less than the stake now, so a second bet of 20.00 is within 35.00
    expect(await placeBet(member, next)).toMatchObject({ status: 'accepted' })
  })
})

test('the doctor finds nothing wrong while bets are open, sealed and settled', async () => {
  const [member] = await paidMembers(server, 1, '1000.00')
  const open = await round()
  await placeBet(member!, open)
  expect(await breachesOf(server)).toEqual([])
  await goTo(server, open.closesAt + 50)
  expect(await breachesOf(server)).toEqual([])
  await drawRound(server, open)
  expect(await breachesOf(server)).toEqual([])
})

describe('the module’s switch', () => {
  test('when it is off, no bet is taken and no round opens, and open rounds run to their end', async () => {
    const member = await paid()
    const open = await round()
    const king = await openRound(server, 'king-2m')
    await placeBet(member, open)
    await placeBet(member, king)
    await goTo(server, king.closesAt + 50)
    await adjust(server.context, { 'module.games.enabled': 'false' })
    try {
      expect(await codeOf(placeBet(member, open))).toBe('MODULE_OFF')
      await drawRound(server, king)
      await finishRound(server, open)
      await goTo(server, open.endsAt + 60_000)
      const rounds = await server.db.query(
        `select status, ended_at is not null as ended, pool from round where bets > 0 order by ends_ms desc limit 2`,
      )
      expect(rounds).toEqual([
        { status: 'settled', ended: true, pool: 0n },
        { status: 'settled', ended: true, pool: 0n },
      ])
      expect((await payoutOf(member)).every((payout) => payout !== null)).toBe(true)
      const [row] = await server.db.query(
        `select (select count(*) from round where ended_at is null) as open, bound from house_account where name = 'bankroll'`,
      )
      expect(row).toEqual({ open: 0n, bound: 0n })
    } finally {
      await adjust(server.context, { 'module.games.enabled': 'true' })
    }
    await roundsBegin(server)
    expect(await openRound(server, 'lucky-5m')).toMatchObject({ game: 'lucky-5m' })
  })
})
