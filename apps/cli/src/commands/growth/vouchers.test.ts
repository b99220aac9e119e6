import { expect, test } from 'vitest'
import { FUNDED, loggedIn, ME, refuse, testDesk, type TestDesk } from '../../operate.fixture.ts'

const [RAHIMA, KARIM] = ['1', '2'].map((digit) => `00000000-0000-4000-8000-00000000010${digit}`)
const PARAMS = { members: `${RAHIMA}, ${KARIM}`, amount: '5.00', 'minimum spend': '20.00', days: '30' }
const REQUESTED = {
  ...FUNDED,
  approval: { ...FUNDED.approval, action: 'voucher.grant', params: PARAMS, reason: 'late draw' },
}
const GRANT = ['voucher', 'grant', `${RAHIMA},${KARIM}`, '5', '--min-spend', '20', '--days', '30']

/** The input of the newest call of an endpoint. */
const asked = (desk: TestDesk, path: string) => desk.heard.findLast((call) => call.path === path)?.input

test('a grant is a request that another operator approves', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/vouchergrant'] = () => REQUESTED
  const { status, out, notes } = await desk.run(...GRANT, '--reason', 'late draw')
  expect([status, asked(desk, '/operator/vouchergrant')]).toEqual([
    0,
    {
      members: [RAHIMA, KARIM],
      amount: '5',
      minSpend: '20',
      days: 30,
      reason: 'late draw',
      requestId: expect.any(String),
    },
  ])
  expect(out + notes).toMatch(/another operator/i)
  expect(out + notes).toContain(REQUESTED.approval.id)
  expect(out).not.toContain('Granted.')
})

test('the approval of a grant says whom it concerns, and is refused to the operator who requested it', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/approvalshow'] = () => REQUESTED.approval
  desk.answers['/operator/approve'] = () =>
    refuse({ code: 'OWN_REQUEST', message: 'Another operator must decide.' })
  const { status, out, notes } = await desk.run('approval', 'approve', REQUESTED.approval.id, '--yes')
  expect(status).toBe(1)
  expect(out + notes).toContain('Another operator must decide.')
  expect(out).toMatch(/amount +5\.00 VND/)
  expect(out).toMatch(/minimum spend +20\.00 VND/)
})

test('a grant needs a reason, a minimum and whole days', async () => {
  const desk = await loggedIn(testDesk())
  const calls = desk.heard.length
  expect((await desk.run(...GRANT)).notes).toContain('--reason')
  expect((await desk.run('voucher', 'grant', RAHIMA!, '5', '--days', '3', '--reason', 'x')).notes).toContain(
    '--min-spend',
  )
  const half = await desk.run(
    'voucher',
    'grant',
    RAHIMA!,
    '5',
    ...'--min-spend 5 --days 1.5 --reason x'.split(' '),
  )
  expect([half.status, half.notes]).toEqual([2, expect.stringContaining('--days takes a whole number.')])
  expect(desk.heard).toHaveLength(calls)
})

test('the refusal of a grant that the marketing account cannot pay is shown as the server says it', async () => {
  const desk = await loggedIn(testDesk())
  const message = 'The marketing account does not have this amount.'
  desk.answers['/operator/vouchergrant'] = () => refuse({ code: 'MARKETING_SHORT', message })
  const { status, notes } = await desk.run(...GRANT, '--reason', 'late draw')
  expect([status, notes]).toEqual([1, expect.stringContaining(message)])
})

test("a member's vouchers are listed with amounts, states and the command for the next page", async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/voucherlist'] = ({ cursor }) => ({
    items:
      cursor === undefined
        ? [
            {
              id: '00000000-0000-4000-8000-000000000201',
              amount: '5.00',
              minSpend: '20.00',
              state: 'used',
              grantedAt: ME.expiresAt,
              expiresAt: ME.expiresAt,
              order: '00000000-0000-4000-8000-000000000301',
              returned: null,
            },
          ]
        : [],
    next: cursor === undefined ? 'page2' : null,
  })
  const { out, notes } = await desk.run('vouchers', RAHIMA!)
  expect(asked(desk, '/operator/voucherlist')).toMatchObject({ member: RAHIMA })
  for (const text of ['5.00', '20.00', 'used', '000000000201', '000000000301']) expect(out).toContain(text)
  expect(out + notes).toContain('page2')
  expect((await desk.run('vouchers', RAHIMA!, '--cursor', 'page2')).out).toContain(
    'The member has no vouchers.',
  )
})
