/** The world of the witness' tests: a house with a log, and a witness that audits it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { formatKey } from '../../src/note.ts'
import { PlayedLog } from '../../src/testing/played-log.ts'
import {
  playedHouse,
  type PlayedHouse,
  type RunningOptions,
  type RunningWitness,
  runWitness,
} from './house.fixture.ts'

/** folder of the witnesses' states */
export let base: string
export let house: PlayedHouse
export let witness: RunningWitness
const running: { stop(): void }[] = []

/** Starts or restarts a witness; it keeps its state. */
export async function start(options: RunningOptions = {}): Promise<RunningWitness> {
  const started = await runWitness(join(base, options.name ?? 'w1'), house, options)
  running.push(started)
  return started
}
export async function restart(options: RunningOptions = {}): Promise<void> {
  witness.stop()
  witness = await start(options)
}

/** Each test of the file has a house whose log has begun, and a running witness. */
export function playWitness(): void {
  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'fairlot-witness-'))
    const log = new PlayedLog()
    log.begin()
    house = await playedHouse(log)
    running.push(house)
    witness = await start()
  })
  afterEach(() => {
    for (const one of running.splice(0)) one.stop()
    rmSync(base, { recursive: true })
  })
}

export const terms = (...keys: string[]) => ({ grade: 'witnessed' as const, witnesses: keys })
export const named = () => terms(formatKey(witness.key))
type Refusals = { log: string; at: number; size: number; rule: string; reason: string }[]
export const refusals = async (from = witness) => JSON.parse((await from.get('/refusal')).body) as Refusals
/** The rule by which the witness refuses the last checkpoint. */
export async function refused(from = witness): Promise<string> {
  const { status, body } = await from.show()
  expect(status).toBe(422)
  const [newest] = await refusals(from)
  expect(body).toBe(`${newest!.rule}: ${newest!.reason}\n`)
  expect(from.said.at(-1)).toContain(`${newest!.rule}: ${newest!.reason}`)
  return newest!.rule
}
export const sealOf = (index: number) =>
  witness.get(`/seal?log=${encodeURIComponent(house.key.name)}&index=${index}`)

/** Deletes the stored audit, so that the witness begins at entry 0 after its next start. */
export function forgetAudit(): void {
  const folder = join(base, 'w1')
  for (const name of readdirSync(folder)) if (name.startsWith('audit-')) rmSync(join(folder, name))
}

/** Opens and seals a witnessed issue, and signs the checkpoint. @returns index of the seal */
export function sealed(issue: string, issueTerms: ReturnType<typeof terms> = named()): number {
  const { log } = house
  log.open(issue, issueTerms)
  log.now += 60_000
  const index = log.seal(issue)
  log.sign()
  return index
}
export function drawn(issue: string): void {
  const { log } = house
  log.now = Math.max(log.now, log.roundMs(issue))
  log.draw(issue)
  log.sign()
}
