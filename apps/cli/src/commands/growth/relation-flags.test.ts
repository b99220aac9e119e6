import { expect, test } from 'vitest'
import { FUNDED, loggedIn, ME, refuse, testDesk, type TestDesk } from '../../operate.fixture.ts'

const [MEMBER, FRIEND, FIRST] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000010${digit}`)
const REQUESTED = {
  ...FUNDED,
  approval: {
    ...FUNDED.approval,
    action: 'relation.decide',
    params: { decision: 'clear' },
    reason: 'a family',
  },
}
const row = (other: string) => ({
  member: { id: MEMBER, name: 'Ra***' },
  friend: { id: FRIEND, name: 'Ka***' },
  level: 1,
  signal: 'device',
  other: { id: other, name: 'Ra***' },
  state: 'open',
  foundAt: ME.expiresAt,
  decidedAt: null,
  reason: null,
  held: '1.25',
  pending: '0.50',
  paid: '3.00',
})

/** The input of the newest call of an endpoint. */
const asked = (desk: TestDesk, path: string) => desk.heard.findLast((call) => call.path === path)?.input

test('signs are listed with whom the friend shares them, what waits, and the command for the next page', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/relationflags'] = ({ cursor }) => ({
    items: cursor === undefined ? [row(MEMBER!), row(FIRST!)] : [],
    next: cursor === undefined ? 'page2' : null,
  })
  const { status, out, notes } = await desk.run('flags', 'list')
  expect(status).toBe(0)
  for (const text of [MEMBER, FRIEND, FIRST, 'the member', 'device', '1.25', '0.50', '3.00'])
    expect(out).toContain(text)
  expect(out + notes).toContain('page2')
  expect(asked(desk, '/operator/relationflags')).toMatchObject({ all: false })
  expect((await desk.run('flags', 'list', '--all', '--cursor', 'page2')).out).toContain(
    'There are no such signs.',
  )
  expect(asked(desk, '/operator/relationflags')).toMatchObject({ all: true, cursor: 'page2' })
})

test.each(['clear', 'confirm'])(
  'to %s a sign is a request that another operator approves',
  async (decision) => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/relationdecide'] = () => REQUESTED
    const { status, out, notes } = await desk.run(
      'flags',
      decision,
      MEMBER!,
      FRIEND!,
      'device',
      '--reason',
      'a family',
    )
    expect(status).toBe(0)
    expect(asked(desk, '/operator/relationdecide')).toEqual({
      member: MEMBER,
      friend: FRIEND,
      signal: 'device',
      decision,
      reason: 'a family',
      requestId: expect.any(String),
    })
    expect(out + notes).toMatch(/another operator/i)
    expect(out).not.toContain('Decided.')
  },
)

test('a decision needs a reason and a known signal, and shows what the server refuses', async () => {
  const desk = await loggedIn(testDesk())
  const calls = desk.heard.length
  expect((await desk.run('flags', 'clear', MEMBER!, FRIEND!, 'device')).notes).toContain('--reason')
  const wrong = await desk.run('flags', 'clear', MEMBER!, FRIEND!, 'face', '--reason', 'a family')
  expect([wrong.status, wrong.notes]).toEqual([2, expect.stringContaining('device, payout, payer')])
  expect(desk.heard).toHaveLength(calls)
  desk.answers['/operator/relationdecide'] = () => refuse({ code: 'NO_SUCH_DATA', message: 'Not found.' })
  const none = await desk.run('flags', 'confirm', MEMBER!, FRIEND!, 'payer', '--reason', 'same card')
  expect([none.status, none.notes]).toEqual([1, expect.stringContaining('Not found.')])
})
