/** Login, the stored session, and the setup of an operator's account. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loggedIn, ME, refuse, testDesk, withToken } from '../../operate.fixture.ts'

describe('the session', () => {
  test('is stored by login, used by other commands, and removed by logout', async () => {
    const desk = testDesk()
    desk.environment['FAIRLOT_OPERATOR_PASSWORD'] = 'correct horse battery'
    desk.environment['FAIRLOT_OPERATOR_CODE'] = '123456'
    const login = await desk.run('login', 'nora')
    expect(login).toMatchObject({ status: 0, notes: '' })
    expect(login.out).toContain('Nora Owner')
    expect(login.out).not.toContain('abab')
    expect(desk.heard.map(({ path: at }) => at)).toEqual(['/index/getsystem', '/operator/login'])
    expect(desk.heard[1]).toMatchObject({
      input: { name: 'nora', password: 'correct horse battery', code: '123456' },
      cookie: null,
    })
    desk.answers['/operator/me'] = () => ME
    expect((await desk.run('whoami')).out).toContain('house.fund')
    expect(desk.heard[2]?.cookie).toBe(`__Host-fairlot-operator=${'T'.repeat(43)}`)
    expect(await desk.run('logout')).toMatchObject({ status: 0, out: 'Logged out.' })
    expect(readFileSync(path.join(desk.folder, 'operator-default.json'), 'utf8')).not.toContain('TTTT')
    expect(await desk.run('whoami')).toMatchObject({
      status: 1,
      notes: expect.stringContaining(
        'You are not logged in at http://127.0.0.1:8080 with the profile default',
      ),
    })
  })

  test('starts without a code when the operator has none', async () => {
    const desk = testDesk()
    desk.typed.push('one-time')
    expect((await desk.run('login', 'nora')).status).toBe(0)
    expect(desk.heard[1]?.input).toEqual({ name: 'nora', password: 'one-time' })
  })

  test('needs a password, which is never an argument', async () => {
    const desk = testDesk()
    expect(await desk.run('login', 'nora')).toMatchObject({
      status: 2,
      notes: 'The password is missing. Type it, or set FAIRLOT_OPERATOR_PASSWORD.',
    })
    expect((await desk.run('login', 'nora', 'secret')).status).toBe(2)
    expect((await desk.run('login', 'nora', '--password', 'secret')).status).toBe(2)
    expect(desk.heard.map((call) => call.path)).toEqual(['/index/getsystem'])
  })

  test('asks for no secret when no server answers at the address', async () => {
    const desk = testDesk(true)
    // a name with two addresses: the error of the connection has a code and no message
    desk.answers['/index/getsystem'] = () => Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
    expect(await desk.run('login', 'nora', '--url', 'http://localhost:9')).toEqual({
      status: 1,
      out: '',
      notes:
        'No answer from the server at http://localhost:9: ECONNREFUSED.\n' +
        'Check that the server runs there (npm start), or give its address: --url https://shop.example',
    })
    expect(desk.questions).toEqual([])
  })

  test('is removed with a message when the server has ended it', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/houselist'] = () => refuse({ code: 'SESSION_ENDED', message: 'Please log in.' })
    const { status, notes } = await desk.run('house')
    expect({ status, notes }).toEqual({
      status: 1,
      notes: 'Your session has ended. Log in again: npm run operator -- login nora',
    })
    expect((await desk.run('house')).notes).toContain('You are not logged in')
  })

  test('leaves the address of its server to the profile when it ends', async () => {
    const desk = testDesk()
    const there = ['--profile', 'fin', '--url', 'https://shop.example/']
    desk.typed.push('correct horse battery', '123456')
    expect((await desk.run('login', 'nora', ...there)).status).toBe(0)
    desk.answers['/operator/houselist'] = () => refuse({ code: 'SESSION_ENDED', message: '' })
    const again = 'npm run operator -- login nora --profile fin'
    expect((await desk.run('house', '--profile', 'fin')).notes).toBe(
      `Your session has ended. Log in again: ${again}`,
    )
    expect((await desk.run('house', '--profile', 'fin')).notes).toBe(
      `You are not logged in at https://shop.example with the profile fin. Log in: ${again}`,
    )
    expect((await desk.run('help', '--profile', 'fin')).out).toContain('login <name> --profile fin')
  })

  test('is hinted at with the options that reach the same server', async () => {
    const desk = testDesk(true)
    desk.answers['/operator/login'] = () =>
      withToken({ signKey: 'ab'.repeat(32), operator: { ...ME, stage: 'setup' } })
    const elsewhere = await desk.run('house', '--url', 'http://10.0.0.9', '--insecure')
    expect(elsewhere.notes).toContain('login <name> --url http://10.0.0.9 --insecure')
    desk.typed.push('one-time')
    const login = await desk.run('login', 'nora', '--url', 'https://shop.example', '--profile', 'fin')
    expect(login.out).toMatch(/npm run operator -- setup --profile fin$/)
  })

  test('is never sent to another server', async () => {
    const desk = await loggedIn(testDesk())
    const { status, notes } = await desk.run('house', '--url', 'https://other.example')
    expect(status).toBe(1)
    expect(notes).toContain('You are not logged in at https://other.example')
    expect(notes).toContain('Its last login was as nora at http://127.0.0.1:8080.')
    expect((await desk.run('house', '--url', 'http://other.example')).status).toBe(2)
    expect(desk.heard).toEqual([])
  })
})

describe('setup', () => {
  const begun = { secret: 'BASE32SECRET', uri: 'otpauth://totp/x?secret=BASE32SECRET' }
  const password = 'correct horse battery staple'

  test('shows the secret, asks for the password twice, and repeats a refused question', async () => {
    const desk = await loggedIn(testDesk(true))
    desk.questions.length = 0
    desk.answers['/operator/setupbegin'] = () => begun
    desk.answers['/operator/setup'] = ({ code }) =>
      code === '123456'
        ? withToken(ME, 'N'.repeat(43))
        : refuse({ code: 'CODE_WRONG', message: 'The code is not correct.' })
    desk.typed.push('too short', password, 'typed wrong', password, password, '000000', '123456')
    const { status, out, notes } = await desk.run('setup')
    expect({ status, notes }).toEqual({
      status: 0,
      notes: 'The password has 9 characters. Use 15 to 128.\nThe passwords differ.\nThe code is not correct.',
    })
    expect(out).toContain('BASE32SECRET')
    expect(out).toContain(begun.uri)
    expect(out).not.toContain(password)
    expect(desk.questions).toHaveLength(7)
    expect(desk.questions[0]).toBe('New password (15 characters or more): ')
    expect(desk.heard.at(-1)?.input).toEqual({ password, code: '123456' })
    // the session continues with the new token of the answer
    desk.answers['/operator/me'] = () => ME
    expect((await desk.run('whoami')).status).toBe(0)
    expect(desk.heard.at(-1)?.cookie).toContain('NNNN')
  })

  test('has the server judge the password before it shows the secret', async () => {
    const desk = await loggedIn(testDesk(true))
    desk.questions.length = 0
    const easy = 'passwordpassword'
    desk.answers['/operator/setupbegin'] = (input) =>
      input['password'] === easy
        ? refuse({ code: 'PASSWORD_COMMON', message: 'Choose another.', fields: { password: 'Too easy.' } })
        : begun
    desk.answers['/operator/setup'] = () => withToken(ME)
    desk.typed.push(easy, easy, password, password, '123456')
    expect(await desk.run('setup')).toMatchObject({ status: 0, notes: 'Too easy.' })
    expect(desk.questions.map((text) => text.split(' ')[0])).toEqual([
      'New',
      'Repeat',
      'New',
      'Repeat',
      'Code',
    ])
    const begins = desk.heard.filter((call) => call.path === '/operator/setupbegin')
    expect(begins.map(({ input }) => input)).toEqual([{}, { password: easy }, { password }])
  })

  test('draws the secret as a QR code on a terminal that is wide enough', async () => {
    const desk = await loggedIn(testDesk(true))
    desk.answers['/operator/setupbegin'] = () => begun
    desk.answers['/operator/setup'] = () => withToken(ME)
    const shown = async (columns: number) => {
      desk.columns = columns
      desk.typed.push(password, password, '123456')
      return (await desk.run('setup')).out
    }
    const wide = await shown(80)
    expect(wide).toContain('scan the QR code')
    const code = wide.split('\n').filter((line) => /^[█▀▄ ]+$/.test(line))
    expect(code.length).toBeGreaterThan(14)
    expect(new Set(code.map(({ length }) => length)).size).toBe(1)
    expect(wide).toContain(begun.uri)
    expect(await shown(20)).not.toMatch(/^[█▀▄ ]+$/m)
  })

  test('ends at the first refusal when no person answers', async () => {
    const desk = await loggedIn(testDesk())
    desk.answers['/operator/setupbegin'] = () => begun
    desk.answers['/operator/setup'] = () =>
      refuse({ code: 'CODE_WRONG', message: 'The code is not correct.' })
    desk.typed.push(password, '000000', '123456')
    expect(await desk.run('setup')).toMatchObject({ status: 1, notes: 'The code is not correct.' })
  })
})
