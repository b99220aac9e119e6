/** A desk for tests: a temporary folder, a server with scripted answers, and the recorded output. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CODES, type Failure } from '@fairlot/contract/flags'
import { BASE_PATH, OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { onTestFinished } from 'vitest'
import type { Ask } from './ask.ts'
import type { Outside } from './desk.ts'
import { operate } from './operate.ts'

export type Heard = { path: string; input: Record<string, unknown>; cookie: string | null; language: string }
/** Returns the data of an answer, `refuse(…)`, `lost` for a call whose answer never arrives, or the error of the connection. */
export type Reply = (input: Record<string, unknown>) => unknown

const LOST = Symbol('lost')
const SET = Symbol('sets a cookie')
type Refused = { refused: Failure }

export const lost = (): unknown => LOST
export const refuse = (failure: Failure): Refused => ({ refused: failure })
/** An answer that sets the session cookie. */
export const withToken = (data: object, token = 'T'.repeat(43)): object => ({ ...data, [SET]: token })

export type TestDesk = {
  folder: string
  heard: Heard[]
  answers: Record<string, Reply>
  /** the answers of the operator, in order */
  typed: string[]
  /** the questions that were asked */
  questions: string[]
  environment: NodeJS.ProcessEnv
  /** columns of the terminal; null at first: the output does not go to one */
  columns: number | null
  /** Runs a command and returns its exit status, its output and its notes. */
  run(...args: string[]): Promise<{ status: number; out: string; notes: string }>
}

export const ME = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'nora',
  fullName: 'Nora Owner',
  roles: ['owner'],
  permissions: ['own', 'house.read', 'house.fund'],
  stage: 'full',
  expiresAt: Date.UTC(2026, 10, 21, 12),
}

/** The answer to a request for house funding. */
export const FUNDED = {
  state: 'requested',
  oneTimePassword: null,
  approval: {
    id: '00000000-0000-4000-8000-00000000000b',
    action: 'house.fund',
    params: { account: 'bankroll', amount: '5000.00', reference: 'B-1' },
    reason: 'first money',
    requestedBy: { id: ME.id, name: 'nora' },
    requestedAt: ME.expiresAt,
    expiresAt: ME.expiresAt,
    state: 'pending',
    decidedBy: null,
    decidedAt: null,
    note: null,
    mayDecide: false,
  },
}

export const SYSTEM = { currency: { symbol: '₫', code: 'VND', decimals: 2 }, moneyMode: 'sandbox' }

/** A desk without a session; the server answers `/index/getsystem`, login and logout. */
export function testDesk(person = false): TestDesk {
  const home = mkdtempSync(path.join(tmpdir(), 'fairlot-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const heard: Heard[] = []
  const answers: Record<string, Reply> = {
    '/index/getsystem': () => SYSTEM,
    '/operator/login': () => withToken({ signKey: 'ab'.repeat(32), operator: ME }),
    '/operator/logout': () => ({}),
  }
  const typed: string[] = []
  const questions: string[] = []
  const environment: NodeJS.ProcessEnv = {}

  const serve: typeof fetch = async (url, init) => {
    const form = init?.body instanceof FormData ? init.body : new URLSearchParams(init?.body as string)
    const at = new URL(url).pathname.slice(BASE_PATH.length)
    const input = JSON.parse(fieldOf(form, 'param')) as Record<string, unknown>
    const cookie = new Headers(init?.headers).get('cookie')
    heard.push({ path: at, input, cookie, language: fieldOf(form, 'language') })
    const reply = answers[at]
    if (!reply) throw new Error(`the test has no answer for ${at}`)
    const data = reply(input)
    if (data === LOST) throw new TypeError('fetch failed', { cause: new Error('socket hang up') })
    if (data instanceof Error) throw new TypeError('fetch failed', { cause: data })
    if (isRefused(data)) {
      const { refused } = data
      return Response.json({ flag: CODES[refused.code], data: refused })
    }
    const token = (data as Record<symbol, string | undefined>)[SET]
    const headers: Record<string, string> =
      token === undefined ? {} : { 'set-cookie': `${OPERATOR_COOKIE}=${token}; Path=/; Secure` }
    return Response.json({ flag: 0, data }, { headers })
  }

  const folder = path.join(home, 'fairlot')
  const desk: TestDesk = {
    columns: null,
    folder,
    heard,
    answers,
    typed,
    questions,
    environment,
    async run(...args) {
      const out: string[] = []
      const notes: string[] = []
      const ask: Ask = Object.assign(
        async ({ text, variable }: { text: string; variable?: string }) => {
          questions.push(text)
          return (variable && environment[variable]) || (typed.shift() ?? '')
        },
        { person, close: () => undefined },
      )
      const outside: Outside = {
        environment,
        folder,
        fetch: serve,
        now: Date.now,
        out: (line) => void out.push(line),
        note: (line) => void notes.push(line),
        colour: false,
        columns: desk.columns,
        ask,
        program: async (file, rest) => {
          out.push([path.basename(file), ...rest].join(' '))
          return 0
        },
      }
      const status = await operate(args, outside)
      return { status, out: out.join('\n'), notes: notes.join('\n') }
    },
  }
  return desk
}

/** A text field of a form. */
const fieldOf = (form: FormData | URLSearchParams, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function isRefused(data: unknown): data is Refused {
  return typeof data === 'object' && data !== null && 'refused' in data
}

/** Logs in and clears the recorded calls. */
export async function loggedIn(desk: TestDesk): Promise<TestDesk> {
  desk.typed.push('correct horse battery', '123456')
  const { status, notes } = await desk.run('login', 'nora')
  if (status !== 0) throw new Error(notes)
  desk.heard.length = 0
  return desk
}
