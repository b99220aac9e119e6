import { expect, test } from 'vitest'
import { auditLog } from '../../src/audit.ts'
import { formatKey } from '../../src/note.ts'
import { PlayedEvent } from '../../src/testing/played-events.ts'
import { forgetAudit, house, playWitness, refusals, refused, restart, witness } from './world.fixture.ts'

playWitness()

function newEvent(): PlayedEvent {
  return new PlayedEvent(house.log, { grade: 'witnessed', witnesses: [formatKey(witness.key)] }).open().join()
}

/** Seals an event. The house shows the seal two seconds later by the witness' clock, which is before its beacon round. */
async function sealedInTime(): Promise<PlayedEvent> {
  const event = newEvent().seal()
  witness.seconds = Math.floor(event.sealed!.sealedAt / 1000) + 2
  expect(await witness.show()).toMatchObject({ status: 200 })
  witness.seconds = null
  return event
}

test('a seal that the witness signed in time is final, also when the house hides the signature', async () => {
  const event = await sealedInTime()
  const again = event.on(event.log.copy()).seal()
  const voided = event.on(event.log.copy()).void()
  for (const [history, rule] of [
    [again, 'attempt'],
    [voided, 'void'],
  ] as const) {
    house.log = history.log
    for (const shown of history.log.checkpoints) shown.cosignatures = []
    expect(await refused()).toBe(rule)
    await restart()
    expect(await refused()).toBe(rule)
    forgetAudit()
    await restart()
    expect(await refused()).toBe(rule)
  }
  house.log = event.log
  event.draw()
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect(auditLog(event.log).counts).toMatchObject({ events: 1, eventsDrawn: 1, furtherAttempts: 0 })
})

test('a seal that is shown when its round is over is refused, until the event is sealed again', async () => {
  const event = newEvent().seal()
  expect(await refused()).toBe('late')
  expect((await refusals())[0]!.reason).toContain('the seal of event PS-0001, is shown after its round')
  event.seal()
  const limit = event.knownMs
  witness.seconds = limit / 1000 - 1
  expect(await witness.show()).toMatchObject({ status: 200 })
  witness.seconds = null
  event.draw()
  expect(await witness.show()).toMatchObject({ status: 200 })
})

test('a draw of winners who are chosen, or of a seal that no named witness signed, is refused', async () => {
  const event = await sealedInTime()
  const cheat = event.on(event.log.copy()).draw({ winners: [1, 2, 3] })
  house.log = cheat.log
  expect(await refused()).toBe('draw')
  const other = event.on(event.log.copy()).draw()
  house.log = other.log
  expect(await witness.show()).toMatchObject({ status: 200 })
  const unsigned = new PlayedEvent(other.log, {
    event: 'PS-0002',
    grade: 'witnessed',
    witnesses: [formatKey(witness.key)],
  })
  unsigned.open().join().seal().draw()
  expect(await refused()).toBe('witness')
})
