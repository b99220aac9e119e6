/** What the server makes of the reports of its witnesses: of the program of the repository, and of witnesses that answer anything. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logKey, signCheckpoint } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { afterEach, expect, test } from 'vitest'
import { createWitness } from '../../../../../../packages/fairness/cli/witness.ts'
import { openState } from '../../../../../../packages/fairness/cli/witness-state.ts'
import { EMPTY_REPORT, type OtherHistory } from '../../../../../../packages/fairness/cli/witness/report.ts'
import { testClock } from '../../../testing/clock.ts'
import { createReportReader } from './witness-reports.ts'
import { createWitnessClient } from './witness-client.ts'

const SEED = '5c'.repeat(32)
const NAME = 'abcdefghij'
const ORIGIN = logKey(NAME, publicKeyOf(SEED)).name

const opened: Server[] = []
const folders: string[] = []
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** @param seed of the witness */
async function reader(server: Server, seed = '77'.repeat(32)) {
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clock = testClock(0)
  const [alarms, warnings]: [string[], string[]] = [[], []]
  const log = {
    warn: (_: object, message: string) => void warnings.push(message),
    error: (fields: object) => void alarms.push((fields as { kind: string }).kind),
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const witness = { key: witnessKey('w1', publicKeyOf(seed)), url }
  const client = createWitnessClient(witness, new AbortController().signal)
  const reports = createReportReader(
    { deployment: NAME, publicKey: publicKeyOf(SEED), clock, log },
    witness,
    client,
  )
  const again = async () => {
    clock.advance(5 * 60_000)
    await reports.read()
  }
  return { reports, alarms, warnings, again }
}

const noteOf = (root: string, seed = SEED) =>
  signCheckpoint(seed, { deployment: NAME, size: 9, root, head: '00'.repeat(32), timeMs: 1_000 })

test('what the program reports about this log is shown, and each item is an alarm once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairlot-reports-'))
  folders.push(folder)
  const state = openState(folder)
  const logs = [logKey(NAME, publicKeyOf(SEED))]
  const server = createWitness({ name: 'w1', logs, state, now: () => 1_700_000_000, log: () => undefined })
  const { reports, alarms, again } = await reader(server, state.seed)
  expect(reports.last()).toBeNull()
  await reports.read()
  expect(reports.last()).toEqual([])

  const [root, other] = ['aa'.repeat(32), 'bb'.repeat(32)]
  const signed = { note: noteOf(root), line: cosign(state.seed, 'w1', noteOf(root), 2) }
  const history = { log: ORIGIN, at: 7, proven: true, size: 9, root: other, signed, shown: noteOf(other) }
  const late = (log: string, index: number) => ({ log, index, what: 'issue M1-0001', publishedAt: 4, at: 5 })
  state.saveReport({
    ...EMPTY_REPORT,
    late: { total: 2, list: [late(ORIGIN, 3), late('fairlot/another', 4)] },
    losses: {
      total: 1,
      list: [{ log: `${ORIGIN}.2`, before: ORIGIN, index: 6, reason: 'refunds issue M2-0001', at: 6 }],
    },
    histories: [history satisfies OtherHistory],
  })
  await reports.read()
  // not asked again so soon
  expect(reports.last()).toEqual([])
  await again()
  expect(reports.last()).toEqual([
    {
      kind: 'history',
      log: NAME,
      what: 'another history of 9 entries, proven by two signed checkpoints',
      at: 7,
    },
    { kind: 'loss', log: `${NAME}.2`, what: 'entry 6 refunds issue M2-0001', at: 6 },
    { kind: 'late', log: NAME, what: 'entry 3, the seal of issue M1-0001, was shown after its round', at: 5 },
  ])
  await again()
  expect(alarms).toEqual(['history', 'loss', 'late'])
})

test('a witness that is silent, lies or answers anything changes nothing and stops nothing', async () => {
  let body = ''
  let status = 200
  const server = createServer((_, response) => void response.writeHead(status).end(body))
  const { reports, alarms, warnings, again } = await reader(server)
  const empty = { total: 0, list: [] }
  const none = { late: empty, overdue: empty, losses: empty, histories: [] as object[] }
  const overdue = { log: ORIGIN, index: 2, what: 'event P1-0001', since: 5 }
  body = JSON.stringify({ ...none, overdue: { total: 1, list: [overdue] } })
  await again()
  const said = reports.last()
  expect(said).toMatchObject([{ kind: 'overdue', what: 'event P1-0001, entry 2, has no result after a day' }])

  const answers: [number, string][] = [
    [404, 'not found'],
    [200, '<html>'],
    [200, 'null'],
    [200, JSON.stringify({ ...none, late: { total: 1, list: [{ ...overdue, index: -1 }] } })],
    [
      200,
      JSON.stringify({ ...none, overdue: { total: 201, list: Array.from({ length: 201 }, () => overdue) } }),
    ],
    [200, JSON.stringify({ ...none, more: 'x'.repeat(1_000_000) })],
  ]
  for (const answer of answers) {
    ;[status, body] = answer
    await again()
    expect(reports.last()).toBe(said)
  }
  expect(warnings).toHaveLength(answers.length)

  // a history whose note the key of the log did not sign, and one of which the witness shows no signature of its own
  status = 200
  const [root, other] = ['aa'.repeat(32), 'bb'.repeat(32)]
  const shown = { log: ORIGIN, at: 7, proven: true, size: 9, root: other, signed: null }
  const forged = { ...shown, shown: noteOf(other, '66'.repeat(32)) }
  const line = cosign('66'.repeat(32), 'w1', noteOf(root), 2)
  const claimed = { ...shown, shown: noteOf(other), signed: { note: noteOf(root), line } }
  body = JSON.stringify({ ...none, histories: [forged, claimed] })
  await again()
  expect(reports.last()).toMatchObject([
    { what: 'another history of 9 entries, by what the witness was shown' },
  ])
  expect(alarms).toEqual(['overdue', 'history'])
})
