/** The lines of witnesses over a chain that arrive after the writer's audit has passed the chain: what it knows is what a reader sees. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AuditState, createAuditor } from '@fairlot/fairness/audit'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditFolder } from '../../../../../../../packages/fairness/cli/log-folder.ts'
import { chainIndex } from '../../../fair/index.ts'
import { exportLog } from '../../../fair/log/export.ts'
import { enqueue, stored } from '../../../fair/log/log.fixture.ts'
import { notesFrom } from '../../../fair/log/log.reads.ts'
import {
  chainsOf,
  finish3,
  verify3,
  witnessedRounds,
  writer3,
  type WitnessedRounds,
} from '../rounds-3.fixture.ts'
import type { RoundRow } from '../rounds.fixture.ts'

let world: WitnessedRounds
let folder: string
beforeEach(async () => {
  world = await witnessedRounds(['a', 'b', 'c'])
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-export-'))
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

/** Publishes a chain that the third witness signs only after the audit has passed it. */
async function lateChain(meanwhile: () => Promise<void>): Promise<number> {
  const third = world.witnesses[2]!
  third.mode = 'deaf'
  await world.rounds.runDue()
  await meanwhile()
  third.mode = 'well'
  const firstMs = await opensAt()
  await world.goTo(firstMs - 5_000)
  expect(await chainsOf(world)).toMatchObject([{ quorum: 3, signed: 3 }])
  return firstMs
}

/** When the first round of the first chain opens. */
async function opensAt(): Promise<number> {
  return (await chainsOf(world))[0]!.firstMs!
}

/** Another process writes the log from now on. */
async function restart(): Promise<void> {
  Object.assign(world.options, { writer: writer3() })
  await world.configure(world.witnesses)
  await world.options.writer.begin(world.db)
}

async function play(firstMs: number): Promise<RoundRow> {
  await world.goTo(firstMs + 100)
  const round = await world.current()
  await world.bets.place(world.db, round, await world.member(), [1], 3_0000n)
  await finish3(world, round)
  expect((await world.read())[0]).toMatchObject({ status: 'settled', ended: true })
  return round
}

/** What the audit of an outside reader knows of the log, up to a size. */
async function readerState(size: number): Promise<AuditState> {
  const { deployment, publicKey } = world.options.writer
  const auditor = createAuditor({ deployment, publicKey })
  const notes = await notesFrom(world.db, 0, 10_000)
  for (const bytes of (await stored(world.db)).entries.slice(0, size)) {
    auditor.entry(bytes)
    for (const { note, lines } of notes.filter((one) => one.size === auditor.size())) {
      auditor.checkpoint(note)
      for (const line of lines) auditor.cosignature(auditor.size(), line)
    }
  }
  return auditor.state()
}

async function storedState(): Promise<AuditState> {
  const [row] = await world.db.query<{ state: string }>('select state from log_audit')
  return JSON.parse(row!.state) as AuditState
}

/** A state without the order in which lines became known. */
function sorted({ games, ...rest }: AuditState) {
  const orderOf = ([game, { scheduled, ...state }]: [string, AuditState['games'][string]]) => [
    game,
    { ...state, scheduled: scheduled?.map((chain) => ({ ...chain, timely: chain.timely.toSorted() })) },
  ]
  return { ...rest, games: Object.fromEntries(Object.entries(games).map(orderOf)) as unknown }
}

const fill = (count: number) =>
  enqueue({ db: world.db, writer: world.options.writer } as Parameters<typeof enqueue>[0], count)

test('a stored state takes the lines that came after it, and the audit then knows what a reader of the export knows', async () => {
  const { db } = world
  const firstMs = await lateChain(async () => {
    await fill(2_001)
    await world.options.writer.flush(db)
  })
  expect((await storedState()).games['lucky-1m']!.scheduled![0]!.timely.length).toBeLessThan(3)
  await restart()
  const round = await play(firstMs)
  expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
  await fill(2_001)
  await world.options.writer.flush(db, { checkpoint: true })
  const state = await storedState()
  expect(sorted(state)).toEqual(sorted(await readerState(state.size)))
  await exportLog(db, folder, world.options.writer)
  expect(auditFolder(folder).counts).toMatchObject({ chains: 1, roundsDecided: 1, roundsVoid: 0 })
})

test('a process that has passed the chain takes the lines that another one stored', async () => {
  const round = await play(await lateChain(() => Promise.resolve()))
  const { document } = await verify3(world, round)
  // the proof has the lines that the export has
  const { chainLines } = (document as { log: { chainLines: { note: string }[] } }).log
  const lines = chainLines.flatMap(({ note }) => parseCheckpoint(note)!.signatures.slice(1))
  expect(lines).toHaveLength(3)
  const exported = (await notesFrom(world.db, 0, 1_000)).flatMap((one) => one.lines)
  expect(exported).toEqual(expect.arrayContaining(lines))
})

test('a line over a dead chain that turns up after the next one is published is not kept: the audit of a reader passes', async () => {
  const { db, options } = world
  const third = world.witnesses[2]!
  third.mode = 'forgetful'
  await world.rounds.runDue()
  const firstMs = await opensAt()
  // it answers pings, and nothing else
  third.mode = 'deaf'
  await world.goTo(firstMs + 100)
  await world.goTo(firstMs + 60_100)
  const [, second] = await chainsOf(world)
  expect(second!.firstMs! - second!.publishedMs).toBeLessThan(120_000)
  third.mode = 'well'
  await world.pass(6_000)
  const index = (await chainIndex(db, await idOf(1)))!
  // a question that was under way when the next chain was published
  expect(options.askWitnesses.verdicts({ index, roundMs: firstMs }, [formatKey(third.key)]).size).toBe(1)
  await options.askWitnesses.settled()
  await world.goTo(second!.firstMs! - 5_000)
  const round = await play(second!.firstMs!)
  expect(await verify3(world, round)).toMatchObject({ verdict: 'verified' })
  expect(await chainsOf(world)).toMatchObject([{ signed: 2 }, { signed: 3 }])
  await options.writer.flush(db, { checkpoint: true })
  await exportLog(db, folder, options.writer)
  expect(auditFolder(folder).counts).toMatchObject({ chains: 2, roundsDecided: 1 })
})

const idOf = async (number: number) =>
  (
    await world.db.query<{ id: string }>('select chain_id as id from game_chain where number = $1', [number])
  )[0]!.id
