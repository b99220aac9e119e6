/**
 * kill -9 of the server about the seal of a witnessed issue, between a seal and the lines of its quorum, and while a draw in the
 * members' favour is paid: each issue is sealed and drawn once, with the quorum where its witnesses signed, and each order has its
 * money back once.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { logKey } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import {
  makeWell,
  playWitness,
  type PlayedWitness,
} from '@fairlot/server/modules/fair/witnesses/played-witnesses.fixture'
import { fundAndPublish } from '@fairlot/server/modules/home/fund-house'
import type { TestMember } from '@fairlot/server/testing/factories'
import { makeOperator } from '@fairlot/server/testing/operators'
import { adjust } from '@fairlot/server/testing/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { settle } from '../support/load.ts'
import { seed, seeded } from '../support/seeded.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const NAMES = ['alice', 'bob', 'carol', 'dave'] as const
const QUORUM = 3
const BUYERS = 4
const EACH = 2
const PAID = 20_000n
const KILLS = rounds(8, 1)
const FUNDS = 100_000_000n

let server: ServerProcess
let stage: Backstage
let witnesses: PlayedWitness[]
let buyers: TestMember[]
const moment = seeded(seed)

/** The server first runs without witnesses: they need the name of its log. */
beforeAll(async () => {
  console.log(`crashes in witnessed draws: E2E_SEED=${seed}`)
  const env: Record<string, string> = {}
  server = await serverProcess({ env })
  await server.start()
  stage = await backstage(server)
  const { deployment, publicKey } = stage.context.fair.writer
  const origin = logKey(deployment, publicKey)
  let known = await stage.now()
  // the database is away for moments
  const now = async () => (known = await stage.now().catch(() => known))
  witnesses = await Promise.all(NAMES.map((name) => playWitness(name, origin, now)))
  env['WITNESSES'] = witnesses.map(({ key, url }) => `${formatKey(key)} ${url}`).join(',')
  await stage.close()
  await restart()
  stage = await backstage(
    server,
    witnesses.map(({ key, url }) => ({ key, url })),
  )
  await fundAndPublish(
    { db: stage.db, writer: stage.context.fair.writer },
    { account: 'guarantee', amount: FUNDS, reference: 'JOURNEY-1' },
  )
  // the lines of a seal are timely also where a restart takes long
  await adjust(stage.context, { 'mall.witnessedDelaySeconds': '120' })
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => stage.member({ balance: '100000.00' })))
})
afterAll(async () => {
  await stage?.close()
  await server?.dispose()
  for (const witness of witnesses ?? []) await witness.close()
})

async function restart(): Promise<void> {
  await server.kill()
  await server.start()
}

/** Two owners let the next witnessed issue be sealed. */
async function release(): Promise<void> {
  const at = { context: stage.context, url: server.url }
  const one = await makeOperator(at, ['owner'])
  const other = await makeOperator(at, ['owner'])
  const { approval } = await one.client.call(ENDPOINTS.witnessesRelease, {
    reason: 'the witnesses sign again',
    requestId: crypto.randomUUID(),
  })
  await other.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
}

const balances = () =>
  Promise.all(
    buyers.map(async ({ client }) => parseMoney((await client.call(ENDPOINTS.account, {})).balance)),
  )

/** Opens an issue that all buyers buy together. */
async function soldOut(code: string): Promise<string> {
  const issue = await stage.sell({ code, shares: BUYERS * EACH, grade: 'witnessed', maxIssues: 1 })
  for (const buyer of buyers) {
    const outcome = await settle({ buyer, issue, quantity: EACH, requestId: crypto.randomUUID() })
    if (!('receipt' in outcome)) throw new Error(`refused: ${outcome.refused}`)
  }
  // the seal waits for up to 20 seconds of business time
  await stage.advance(20_000)
  return issue
}

/** From now on these witnesses answer so to a checkpoint over another seal, and sign all others. */
async function atSeals(answer: () => string | Promise<string>, ...names: (typeof NAMES)[number][]) {
  const count = async (size: number) =>
    (await stage.db.query(`select from log_entry where kind = 'issue-seal' and index < $1`, [size])).length
  const before = await count(2 ** 31)
  for (const name of names)
    witnesses[NAMES.indexOf(name)]!.refuses = async (size) => ((await count(size)) > before ? answer() : null)
}

const SEAL = `
  select s.round::float8 as round,
    (select count(distinct c.witness)::float8 from log_cosignature c where c.log = e.log and c.size > e.index) as lines
  from issue_last_seal s join issue_terms t using (issue_id)
  join log_entry e on e.subject = t.number and e.kind = 'issue-seal'
  where t.number = $1`

/** The seal of an issue in the log, with how many witnesses have signed it. */
function sealed(issue: string, lines = 0) {
  return until(`the seal of ${issue} has ${lines} lines`, async () => {
    const [seal] = await stage.db.query<{ round: number; lines: number }>(SEAL, [issue])
    return seal !== undefined && seal.lines >= lines && seal
  })
}

/** Moves business time past the round of the seal. */
async function passRound(issue: string): Promise<void> {
  const { round } = await sealed(issue)
  const at = roundTimeMs(round, stage.context.fair.beacons.current.chain)
  await stage.advance(Math.max(0, at - (await stage.now())) + 1_000)
}

/** The issue is drawn; what the log says of it, and the winner's place among the buyers. */
async function drawn(issue: string): Promise<{ entries: string[]; winner: number }> {
  const winner = await until(`${issue} is drawn`, async () => {
    const [row] = await stage.db.query<{ winner: string }>(
      'select member_id as winner from issue_draw join issue_terms using (issue_id) where number = $1',
      [issue],
    )
    return row !== undefined && buyers.findIndex(({ memberId }) => memberId === row.winner)
  })
  const entries = await stage.db.query<{ kind: string }>(
    'select kind from log_entry where subject = $1 order by index',
    [issue],
  )
  return { entries: entries.map(({ kind }) => kind), winner }
}

async function verdictOf(issue: string) {
  const proof = await buyers[0]!.client.call(ENDPOINTS.proof, { issue })
  const { result } = proof as unknown as { result: { favour: boolean } }
  return { verdict: verifyAnyProof(proof).verdict, favour: result.favour }
}

/** Nobody but the winner of goods gets anything, and the log has one seal and one draw. */
async function expectKept(issue: string, before: readonly bigint[]): Promise<void> {
  await sealed(issue, QUORUM)
  await passRound(issue)
  const { entries } = await drawn(issue)
  expect(entries.slice(0, 2)).toEqual(['issue-open', 'issue-seal'])
  expect(
    await until('the proof is there', async () => {
      const found = await verdictOf(issue).catch(() => null)
      return found?.verdict === 'verified' && found
    }),
  ).toEqual({ verdict: 'verified', favour: false })
  expect(await balances()).toEqual(before.map((balance) => balance - PAID))
}

test.each(Array.from({ length: KILLS }, (_, n) => n + 1))(
  'after kill -9 at a seal, before its quorum and in a favour each issue is drawn once and each order paid once, round %i',
  async (round) => {
    for (const witness of witnesses) makeWell(witness)
    await Promise.all(buyers.map(({ client }) => client.call(ENDPOINTS.realityCheck, {})))

    let before = await balances()
    const atSeal = await soldOut(`SEAL${round}`)
    await delay(moment(0, 1_500))
    await restart()
    await expectKept(atSeal, before)

    before = await balances()
    let answer = (): void => undefined
    const silence = new Promise<string>((resolve) => {
      answer = () => resolve('rules: no')
    })
    await atSeals(() => silence, 'bob', 'carol', 'dave')
    const beforeQuorum = await soldOut(`QUORUM${round}`)
    await sealed(beforeQuorum)
    await server.kill()
    answer()
    for (const witness of witnesses) makeWell(witness)
    await server.start()
    await expectKept(beforeQuorum, before)

    before = await balances()
    await atSeals(() => 'rules: no', 'carol', 'dave')
    const inFavour = await soldOut(`FAVOUR${round}`)
    await sealed(inFavour, NAMES.length - 2)
    await passRound(inFavour)
    const { winner } = await drawn(inFavour)
    await delay(moment(0, 30))
    await restart()
    const paid = before.map((balance, n) => (n === winner ? balance - PAID : balance))
    await until('each order is paid', async () => {
      const now = await balances()
      return now.every((balance, n) => balance >= paid[n]!)
    })
    for (const witness of witnesses) makeWell(witness)
    await release()
    // the witnesses are asked again when there is news
    await until('a quorum confirms the favour', async () => {
      const found = await verdictOf(inFavour).catch(() => null)
      await stage.advance(30_000)
      return found?.verdict === 'verified' && found.favour
    })
    expect((await drawn(inFavour)).entries).toEqual([
      'issue-open',
      'issue-seal',
      'issue-draw',
      'issue-favour',
    ])
    expect(await balances()).toEqual(paid)
  },
)

test('the books are in order after the crashes', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
