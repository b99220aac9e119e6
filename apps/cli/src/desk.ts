/** The tools of a command: calls to the server, the stored session, questions and output. */
import { createHash, createHmac } from 'node:crypto'
import { CallError, createClient, TransportError } from '@fairlot/contract/client'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import { operatorUpload } from '@fairlot/contract/media/upload'
import { sendFile } from '@fairlot/contract/media/upload-client'
import type { Ask } from './ask.ts'
import type { Entered } from './command.ts'
import { DEFAULT_URL, hintOptions, type Globals } from './globals.ts'
import { PROGRAM } from './help.ts'
import { openJournal } from './journal.ts'
import {
  grouped,
  json as jsonText,
  moneyLabel,
  styleFor,
  table,
  type Cell,
  type Column,
  type Style,
} from './print.ts'
import { Problem } from './problem.ts'
import { sessionFile, type LastLogin, type StoredSession } from './session-file.ts'
import { createTransport, serverUrl } from './transport.ts'

/** The environment of the program; tests replace it. */
export type Outside = {
  environment: NodeJS.ProcessEnv
  /** folder of the stored sessions */
  folder: string
  fetch: typeof fetch
  /** Unix milliseconds */
  now(): number
  /** prints a line of the answer (standard output) */
  out(line: string): void
  /** prints a remark or an error (standard error) */
  note(line: string): void
  /** whether the answer may have colours */
  colour: boolean
  /** columns of the terminal; null: the answer does not go to a terminal */
  columns: number | null
  ask: Ask
  /** Runs a program of this installation on this terminal and returns its exit status. */
  program(file: string, args: readonly string[]): Promise<number>
}

type Money = {
  /** `VND, play money` */
  label: string
  /** `5,000.00` */
  plain(amount: string): string
  /** `5,000.00 VND, play money` */
  full(amount: string): string
}

export type Desk = Pick<Outside, 'out' | 'note' | 'ask' | 'program' | 'columns' | 'colour'> & {
  url: string
  json: boolean
  style: Style
  /** A command to suggest, with the options that reach the same server with the same profile. */
  hint(words: string): string
  /** the session of this profile at this server */
  session(): StoredSession | null
  keepSession(session: Omit<StoredSession, 'url'>): void
  removeSession(): void
  /** returns the token that the last answer set, once */
  takeToken(): string | null
  call<N extends EndpointName>(
    endpoint: N,
    input: Entered<Input<Endpoints[N]>>,
  ): Promise<Output<Endpoints[N]>>
  /**
   * Makes a call that takes effect once: an input with a request id is stored until the server answers, and the same
   * command sends the stored input again.
   */
  callOnce<N extends EndpointName>(
    endpoint: N,
    build: () => Promise<Entered<Input<Endpoints[N]>>>,
  ): Promise<Output<Endpoints[N]>>
  /** Sends a picture of a product. */
  sendPicture(bytes: Uint8Array): Promise<Output<typeof operatorUpload>>
  /** Prints the answer as JSON with `--json`, else with `print`. */
  show(answer: unknown, print: () => void | Promise<void>): Promise<void>
  lines(lines: readonly string[]): void
  /** Prints a table. @param empty the line to print when there are no rows */
  table(columns: readonly (string | Column)[], rows: readonly (readonly Cell[])[], empty?: string): void
  money(): Promise<Money>
}

/** @param words identify the command and its arguments */
export function createDesk(outside: Outside, globals: Globals, words: readonly string[]): Desk {
  const { folder, now, out } = outside
  const { profile, json } = globals
  const file = sessionFile(folder, profile)
  const journal = openJournal(folder, profile, now)
  const stored = file.read()
  let last = file.lastLogin()
  const url = serverUrl(globals.url ?? last?.url ?? DEFAULT_URL, globals.insecure)
  const hint = (command: string) => `${PROGRAM} ${command}${hintOptions(globals, last?.url)}`
  let session = stored?.url === url ? stored : null
  let token: string | null = null
  const transport = createTransport({
    fetch: outside.fetch,
    url,
    token: () => session?.token ?? null,
    onToken: (value) => {
      token = value
    },
  })
  const client = createClient({
    send: transport,
    session: () => null,
    operator: () => session && { sign: signer(session.signKey) },
    language: () => globals.language,
    now,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  })

  function removeSession() {
    session = null
    file.end()
  }

  function keepSession(kept: Omit<StoredSession, 'url'>) {
    session = { ...kept, url }
    last = session
    file.write(session)
  }

  function takeToken(): string | null {
    const taken = token
    token = null
    return taken
  }

  /** Makes a call with the session. @throws Problem when there is none, or it has ended */
  async function inSession<T>(
    { auth }: Pick<EndpointDefinition, 'auth'>,
    send: () => Promise<T>,
  ): Promise<T> {
    if (auth === 'operator' && !session) throw new Problem(notLoggedIn({ profile, url, last, hint }))
    try {
      const answer = await send()
      // setup replaces the token; `login` takes its token together with the sign key
      if (token !== null && session && auth === 'operator') keepSession({ ...session, token: takeToken()! })
      return answer
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'SESSION_ENDED') throw error
      removeSession()
      throw new Problem(`Your session has ended. Log in again: ${hint(`login ${stored?.name ?? '<name>'}`)}`)
    }
  }

  const call: Desk['call'] = async (name, input) => {
    const endpoint: EndpointDefinition = ENDPOINTS[name]
    const answer = await inSession(endpoint, () => client.call(endpoint, input))
    return answer as Output<Endpoints[typeof name]>
  }

  const callOnce: Desk['callOnce'] = async (name, build) => {
    const command = [url, session?.name ?? '', name, ...words]
    const kept = journal.find(command)
    if (kept)
      outside.note(
        'The previous attempt got no answer. Sending the same request again; it takes effect once.',
      )
    const input = (kept as Entered<Input<Endpoints[typeof name]>> | null) ?? (await build())
    if (!kept && 'requestId' in input) journal.keep(command, input)
    try {
      const answer = await call(name, input)
      journal.forget(command)
      return answer
    } catch (error) {
      // after a lost answer, only some refusals prove that the earlier attempt had no effect
      const refused = error instanceof CallError || error instanceof Problem
      const over = kept
        ? error instanceof CallError && decides(ENDPOINTS[name], error)
        : refused && !isOpen(error)
      if (over) journal.forget(command)
      throw error
    }
  }

  const style = styleFor(outside.colour && !json)
  let money: Promise<Money> | undefined
  return {
    ...outside,
    url,
    json,
    hint,
    style,
    session: () => session,
    keepSession,
    removeSession,
    takeToken,
    call,
    callOnce,
    sendPicture: (bytes) =>
      inSession(operatorUpload, () => {
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        return sendFile(client, operatorUpload, { sha256 }, new Blob([new Uint8Array(bytes)]), transport)
      }),
    async show(answer, print) {
      if (json) out(jsonText(answer))
      else await print()
    },
    lines: (lines) => lines.forEach(out),
    table(columns, rows, empty) {
      if (rows.length === 0 && empty !== undefined) return out(empty)
      const titled = columns.map((column) => (typeof column === 'string' ? { title: column } : column))
      table(titled, rows, { style, columns: outside.columns }).forEach(out)
    },
    money: () => (money ??= call('system', {}).then(moneyOf)),
  }
}

function moneyOf(system: Output<Endpoints['system']>): Money {
  const label = moneyLabel(system)
  return { label, plain: grouped, full: (amount) => `${grouped(amount)} ${label}` }
}

function signer(key: string): (text: string) => string {
  return (text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
}

type NotLoggedIn = {
  profile: string
  url: string
  last: LastLogin | null
  hint(words: string): string
}

function notLoggedIn({ profile, url, last, hint }: NotLoggedIn): string {
  const elsewhere = last && last.url !== url ? ` Its last login was as ${last.name} at ${last.url}.` : ''
  const name = last?.url === url ? last.name : '<name>'
  return `You are not logged in at ${url} with the profile ${profile}.${elsewhere} Log in: ${hint(`login ${name}`)}`
}

/**
 * Whether a refusal proves that the request id has no effect. A refusal before the call itself was examined (session,
 * rate limit) proves nothing about an earlier attempt.
 */
function decides({ errors }: EndpointDefinition, { code }: CallError): boolean {
  return errors.includes(code) || code === 'INPUT_INVALID' || code === 'NO_SUCH_DATA'
}

/** Whether the outcome of a sent request is unknown. */
export function isOpen(error: unknown): boolean {
  return error instanceof CallError
    ? error.code === 'DEFECT' || error.code === 'UNAVAILABLE'
    : error instanceof TransportError
}
