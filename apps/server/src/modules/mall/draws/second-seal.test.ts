/**
 * An attack by the owner of the database: several seals of one issue in one append-only, well-signed log. The draw waits until
 * the rounds of all seals are known, and the seal with the wanted winner is shown.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beaconOf, roundFor } from '@fairlot/fairness/beacon'
import type { LogEntry } from '@fairlot/fairness/entries'
import { drawEntropy, winningCode } from '@fairlot/fairness/draw'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDoctorChecks } from '../../../programs/doctor.checks.ts'
import { createLogWriter, exportLog, publicBeacon } from '../../fair/index.ts'
import { audited, publishUnjudged, stored } from '../../fair/log/log.fixture.ts'
import { drawIssue } from './draw.ts'
import { drawMall, openTestIssue, sellOut, type DrawMall } from './draws.fixture.ts'
import { sealIssue } from './seal.ts'

let world: DrawMall
let folder: string
beforeAll(async () => {
  world = await drawMall()
  const [row] = await world.mall.db.query<{ id: string }>('select id from deployment')
  Object.assign(world.options.writer, createLogWriter({ deployment: row!.id, seed: '5c'.repeat(32) }))
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-second-seal-'))
})
afterAll(async () => {
  await world.mall.close()
  rmSync(folder, { recursive: true })
})

const SHARES = 10
const MORE_SEALS = 9

type SealEntry = Extract<LogEntry, { t: 'issue-seal' }> & { attempt: number; round: number; salt: string }

/** What the doctor finds about log and draws, by title. */
async function findings(): Promise<Map<string, string>> {
  const { db } = world.mall
  const { salts, tagKeys, beacons, writer } = world.options
  const { standing } = writer
  const fair = { salts, tagKeys, beacons, writer, standing, quicknet: publicBeacon(db) }
  const found = new Map<string, string>()
  for await (const { id, title, figure, breaches } of runDoctorChecks({ snapshot: db, fair }))
    if (breaches > 0 && ['INV-7', 'INV-18', 'INV-20'].includes(id)) found.set(title, figure)
  return found
}

/**
 * Appends and signs more seals of an issue, each half a minute later, as a server does that was altered for it. They are dated after
 * the present, because each checkpoint has the time at which it is signed.
 */
async function sealAgain(number: string): Promise<SealEntry[]> {
  const { db } = world.mall
  const { writer, beacons } = world.options
  const [first] = await db.query<{ said: SealEntry }>(
    `select bytes::jsonb as said from log_entry where subject = $1 and kind = 'issue-seal'`,
    [number],
  )
  const [clock] = await db.query<{ ms: number }>(
    'select floor(extract(epoch from business_now()) * 1000)::float8 as ms',
  )
  const seals = [first!.said]
  for (let n = 1; n <= MORE_SEALS; n++) {
    const sealedAt = clock!.ms + 30_000 * n
    const round = roundFor(sealedAt, 30, beacons.current.chain)
    const entry = { ...first!.said, sealedAt, round, at: sealedAt }
    await db.tx((tx) => publishUnjudged(tx, writer.deployment, [entry]))
    seals.push(entry)
  }
  return seals
}

/** The code that a seal gives once its round is known. */
async function codeOf({ issue, digest, sum, salt, round }: SealEntry): Promise<number> {
  const signature = await world.options.beacons.current.signature(round)
  const entropy = drawEntropy({ salt, issue, digest, round, beacon: beaconOf(signature!) })
  return winningCode(BigInt(sum), entropy, SHARES)
}

const PROGRAM = path.resolve(import.meta.dirname, '../../../../../../packages/fairness/cli/verify.ts')
const verifyOnCommandLine = (...options: string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...options], { encoding: 'utf8' })

test('the log with several seals breaks the rule «seal», and the doctor says so', async () => {
  const { db, owner, database } = world.mall
  const { writer } = world.options
  const { issueId, number } = await openTestIssue(world, { shares: SHARES, maxIssues: 1 })
  await sellOut(world, number, SHARES)
  await sealIssue(world.options, issueId)
  expect(await findings()).toEqual(new Map())

  await owner.query('drop index log_entry_once')
  const seals = await sealAgain(number)
  await database.advanceClock(600_000)
  const codes = await Promise.all(seals.map(codeOf))
  expect(new Set(codes).size).toBeGreaterThan(1)
  // the house shows a later seal whose winner differs from the honest one
  const wanted = codes.findIndex((code) => code !== codes[0])
  const { sealedAt, round } = seals[wanted]!
  await owner.query('update issue_seal set sealed_ms = $2, round = $3 where issue_id = $1', [
    issueId,
    sealedAt,
    round,
  ])
  await owner.query(
    `update log_entry set subject = null where kind = 'issue-seal' and subject = $1
       and (bytes::jsonb ->> 'round')::int8 <> $2`,
    [number, round],
  )
  expect(await drawIssue(world.options, issueId)).toBe('drawn')
  await writer.flush(db)

  // the document alone cannot show the other seals, and says so
  const proof = await world.proofs.of(number)
  expect(proof.result!.code).toBe(codes[wanted])
  const alone = verifyProof(structuredClone(proof), { publicKey: writer.publicKey })
  expect(alone).toMatchObject({ verdict: 'verified' })
  expect(alone.summary).toContain('cannot show that no other seal')

  // a reader of the log finds the second seal
  const { entries } = await stored(db)
  const second = entries.findLastIndex((text) => text.includes('issue-seal')) - MORE_SEALS + 1
  await expect(audited({ db, writer })).rejects.toMatchObject({ rule: 'seal', index: second })
  await exportLog(db, folder, writer)
  const file = path.join(folder, '..', `${path.basename(folder)}.json`)
  writeFileSync(file, JSON.stringify(proof))
  for (const options of [
    ['--log', folder],
    [file, '--log', folder],
  ]) {
    const { status, stdout } = verifyOnCommandLine(...options, '--key', writer.publicKey)
    expect(status).toBe(1)
    expect(stdout).toContain(`seals issue ${number} a second time`)
  }
  expect(verifyOnCommandLine(file, '--key', writer.publicKey).status).toBe(0)
  rmSync(file)
  const found = await findings()
  expect(found.get('the log follows its rules')).toContain('rule seal')
  expect([...found.keys()]).toContain(
    'every entry is filed under its kind and the issue, chain, round, event or beacon that it names',
  )
})
