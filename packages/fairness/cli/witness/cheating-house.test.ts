import { describe, expect, test } from 'vitest'
import { auditLog } from '../../src/audit.ts'
import { formatKey } from '../../src/note.ts'
import { playedWitness } from '../../src/testing/played-log.ts'
import { secondsOf } from './house.fixture.ts'
import {
  drawn,
  forgetAudit,
  house,
  playWitness,
  refusals,
  refused,
  restart,
  sealOf,
  sealed,
  start,
  terms,
  witness,
} from './world.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'
const W2 = playedWitness('w2')

playWitness()

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
    expect(await refused()).toBe('history')
    twin.funding()
    twin.sign()
    expect((await witness.show()).status).toBe(422)
    expect((await refusals()).map(({ rule }) => rule)).toEqual(['history', 'history'])
    // nor does the house show it entries that are not under the checkpoint that it asks to sign
    house.log = log
    log.funding()
    log.sign()
    const before = await refusals()
    house.alter = (path, body) => (path.endsWith('entries') ? body.replaceAll('10000', '20000') : body)
    expect(await witness.show()).toMatchObject({ status: 503 })
    house.alter = (path, body) => (path.endsWith('entries') ? body.replaceAll('"t"', '"u"') : body)
    expect(await witness.show()).toMatchObject({ status: 503 })
    expect(witness.said.at(-1)).toContain('other entries than its checkpoint of size 3 covers')
    house.alter = (path, body) => (path.endsWith('points') ? body.replaceAll('time 1', 'time 2') : body)
    expect(await witness.show()).toMatchObject({ status: 503 })
    // nothing that the house has not signed becomes a refusal
    expect(await refusals()).toEqual(before)
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
    expect(await witness.show()).toMatchObject({ status: 503 })
    expect(witness.said.at(-1)).toContain('other entries than those that were signed at 6 entries')
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
    expect((await witness.show()).status).toBe(422)
    house.log = log
    expect((await second.show()).status).toBe(422)
    expect((await refusals(second)).map(({ rule }) => rule)).toEqual(['history'])
  })
})
