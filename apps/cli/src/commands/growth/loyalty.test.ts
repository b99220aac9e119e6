import { describe, expect, test } from 'vitest'
import { loggedIn, testDesk } from '../../operate.fixture.ts'

describe('loyalty', () => {
  const day = { day: '2026-11-22', state: 'rated', issues: 2, refunds: 3, refunded: '1.50', queued: '0.50' }
  const answer = {
    queued: { refunds: 1, amount: '0.50', since: '2026-11-22' },
    marketing: '0.20',
    days: [{ ...day, claims: 4, rewarded: '0.60' }],
    tasks: [{ task: 'check_in', claims: 4, rewarded: '0.60', vouchers: '0.00' }],
  }

  test('shows the days, the tasks, and what waits for the account marketing', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/loyaltystate'] = () => answer
    const { status, out } = await desk.run('loyalty', 'state')
    expect(status).toBe(0)
    expect(out).toMatch(/2026-11-22 +rated +2 +3 +1\.50 +0\.50 +4 +0\.60/)
    expect(out).toMatch(/check_in +4 +0\.60 +0\.00/)
    expect(out).toContain('fund marketing')
  })

  test('says so when nothing was refunded or rewarded', async () => {
    const desk = await loggedIn(testDesk())
    const none = { refunds: 0, amount: '0.00', since: null }
    desk.answers['/operator/loyaltystate'] = () => ({ ...answer, queued: none, days: [], tasks: [] })
    const { out } = await desk.run('loyalty', 'state')
    expect(out).toContain('Nothing was refunded or rewarded.')
    expect(out).not.toContain('fund marketing')
  })
})
