import { describe, expect, test } from 'vitest'
import { auditLog } from '../../src/audit.ts'
import { leafHash, verifyInclusion } from '../../src/log.ts'
import { parseCheckpoint } from '../../src/checkpoint.ts'
import { formatKey } from '../../src/note.ts'
import { playedWitness } from '../../src/testing/played-log.ts'
import { verifyCosignature } from '../../src/witness.ts'
import { secondsOf } from './house.fixture.ts'
import {
  drawn,
  house,
  named,
  playWitness,
  refusals,
  refused,
  restart,
  sealOf,
  sealed,
  terms,
  witness,
} from './world.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'
const W2 = playedWitness('w2')

playWitness()

type Kept = { note: string; line: string; entry: string; inclusion: string[] }

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
      const { note, line, entry, inclusion } = JSON.parse(body) as Kept
      const { size, root } = parseCheckpoint(note)!
      expect([status, size, entry]).toEqual([200, index + 1, log.entries[index]])
      const leaf = leafHash(entry)
      expect(verifyInclusion({ leaf, index, size, path: inclusion, root })).toBe(true)
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
