import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDb } from '../../../platform/db.ts'
import { dyingAt } from '../../fair/log/log.fixture.ts'
import { drawIssue } from '../draws/draw.ts'
import { readAttempt } from './attempts.queries.ts'
import { sealAgain } from './attempts.ts'
import {
  auditWholeLog,
  sealState,
  settleServer,
  soldOutIssue,
  witnessedMall,
  type WitnessedMall,
} from './witnessed.fixture.ts'

let world: WitnessedMall
beforeAll(async () => {
  world = await witnessedMall('alice')
})
afterAll(() => world.close())
beforeEach(() => {
  world.witnesses['alice']!.mode = 'well'
})

/** An issue whose seal is void: its round is over and nobody signed it. */
async function voidSeal() {
  world.witnesses['alice']!.mode = 'deaf'
  const issue = await soldOutIssue(world)
  await world.settle()
  const { roundMs } = await sealState(world, issue.issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  return { ...issue, roundMs }
}

const attemptsOf = async (issueId: string) =>
  (
    await world.mall.db.query<{ attempt: number }>(
      'select attempt from issue_seal_attempt where issue_id = $1 order by 1',
      [issueId],
    )
  ).map(({ attempt }) => attempt)

async function sealEntries(number: string): Promise<number> {
  const rows = await world.mall.db.query(
    `select 1 from log_entry where subject = $1 and kind = 'issue-seal'`,
    [number],
  )
  return rows.length
}

test('many servers at once make one attempt and one draw', async () => {
  const { issueId, number } = await voidSeal()
  world.witnesses['alice']!.mode = 'well'
  const servers = Array.from({ length: 3 }, () => world.another())
  await Promise.all(servers.map(settleServer))
  expect(await attemptsOf(issueId)).toEqual([2])
  expect(await sealEntries(number)).toBe(2)
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + 1_000)
  await Promise.all(servers.map(settleServer))
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn', attempt: 2 })
  const [draws] = await world.mall.db.query<{ count: bigint }>(
    `select count(*) from log_entry where subject = $1 and kind = 'issue-draw'`,
    [number],
  )
  expect(draws!.count).toBe(1n)
  await auditWholeLog(world)
  expect(world.errors).toEqual([])
})

test('two processes that make the next attempt at the same time make one', async () => {
  const { issueId, number } = await voidSeal()
  const last = (await readAttempt(world.options.db, issueId))!
  const made = await Promise.all(Array.from({ length: 4 }, () => sealAgain(world.options, last)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await attemptsOf(issueId)).toEqual([2])
  expect(await sealEntries(number)).toBe(2)
  world.witnesses['alice']!.mode = 'well'
  await settleServer(world.another())
})

test('a process that dies at any statement leaves no attempt or a complete one', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let statement = 1; ; statement++) {
      const { issueId, number } = await voidSeal()
      const last = (await readAttempt(world.options.db, issueId))!
      // a connection of its own: the pool of the server survives
      const own = createDb(world.mall.database.appUrl, { max: 2 })
      const dying = dyingAt(own, statement, when)
      const survived = await sealAgain({ ...world.options, db: dying }, last).catch(() => null)
      await own.close()
      const attempts = await attemptsOf(issueId)
      expect(await sealEntries(number)).toBe(1 + attempts.length)
      world.witnesses['alice']!.mode = 'well'
      await settleServer(world.another())
      expect(await sealState(world, issueId)).toMatchObject({ attempt: 2, signers: ['alice'] })
      if (survived === true && !dying.died()) break
    }
  }
  await auditWholeLog(world)
})

describe('the schema refuses', () => {
  const insert = (issueId: string, attempt: number, previous: bigint, round: bigint) =>
    world.mall.owner.query(
      `insert into issue_seal_attempt (issue_id, attempt, sealed_ms, round, previous_round) values ($1, $2, 1, $3, $4)`,
      [issueId, attempt, round, previous],
    )

  test('a gap in the attempts, another round before, and a round that is not later', async () => {
    const { issueId } = await voidSeal()
    const { round } = (await readAttempt(world.options.db, issueId))!
    await expect(insert(issueId, 3, round, round + 9n)).rejects.toThrow('issue_seal_attempt_previous')
    await expect(insert(issueId, 2, round - 1n, round + 9n)).rejects.toThrow('issue_seal_attempt_first')
    await expect(insert(issueId, 2, round, round)).rejects.toThrow('issue_seal_attempt_later')
    await expect(insert(issueId, 1, round, round + 9n)).rejects.toThrow('issue_seal_attempt_number')
    world.witnesses['alice']!.mode = 'well'
    await settleServer(world.another())
  })

  test('a draw without a signature, and a signature that is late or of another witness', async () => {
    const { issueId } = await voidSeal()
    const draw = `insert into issue_draw (issue_id, code, member_id, purchase_id, seq, drawn_at, attempt, witness)
      select issue_id, first_code, member_id, purchase_id, seq, now(), $2, $3 from issue_sale where issue_id = $1 and seq = 1`
    await expect(world.mall.owner.query(draw, [issueId, 1, null])).rejects.toThrow('rests on a signature')
    await expect(world.mall.owner.query(draw, [issueId, 2, null])).rejects.toThrow('the last attempt')
    const sign = `insert into issue_cosignature (issue_id, attempt, witness, size, signed_ms, round_ms)
      select issue_id, 1, coalesce($2, witnesses[1]), 1, $3, 1000 from issue_terms where issue_id = $1`
    await expect(world.mall.owner.query(sign, [issueId, null, 1000])).rejects.toThrow(
      'issue_cosignature_in_time',
    )
    await expect(world.mall.owner.query(sign, [issueId, 'mallory', 1])).rejects.toThrow('do not name')
    expect(await drawIssue(world.options, issueId)).toBe('waiting')
    world.witnesses['alice']!.mode = 'well'
    await settleServer(world.another())
  })

  test('an attempt after the draw, after a signature in time, and in another grade', async () => {
    const { issueId } = await soldOutIssue(world)
    await world.settle()
    const { round } = (await readAttempt(world.options.db, issueId))!
    await expect(insert(issueId, 2, round, round + 9n)).rejects.toThrow('signed the attempt before')
    const { roundMs } = await sealState(world, issueId)
    await world.advance(roundMs - (await world.now()) + 1_000)
    await world.settle()
    await expect(insert(issueId, 2, round, round + 9n)).rejects.toThrow('not waiting for its draw')
  })

  test('changes of attempts and signatures by the role of the server', async () => {
    for (const change of [
      'update issue_seal_attempt set round = 1',
      'delete from issue_seal_attempt',
      'update issue_cosignature set signed_ms = 1',
      'delete from issue_cosignature',
    ])
      await expect(world.mall.db.query(change)).rejects.toThrow('permission denied')
  })
})
