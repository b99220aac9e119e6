import { describe, expect, test } from 'vitest'
import { FUNDED, loggedIn, ME, testDesk } from '../../operate.fixture.ts'

describe('approving and rejecting a request', () => {
  const { id } = FUNDED.approval
  const waiting = { ...FUNDED.approval, mayDecide: true }
  const approved = { ...FUNDED.approval, state: 'approved', decidedBy: ME, decidedAt: ME.expiresAt }
  const approvals = async (person: boolean, shown: object = waiting) => {
    const desk = await loggedIn(testDesk(person))
    desk.questions.length = 0
    desk.answers['/operator/approvalshow'] = () => shown
    desk.answers['/operator/approve'] = () => ({ state: 'done', approval: approved, oneTimePassword: null })
    desk.answers['/operator/reject'] = () => ({ ...approved, state: 'rejected', note: 'a wrong account' })
    return desk
  }
  const calls = ({ heard }: Awaited<ReturnType<typeof approvals>>) =>
    heard.map((call) => call.path).filter((at) => at !== '/index/getsystem')

  test('shows the whole request and asks for confirmation', async () => {
    const desk = await approvals(true)
    for (const answer of ['', 'n', 'yesterday']) {
      desk.typed.push(answer)
      const no = await desk.run('approval', 'approve', id)
      expect(no).toMatchObject({ status: 130, notes: 'Cancelled. The request is unchanged.' })
      for (const part of ['house.fund', '5,000.00 VND, play money', 'B-1', 'first money', 'nora, '])
        expect(no.out).toContain(part)
    }
    expect(new Set(calls(desk))).toEqual(new Set(['/operator/approvalshow']))
    expect(new Set(desk.questions)).toEqual(new Set(['Approve? [y/N] ']))
    desk.typed.push('Y')
    const yes = await desk.run('approval', 'approve', id)
    expect(yes.status).toBe(0)
    expect(yes.out).toMatch(/first money[^]*Approved and carried out\.\ndecided by +nora, \S+ \S+$/)
    desk.typed.push('yes')
    const rejected = await desk.run('approval', 'reject', id, '--reason', 'a wrong account')
    expect(rejected.out).toMatch(/first money[^]*Rejected\.\ndecided by +nora, .*\nnote +a wrong account$/)
    expect(desk.questions.at(-1)).toBe('Reject? [y/N] ')
    expect(desk.heard.at(-1)?.input).toEqual({ id, note: 'a wrong account' })
  })

  test('shows what takes effect beside what it replaces, the money, and first what deserves a look', async () => {
    const outlook = {
      effect: { account: 'bankroll', amount: '5000.00', balance: '6000.00', reference: 'B-1' },
      before: { account: 'bankroll', balance: '1000.00' },
      money: { 'cash after': '-6000.00' },
      facts: [
        { name: 'other request', value: 'reference B-2 for the same account', warns: true },
        { name: 'bound', value: '200.00', warns: false },
      ],
      refused: 'REFERENCE_USED',
    }
    const desk = await approvals(true, { ...waiting, outlook })
    const { out } = await desk.run('approval', 'show', id)
    for (const line of [
      /^ {2}account +bankroll \(as now\)$/m,
      /^ {2}amount +5,000\.00 VND, play money \(new\)$/m,
      /^ {2}balance +1000\.00 → 6000\.00$/m,
      /^money\n {2}cash after +-6000\.00$/m,
      /^looked at now\n! other request +reference B-2 for the same account\n {2}bound +200\.00$/m,
      /^An approval would be refused now: REFERENCE_USED$/m,
    ])
      expect(out).toMatch(line)
    const raw = await desk.run('approval', 'show', id, '--json')
    expect(JSON.parse(raw.out)).toMatchObject({ outlook })
  })

  test('does not ask with --yes, without a terminal, or when the server will refuse', async () => {
    const cases: [boolean, string[], object?][] = [
      [true, ['--yes']],
      [false, []],
      [true, [], { ...waiting, mayDecide: false }],
    ]
    for (const [person, options, shown] of cases) {
      const desk = await approvals(person, shown)
      const { status, out } = await desk.run('approval', 'approve', id, ...options)
      expect({ status, asked: desk.questions }).toEqual({ status: 0, asked: [] })
      expect(out).toContain('5,000.00 VND, play money')
      expect(calls(desk)).toEqual(['/operator/approvalshow', '/operator/approve'])
    }
  })

  test('prints only the answer with --json, and does not ask', async () => {
    const desk = await approvals(true)
    const { out } = await desk.run('approval', 'approve', id, '--json')
    expect(JSON.parse(out)).toMatchObject({ state: 'done' })
    expect({ asked: desk.questions, calls: calls(desk) }).toEqual({ asked: [], calls: ['/operator/approve'] })
  })

  test('refuses a value for a flag', async () => {
    const desk = testDesk()
    expect(await desk.run('approval', 'approve', id, '--yes=no')).toMatchObject({
      status: 2,
      notes: expect.stringContaining("Unknown option '--yes=no'"),
    })
    expect((await desk.run('house', '--yes')).status).toBe(2)
  })
})
