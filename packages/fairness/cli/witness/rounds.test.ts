import { expect, test } from 'vitest'
import { auditLog } from '../../src/audit.ts'
import { formatKey } from '../../src/note.ts'
import { PlayedGame, type PlayedRound } from '../../src/testing/played-rounds.ts'
import { forgetAudit, house, playWitness, refused, restart, witness } from './world.fixture.ts'

playWitness()

function newGame(): PlayedGame {
  const game = new PlayedGame(house.log, { grade: 'witnessed', witnesses: [formatKey(witness.key)] })
  game.publish()
  house.log.sign()
  return game
}

/** Seals a round. The house shows the seal two seconds later by the witness' clock, which is before its beacon round. */
async function sealedInTime(game: PlayedGame): Promise<PlayedRound> {
  const sealed = game.seal(game.open([[['big'], 1_000]]))
  witness.seconds = Math.floor(sealed.seal!.sealedAt / 1000) + 2
  expect(await witness.show()).toMatchObject({ status: 200 })
  witness.seconds = null
  return sealed
}

test('a round that the witness signed in time is never void, also when the house hides the signature', async () => {
  const game = newGame()
  const sealed = await sealedInTime(game)
  const honest = house.log.copy()
  game.void(sealed)
  for (const shown of house.log.checkpoints) shown.cosignatures = []
  expect(await refused()).toBe('void')
  await restart()
  expect(await refused()).toBe('void')
  forgetAudit()
  await restart()
  expect(await refused()).toBe('void')
  house.log = honest
  Object.assign(game, { log: honest })
  game.decide(sealed)
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect(auditLog(honest).counts).toMatchObject({ roundsSealed: 1, roundsDecided: 1, roundsVoid: 0 })
})

test('a seal that is shown when its beacon round is over is refused, until the round is void', async () => {
  const game = newGame()
  expect(await witness.show()).toMatchObject({ status: 200 })
  const sealed = game.seal(game.open())
  expect(await refused()).toBe('late')
  const decided = house.log.copy()
  game.void(sealed)
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect(await sealedInTime(game)).toMatchObject({ number: 2 })
  house.log = decided
  Object.assign(game, { log: decided })
  game.decide(sealed)
  expect((await witness.show()).status).not.toBe(200)
})

test('a result that rests on no named witness is refused', async () => {
  const game = newGame()
  game.decide(game.seal(game.open()))
  expect(await refused()).toBe('witness')
})
