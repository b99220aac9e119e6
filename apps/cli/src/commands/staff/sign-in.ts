/** The operator's own account: login, password, second factor and sessions. */
import { CallError } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { OPERATOR_PASSWORD } from '@fairlot/contract/operator/operator-password'
import type { Question } from '../../ask.ts'
import { calling, type Command } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime } from '../../print.ts'
import { Problem, UsageProblem } from '../../problem.ts'
import { qrLines } from '../../qr.ts'

const PASSWORD: Question = { text: 'Password: ', variable: 'FAIRLOT_OPERATOR_PASSWORD' }
const { minimum, maximum } = OPERATOR_PASSWORD
const NEW_PASSWORD: Question = {
  text: `New password (${minimum} characters or more): `,
  variable: 'FAIRLOT_OPERATOR_NEW_PASSWORD',
}
const CODE: Question = { text: 'Code from the authenticator app: ', variable: 'FAIRLOT_OPERATOR_CODE' }
/** How many times a person may repeat a refused answer. */
const TRIES = 5

type Me = Output<Endpoints['operatorMe']>

function meLines(me: Me, { url, hint }: Desk, permissions = false): string[] {
  const { name, fullName, roles, stage, expiresAt } = me
  return facts([
    ['name', name],
    ['full name', fullName],
    ['roles', roles.join(', ')],
    ['permissions', permissions ? me.permissions.join(', ') : null],
    ['server', url],
    ['session', `ends by ${localTime(expiresAt)}`],
    ['next step', stage === 'setup' ? `set password and second factor: ${hint('setup')}` : null],
  ])
}

async function needed(desk: Desk, question: Question, what: string): Promise<string> {
  const answer = await desk.ask(question)
  if (answer !== '') return answer
  throw new UsageProblem(`The ${what} is missing. Type it, or set ${question.variable}.`)
}

/** Asks twice on a terminal, because the password is not shown. */
async function newPassword(desk: Desk): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const password = await needed(desk, NEW_PASSWORD, 'new password')
    if (!desk.ask.person) return password
    if (password.length < minimum || password.length > maximum) {
      desk.note(`The password has ${password.length} characters. Use ${minimum} to ${maximum}.`)
      continue
    }
    if ((await desk.ask({ ...NEW_PASSWORD, text: 'Repeat the new password: ' })) === password) return password
    desk.note('The passwords differ.')
  }
  throw new Problem('The password is unchanged.')
}

/**
 * Asks for a password until the server accepts it, before the operator sets up an authenticator app for nothing.
 * @returns the password, and the secret of the second factor
 */
async function acceptedPassword(desk: Desk) {
  for (let tries = 1; ; tries++) {
    const password = await newPassword(desk)
    try {
      return { password, begun: await desk.call('operatorSetupBegin', { password }) }
    } catch (error) {
      if (!desk.ask.person || tries >= TRIES || !(error instanceof CallError)) throw error
      const { code, fields = {} } = error.failure
      if (code !== 'PASSWORD_COMMON' && !('password' in fields)) throw error
      desk.note(fields['password'] ?? error.message)
    }
  }
}

function showSecret({ secret, uri }: Output<Endpoints['operatorSetupBegin']>, desk: Desk): void {
  const { columns, colour } = desk
  const qr = desk.ask.person && columns !== null ? qrLines(uri, { columns, colour }) : []
  desk.out(
    qr.length > 0
      ? 'Add this account to your authenticator app: scan the QR code, or enter the secret.'
      : 'Add this account to your authenticator app. Enter the secret, or use the URI as a QR code:',
  )
  desk.lines(qr)
  desk.lines(facts(Object.entries({ secret, uri }), '  '))
}

const login: Command = {
  name: 'login',
  group: 'Sign-in',
  about: 'Log in and store the session for this profile',
  endpoint: 'operatorLogin',
  parameters: [{ name: 'name', about: 'your login name', optional: true }],
  options: [],
  async run(desk, given) {
    const name = given.maybe('name') ?? (await desk.ask({ text: 'Login name: ', echo: true }))
    if (name === '') throw new UsageProblem(`The login name is missing. Usage: ${desk.hint('login <name>')}`)
    // asks for no secret while there is no server to send it to
    await desk.call('system', {})
    const password = await needed(desk, PASSWORD, 'password')
    const code = await desk.ask({
      ...CODE,
      text: 'Code from the authenticator app (empty with a one-time password): ',
    })
    const input = { name, password, ...(code !== '' && { code }) }
    const { signKey, operator } = await desk.call('operatorLogin', input)
    const token = desk.takeToken()
    if (token === null)
      throw new Problem('The server set no session cookie. Check whether a proxy removes it.')
    const { permissions, stage } = operator
    desk.keepSession({ name: operator.name, token, signKey, permissions, stage })
    // prints the operator without the sign key
    await desk.show(operator, () => desk.lines(meLines(operator, desk)))
  },
}

const logout: Command = {
  name: 'logout',
  group: 'Sign-in',
  about: 'Log out and end this session',
  endpoint: 'operatorLogout',
  parameters: [],
  options: [],
  async run(desk) {
    const answer = await desk.call('operatorLogout', {})
    desk.removeSession()
    await desk.show(answer, () => desk.out('Logged out.'))
  },
}

const setup: Command = {
  name: 'setup',
  group: 'Sign-in',
  about: 'Replace the one-time password and set the second factor',
  details:
    'If you cancel, run it again before you log out: it shows the same secret, so your authenticator app keeps one entry.',
  endpoint: 'operatorSetup',
  parameters: [],
  options: [],
  async run(desk) {
    // the server refuses an account that is set up before the operator chooses a password
    await desk.call('operatorSetupBegin', {})
    const { password, begun } = await acceptedPassword(desk)
    await desk.show(begun, () => showSecret(begun, desk))
    for (let tries = 1; ; tries++) {
      const code = await needed(desk, CODE, 'code')
      try {
        const me = await desk.call('operatorSetup', { password, code })
        const session = desk.session()
        if (session) desk.keepSession({ ...session, permissions: me.permissions, stage: me.stage })
        await desk.show(me, () => desk.lines(['Setup is complete.', ...meLines(me, desk)]))
        return
      } catch (error) {
        if (!desk.ask.person || tries >= TRIES || !(error instanceof CallError)) throw error
        const { code: refusal, fields = {} } = error.failure
        if (refusal !== 'CODE_WRONG' && !('code' in fields)) throw error
        desk.note(fields['code'] ?? error.message)
      }
    }
  },
}

const whoami = calling({
  name: 'whoami',
  group: 'Sign-in',
  about: 'Show your name, roles and permissions',
  endpoint: 'operatorMe',
  input: () => ({}),
  print(me, desk) {
    const session = desk.session()
    if (session) desk.keepSession({ ...session, permissions: me.permissions, stage: me.stage })
    desk.lines(meLines(me, desk, true))
  },
})

const password = calling({
  name: 'password',
  group: 'Sign-in',
  about: 'Change your password and end your other sessions',
  endpoint: 'operatorPasswordChange',
  input: async (_given, desk) => ({
    current: await needed(desk, { ...PASSWORD, text: 'Current password: ' }, 'password'),
    password: await newPassword(desk),
    code: await needed(desk, CODE, 'code'),
  }),
  print: ({ endedSessions }, desk) =>
    desk.out(`The password is changed. Other sessions ended: ${endedSessions}.`),
})

const sessions = calling({
  name: 'sessions',
  aliases: ['session list'],
  group: 'Sign-in',
  about: 'List your sessions',
  endpoint: 'operatorSessions',
  input: () => ({}),
  print({ items }, desk) {
    desk.table(
      ['id', 'started', 'last call', { title: 'device', wraps: true }, ''],
      items.map(({ id, createdAt, seenAt, device, current }) => [
        id,
        localTime(createdAt),
        localTime(seenAt),
        device,
        current ? 'this one' : '',
      ]),
    )
  },
})

const sessionsEnd = calling({
  name: 'sessions end',
  aliases: ['session end'],
  group: 'Sign-in',
  about: 'End one of your sessions',
  endpoint: 'operatorSessionEnd',
  parameters: [{ name: 'id', about: 'session id from `sessions`' }],
  input: (given) => ({ id: given.text('id') }),
  print: (_answer, desk) => desk.out('The session has ended.'),
})

export const SIGN_IN: readonly Command[] = [login, setup, whoami, password, sessions, sessionsEnd, logout]
