import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCheckpoint, verifyCheckpoint } from '../../src/checkpoint.ts'
import { formatKey, parseKey } from '../../src/note.ts'
import { verifyCosignature } from '../../src/witness.ts'
import { base, house, playWitness, refusals, refused, restart, sealed, witness } from './world.fixture.ts'

const A = 'M1-0001'
const BUSY = 503

playWitness()

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

test('with many requests at once answers the rest with 503', async () => {
  sealed('M1-0001')
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  house.alter = (_, body) => held.then(() => body)
  const statuses: number[] = []
  const answers = Array.from({ length: 40 }, async () => statuses.push((await witness.show()).status))
  await expect.poll(() => statuses.length).toBe(8)
  release()
  await Promise.all(answers)
  expect(statuses.filter((status) => status === 200)).toHaveLength(32)
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

  test('serves the newest checkpoint that it signed, with the line of the log and its own', async () => {
    const { log } = house
    const path = `/${createHash('sha256').update(house.key.name).digest('hex')}/checkpoint`
    expect((await witness.get(path)).status).toBe(404)
    log.sign()
    await witness.show()
    log.funding()
    log.sign()
    await witness.show()
    const { note } = log.checkpoints.at(-1)!
    log.funding(1)
    log.sign()
    expect(await refused()).toBe('time')
    await restart()
    const { status, type, body } = await witness.get(path)
    expect([status, body.startsWith(note)]).toEqual([200, true])
    expect(type).toContain('text/plain')
    expect(verifyCheckpoint(body, log.publicKey, log.deployment)).toMatchObject({ size: 2 })
    expect(verifyCosignature(body, body.trimEnd().split('\n').at(-1)!, witness.key)).not.toBeNull()
    for (const other of [`${path}/`, '/checkpoint', path.replace(/^.../, '/00')])
      expect((await witness.get(other)).status).toBe(404)
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
