/**
 * A withdrawal that two servers on one database handle: every step reaches both at the same moment, and after every step one of
 * them stops and another one starts. The money is in exactly one place all the time.
 */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { freshSecrets } from '../../../platform/secrets.ts'
import { testClient } from '../../../testing/client.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { breachesOf, paidMembers } from '../../../testing/fuzz-world.ts'
import { operatorClient } from '../../../testing/operator-client.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { waivePlay } from '../../ledger/index.ts'

const secrets = freshSecrets()
let database: TestDatabase
let servers: [TestServer, TestServer]
let mina: TestOperator
let omar: TestOperator
const start = () => testServer({ database, parts: { secrets } })

beforeAll(async () => {
  database = await testDatabase()
  const now = Date.now()
  await database.setClockOffset(now - (now % DAY_MS) + DAY_MS + 12 * HOUR_MS - now)
  // without an identity check
  const first = await testServer({
    database,
    parts: { secrets },
    settings: { 'wallet.identityFrom': '100000000' },
  })
  servers = [first, await start()]
  mina = await makeOperator(servers[0], ['finance'])
  omar = await makeOperator(servers[0], ['finance'])
})
afterEach(async () => {
  expect(await breachesOf(servers[0])).toEqual([])
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

/** One server stops and another one starts, in turn. */
async function restart(): Promise<void> {
  const [stopped, stays] = servers
  servers = [stays, await start()]
  await stopped.close()
}

const membersAt = ({ session }: TestMember) => servers.map(({ url }) => testClient({ url, session }))
const operatorsAt = ({ session }: TestOperator) => servers.map(({ url }) => operatorClient(url, session))

/** How calls end: done, or the code of the refusal. */
const outcomes = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof CallError) return error.code
          throw error
        },
      ),
    ),
  )

const AMOUNT = 10_000_0000n
const ALL = 20_000_0000n

/** A member with 20,000.00 and a usable account. */
async function rich(): Promise<TestMember & { account: string }> {
  const [server] = servers
  const [member] = (await paidMembers(server, 1, '20000.00')) as [TestMember]
  await server.owner.tx((tx) => waivePlay(tx, member.memberId))
  const account = await makePayout({ db: server.db, wallet: server.context.wallet }, member.memberId)
  return { ...member, account }
}

type Open = { member: TestMember; id: string; number: string }

async function applied(amount = AMOUNT): Promise<Open> {
  const [{ db, context }] = servers
  const member = await rich()
  const id = await makeWithdrawal({ db, wallet: context.wallet }, member.memberId, {
    accountId: member.account,
    amount,
  })
  const { number } = await membersAt(member)[0]!.call(ENDPOINTS.withdrawStatus, { id })
  return { member, id, number }
}

/** Where the money of a member is: in the wallet, held, or paid. Every server says the same. */
async function placeOf({ memberId }: TestMember): Promise<{ wallet: bigint; held: bigint; paid: bigint }> {
  const places = await Promise.all(
    servers.map(({ db }) =>
      db.query<{ wallet: bigint; held: bigint; paid: bigint }>(
        `select w.balance as wallet,
           (select coalesce(sum(h.held), 0) from withdrawal_hold h join withdrawal using (withdrawal_id) where member_id = $1)::bigint as held,
           (select coalesce(sum(amount), 0) from withdrawal where member_id = $1 and state = 'success')::bigint as paid
         from wallet w where w.member_id = $1`,
        [memberId],
      ),
    ),
  )
  expect(places[1]).toEqual(places[0])
  return places[0]![0]!
}
const HELD = { wallet: ALL - AMOUNT, held: AMOUNT, paid: 0n }

async function codeFor(member: TestMember): Promise<string> {
  const [server] = servers
  await membersAt(member)[0]!.call(ENDPOINTS.sendVerify, { purpose: 'withdraw' })
  await server.context.jobs.drain()
  const answer = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(member.phone)}`)
  const { items } = (await answer.json()) as { items: { code: string }[] }
  return items[0]!.code
}

test('every step from the application to the payment happens once, and a restart between any two loses nothing', async () => {
  const member = await rich()
  const input = {
    amount: '10000.00',
    account: member.account,
    code: await codeFor(member),
    requestId: randomUUID(),
  }
  const answers = await Promise.all(membersAt(member).map((client) => client.call(ENDPOINTS.withdraw, input)))
  expect(answers[1]).toEqual(answers[0])
  expect(await placeOf(member)).toEqual(HELD)
  const { id, number } = answers[0]!

  await restart()
  // the same operator on both servers, then another one: two different people approve
  const approve = (operator: TestOperator) =>
    outcomes(operatorsAt(operator).map((client) => client.call(ENDPOINTS.withdrawalApprove, { number })))
  expect((await approve(mina)).toSorted()).toEqual(['ALREADY_APPROVED', 'done'])
  await restart()
  expect(await approve(omar)).toEqual(['done', 'done'])
  expect(await placeOf(member)).toEqual(HELD)

  await restart()
  const batch = randomUUID()
  const files = await Promise.all(
    operatorsAt(mina).map((client) => client.call(ENDPOINTS.withdrawalExport, { requestId: batch })),
  )
  expect(files[0]).toMatchObject({ batch, withdrawals: 1 })
  expect(files[1]).toEqual(files[0])
  expect(await placeOf(member)).toEqual(HELD)

  await restart()
  const csv = `${number},paid,UTR ${number}`
  const reports = await Promise.all(
    operatorsAt(omar).map((client) =>
      client.call(ENDPOINTS.withdrawalImport, { csv, requestId: randomUUID() }),
    ),
  )
  expect(reports.map(({ lines }) => lines[0]?.result)).toEqual(expect.arrayContaining(['paid', 'unchanged']))
  expect(await placeOf(member)).toEqual({ wallet: ALL - AMOUNT, held: 0n, paid: AMOUNT })
  await restart()
  expect(await placeOf(member)).toEqual({ wallet: ALL - AMOUNT, held: 0n, paid: AMOUNT })
  const { timeline } = await membersAt(member)[0]!.call(ENDPOINTS.withdrawStatus, { id })
  expect(timeline.map(({ step }) => step)).toEqual([
    'processing',
    'first_approved',
    'approved',
    'exported',
    'success',
  ])
})

test('200 applications at two servers of a balance that covers one: one succeeds', async () => {
  const member = await rich()
  const code = await codeFor(member)
  const clients = membersAt(member)
  const tries = await outcomes(
    Array.from({ length: 200 }, (_, n) =>
      clients[n % 2]!.call(ENDPOINTS.withdraw, {
        amount: '10000.01',
        account: member.account,
        code,
        requestId: randomUUID(),
      }),
    ),
  )
  expect(tries.filter((outcome) => outcome === 'done')).toHaveLength(1)
  const more = 100n
  expect(await placeOf(member)).toEqual({ wallet: ALL - AMOUNT - more, held: AMOUNT + more, paid: 0n })
})

test('the member takes it back at one server while an operator approves it at the other: one of them wins', async () => {
  for (let round = 0; round < 6; round++) {
    const { member, id, number } = await applied(AMOUNT / 2n)
    const take = membersAt(member)[round % 2]!.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() })
    const approve = operatorsAt(mina)[(round + 1) % 2]!.call(ENDPOINTS.withdrawalApprove, { number })
    const [taken, approved] = await outcomes([take, approve])
    const isBack = taken === 'done'
    expect(approved).toBe(isBack ? 'WITHDRAWAL_STEP' : 'done')
    const held = isBack ? 0n : AMOUNT / 2n
    expect(await placeOf(member)).toEqual({ wallet: ALL - held, held, paid: 0n })
    if (round === 3) await restart()
    if (!isBack) await rejectOf(number)
  }
})

const rejectOf = (number: string, at = 0) =>
  operatorsAt(omar)[at]!.call(ENDPOINTS.withdrawalReject, {
    number,
    reason: 'bank_refused',
    note: 'The bank was closed.',
    requestId: randomUUID(),
  })

test('two exports at once take each withdrawal once, and the bank is not asked to pay it twice', async () => {
  const open = await Promise.all([applied(AMOUNT / 2n), applied(AMOUNT / 2n)])
  for (const { number } of open) await operatorsAt(mina)[0]!.call(ENDPOINTS.withdrawalApprove, { number })
  const files = await Promise.allSettled(
    operatorsAt(mina).map((client) => client.call(ENDPOINTS.withdrawalExport, { requestId: randomUUID() })),
  )
  const made = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []))
  const lines = made
    .flatMap(({ csv }) => csv.split('\n'))
    .filter((line) => open.some(({ number }) => line.includes(number)))
  expect(lines).toHaveLength(open.length)
  expect(made.reduce((sum, { withdrawals }) => sum + withdrawals, 0)).toBe(open.length)

  // the bank's result is entered as paid at one server and as failed at the other
  await restart()
  for (const { member, number } of open) {
    const csv = [`${number},paid,UTR ${number}`, `${number},failed,bank_refused,closed`]
    const reports = await Promise.all(
      operatorsAt(omar).map((client, n) =>
        client.call(ENDPOINTS.withdrawalImport, { csv: csv[n]!, requestId: randomUUID() }),
      ),
    )
    const [paid, failed] = reports.map((report) => report.lines[0]?.result)
    expect([paid, failed].filter((result) => result === 'refused')).toHaveLength(1)
    const amount = AMOUNT / 2n
    expect(await placeOf(member)).toEqual(
      paid === 'paid'
        ? { wallet: ALL - amount, held: 0n, paid: amount }
        : { wallet: ALL, held: 0n, paid: 0n },
    )
  }
})

test('one reference of the bank that is entered at two servers for two withdrawals pays one of them', async () => {
  const open = [await applied(AMOUNT / 2n), await applied(AMOUNT / 2n)] as const
  for (const { number } of open) await operatorsAt(mina)[1]!.call(ENDPOINTS.withdrawalApprove, { number })
  const reference = `UTR ${randomUUID()}`
  const paid = await outcomes(
    operatorsAt(omar).map((client, n) =>
      client.call(ENDPOINTS.withdrawalPaid, { number: open[n]!.number, reference, requestId: randomUUID() }),
    ),
  )
  expect(paid.toSorted()).toEqual(['REFERENCE_USED', 'done'])
  const places = await Promise.all(open.map(({ member }) => placeOf(member)))
  expect(places.map((place) => place.paid).toSorted((a, b) => Number(a - b))).toEqual([0n, AMOUNT / 2n])
  await rejectOf(open[paid.indexOf('REFERENCE_USED')]!.number)
})
