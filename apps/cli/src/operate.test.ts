import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { EndpointDefinition } from '@fairlot/contract/define'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { FUNDED, loggedIn, lost, ME, refuse, testDesk } from './operate.fixture.ts'

const FUND = ['fund', 'bankroll', '5000', '--reference', 'B-1', '--reason', 'first money']

describe('a change whose answer is lost', () => {
  test('is sent again with the same request id by the same command, until the server answers', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/housefund'] = lost
    const first = await desk.run(...FUND)
    expect(first.status).toBe(1)
    expect(first.notes).toContain('No answer from the server at http://127.0.0.1:8080: socket hang up.')
    expect(first.notes).not.toContain('--url')
    expect(first.notes).toContain('Run exactly the same command again; the change takes effect once.')
    // the end of the session proves nothing about the first attempt
    desk.answers['/operator/housefund'] = () => refuse({ code: 'SESSION_ENDED', message: '' })
    expect((await desk.run(...FUND)).status).toBe(1)
    await loggedIn(desk)
    desk.answers['/operator/housefund'] = () => FUNDED
    const done = await desk.run(...FUND)
    expect(done).toMatchObject({
      status: 0,
      notes: expect.stringContaining('Sending the same request again'),
    })
    expect(done.out).toContain('Requested. Another operator must approve it.')
    expect(done.out).toContain('5,000.00 VND, play money')
    await desk.run(...FUND)
    const [answered, next] = desk.heard.filter((call) => call.path === '/operator/housefund')
    expect(answered?.input).toMatchObject({ account: 'bankroll', amount: '5000', reference: 'B-1' })
    expect(next?.input['requestId']).not.toBe(answered?.input['requestId'])
    expect(readdirSync(desk.folder)).toEqual(['operator-default.json'])
  })

  test('keeps one request id through all attempts', async () => {
    const desk = await loggedIn(testDesk())
    const tries = [lost, () => refuse({ code: 'UNAVAILABLE', message: 'Not now.' }), lost, () => FUNDED]
    for (const answer of tries) {
      desk.answers['/operator/housefund'] = answer
      await desk.run(...FUND)
    }
    const ids = desk.heard
      .filter((call) => call.path === '/operator/housefund')
      .map(({ input }) => input['requestId'])
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
  })

  test('sends the setting version of the first attempt again', async () => {
    const desk = await loggedIn(testDesk())
    let version = 3
    desk.answers['/operator/settingshow'] = () => ({ setting: { version }, history: [] })
    desk.answers['/operator/settingsave'] = lost
    const command = ['module', 'off', 'mall', '--reason', 'an alarm']
    await desk.run(...command)
    version = 4
    desk.answers['/operator/settingsave'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    expect(await desk.run(...command)).toMatchObject({ status: 0, out: 'Module mall is off.' })
    const saves = desk.heard.filter((call) => call.path === '/operator/settingsave')
    expect(saves[0]?.input).toMatchObject({ name: 'module.mall.enabled', value: 'false', version: 3 })
    expect(saves[1]?.input).toEqual(saves[0]?.input)
  })

  test.each(['REFERENCE_USED', 'NOT_PERMITTED', 'TOO_MANY_CALLS'] as const)(
    'is not sent again after %s',
    async (code) => {
      const desk = await loggedIn(testDesk())
      desk.answers['/operator/housefund'] = () => refuse({ code, message: 'Refused.' })
      expect(await desk.run(...FUND)).toMatchObject({ status: 1, notes: expect.stringMatching(/^Refused\./) })
      expect(readdirSync(desk.folder)).toEqual(['operator-default.json'])
    },
  )
})

describe('answers', () => {
  test('are tables with the label of the currency', async () => {
    const desk = await loggedIn(testDesk())
    const items = [
      { account: 'bankroll', balance: '5000.00', free: '4000.00', funded: true },
      { account: 'cash', balance: '12.5000', free: null as string | null, funded: false },
    ]
    const bank = { books: '70.00', house: '40.00', reserves: '10.00', members: '20.00', unbooked: '0.00' }
    const answer = { items, bank, takeOut: '30.00', pending: 1, halted: null }
    desk.answers['/operator/houselist'] = () => answer
    const { out } = await desk.run('house')
    expect(out.split('\n')).toEqual([
      'account   balance (VND, play money)  free now',
      'bankroll                   5,000.00  4,000.00  can be funded',
      'cash                        12.5000',
      'at banks and payment companies by the books  70.00',
      'of the house                                 40.00',
      'reserves of finance products                 10.00',
      'of members, in escrows and stakes            20.00',
      'less there than in the books, not booked     0.00',
      'can be taken out now                         30.00',
      'Pending funding requests: 1',
    ])
    items[1]!.balance = '-5000.00'
    expect((await desk.run('house')).notes).toContain('A negative balance of cash is not a debt')
    items[1]!.balance = '12.5000'
    const raw = await desk.run('house', '--json')
    expect(JSON.parse(raw.out)).toEqual(answer)
    desk.answers['/operator/houselist'] = () => ({
      ...answer,
      pending: 0,
      halted: 'the database is an older copy',
    })
    const halted = await desk.run('house')
    expect(halted.out).toContain('No money moves: the database is an older copy')
  })

  test('about reconciliation name the days that differ, and then their payments', async () => {
    const desk = await loggedIn(testDesk())
    const day = { day: '2026-11-21', provider: 'sandbox', direction: 'in', changedAt: 1_800_000_000_000 }
    const booked = { items: 2, amount: '300.00' }
    desk.answers['/operator/reconcilelist'] = () => ({
      items: [{ ...day, said: { items: 3, amount: '1350.00' }, booked, differences: 1 }],
      next: null,
    })
    const listed = await desk.run('reconcile', 'list', '--different')
    expect(listed.out).toMatch(/2026-11-21 +sandbox +in +1,350\.00 \(3\) +300\.00 \(2\) +1/)
    expect(listed.notes).toContain('reconcile show 2026-11-21 sandbox in')
    desk.answers['/operator/reconcileshow'] = () => ({
      items: [{ key: 'payment 3', said: '1050.00', booked: null }],
    })
    const shown = await desk.run('reconcile', 'show', '2026-11-21', 'sandbox', 'in')
    expect(shown.out).toMatch(/payment 3 +1,050\.00 +nothing/)
  })

  test('about recharges in USDT list what arrived with the index of each address', async () => {
    const desk = await loggedIn(testDesk())
    const item = {
      index: 7,
      address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      recharge: 'R0199ABCDEF01',
      received: '12.345678',
      credited: '308641.95',
      waiting: 1,
      lost: 0,
      lastAt: 1_800_000_000_000,
    }
    const standing = { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', derived: 9, watch: null }
    desk.answers['/operator/trc20list'] = () => ({ ...standing, items: [item], next: null })
    const { out } = await desk.run('trc20', 'list', '--lost')
    expect(out).toContain('9 addresses derived; contract TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t; not checked yet')
    expect(out).toMatch(
      /7\s+TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH\s+R0199ABCDEF01\s+12\.345678\s+308,641\.95\s+1 waiting/,
    )
    expect(desk.heard.find(({ path: called }) => called === '/operator/trc20list')?.input).toMatchObject({
      lost: true,
    })
    const transfer = `${'ab'.repeat(32)}:0`
    const late = {
      transfer,
      recharge: item.recharge,
      sender: item.address,
      units: '60000.000000',
      rate: '2.00',
    }
    const times = { paidAt: item.lastAt, heldAt: item.lastAt }
    desk.answers['/operator/trc20held'] = () => ({
      items: [{ ...late, ownRate: '2.50', amount: '120000.00', lost: false, ...times }],
      next: null,
    })
    expect((await desk.run('trc20', 'held')).out).toMatch(/60000\.000000\s+2\.00\s+2\.50\s+120,000\.00/)
    desk.answers['/operator/trc20credit'] = () => ({
      state: 'requested',
      approval: null,
      oneTimePassword: null,
    })
    const credit = await desk.run('trc20', 'credit', transfer, '--reason', 'the member asked', '--yes')
    expect(credit.out).toContain('Requested. Another operator must approve it.')
    desk.answers['/operator/trc20list'] = () => ({ ...standing, contract: null, items: [], next: null })
    expect((await desk.run('trc20', 'list')).out).toContain('This installation has never accepted USDT.')
  })

  test('about the log say why it is halted, with the exit status 1, and how to recover', async () => {
    const desk = await loggedIn(testDesk())
    const own = { log: 'abcdefghij', size: 90 }
    const quorum = { witnesses: 2, quorum: 2, together: 2, breaking: 1, own: 1, isEnoughForMoney: true }
    const sound = {
      standing: 'ok',
      noteKey: 'fairlot/shop+ab+cd',
      reason: null,
      known: null,
      own: null,
      hold: null,
      quorum,
    }
    desk.answers['/operator/logshow'] = () => ({
      ...sound,
      witnesses: [
        { name: 'w1', own: false, size: 90, signedAt: 1_800_000_000_000, current: true, reported: 1 },
        { name: 'w2', own: true, size: null, signedAt: null, current: false, reported: null },
      ],
      reports: [
        { witness: 'w1', kind: 'late', log: 'abcdefghij', what: 'entry 7 was late', at: 1_800_000_000_000 },
      ],
      waiting: [
        {
          issue: 'M1-0001',
          attempt: 0,
          why: 'too few of its witnesses sign now',
          soldOutAt: 1_800_000_000_000,
        },
        { issue: 'M2-0001', attempt: 2, why: 'attempt 2 is not signed', soldOutAt: 1_800_000_000_000 },
      ],
      deadBeacons: [{ chain: 'ab'.repeat(32), lastRound: 7, at: 1_800_000_000_000 }],
      refusedSeals: [
        {
          witness: 'w2',
          log: 'shop',
          subject: 'issue M1-0007',
          why: 'it shows an entry that is not in the log',
          at: 60_000,
        },
      ],
      refusals: [
        { kind: 'issue-draw', subject: 'M3-0001', why: 'no seal', times: 1, at: null },
        { kind: 'solvency', subject: null, why: 'twice', times: 3, at: 1_800_000_000_000 },
      ],
    })
    const witnessed = await desk.run('log', 'show')
    expect(witnessed).toMatchObject({ status: 0, out: expect.stringContaining('ok') })
    expect(witnessed.out).toContain('90 entries at 2027-01-15T08:00:00.000Z')
    expect(witnessed.out).toMatch(/^note key +fairlot\/shop\+ab\+cd$/m)
    expect(witnessed.out).toMatch(
      /w1 reports +late in log abcdefghij at 2027-01-15T08:00:00.000Z: entry 7 was late/,
    )
    expect(witnessed.out).toMatch(/own witness w2 +has signed nothing/)
    expect(witnessed.out).toContain('k = 2 of n = 2, 1 of the house; X = 2')
    expect(witnessed.out).toContain('one silent witness breaks the quorum; 3 of 4 is recommended')
    expect(witnessed.out).toContain(
      'M1-0001 since 2027-01-15T08:00:00.000Z: too few of its witnesses sign now; M2-0001',
    )
    expect(witnessed.out).toMatch(
      /w2 refused +seal of issue M1-0007 in log shop at .*: it shows an entry that is not/,
    )
    expect(witnessed.out).toContain('issue-draw M3-0001: no seal')
    expect(witnessed.out).toContain('solvency, 3 times until 2027-01-15T08:00:00.000Z: twice')
    const none = {
      noteKey: 'fairlot/shop+ab+cd',
      witnesses: [],
      quorum: null,
      reports: [],
      hold: null,
      waiting: [],
      deadBeacons: [],
      refusedSeals: [],
      refusals: [],
    }
    const root = '5c'.repeat(32)
    desk.answers['/operator/logshow'] = () => ({
      standing: 'halted',
      reason: 'the database is an older copy',
      known: { log: own.log, size: 100, root },
      own,
      ...none,
    })
    const shown = await desk.run('log', 'show')
    expect(shown).toMatchObject({ status: 1, notes: expect.stringContaining('log recover') })
    expect(shown.out).toContain(`100 entries of log abcdefghij, root ${root}`)
    desk.answers['/operator/logrecover'] = () => ({
      ...FUNDED,
      approval: { ...FUNDED.approval, action: 'log.recover', params: {} },
    })
    const asked = await desk.run('log', 'recover', '--reason', 'the disk burnt')
    expect(asked).toMatchObject({
      status: 0,
      out: expect.stringContaining('Another operator must approve it'),
    })
    expect(desk.heard.at(-1)).toMatchObject({
      path: '/operator/logrecover',
      input: { reason: 'the disk burnt', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
  })

  test('about the status show stalled work and how far the clock jumped, and the owner accepts what was shown', async () => {
    const desk = await loggedIn(testDesk())
    const items = [
      { name: 'dead-jobs', title: 'no job has failed', count: 0, found: 'none' },
      { name: 'overdue-draws', title: 'no issue waits', count: 2, found: 'M1-0001, M2-0001' },
    ]
    const clock = { now: 1_800_000_000_000, settled: 1_799_999_700_000, generation: 3, halt: null }
    const witnesses = [{ name: 'w1', own: false, size: 90, signedAt: 1_800_000_000_000, current: true }]
    const vouching = { witnesses, quorum: null }
    desk.answers['/operator/statusshow'] = () => ({ clock, items: items.slice(0, 1), ...vouching })
    const trusted = await desk.run('status')
    expect(trusted).toMatchObject({ status: 0, out: expect.stringContaining('trusted') })
    expect(trusted.out).toContain('90 entries at 2027-01-15T08:00:00.000Z')
    expect(await desk.run('status', '--problems')).toMatchObject({
      status: 0,
      out: 'nothing needs a person (1 checks), business time 2027-01-15T08:00:00.000Z',
    })
    expect((await desk.run('status', '--problems', '--all')).status).toBe(2)
    expect((await desk.run('clock', 'accept', '--reason', 'it was asleep')).notes).toBe(
      'The clock is not halted.',
    )
    const halt = { since: 1_799_999_900_000, jumpMs: -90_000 }
    desk.answers['/operator/statusshow'] = () => ({ clock: { ...clock, halt }, items, ...vouching })
    const shown = await desk.run('status')
    expect(shown).toMatchObject({ status: 1, notes: expect.stringContaining('clock accept') })
    expect(shown.out).toContain('it jumped 90 seconds back')
    expect(shown.out).toContain('M1-0001, M2-0001')
    expect(shown.out).toContain('dead-jobs')
    const problems = await desk.run('status', '--problems')
    expect([problems.status, problems.out]).toEqual([1, expect.stringContaining('overdue-draws')])
    expect(problems.out).not.toMatch(/dead-jobs|w1/)
    desk.columns = 100
    expect((await desk.run('status')).out).not.toContain('dead-jobs')
    expect((await desk.run('status', '--all')).out).toContain('dead-jobs')
    desk.columns = null
    desk.answers['/operator/clockaccept'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    const accepted = await desk.run('clock', 'accept', '--reason', 'it was asleep', '--yes')
    expect(accepted).toMatchObject({ status: 0, out: expect.stringContaining('trusted again') })
    expect(desk.heard.at(-1)).toMatchObject({
      path: '/operator/clockaccept',
      input: { generation: 3, since: 1_799_999_900_000, reason: 'it was asleep' },
    })
  })

  test('with a refusal name the fields as they are typed, and the permitted roles', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/staffcreate'] = () =>
      refuse({
        code: 'INPUT_INVALID',
        message: 'Please check what you entered.',
        fields: { name: 'Too short.', fullName: 'Please fill in the information completely.' },
      })
    const add = ['staff', 'add', 'x', '--full-name', ' ', '--roles', 'finance, support', '--reason', 'new']
    expect(await desk.run(...add, '--language', 'bn-bd')).toEqual({
      status: 1,
      out: '',
      notes:
        'Please check what you entered.\n  name: Too short.\n  --full-name: Please fill in the information completely.',
    })
    expect(desk.heard.at(-1)).toMatchObject({ language: 'bn-bd', input: { roles: ['finance', 'support'] } })
    desk.answers['/operator/staffcreate'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { 'roles.0': 'This is not valid.' } })
    expect((await desk.run(...add)).notes).toBe(
      'Please.\n  --roles: This is not valid. (one or more roles, separated by commas: owner, finance, fulfilment, content, support, auditor)',
    )
    desk.answers['/operator/staffcreate'] = () => refuse({ code: 'NOT_PERMITTED', message: 'Not yours.' })
    const refused = await desk.run(...add, '--json')
    expect(refused.notes).toBe('Not yours.\nThis command requires one of the roles: owner.')
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'NOT_PERMITTED' })
  })

  test('with a refusal list the allowed values of an argument', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/housefund'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { account: 'This is not valid.' } })
    expect((await desk.run(...FUND)).notes).toBe(
      'Please.\n  account: This is not valid. (house account: bankroll, marketing, subsidy, guarantee)',
    )
    desk.answers['/operator/approvalshow'] = () => FUNDED.approval
    desk.answers['/operator/reject'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { note: 'Please say why.' } })
    expect((await desk.run('approval', 'reject', ME.id, '--reason', 'no')).notes).toBe(
      'Please.\n  --reason: Please say why.',
    )
  })

  test('with a refused approval do not name roles that the operator has', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/approvalshow'] = () => FUNDED.approval
    desk.answers['/operator/approve'] = () => refuse({ code: 'NOT_PERMITTED', message: 'Not yours.' })
    const approve = ['approval', 'approve', ME.id]
    expect((await desk.run(...approve)).notes).toBe(
      'Not yours.\nThis command requires one of the roles: owner, finance.',
    )
    const permissions = [...ME.permissions, 'approval.decide']
    desk.answers['/operator/me'] = () => ({ ...ME, permissions })
    await desk.run('whoami')
    expect((await desk.run(...approve)).notes).toBe(
      'Not yours.\nYour role cannot decide this kind of request.',
    )
  })

  test('show a one-time password once, and accept login names for ids', async () => {
    const desk = await loggedIn(testDesk())
    const mina = { ...ME, name: 'mina', status: 'active', seenAt: null, createdAt: ME.expiresAt }
    desk.answers['/operator/stafflist'] = () => ({ items: [mina] })
    desk.answers['/operator/staffreset'] = () => ({ state: 'done', approval: null, oneTimePassword: 'once' })
    const { out } = await desk.run('staff', 'reset', 'mina', '--reason', 'lost her phone')
    expect(out).toMatch(/mina must set a new password and second factor\.\none-time password {2}once$/)
    expect(desk.heard.at(-1)?.input).toMatchObject({ id: ME.id })
    // the answer to a repeated request has no secrets
    desk.answers['/operator/staffreset'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    const repeated = await desk.run('staff', 'reset', 'mina', '--reason', 'lost her phone')
    expect(repeated.notes).toContain('in an earlier answer that got lost')
    expect(await desk.run('staff', 'reset', 'nobody', '--reason', 'why')).toMatchObject({
      status: 1,
      notes: expect.stringContaining('There is no operator nobody.'),
    })
  })
})

test('with two owners the one who requests an operator is told who gets the password', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/staffcreate'] = () => ({
    ...FUNDED,
    approval: { ...FUNDED.approval, action: 'staff.create', params: { name: 'mina', roles: 'finance' } },
  })
  const add = ['staff', 'add', 'mina', '--full-name', 'Mina', '--roles', 'finance', '--reason', 'new']
  const { out, notes } = await desk.run(...add)
  expect(out).toContain('Requested. Another operator must approve it.')
  expect(notes).toBe('The operator who approves the request gets the one-time password.')
})

describe('the audit log', () => {
  test('names the operator, the server, or a caller that is not logged in', async () => {
    const desk = await loggedIn(testDesk())
    const entry = {
      id: ME.id,
      at: ME.expiresAt,
      operator: { id: ME.id, name: 'nora' },
      action: 'setting.change',
      subject: 'setting:operator.approvalHours',
      reason: 'shorter',
      approval: null,
      before: '{"value":"24"}',
      after: '{"value":"12"}',
      address: '127.0.0.1',
    }
    const nobody = { operator: null, subject: null, reason: null, before: null, after: null }
    const items = [
      entry,
      { ...entry, ...nobody, action: 'session.refused' },
      { ...entry, ...nobody, action: 'staff.first', address: null },
    ]
    desk.answers['/operator/auditlist'] = () => ({ items, next: 'abc' })
    const { out, notes } = await desk.run('audit', '--operator', ME.id, '--limit', '3')
    expect(desk.heard[0]?.input).toEqual({ operator: ME.id, limit: 3 })
    expect(notes).toBe('More results: add --cursor=abc')
    await desk.run('audit', '--subject', ME.id.toUpperCase())
    expect(desk.heard.at(-1)?.input).toMatchObject({ subject: `member:${ME.id.toLowerCase()}` })
    expect(out.split('\n').map((line) => line.replace(/^\S+ \S+ {2}/, ''))).toEqual([
      'nora  setting.change  setting:operator.approvalHours',
      '    reason   shorter',
      '    before   {"value":"24"}',
      '    after    {"value":"12"}',
      '    address  127.0.0.1',
      'not logged in  session.refused',
      '    address  127.0.0.1',
      'the server  staff.first',
    ])
  })
})

describe('an order', () => {
  test('is shown by the number that the member reads, with the codes and the id of the member', async () => {
    const desk = await loggedIn(testDesk())
    const [order, member] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
    const shown = { number: 'M1-0014-37', order, member, issue: 'M1-0014', status: 'awaiting_draw' }
    desk.answers['/operator/ordershow'] = () => ({
      ...shown,
      first: 1_000_652,
      quantity: 6,
      amount: '12.00',
      at: 1_800_000_000_000,
    })
    const { status, out, notes } = await desk.run('order', 'show', 'M1-0014-37')
    expect(status).toBe(0)
    expect(desk.heard.find((call) => call.path === '/operator/ordershow')?.input).toEqual({
      number: 'M1-0014-37',
    })
    for (const text of [order, member, 'awaiting draw', '1000652 to 1000657', '12.00'])
      expect(out).toContain(text)
    expect(notes).toContain(`member show ${member}`)
  })
})

describe('help', () => {
  test('marks commands that the roles do not allow', async () => {
    const desk = testDesk()
    expect((await desk.run('help')).out).not.toContain('[owner')
    await loggedIn(desk)
    const { status, out } = await desk.run('help')
    expect(status).toBe(0)
    expect(out).toMatch(/^ {2}fund .*approve it$/m)
    expect(out).toMatch(/^ {2}staff roles .* \[owner\]$/m)
    expect(out).toMatch(/^ {2}member tighten .*\n +\[owner, support\]$/m)
    expect(desk.heard).toEqual([])
  })

  test('marks commands that are not available before setup', async () => {
    const desk = testDesk()
    const login = desk.answers['/operator/login']!
    desk.answers['/operator/login'] = (input) => {
      const answer = login(input) as { operator: object }
      return { ...answer, operator: { ...answer.operator, stage: 'setup' } }
    }
    desk.typed.push('one-time')
    expect((await desk.run('login', 'nora')).out).toContain('npm run operator -- setup')
    const { out } = await desk.run('help')
    expect(out).toMatch(/^ {2}setup .*factor$/m)
    expect(out).toMatch(/^ {2}house .*\[after setup\]$/m)
  })

  test('goes to standard error with exit status 2 when the command is missing or incomplete', async () => {
    for (const args of [[], ['staff'], ['--json']]) {
      const { status, out, notes } = await testDesk().run(...args)
      expect({ status, out }).toEqual({ status: 2, out: '' })
      expect(notes).toMatch(/^Usage: npm run operator -- .*<command>/)
      expect(notes).toContain('staff add')
    }
  })
})

describe('the exit status', () => {
  test('is 1 when no member matches or too many do, and the notes say how the query was read', async () => {
    const desk = await loggedIn(testDesk())
    const none = { read: [{ as: 'phone', countries: ['BD'] }], tooMany: false, items: [] }
    desk.answers['/operator/memberfind'] = () => none
    const { status, out, notes } = await desk.run('member', 'find', '01712345678')
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(notes).toContain('No member matches "01712345678". It was read as phone number of BD.')
    expect(notes).toContain('+8801712345678')
    expect((await desk.run('member', 'find', 'a\u001b[2Jb')).notes).toContain('"a�[2Jb"')
    const raw = await desk.run('member', 'find', '01712345678', '--json')
    expect({ status: raw.status, answer: JSON.parse(raw.out) as unknown }).toEqual({
      status: 1,
      answer: none,
    })
    desk.answers['/operator/memberfind'] = () => ({ ...none, tooMany: true })
    expect(await desk.run('member', 'find', 'Heron 1000')).toMatchObject({
      status: 1,
      notes: 'More than 20 members match "Heron 1000". Enter a value that fewer have.',
    })
  })

  test('of go-live is 1 while a check fails, and 0 when all pass', async () => {
    const desk = await loggedIn(testDesk())
    const check = { id: 'tls', scope: 'all', ok: false, found: 'PUBLIC_URL is not set' }
    desk.answers['/operator/golive'] = () => ({ ready: false, items: [check] })
    const failing = await desk.run('go-live')
    expect(failing).toMatchObject({ status: 1, notes: 'Not ready for real money: 1 check fails.' })
    expect(failing.out).toContain('✗  all    tls    PUBLIC_URL is not set')
    desk.answers['/operator/golive'] = () => ({ ready: true, items: [{ ...check, ok: true }] })
    const ready = await desk.run('go-live')
    expect(ready).toMatchObject({ status: 0, notes: '' })
    expect(ready.out).toContain('Ready for real money.')
  })
})

test('every operator call has a command, and every command is documented', () => {
  const table: Record<string, EndpointDefinition> = ENDPOINTS
  const calls = Object.keys(table).filter((name) => table[name]!.auth === 'operator') as EndpointName[]
  expect(calls.length).toBeGreaterThan(20)
  // calls of `setup` and `settings`
  const reached = new Set([...COMMANDS.map(({ endpoint }) => endpoint), 'operatorSetupBegin', 'settingShow'])
  expect(calls.filter((name) => !reached.has(name))).toEqual([])
  const names = COMMANDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const root = path.resolve(import.meta.dirname, '../../..')
  const documentation = readFileSync(path.join(root, 'docs/OPERATING.md'), 'utf8')
  expect(names.filter((name) => !documentation.includes(`\`${name}`))).toEqual([])
})

test('rescue runs a program of the server without a session', async () => {
  expect(await testDesk().run('rescue', 'owner')).toMatchObject({
    status: 0,
    out: 'operator-rescue.ts owner',
  })
})
