import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseCheckpoint } from '../../src/checkpoint.ts'
import { formatKey, parseKey } from '../../src/note.ts'
import { PlayedLog, playedWitness } from '../../src/testing/played-log.ts'
import { verifyCosignature } from '../../src/witness.ts'
import { auditLog } from '../../src/audit.ts'
import {
  playedHouse,
  type PlayedHouse,
  type RunningOptions,
  type RunningWitness,
  runWitness,
  secondsOf,
} from './house.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'
const W2 = playedWitness('w2')
const BUSY = 503

let base: string
let house: PlayedHouse
let witness: RunningWitness
const running: { stop(): void }[] = []

/** Starts or restarts a witness; it keeps its state. */
async function start(options: RunningOptions = {}): Promise<RunningWitness> {
  const started = await runWitness(join(base, options.name ?? 'w1'), house, options)
  running.push(started)
  return started
}
async function restart(options: RunningOptions = {}): Promise<void> {
  witness.stop()
  witness = await start(options)
}

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

const terms = (...keys: string[]) => ({ grade: 'witnessed' as const, witnesses: keys })
const named = () => terms(formatKey(witness.key))
type Refusals = { log: string; at: number; size: number; rule: string; reason: string }[]
const refusals = async (from = witness) => JSON.parse((await from.get('/refusal')).body) as Refusals
/** The rule by which the witness refuses the last checkpoint. */
async function refused(from = witness): Promise<string> {
  const { status, body } = await from.show()
  expect(status).toBe(422)
  const [newest] = await refusals(from)
  expect(body).toBe(`${newest!.rule}: ${newest!.reason}\n`)
  expect(from.said.at(-1)).toContain(`${newest!.rule}: ${newest!.reason}`)
  return newest!.rule
}
const sealOf = (index: number) =>
  witness.get(`/seal?log=${encodeURIComponent(house.key.name)}&index=${index}`)

/** Deletes the stored audit, so that the witness begins at entry 0 after its next start. */
function forgetAudit(): void {
  const folder = join(base, 'w1')
  for (const name of readdirSync(folder)) if (name.startsWith('audit-')) rmSync(join(folder, name))
}

/** Opens and seals a witnessed issue, and signs the checkpoint. @returns index of the seal */
function sealed(issue: string, issueTerms: ReturnType<typeof terms> = named()): number {
  const { log } = house
  log.open(issue, issueTerms)
  log.now += 60_000
  const index = log.seal(issue)
  log.sign()
  return index
}
function drawn(issue: string): void {
  const { log } = house
  log.now = Math.max(log.now, log.roundMs(issue))
  log.draw(issue)
  log.sign()
}

describe('an honest house', () => {
  test('gets signatures over many checkpoints, with draws, refunds and further attempts', async () => {
    const { log } = house
    const sealAgain = () => {
      log.now = log.roundMs(B)
      log.seal(B)
      log.sign()
    }
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    for (let i = 0; i < 4; i++) {
      sealed(`M${i}-0001`)
      expect(await witness.show()).toMatchObject({ status: 200 })
      drawn(`M${i}-0001`)
      if (i % 2 === 0) expect(await witness.show()).toMatchObject({ status: 200 })
      log.open(`R${i}-0001`)
      log.refund(`R${i}-0001`)
      log.sign()
    }
    sealed(B)
    sealAgain()
    sealAgain()
    expect(await witness.show()).toMatchObject({ status: 200 })
    drawn(B)
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(await refusals()).toEqual([])
    expect(auditLog(log).counts).toMatchObject({ drawn: 5, furtherAttempts: 2, refunded: 4 })
  })

  test('is audited from the start, also over many pages, when the witness is new', async () => {
    const { log } = house
    for (let i = 0; i < 200; i++) {
      log.funding()
      if (i % 3 === 0) log.sign()
    }
    log.funding()
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    const before = house.requests()
    log.funding()
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(house.requests() - before).toBeLessThan(5)
  })

  test('can restart the witness between any two requests', async () => {
    const { log } = house
    log.sign()
    for (let i = 0; i < 3; i++) {
      const issue = `M${i}-0001`
      sealed(issue)
      await restart()
      expect(await witness.show()).toMatchObject({ status: 200 })
      await restart()
      drawn(issue)
      expect(await witness.show()).toMatchObject({ status: 200 })
    }
    expect(auditLog(log).counts).toMatchObject({ drawn: 3 })
    expect(await refusals()).toEqual([])
  })

  test('shows the checkpoints of older seals first, and gets lines that are in time for each', async () => {
    const { log } = house
    const first = sealed(A)
    log.open(B, named())
    const second = log.seal(B)
    log.sign()
    expect(await witness.show(-2)).toMatchObject({ status: 200 })
    expect(await witness.show(-1)).toMatchObject({ status: 200 })
    for (const index of [first, second]) {
      const { status, body } = await sealOf(index)
      const { note, line } = JSON.parse(body) as { note: string; line: string }
      expect([status, parseCheckpoint(note)!.size]).toEqual([200, index + 1])
      expect(verifyCosignature(note, line, witness.key)).toBe(Math.floor(log.now / 1000))
    }
    expect((await sealOf(0)).status).toBe(404)
    expect((await witness.get('/seal?log=fairlot/other&index=2')).status).toBe(404)
    expect((await witness.get('/seal')).status).toBe(404)
  })

  test('may show an older checkpoint after a newer one was refused', async () => {
    const { log } = house
    log.sign()
    await witness.show()
    log.funding()
    log.sign()
    log.funding()
    log.sign({ timeMs: log.now + 500_000 })
    expect(await refused()).toBe('skew')
    const entries = log.entries.splice(2)
    expect(await witness.show(-1)).toMatchObject({ status: 422 })
    log.entries.push(...entries)
    expect(await witness.show(-2)).toMatchObject({ status: 200 })
  })
})

describe('a seal', () => {
  test('that is shown in time is final: neither another attempt nor a refund follows', async () => {
    const { log } = house
    sealed(A)
    await witness.show()
    log.now = log.roundMs(A)
    const second = log.copy()
    second.seal(A)
    second.sign()
    const refund = log.copy()
    refund.refund(A)
    refund.sign()
    // the house hides the signature
    for (const [history, rule] of [
      [second, 'attempt'],
      [refund, 'refund'],
    ] as const) {
      house.log = history
      for (const shown of history.checkpoints) shown.cosignatures = []
      expect(await refused()).toBe(rule)
      await restart()
      expect(await refused()).toBe(rule)
      forgetAudit()
      await restart()
      expect(await refused()).toBe(rule)
    }
  })

  test('that is shown when its round is over is refused, until it is sealed again', async () => {
    const { log } = house
    const index = sealed(A)
    log.now = log.roundMs(A)
    expect(await refused()).toBe('late')
    expect((await refusals())[0]).toEqual({
      log: house.key.name,
      at: Math.floor(log.now / 1000) * 1000,
      size: 3,
      rule: 'late',
      reason: `entry ${index}, the seal of issue ${A}, is shown after its round was published, and no named witness signed it in time`,
    })
    expect((await sealOf(index)).status).toBe(404)
    const again = log.seal(A)
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect((await sealOf(again)).status).toBe(200)
    drawn(A)
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('that is shown in the second before its round is signed; the deadline is exact', async () => {
    const { log } = house
    sealed(A)
    witness.seconds = log.roundMs(A) / 1000
    expect(await refused()).toBe('late')
    witness.seconds = log.roundMs(A) / 1000 - 1
    expect(await witness.show()).toMatchObject({ status: 200 })
    drawn(A)
    witness.seconds = null
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(auditLog(log).counts.drawn).toBe(1)
  })

  test('that another named witness signed in time is signed late', async () => {
    const { log } = house
    const index = sealed(A, terms(formatKey(witness.key), W2.key))
    log.now = log.roundMs(A)
    expect(await refused()).toBe('late')
    log.cosign(W2, log.roundMs(A) / 1000)
    expect(await refused()).toBe('late')
    log.cosign(playedWitness('w3'), log.roundMs(A) / 1000 - 5)
    expect(await refused()).toBe('late')
    log.cosign(W2, log.roundMs(A) / 1000 - 1)
    const { status, body } = await witness.show()
    expect([status, secondsOf(body, witness.key)]).toEqual([200, log.now / 1000])
    // a late line is not kept: it makes no seal final
    expect((await sealOf(index)).status).toBe(404)
    drawn(A)
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('whose witness became known after the checkpoint was audited counts at the next request', async () => {
    const { log } = house
    sealed(A, terms(formatKey(witness.key), W2.key))
    const shown = log.checkpoints.at(-1)!
    log.now = log.roundMs(A)
    for (let i = 0; i < 3; i++) {
      log.funding()
      log.sign()
      expect(await refused()).toBe('late')
    }
    const late = log.copy()
    late.checkpoints.splice(0, Infinity, shown)
    late.cosign(W2, log.roundMs(A) / 1000 - 3)
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('of an issue without witnesses may be shown late', async () => {
    const { log } = house
    log.open(A)
    const index = log.seal(A)
    log.sign()
    log.now = log.roundMs(A)
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect((await sealOf(index)).status).toBe(404)
    log.open(B)
    const second = log.seal(B)
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect((await sealOf(second)).status).toBe(200)
  })
})

describe('a house that cheats', () => {
  test('with ten seals of one issue is refused at the second', async () => {
    const { log } = house
    log.open(A)
    log.seal(A)
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    for (let i = 0; i < 9; i++) {
      log.now += 3_000
      log.seal(A, { attempt: 1 })
      log.sign()
      expect(await refused()).toBe('seal')
    }
    expect((await refusals()).map(({ size }) => size)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4])
  })

  test('with a draw of another code, or of a seal that no witness signed, is refused', async () => {
    const { log } = house
    sealed(A)
    await witness.show()
    const honest = log.copy()
    log.now = log.roundMs(A)
    log.draw(A, { code: 1_000_009 })
    log.sign()
    expect(await refused()).toBe('draw')
    house.log = honest
    drawn(A)
    expect(await witness.show()).toMatchObject({ status: 200 })
    const other = house.log
    other.open(B, terms(W2.key))
    other.seal(B)
    other.sign()
    other.now = other.roundMs(B)
    other.draw(B)
    other.sign()
    expect(await refused()).toBe('witness')
  })

  test('rewrites a stretch that was signed: other entries under a new root are refused', async () => {
    const { log } = house
    log.sign()
    await witness.show()
    const twin = log.copy()
    log.funding()
    log.sign()
    await witness.show()
    twin.open(A)
    twin.sign()
    house.log = twin
    // the same size with another root
    expect((await witness.show()).status).toBe(409)
    twin.funding()
    twin.sign()
    expect((await witness.show()).status).toBe(422)
    expect((await refusals()).map(({ rule }) => rule)).toEqual(['history', 'history'])
    // nor does the house show it entries that are not under the checkpoint that it asks to sign
    house.log = log
    log.funding()
    log.sign()
    house.alter = (path, body) => (path.endsWith('entries') ? body.replaceAll('10000', '20000') : body)
    expect(await refused()).toBe('checkpoint')
    house.alter = (_, body) => body
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('shows a witness that lost its audit other old entries than it has signed', async () => {
    const { log } = house
    for (let i = 0; i < 5; i++) log.funding()
    log.sign()
    await witness.show()
    forgetAudit()
    await restart()
    log.funding()
    log.sign()
    house.alter = (path, body) => {
      if (path.endsWith('checkpoints')) return ''
      return body.replace('"reference":"2"', '"reference":"9"')
    }
    expect(await refused()).toBe('history')
    house.alter = (_, body) => body
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('dates a checkpoint ahead of the clock of the witness', async () => {
    const { log } = house
    log.sign({ timeMs: log.now + 121_000 })
    expect(await refused()).toBe('skew')
    log.checkpoints.pop()
    log.sign({ timeMs: log.now + 119_000 })
    expect(await witness.show()).toMatchObject({ status: 200 })
    await restart({ skewSeconds: 5 })
    log.funding()
    log.sign({ timeMs: log.now + 125_000 })
    expect(await refused()).toBe('skew')
    witness.seconds = Math.floor(log.now / 1000) + 121
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('with a corrupt witness: the honest one finds out that a seal was hidden from it', async () => {
    const { log } = house
    const both = terms(W2.key, formatKey(witness.key))
    // W2 signs whatever it is shown. The house shows it the seal alone and waits for the result.
    sealed(A, both)
    log.cosign(W2)
    const [line] = log.checkpoints.at(-1)!.cosignatures
    log.now = log.roundMs(A)
    // It dislikes the result and hides W2's line: nothing shows that the seal was published in time.
    log.checkpoints.at(-1)!.cosignatures = []
    expect(await refused()).toBe('late')
    // It seals again. The honest witness signs this attempt, and so no other history of it exists any more.
    const hidden = log.checkpoints.at(-1)!
    log.seal(A)
    log.sign()
    const hopeful = log.copy()
    expect(await witness.show()).toMatchObject({ status: 200 })
    hopeful.now = hopeful.roundMs(A)
    hopeful.seal(A)
    hopeful.sign()
    house.log = hopeful
    expect(await refused()).toBe('attempt')
    // When the hidden line comes to light, the log itself is a breach for everyone.
    house.log = log
    hidden.cosignatures = [line!]
    log.funding()
    log.sign()
    expect(await refused()).toBe('attempt')
    expect(() => auditLog(log)).toThrow('but w2 signed attempt 1 in time')
  })

  test('shows two witnesses two histories: each refuses the other one', async () => {
    const second = await start({ name: 'honest' })
    const { log } = house
    log.open(A, terms(formatKey(witness.key), formatKey(second.key)))
    log.sign()
    await witness.show()
    await second.show()
    const twin = log.copy()
    log.seal(A)
    log.sign()
    await witness.show()
    twin.now += 5_000
    twin.seal(A)
    twin.sign()
    house.log = twin
    expect(await second.show()).toMatchObject({ status: 200 })
    expect((await witness.show()).status).toBe(409)
    house.log = log
    expect((await second.show()).status).toBe(409)
    expect((await refusals(second)).map(({ rule }) => rule)).toEqual(['history'])
  })
})

describe('a house that does not answer', () => {
  test('gets 503 and no signature, and the audit goes on later', async () => {
    const { log } = house
    log.funding()
    log.sign()
    for (const alter of [
      () => null,
      () => '',
      (_: string, body: string) => body.slice(0, -1),
      (path: string, body: string) => (path.endsWith('checkpoints') ? 'nonsense\n' : body),
      (path: string, body: string) => (path.endsWith('checkpoints') ? '{"note":1}\n' : body),
      (path: string, body: string) => (path.endsWith('checkpoints') ? body + body : body),
    ]) {
      house.alter = alter
      expect(await witness.show()).toMatchObject({ status: BUSY })
    }
    house.alter = (_, body) => body
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(await refusals()).toEqual([])
  })

  test('that breaks off at any request leaves no gap in the audit', async () => {
    const { log } = house
    for (let i = 0; i < 3; i++) log.life(`M${i}-0001`)
    for (let breaks = 1; breaks < 6; breaks++) {
      let left = breaks
      house.alter = (_, body) => (left-- > 0 ? body : null)
      const { status } = await witness.show()
      if (status === 200) break
      expect(status).toBe(BUSY)
    }
    house.alter = (_, body) => body
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(await refusals()).toEqual([])
  })

  test('in time gets 503 and no line: a later request is signed', async () => {
    await restart({ patienceMs: 20 })
    sealed(A)
    let release: (body: string) => void = () => {}
    const held = new Promise<string>((resolve) => (release = resolve))
    house.alter = (path, body) => (path.endsWith('checkpoints') ? held.then(() => body) : body)
    const waiting = [witness.show(), witness.show()]
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([BUSY, BUSY])
    house.alter = (_, body) => body
    release('')
    await restart()
    expect(witness.said).toEqual([])
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(await refusals()).toEqual([])
  })
})

describe('a line', () => {
  test('over the same checkpoint is the same at every request and after restarts', async () => {
    const { log } = house
    const index = sealed(A)
    const { body } = await witness.show()
    log.now = log.roundMs(A) + 5_000
    expect((await witness.show()).body).toBe(body)
    await restart()
    expect((await witness.show()).body).toBe(body)
    expect((JSON.parse((await sealOf(index)).body) as { line: string }).line).toBe(body.trimEnd())
  })

  test('never states an earlier time than the one before, also when the clock goes back', async () => {
    const { log } = house
    sealed(A, terms(formatKey(witness.key), W2.key))
    log.cosign(W2)
    witness.seconds = log.roundMs(A) / 1000 + 10
    const first = await witness.show()
    log.funding()
    log.sign()
    await restart()
    witness.seconds = log.roundMs(A) / 1000 - 20
    const second = await witness.show()
    expect(secondsOf(second.body, witness.key)).toBe(secondsOf(first.body, witness.key))
  })

  test('is signed once for requests that come together', async () => {
    sealed(A)
    const answers = await Promise.all(Array.from({ length: 5 }, () => witness.show()))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(witness.said.filter((line) => line.startsWith('signed'))).toHaveLength(1)
  })
})

describe('a witness', () => {
  test('without an address of the house co-signs as before, and says so', async () => {
    await restart({ audits: false })
    const { log } = house
    sealed(A)
    log.seal(A)
    log.sign()
    expect(await witness.show()).toMatchObject({ status: 200 })
    expect(house.requests()).toBe(0)
    const page = await witness.get('/', 'text/html,application/xhtml+xml')
    expect(page.body).toContain('co-signs only: the entries are not audited')
  })

  test('shows what it watches on its page, and its key as plain text', async () => {
    const { log } = house
    log.sign()
    await witness.show()
    log.funding(1)
    log.sign()
    expect(await refused()).toBe('time')
    const { type, body } = await witness.get('/', 'text/html')
    expect(type).toContain('text/html')
    const signedAt = new Date(Math.floor(log.now / 1000) * 1000).toISOString()
    for (const part of [
      'Witness w1',
      'fairlot/demo',
      formatKey(witness.key),
      `audits the entries from ${house.url}`,
      '<td>1</td>',
      signedAt,
      'time: entry 1 goes back in time',
    ])
      expect(body).toContain(part)
    for (const accept of ['text/plain', '*/*']) {
      const plain = await witness.get('/', accept)
      expect(plain.type).toContain('text/plain')
      expect(parseKey(plain.body.trimEnd())).toEqual(witness.key)
    }
  })

  test('keeps its refusals over a restart, and lists a repeated one once', async () => {
    const { log } = house
    log.funding(1)
    log.sign()
    expect(await refused()).toBe('time')
    expect(await refused()).toBe('time')
    await restart()
    expect(await refusals()).toMatchObject([{ log: 'fairlot/demo', size: 2, rule: 'time' }])
  })

  test('with the state of the version before audits from the start and compares with what it signed', async () => {
    const { log } = house
    for (let i = 0; i < 5; i++) log.funding()
    log.sign()
    const { size, root } = parseCheckpoint(log.checkpoints[0]!.note)!
    const file = join(base, 'w1', 'witness.json')
    const { seed } = JSON.parse(readFileSync(file, 'utf8')) as { seed: string }
    writeFileSync(file, JSON.stringify({ version: 1, seed, logs: { demo: { size, root } } }))
    log.funding()
    log.sign()
    await restart()
    expect(await witness.show()).toMatchObject({ status: 200 })
    writeFileSync(file, JSON.stringify({ version: 1, seed, logs: { demo: { size, root: '00'.repeat(32) } } }))
    await restart()
    expect((await witness.show()).status).toBe(422)
  })

  test('does not use a damaged audit', async () => {
    const { log } = house
    log.sign()
    await witness.show()
    const name = readdirSync(join(base, 'w1')).find((one) => one.startsWith('audit-'))!
    const file = join(base, 'w1', name)
    const whole = readFileSync(file, 'utf8')
    const state = JSON.parse(whole) as object
    for (const text of [
      '',
      whole.slice(0, -5),
      JSON.stringify({ ...state, deployment: 'x' }),
      '{}',
      'null',
    ]) {
      writeFileSync(file, text)
      log.funding()
      log.sign()
      await restart()
      expect(await witness.show()).toMatchObject({ status: 200 })
    }
  })
})
