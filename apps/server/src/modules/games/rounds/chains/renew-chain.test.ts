/** Which chains a house may publish: its log must pass the audit whatever changes between two seals. */
import { auditLog } from '@fairlot/fairness/audit'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import type { NoteKey } from '@fairlot/fairness/note'
import { witnessKey } from '@fairlot/fairness/witness'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../platform/durations.ts'
import type { Executor } from '../../../../platform/db.ts'
import { entriesFrom, endOfLog, latestCheckpoint, notesFrom } from '../../../fair/log/log.reads.ts'
import { insertLog } from '../../../fair/standing/standing.queries.ts'
import { unbindMoney } from '../../../ledger/index.ts'
import { retireDemoChains } from './chains.queries.ts'
import { loseOpenRounds } from '../lose-rounds.ts'
import { finish, firstRound, roundWorld, type RoundWorld } from '../rounds.fixture.ts'
import type { Rounds } from '../rounds.jobs.ts'

let world: RoundWorld
const started: Rounds[] = []
beforeEach(async () => {
  world = await roundWorld()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((rounds) => rounds.stop()))
  await world.close()
})

const witness = (name: string): NoteKey =>
  witnessKey(name, publicKeyOf(Buffer.from(name.padEnd(32, '.')).toString('hex')))
const [A, B] = [witness('a'), witness('b')]

/** Starts another server with these witnesses, of which none answers. Its steps are those of the world from now on. */
async function restart(...witnesses: NoteKey[]): Promise<void> {
  const rounds = world.another({ witnesses, witnessPatienceMs: () => 0 })
  started.push(rounds)
  world.rounds.runDue = () => rounds.runDue()
  await rounds.runDue()
}

/** Audits every log as a stranger does. @returns the number of chains that each has */
async function auditedChains(): Promise<number[]> {
  const { db, options } = world
  const { writer } = options
  await writer.flush(db, { checkpoint: true })
  const { log: last } = await endOfLog(db)
  const counts: number[] = []
  for (let log = 1; log <= last; log++) {
    const entries = (await entriesFrom(db, 0, 10_000, log)).map(({ bytes }) => bytes)
    const signed = (await latestCheckpoint(db, log))?.size ?? 0
    const checkpoints = (await notesFrom(db, 0, 10_000, log)).map(({ note, lines }) => ({
      note,
      cosignatures: lines,
    }))
    const { publicKey } = writer
    const audit = auditLog({
      deployment: writer.nameOf(log),
      publicKey,
      entries: entries.slice(0, signed),
      checkpoints,
    })
    counts.push(audit.counts.chains)
  }
  return counts
}

const grades = async (db: Executor = world.db) =>
  (await db.query<{ grade: string }>('select grade from game_chain order by number')).map(
    ({ grade }) => grade,
  )

const retire = () =>
  world.owner.query('update game_chain_use set retired_at = business_now() where retired_at is null')

/** Takes the next round of the game to its end. @returns its status */
async function playNext(): Promise<string> {
  await world.goTo((Math.floor((await world.now()) / MINUTE_MS) + 1) * MINUTE_MS + 100)
  const round = await world.current()
  const member = await world.member()
  await world.bets.place(world.db, round, member, [1])
  await finish(world, round)
  await world.goTo(round.endsMs + 100)
  return (await world.read()).find(({ roundId }) => roundId === round.roundId)!.status
}

test('witnesses that change twice before the first seal of a chain do not make a third chain, and the game goes on', async () => {
  await finish(world, await firstRound(world))
  // as the demo world ends its chains
  await retire()
  await world.goTo((await world.current()).endsMs + 100)
  await restart(A)
  await restart(A, B)
  expect(await grades()).toEqual(['beacon', 'beacon'])
  expect(await auditedChains()).toEqual([2])
  // the first seal of the published chain lets the next one follow
  expect(await playNext()).toBe('settled')
  expect(await grades()).toEqual(['beacon', 'beacon', 'witnessed'])
  expect(await auditedChains()).toEqual([3])
  expect(world.errors).toEqual([])
})

test('the end of the demo world leaves the chains of the present, also when an unfinished start makes it again', async () => {
  await world.rounds.runDue()
  await world.db.tx(retireDemoChains)
  await restart()
  expect(await grades()).toEqual(['beacon'])
})

test('a chain whose witnesses are gone before its first seal does not keep the game from the next one', async () => {
  await finish(world, await firstRound(world))
  await restart(A)
  await restart()
  expect(await grades()).toEqual(['beacon', 'witnessed'])
  const [before] = await world.db.query<{ balance: bigint }>(
    'select sum(balance)::bigint as balance from wallet',
  )
  expect(await playNext()).toBe('void')
  expect(await grades()).toEqual(['beacon', 'witnessed', 'beacon'])
  const [after] = await world.db.query<{ balance: bigint }>(
    'select sum(balance)::bigint as balance from wallet',
  )
  expect(after!.balance - (before!.balance ?? 0n)).toBe(1_000_0000n)
  expect(await playNext()).toBe('settled')
  expect(await auditedChains()).toEqual([3])
})

test('a house that has recovered to a new log counts the chains of this log only', async () => {
  const { db, options } = world
  const { writer } = options
  const round = await firstRound(world)
  await restart(A)
  await db.tx(async (tx) => {
    await writer.hold(tx)
    const { size, root } = (await latestCheckpoint(tx))!
    await unbindMoney(tx, 'bankroll', await loseOpenRounds(tx, writer))
    await insertLog(tx, { number: 2, continues: 1, size, root })
    await writer.beginAfter(tx, 2, { number: 1, size, root, lost: [`lucky-1m ${round.period}`] })
  })
  await restart()
  await restart(A)
  await restart(B)
  await restart()
  expect(await auditedChains()).toEqual([2, 2])
  await world.goTo((await world.current()).endsMs + 100)
  await playNext()
  await playNext()
  expect(await playNext()).toBe('settled')
  expect(await auditedChains()).toEqual([2, 3])
})
