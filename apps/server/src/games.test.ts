import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { verifyRound } from '@fairlot/fairness/verify/round'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDoctorChecks } from './programs/doctor.checks.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { finishRound, openRound, placeBet, roundsBegin, startGames } from './testing/made/rounds.ts'
import { testServer, type TestServer } from './testing/server.ts'

/** The games of a whole server: bets through the API, the steps of a round, the public proof, the doctor. */
let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await testServer()
  await startGames(server)
  member = await makeMember(server, { balance: '1000.00' })
})
afterAll(() => server.close())

test('a bet is taken, the round is sealed and decided, the bet is settled, and everybody can verify the round', async () => {
  await roundsBegin(server)
  const round = await openRound(server, 'lucky-5m')
  const { period } = round
  const { bet } = await placeBet(member, round, { picks: ['green', '7'], multiple: 2 })
  await finishRound(server, round)
  const proof = await server.anonymous().call(ENDPOINTS.gameProof, { game: 'lucky-5m', period })
  expect(verifyRound(proof)).toMatchObject({ verdict: 'verified' })
  const { items } = await member.client.call(ENDPOINTS.gameOrders, {})
  expect(items[0]).toMatchObject({ id: bet.id, payout: expect.any(String) })
  expect(['win', 'lose']).toContain(items[0]!.status)
  const receipt = await member.client.call(ENDPOINTS.fairReceipt, { order: bet.id })
  expect(verifyRound(proof, { receipt })).toMatchObject({ verdict: 'verified' })
  // of another member's bet nobody gets one
  const other = await makeMember(server)
  await expect(other.client.call(ENDPOINTS.fairReceipt, { order: bet.id })).rejects.toThrow()
})

test('the doctor finds nothing wrong, and recomputes the results', async () => {
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  const found = []
  for await (const finding of runDoctorChecks({ snapshot: server.db, fair: server.context.fair }))
    found.push(finding)
  expect(found.filter(({ breaches }) => breaches > 0).map(({ title }) => title)).toEqual([
    // the test gave the member money without a recharge
    'every line of recharges has its cause, amount, sides and time, and every cause its lines',
  ])
  expect(found).toContainEqual(
    expect.objectContaining({ breaches: 0, figure: expect.stringMatching(/^[1-9]\d* results$/) }),
  )
})
