import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import type { EndpointDefinition } from '@fairlot/contract/define'
import { describe, expect, it, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { FUNDED, loggedIn, lost, ME, refuse, testDesk, withToken } from './operate.fixture.ts'

const FUND = ['fund', 'bankroll', '5000', '--reference', 'B-1', '--reason', 'first money']
describe('the session', () => {
  it('is kept at log in, used, and removed at log out', async () => {
    const desk = testDesk()
    desk.environment['FAIRLOT_OPERATOR_PASSWORD'] = 'correct horse battery'
    desk.environment['FAIRLOT_OPERATOR_CODE'] = '123456'
    const login = await desk.run('login', 'nora')
    expect(login).toMatchObject({ status: 0, notes: '' })
    expect(login.out).toContain('Nora Owner')
    expect(login.out).not.toContain('abab')
    expect(desk.heard[0]).toMatchObject({
      input: { name: 'nora', password: 'correct horse battery', code: '123456' },
      cookie: null,
    })
    desk.answers['/operator/me'] = () => ME
    expect((await desk.run('whoami')).out).toContain('house.fund')
    expect(desk.heard[1]?.cookie).toBe(`__Host-fairlot-operator=${'T'.repeat(43)}`)
    expect(await desk.run('logout')).toMatchObject({ status: 0, out: 'Logged out.' })
    expect(readdirSync(desk.folder)).toEqual([])
    expect(await desk.run('whoami')).toMatchObject({
      status: 1,
      notes: expect.stringContaining('Nobody is logged in at http://127.0.0.1:8080 with the profile default'),
    })
  })

  it('leaves the code out when there is none', async () => {
    const desk = testDesk()
    desk.typed.push('one-time')
    expect((await desk.run('login', 'nora')).status).toBe(0)
    expect(desk.heard[0]?.input).toEqual({ name: 'nora', password: 'one-time' })
  })

  it('needs a password, which is no argument', async () => {
    const desk = testDesk()
    expect(await desk.run('login', 'nora')).toMatchObject({
      status: 2,
      notes: 'No password was given: type it, or set FAIRLOT_OPERATOR_PASSWORD.',
    })
    expect((await desk.run('login', 'nora', 'secret')).status).toBe(2)
    expect((await desk.run('login', 'nora', '--password', 'secret')).status).toBe(2)
    expect(desk.heard).toEqual([])
  })

  it('is forgotten with a sentence when the server says that it has ended', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/houselist'] = () => refuse({ code: 'SESSION_ENDED', message: 'Please log in.' })
    const { status, notes } = await desk.run('house')
    expect({ status, notes }).toEqual({
      status: 1,
      notes: 'Your session has ended. Log in again: npm run operator -- login nora',
    })
    expect(readdirSync(desk.folder)).toEqual([])
  })

  it('goes to no other server', async () => {
    const desk = await loggedIn(testDesk())
    const { status, notes } = await desk.run('house', '--url', 'https://other.example')
    expect(status).toBe(1)
    expect(notes).toContain('Nobody is logged in at https://other.example')
    expect(notes).toContain('(nora is, at http://127.0.0.1:8080)')
    expect((await desk.run('house', '--url', 'http://other.example')).status).toBe(2)
    expect(desk.heard).toEqual([])
  })
})

describe('setting up', () => {
  const begun = { secret: 'BASE32SECRET', uri: 'otpauth://totp/x?secret=BASE32SECRET' }
  const password = 'correct horse battery staple'

  it('shows the secret, asks twice, and asks again for what was typed wrong', async () => {
    const desk = await loggedIn(testDesk(true))
    desk.questions.length = 0
    desk.answers['/operator/setupbegin'] = () => begun
    desk.answers['/operator/setup'] = ({ code }) =>
      code === '123456'
        ? withToken(ME, 'N'.repeat(43))
        : refuse({ code: 'CODE_WRONG', message: 'The code is not correct.' })
    desk.typed.push(password, 'typed wrong', password, password, '000000', '123456')
    const { status, out, notes } = await desk.run('setup')
    expect({ status, notes }).toEqual({
      status: 0,
      notes: 'The two are not the same.\nThe code is not correct.',
    })
    expect(out).toContain('BASE32SECRET')
    expect(out).toContain(begun.uri)
    expect(out).not.toContain(password)
    expect(desk.questions).toHaveLength(6)
    expect(desk.heard.at(-1)?.input).toEqual({ password, code: '123456' })
    // the session goes on with the token that came with the answer
    desk.answers['/operator/me'] = () => ME
    expect((await desk.run('whoami')).status).toBe(0)
    expect(desk.heard.at(-1)?.cookie).toContain('NNNN')
  })

  it('ends at the first refusal where no person answers', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/setupbegin'] = () => begun
    desk.answers['/operator/setup'] = () =>
      refuse({ code: 'CODE_WRONG', message: 'The code is not correct.' })
    desk.typed.push(password, '000000', '123456')
    expect(await desk.run('setup')).toMatchObject({ status: 1, notes: 'The code is not correct.' })
  })
})

describe('a change whose answer is lost', () => {
  it('is sent again with the same request id by the same command, until it is answered', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/housefund'] = lost
    const first = await desk.run(...FUND)
    expect(first.status).toBe(1)
    expect(first.notes).toContain('No answer from the server: socket hang up.')
    expect(first.notes).toContain('Give the very same command again: it has its effect once.')
    // a session that ends in between says nothing about what was sent
    desk.answers['/operator/housefund'] = () => refuse({ code: 'SESSION_ENDED', message: '' })
    expect((await desk.run(...FUND)).status).toBe(1)
    await loggedIn(desk)
    desk.answers['/operator/housefund'] = () => FUNDED
    const done = await desk.run(...FUND)
    expect(done).toMatchObject({ status: 0, notes: expect.stringContaining('sent again as it was') })
    expect(done.out).toContain('Asked for: somebody else has to approve it.')
    expect(done.out).toContain('5,000.00 VND, play money')
    await desk.run(...FUND)
    const [answered, next] = desk.heard.filter((call) => call.path === '/operator/housefund')
    expect(answered?.input).toMatchObject({ account: 'bankroll', amount: '5000', reference: 'B-1' })
    expect(next?.input['requestId']).not.toBe(answered?.input['requestId'])
    expect(readdirSync(desk.folder)).toEqual(['operator-default.json'])
  })

  it('keeps one request id through all tries', async () => {
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

  it('looks at a setting once: the version that was meant goes along again', async () => {
    const desk = await loggedIn(testDesk())
    let version = 3
    desk.answers['/operator/settingshow'] = () => ({ setting: { version }, history: [] })
    desk.answers['/operator/settingsave'] = lost
    const command = ['module', 'off', 'mall', '--reason', 'an alarm']
    await desk.run(...command)
    version = 4
    desk.answers['/operator/settingsave'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    expect(await desk.run(...command)).toMatchObject({ status: 0, out: 'mall is off.' })
    const saves = desk.heard.filter((call) => call.path === '/operator/settingsave')
    expect(saves[0]?.input).toMatchObject({ name: 'module.mall.enabled', value: 'false', version: 3 })
    expect(saves[1]?.input).toEqual(saves[0]?.input)
  })

  it.each(['REFERENCE_USED', 'NOT_PERMITTED', 'TOO_MANY_CALLS'] as const)('is over when %s', async (code) => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/housefund'] = () => refuse({ code, message: 'Refused.' })
    expect(await desk.run(...FUND)).toMatchObject({ status: 1, notes: expect.stringMatching(/^Refused\./) })
    expect(readdirSync(desk.folder)).toEqual(['operator-default.json'])
  })
})

describe('answers', () => {
  it('are tables with labelled money', async () => {
    const desk = await loggedIn(testDesk())
    const items = [
      { account: 'bankroll', balance: '5000.00', funded: true },
      { account: 'cash', balance: '12.5000', funded: false },
    ]
    desk.answers['/operator/houselist'] = () => ({ items, pending: 1 })
    const { out } = await desk.run('house')
    expect(out.split('\n')).toEqual([
      'account   balance (VND, play money)',
      'bankroll                   5,000.00  `fund` puts money into it',
      'cash                        12.5000',
      'Requests to fund that wait for a second person: 1',
    ])
    const raw = await desk.run('house', '--json')
    expect(JSON.parse(raw.out)).toEqual({ items, pending: 1 })
  })

  it('that refuse name the fields as they are typed, and the roles that may', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/staffcreate'] = () =>
      refuse({
        code: 'INPUT_INVALID',
        message: 'Please check what you entered.',
        fields: { name: 'Too short.', fullName: 'Please fill this in.' },
      })
    const add = ['staff', 'add', 'x', '--full-name', ' ', '--roles', 'finance, support', '--reason', 'new']
    expect(await desk.run(...add, '--language', 'bn-bd')).toEqual({
      status: 1,
      out: '',
      notes: 'Please check what you entered.\n  name: Too short.\n  --full-name: Please fill this in.',
    })
    expect(desk.heard.at(-1)).toMatchObject({ language: 'bn-bd', input: { roles: ['finance', 'support'] } })
    desk.answers['/operator/staffcreate'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { 'roles.0': 'This is not valid.' } })
    expect((await desk.run(...add)).notes).toBe(
      'Please.\n  --roles: This is not valid. (one or several of owner, finance, fulfilment, content, support, auditor, with commas)',
    )
    desk.answers['/operator/staffcreate'] = () => refuse({ code: 'NOT_PERMITTED', message: 'Not yours.' })
    const refused = await desk.run(...add, '--json')
    expect(refused.notes).toBe('Not yours.\nIt takes one of: owner')
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'NOT_PERMITTED' })
  })

  it('that refuse tell what a word may be, by the name that it has here', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/housefund'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { account: 'This is not valid.' } })
    expect((await desk.run(...FUND)).notes).toBe(
      'Please.\n  account: This is not valid. (bankroll, marketing or subsidy)',
    )
    desk.answers['/operator/approvalshow'] = () => FUNDED.approval
    desk.answers['/operator/reject'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { note: 'Please say why.' } })
    expect((await desk.run('approval', 'reject', ME.id, '--reason', 'no')).notes).toBe(
      'Please.\n  --reason: Please say why.',
    )
  })

  it('that refuse an approval do not send people to roles that they have', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/approvalshow'] = () => FUNDED.approval
    desk.answers['/operator/approve'] = () => refuse({ code: 'NOT_PERMITTED', message: 'Not yours.' })
    const approve = ['approval', 'approve', ME.id]
    expect((await desk.run(...approve)).notes).toBe('Not yours.\nIt takes one of: owner, finance')
    const permissions = [...ME.permissions, 'approval.decide']
    desk.answers['/operator/me'] = () => ({ ...ME, permissions })
    await desk.run('whoami')
    expect((await desk.run(...approve)).notes).toBe(
      'Not yours.\nWhat it is about takes another role than yours.',
    )
  })

  it('show a one-time password once, and name operators instead of ids', async () => {
    const desk = await loggedIn(testDesk())
    const mina = { ...ME, name: 'mina', status: 'active', seenAt: null, createdAt: ME.expiresAt }
    desk.answers['/operator/stafflist'] = () => ({ items: [mina] })
    desk.answers['/operator/staffreset'] = () => ({ state: 'done', approval: null, oneTimePassword: 'once' })
    const { out } = await desk.run('staff', 'reset', 'mina', '--reason', 'lost her phone')
    expect(out).toBe('mina begins anew.\none-time password  once')
    expect(desk.heard.at(-1)?.input).toMatchObject({ id: ME.id })
    // the answer to a repeated call has no secrets
    desk.answers['/operator/staffreset'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    const repeated = await desk.run('staff', 'reset', 'mina', '--reason', 'lost her phone')
    expect(repeated.notes).toContain('in an answer that is lost')
    expect(await desk.run('staff', 'reset', 'nobody', '--reason', 'why')).toMatchObject({
      status: 1,
      notes: expect.stringContaining('There is no operator nobody.'),
    })
  })
})

describe('the audit log', () => {
  it('names who it was, also when nobody was', async () => {
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
    expect(notes).toBe('There are more: --cursor=abc')
    expect(out.split('\n').map((line) => line.replace(/^\S+ \S+ {2}/, ''))).toEqual([
      'nora  setting.change  setting:operator.approvalHours',
      '    reason   shorter',
      '    before   {"value":"24"}',
      '    after    {"value":"12"}',
      '    address  127.0.0.1',
      'somebody not let in  session.refused',
      '    address  127.0.0.1',
      'the machine  staff.first',
    ])
  })
})

describe('help', () => {
  it('marks what the roles do not allow', async () => {
    const desk = testDesk()
    expect((await desk.run('help')).out).not.toContain('– ')
    await loggedIn(desk)
    const { status, out } = await desk.run('help')
    expect(status).toBe(0)
    expect(out).toMatch(/^ {2}fund /m)
    expect(out).toMatch(/^– staff add /m)
    expect(desk.heard).toEqual([])
  })

  it('shows in setup what can be done before it', async () => {
    const desk = testDesk()
    const login = desk.answers['/operator/login']!
    desk.answers['/operator/login'] = (input) => {
      const answer = login(input) as { operator: object }
      return { ...answer, operator: { ...answer.operator, stage: 'setup' } }
    }
    desk.typed.push('one-time')
    expect((await desk.run('login', 'nora')).out).toContain('npm run operator -- setup')
    const { out } = await desk.run('help')
    expect(out).toMatch(/^ {2}setup /m)
    expect(out).toMatch(/^– fund /m)
  })

  it('of one command says whose it is', async () => {
    const { out } = await testDesk().run('help', 'fund')
    expect(out).toContain(
      'Usage: npm run operator -- fund <account> <amount> --reference <text> --reason <text>',
    )
    expect(out).toContain('For: owner, finance')
  })
})

test("every operators' call has a command, and every command its place in the documentation", () => {
  const table: Record<string, EndpointDefinition> = ENDPOINTS
  const calls = Object.keys(table).filter((name) => table[name]!.auth === 'operator') as EndpointName[]
  expect(calls.length).toBeGreaterThan(20)
  // parts of `setup` and `settings`
  const reached = new Set([...COMMANDS.map(({ endpoint }) => endpoint), 'operatorSetupBegin', 'settingShow'])
  expect(calls.filter((name) => !reached.has(name))).toEqual([])
  const names = COMMANDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const root = path.resolve(import.meta.dirname, '../../..')
  const documentation = readFileSync(path.join(root, 'docs/OPERATING.md'), 'utf8')
  expect(names.filter((name) => !documentation.includes(`\`${name}`))).toEqual([])
})

test('rescue is a program of the server, without a session', async () => {
  expect(await testDesk().run('rescue', 'owner')).toMatchObject({
    status: 0,
    out: 'operator-rescue.ts owner',
  })
})
