import { describe, expect, test } from 'vitest'
import { loggedIn, testDesk } from '../../operate.fixture.ts'

describe('referral', () => {
  const since = Date.UTC(2026, 10, 22, 8)
  const answer = {
    on: true,
    pausedSince: since,
    marketing: '0.20',
    queued: { rebates: 3, amount: '1.50', since },
    paid: { today: '0.25', month: '7.75' },
    sums: [
      { kind: 'shares', state: 'queued', rebates: 3, amount: '1.50' },
      { kind: 'bets', state: 'paid', rebates: 9, amount: '7.75' },
    ],
  }

  test('shows the sums, and since when rebates wait for the account marketing', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/referralstate'] = () => answer
    const { status, out } = await desk.run('referral', 'state')
    expect(status).toBe(0)
    expect(out).toContain('paused since')
    expect(out).toMatch(/bets +paid +9 +7\.75/)
    expect(out).toMatch(/3 rebates of 1\.50 VND, play money wait .* fund marketing/)
  })

  test('names the switch when the module is off, and no queue when nothing waits', async () => {
    const desk = await loggedIn(testDesk())
    const queued = { rebates: 0, amount: '0.00', since: null }
    desk.answers['/operator/referralstate'] = () => ({
      ...answer,
      on: false,
      pausedSince: null,
      queued,
      sums: [],
    })
    const { out } = await desk.run('referral', 'state')
    expect(out).toContain('the module referral is off')
    expect(out).toContain('There are no rebates.')
    expect(out).not.toContain('fund marketing')
  })

  test("shows a member's team with the state and standing of friends", async () => {
    const desk = await loggedIn(testDesk())
    const id = '5f0c6d1e-8a55-4a0a-9a55-0c1f5e0f7b11'
    const friend = { id, level: 2, joinedAt: since, state: 'recharged', standing: 'same_person' }
    desk.answers['/operator/memberteam'] = () => ({
      id,
      inviter: null,
      direct: 1,
      indirect: 2,
      ownSpend: '5.00',
      directSpend: '10.00',
      indirectSpend: '20.00',
      rebates: { pending: '0.10', queued: '0.00', held: '0.00', paid: '0.30' },
      friends: [{ ...friend, spend: '20.00', earned: '0.30' }],
    })
    const { status, out } = await desk.run('referral', 'team', id)
    expect(status).toBe(0)
    expect(desk.heard.find(({ path: at }) => at === '/operator/memberteam')?.input).toEqual({ id })
    expect(out).toContain('nobody')
    expect(out).toMatch(/ 2 +.*recharged +same person +20\.00 +0\.30/)
  })
})
