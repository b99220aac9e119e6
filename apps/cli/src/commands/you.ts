/** The own account: logging in, password and second factor, sessions. */
import { CallError } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Question } from '../ask.ts'
import { calling, type Command } from '../command.ts'
import type { Desk } from '../desk.ts'
import { facts, localTime, table } from '../print.ts'
import { Problem, UsageProblem } from '../problem.ts'

const PASSWORD: Question = { text: 'Password: ', variable: 'FAIRLOT_OPERATOR_PASSWORD' }
const NEW_PASSWORD: Question = { text: 'New password: ', variable: 'FAIRLOT_OPERATOR_NEW_PASSWORD' }
const CODE: Question = { text: 'Code of the second factor: ', variable: 'FAIRLOT_OPERATOR_CODE' }
/** How often a person may type again what was refused. */
const TRIES = 5

type Me = Output<Endpoints['operatorMe']>

function meLines(me: Me, url: string, permissions = false): string[] {
  const { name, fullName, roles, stage, expiresAt } = me
  return facts([
    ['name', name],
    ['full name', fullName],
    ['roles', roles.join(', ')],
    ['may', permissions ? me.permissions.join(', ') : null],
    ['server', url],
    ['session', `until ${localTime(expiresAt)} at the latest`],
    ['to do', stage === 'setup' ? 'set password and second factor: npm run operator -- setup' : null],
  ])
}

async function needed(desk: Desk, question: Question, what: string): Promise<string> {
  const answer = await desk.ask(question)
  if (answer !== '') return answer
  throw new UsageProblem(`No ${what} was given: type it, or set ${question.variable}.`)
}

/** On a terminal twice, since nobody sees what they type. */
async function newPassword(desk: Desk): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const password = await needed(desk, NEW_PASSWORD, 'new password')
    if (!desk.ask.person) return password
    if ((await desk.ask({ ...NEW_PASSWORD, text: 'The same again: ' })) === password) return password
    desk.note('The two are not the same.')
  }
  throw new Problem('No new password was set.')
}

const login: Command = {
  name: 'login',
  group: 'You',
  about: 'Log in; the session is kept for this profile, on this machine',
  endpoint: 'operatorLogin',
  parameters: [{ name: 'name', about: 'your log in name', optional: true }],
  options: [],
  async run(desk, given) {
    const name = given.maybe('name') ?? (await desk.ask({ text: 'Name: ', echo: true }))
    if (name === '') throw new UsageProblem('No name was given: npm run operator -- login <name>')
    const password = await needed(desk, PASSWORD, 'password')
    const code = await desk.ask({
      ...CODE,
      text: 'Code of the second factor (none with a one-time password): ',
    })
    const input = { name, password, ...(code !== '' && { code }) }
    const { signKey, operator } = await desk.call('operatorLogin', input)
    const token = desk.takeToken()
    if (token === null) throw new Problem('The server has set no session cookie; is a proxy taking it away?')
    const { permissions, stage } = operator
    desk.keepSession({ name: operator.name, token, signKey, permissions, stage })
    // the sign key is nothing for a screen
    await desk.show(operator, () => desk.lines(meLines(operator, desk.url)))
  },
}

const logout: Command = {
  name: 'logout',
  group: 'You',
  about: 'End this session',
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
  group: 'You',
  about: 'Replace the one-time password and set the second factor (an authenticator app)',
  endpoint: 'operatorSetup',
  parameters: [],
  options: [],
  async run(desk) {
    // refused here already when it is set up, before anybody thinks of a password
    const begun = await desk.call('operatorSetupBegin', {})
    let password = await newPassword(desk)
    await desk.show(begun, () => {
      desk.out('Add this to your authenticator app, by its secret or its address as a QR code:')
      desk.lines(facts(Object.entries(begun), '  '))
    })
    for (let tries = 1; ; tries++) {
      const code = await needed(desk, CODE, 'code')
      try {
        const me = await desk.call('operatorSetup', { password, code })
        const session = desk.session()
        if (session) desk.keepSession({ ...session, permissions: me.permissions, stage: me.stage })
        await desk.show(me, () => desk.lines(['Set up.', ...meLines(me, desk.url)]))
        return
      } catch (error) {
        if (!desk.ask.person || tries >= TRIES || !(error instanceof CallError)) throw error
        const { code: refusal, fields = {} } = error.failure
        const ofPassword = refusal === 'PASSWORD_COMMON' || 'password' in fields
        if (!ofPassword && refusal !== 'CODE_WRONG' && !('code' in fields)) throw error
        desk.note(fields['password'] ?? fields['code'] ?? error.message)
        if (ofPassword) password = await newPassword(desk)
      }
    }
  },
}

const whoami = calling({
  name: 'whoami',
  group: 'You',
  about: 'Who is logged in, and what they may do',
  endpoint: 'operatorMe',
  input: () => ({}),
  print(me, desk) {
    const session = desk.session()
    if (session) desk.keepSession({ ...session, permissions: me.permissions, stage: me.stage })
    desk.lines(meLines(me, desk.url, true))
  },
})

const password = calling({
  name: 'password',
  group: 'You',
  about: 'Change the own password; every other session of yours ends',
  endpoint: 'operatorPasswordChange',
  input: async (_given, desk) => ({
    current: await needed(desk, { ...PASSWORD, text: 'Present password: ' }, 'password'),
    password: await newPassword(desk),
    code: await needed(desk, CODE, 'code'),
  }),
  print: ({ endedSessions }, desk) => desk.out(`Changed. Other sessions that ended: ${endedSessions}.`),
})

const sessions = calling({
  name: 'sessions',
  group: 'You',
  about: 'Own sessions',
  endpoint: 'operatorSessions',
  input: () => ({}),
  print({ items }, desk) {
    const columns = ['id', 'since', 'last call', 'device', ''].map((title) => ({ title }))
    const rows = items.map(({ id, createdAt, seenAt, device, current }) => [
      id,
      localTime(createdAt),
      localTime(seenAt),
      device,
      current ? 'this one' : '',
    ])
    desk.lines(table(columns, rows, desk.style))
  },
})

const sessionsEnd = calling({
  name: 'sessions end',
  group: 'You',
  about: 'End one of the own sessions',
  endpoint: 'operatorSessionEnd',
  parameters: [{ name: 'id', about: 'as `sessions` shows it' }],
  input: (given) => ({ id: given.text('id') }),
  print: (_answer, desk) => desk.out('Ended.'),
})

export const YOU: readonly Command[] = [login, setup, whoami, password, sessions, sessionsEnd, logout]
