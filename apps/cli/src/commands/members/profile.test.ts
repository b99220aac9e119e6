import { expect, test } from 'vitest'
import { loggedIn, ME, testDesk } from '../../operate.fixture.ts'

const ID = '00000000-0000-4000-8000-00000000000c'
const OTHER = '00000000-0000-4000-8000-00000000000d'
const AT = ME.expiresAt
const FLOW = {
  deposited: '100.00',
  withdrawn: '0.00',
  spent: '3.00',
  returned: '0.00',
  won: '0.00',
  rewarded: '0.00',
  result: '-3.00',
}
const SHOWN = {
  id: ID,
  status: 'active',
  nickname: 'Rahim',
  username: null,
  phone: '+8801•••678',
  country: 'BD',
  memberSince: AT,
  inviter: OTHER,
  money: {
    available: '47.00',
    held: '30.00',
    piggy: '20.00',
    locked: '20.00',
    open: [{ kind: 'shares', count: 2, amount: '3.00' }],
    flow: FLOW,
    net: '-3.00',
    playThrough: { required: '100.00', played: '0.00', left: '100.00' },
  },
  payouts: [{ kind: 'upi', label: null, masked: 'as•••nk', state: 'usable', usableFrom: AT, createdAt: AT }],
  logIn: { failures: 7, lastAt: AT, waitSeconds: 120 },
  devices: 2,
  shared: [{ signal: 'device', members: [OTHER] }],
  flags: [],
  guard: {
    limits: [],
    exclusion: null,
    closing: false,
    adultDeclaredAt: AT,
    declaredAge: 18,
    realityCheckMinutes: 30,
  },
}

test('shows where the money of a member is, and after how long the next password can be tried', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/membershow'] = () => SHOWN
  const { status, out } = await desk.run('member', 'show', ID)
  expect(status).toBe(0)
  expect(out).toMatch(/available +47\.00/)
  expect(out).toMatch(/piggy bank +20\.00, of which locked 20\.00/)
  expect(out).toMatch(/open purchases +shares 3\.00 \(2\)/)
  expect(out).toMatch(/log-in +7 failed passwords.*the next try has to wait 120 s/)
  expect(out).toContain('as•••nk')
  expect(out).toMatch(new RegExp(`device +shared with +${OTHER}`))
})

test('lists purchases that are open or ended, not both', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/memberorders'] = () => ({ items: [], next: null })
  expect((await desk.run('member', 'orders', ID, '--open', '--ended')).status).toBe(2)
  const { out } = await desk.run('member', 'orders', ID, '--open', '--kind', 'bets', '--limit', '5')
  expect(out).toContain('The member has bought nothing.')
  const asked = desk.heard.findLast(({ path }) => path === '/operator/memberorders')
  expect(asked).toMatchObject({ input: { id: ID, open: true, kind: 'bets', limit: 5 } })
})
