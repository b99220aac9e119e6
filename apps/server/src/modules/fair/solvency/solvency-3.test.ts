/** The proof of solvency in a log of version 3: leaves bind phone numbers, and witnesses vouch for the statement. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Output } from '@fairlot/contract/define'
import { parseMoney } from '@fairlot/contract/money/money'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import {
  checkSolvencyClaim,
  checkSolvencyClaim3,
  type SolvencyClaim3,
} from '@fairlot/fairness/solvency/solvency-claim'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { paidMembers } from '../../../testing/fuzz-world.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { MEMBERS_MONEY } from '../../home/members-money.ts'
import { audited } from '../log/log.fixture.ts'
import { createLogWriter, type LogWriter } from '../log/log-writer.ts'
import { keepLine } from '../witnesses/cosignatures.ts'
import { checkSolvency, solvencyChecks } from './solvency.checks.ts'
import { stateSolvency } from './state-solvency.ts'

const SEEDS = ['41', '42', '43'].map((byte) => byte.repeat(32))
const KEYS = SEEDS.map((seed, i) => witnessKey(`w${i}`, publicKeyOf(seed)))
const OTHER = witnessKey('other', publicKeyOf('44'.repeat(32)))

let server: TestServer
/** the release that is installed between two days */
let writer: LogWriter
let members: [TestMember, TestMember]

const at = (days: number) =>
  server.database.setClockOffset(Date.UTC(2031, 5, 2) + days * DAY_MS + 6 * HOUR_MS - Date.now())
const state = (by: LogWriter) =>
  stateSolvency({
    db: server.db,
    random: server.context.random,
    writer: by,
    books: MEMBERS_MONEY,
    witnesses: KEYS,
  })

const phoneOf = async ({ memberId }: TestMember) =>
  (await server.db.query<{ phone: string }>('select phone from member where member_id = $1', [memberId]))[0]!
    .phone

/** The witnesses sign the newest checkpoint. */
async function sign(by: readonly number[]): Promise<void> {
  const [newest] = await server.db.query<{ size: bigint; note: string; ms: bigint }>(
    'select size, note, time_ms as ms from log_checkpoint order by size desc limit 1',
  )
  for (const i of by) {
    const seconds = Math.floor(Number(newest!.ms) / 1_000)
    const line = cosign(SEEDS[i]!, `w${i}`, newest!.note, seconds)
    const kept = { log: 1, size: Number(newest!.size), witness: `w${i}`, line, seconds, oldSize: null }
    await keepLine(server.db, kept)
  }
}

type Answer = Output<(typeof ENDPOINTS)['fairInclusion']>

function claimOf({ statement, leaf, path, entry }: Answer, phone: string): SolvencyClaim3 {
  const { nonce, amount, wallet, piggy, held, escrow } = leaf!
  return {
    ...statement!,
    total: parseMoney(statement!.total),
    assets: parseMoney(statement!.assets),
    witnesses: statement!.witnesses?.map(({ key, own }) => (own ? { key, own } : { key })) ?? null,
    phone,
    nonce,
    amount: parseMoney(amount),
    parts: [wallet, piggy, held, escrow].map(parseMoney),
    path: path.map((step) => ({ ...step, sum: parseMoney(step.sum) })),
    entry: entry!,
  }
}

const ALL = { leaf: true, path: true, entry: true, log: true, witnesses: true }

/** The check of a member, who knows this phone number. */
async function checked(member: TestMember, phone: string, trusted?: typeof OTHER) {
  const answer = await member.client.call(ENDPOINTS.fairInclusion, { day: '2031-06-03' })
  const { publicKey } = writer
  return checkSolvencyClaim3(claimOf(answer, phone), {
    phone,
    publicKey,
    ...(trusted && { witness: trusted }),
  })
}

beforeAll(async () => {
  server = await testServer()
  await at(0)
  const { fair, secrets } = server.context
  writer = fair.writer
  const earlier = createLogWriter({ deployment: writer.deployment, seed: secrets.logSeed, rules: 2 })
  await earlier.begin(server.db)
  members = (await paidMembers(server, 2, '100.00')) as [TestMember, TestMember]
  await state(earlier)
  await writer.begin(server.db)
  await at(1)
  await state(writer)
})
afterAll(() => server.close())

test('members check with their phone number that the balance is in the total, and the witnesses vouch for it', async () => {
  const [first, second] = members
  const phone = await phoneOf(first)
  // not one witness has signed the statement yet
  expect(await checked(first, phone)).toEqual({ ...ALL, witnesses: false })
  await sign([0, 1])
  expect(await checked(first, phone)).toEqual({ ...ALL, witnesses: false })
  expect(await checked(first, phone, KEYS[0])).toEqual(ALL)
  // the quorum signs a later state
  await writer.flush(server.db, { checkpoint: true })
  await sign([0, 1, 2])
  expect(await checked(first, phone)).toEqual(ALL)
  expect(await checked(first, phone, OTHER)).toEqual({ ...ALL, witnesses: false })
  // two members with equal balances have two leaves
  expect(await checked(first, await phoneOf(second))).toEqual({ ...ALL, path: false })
  const answer = await first.client.call(ENDPOINTS.fairInclusion, {})
  expect(answer.statement).toMatchObject({ day: '2031-06-03', binds: 'phone', quorum: 3 })
  expect(answer.statement!.witnesses).toHaveLength(3)
})

test('the statement of an earlier version is checked by its own rule', async () => {
  const [{ client, memberId }] = members
  const answer = await client.call(ENDPOINTS.fairInclusion, { day: '2031-06-02' })
  expect(answer.statement).toMatchObject({ binds: 'member', witnesses: null, quorum: null })
  expect(answer.leaf!.owner).toBeNull()
  const claim = { ...claimOf(answer, ''), memberId: answer.member }
  const { publicKey } = writer
  const { witnesses: _, ...old } = ALL
  expect(checkSolvencyClaim(claim, { memberId, publicKey })).toEqual(old)
})

test('a number that a member changed later does not change the statement', async () => {
  const [first] = members
  const phone = await phoneOf(first)
  await server.owner.query(`update member set phone = '+8801999999999' where member_id = $1`, [
    first.memberId,
  ])
  expect(await checked(first, phone)).toEqual(ALL)
  expect(await checked(first, '+8801999999999')).toEqual({ ...ALL, path: false })
})

test('a closed account, which has no number, is in the tree', async () => {
  const [, second] = members
  await server.owner.query(
    `alter table member disable trigger user; update member set status = 'closed', phone = null where member_id = '${second.memberId}'; alter table member enable trigger user`,
  )
  await at(2)
  expect(await state(writer)).toMatchObject({ members: 2, total: 2_000_000n })
  expect(await checkSolvency(server.db)).toEqual({ figure: '3 trees', breaches: 0 })
})

test('doctor and audit find nothing, and another owner or a leaf without one is found', async () => {
  expect(await failing(server.db, solvencyChecks)).toEqual([])
  await writer.flush(server.db, { checkpoint: true })
  await audited({ db: server.db, writer })
  const OWNERS =
    'the leaves of a statement of version 3 bind phone numbers, each another one, and those of earlier ones do not'
  for (const plant of [
    `update solvency_leaf set owner = null where (day, place) = ('2031-06-03', 0)`,
    `update solvency_leaf set owner = sha256('x') where day = '2031-06-03'`,
    `update solvency_leaf set owner = sha256('x') where (day, place) = ('2031-06-02', 0)`,
  ])
    expect(await planted(server.owner, solvencyChecks, plant)).toContain(OWNERS)
  class Undone extends Error {}
  const work = server.owner.tx(async (tx) => {
    await tx.query(`update solvency_leaf set owner = sha256('x') where (day, place) = ('2031-06-03', 1)`)
    expect(await checkSolvency(tx)).toEqual({ figure: 'not the tree of 2031-06-03', breaches: 1 })
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
})
