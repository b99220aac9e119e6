import { expect, test } from 'vitest'
import { FUNDED, loggedIn, ME, testDesk } from '../../operate.fixture.ts'

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
  freeze: {
    since: AT,
    until: AT,
    holdsMoney: true,
    cause: 'stolen_payment',
    by: { id: OTHER, name: 'mina' },
  },
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
  expect(out).toMatch(/frozen +until .*, withdrawals held, stolen payment, by mina/)
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

test('a freeze shows whom it concerns and asks; one that takes two operators is a request', async () => {
  const desk = await loggedIn(testDesk(true))
  const found = { id: ID, nickname: 'Rahim', phone: null, status: 'active', memberSince: AT, foundBy: ['id'] }
  desk.answers['/operator/memberfind'] = () => ({ read: [], tooMany: false, items: [found] })
  desk.answers['/operator/memberfreeze'] = () => FUNDED
  const command = ['member', 'freeze', ID, '--hours', '240', '--cause', 'stolen_payment', '--hold-money']
  const asked = () => desk.heard.findLast(({ path }) => path === '/operator/memberfreeze')
  desk.typed.push('n')
  expect((await desk.run(...command, '--reason', 'reported stolen')).status).toBe(130)
  expect(desk.questions.at(-1)).toContain('Freeze the account of Rahim for 240 h and hold all withdrawals?')
  expect(asked()).toBeUndefined()
  desk.typed.push('y')
  const { out } = await desk.run(...command, '--reason', 'reported stolen')
  expect(out).toMatch(/another operator/i)
  expect(asked()).toMatchObject({ input: { hours: 240, holdMoney: true, cause: 'stolen_payment' } })
})

test('lists members with the filters that were given, and ends every log-in of one', async () => {
  const desk = await loggedIn(testDesk())
  const member = { id: ID, nickname: 'Rahim', phone: '+8801•••678', status: 'active', country: 'BD' }
  desk.answers['/operator/memberlist'] = () => ({
    items: [{ ...member, memberSince: AT, frozenUntil: null }],
    next: 'abc',
  })
  const listed = await desk.run('member', 'list', '--country', 'BD', '--from', '2026-11-01', '--flagged')
  expect(listed.out).toContain('Rahim')
  const asked = desk.heard.findLast(({ path }) => path === '/operator/memberlist')
  expect(asked).toMatchObject({ input: { country: 'BD', from: '2026-11-01', flagged: true, frozen: false } })
  desk.answers['/operator/memberfind'] = () => ({
    read: [],
    tooMany: false,
    items: [{ ...member, memberSince: AT, foundBy: ['id'] }],
  })
  desk.answers['/operator/membersignout'] = () => ({ id: ID, ended: 2 })
  const { out } = await desk.run('member', 'sign-out', ID, '--reason', 'the phone was stolen', '--yes')
  expect(out).toContain('Ended log-ins: 2.')
})
