/** What a command works with: the server, the session of this profile, questions, and where answers go. */
import { createHash, createHmac } from 'node:crypto'
import { CallError, createClient, TransportError } from '@fairlot/contract/client'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import type { Globals } from './arguments.ts'
import type { Ask } from './ask.ts'
import type { Entered } from './command.ts'
import { openJournal } from './journal.ts'
import { grouped, json as jsonText, moneyLabel, styleFor, type Style } from './print.ts'
import { Problem } from './problem.ts'
import { sessionFile, type StoredSession } from './session-file.ts'
import { createTransport, serverUrl } from './transport.ts'

/** The machine around the program. */
export type Outside = {
  environment: NodeJS.ProcessEnv
  /** where sessions are kept */
  folder: string
  fetch: typeof fetch
  /** Unix milliseconds */
  now(): number
  /** a line of the answer */
  out(line: string): void
  /** a line about it, which programs do not read */
  note(line: string): void
  /** the answer goes to a terminal */
  colour: boolean
  ask: Ask
  /** Runs a program of this installation, on this terminal, and answers its exit status. */
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

export type Desk = Pick<Outside, 'out' | 'note' | 'ask' | 'program'> & {
  url: string
  json: boolean
  style: Style
  /** who is logged in with this profile, here */
  session(): StoredSession | null
  keepSession(session: Omit<StoredSession, 'url'>): void
  removeSession(): void
  /** the token that the last answer set; taken once */
  takeToken(): string | null
  call<N extends EndpointName>(
    endpoint: N,
    input: Entered<Input<Endpoints[N]>>,
  ): Promise<Output<Endpoints[N]>>
  /** The same, but an input with a request id is kept until it is answered, and sent again by the same command. */
  callOnce<N extends EndpointName>(
    endpoint: N,
    build: () => Promise<Entered<Input<Endpoints[N]>>>,
  ): Promise<Output<Endpoints[N]>>
  /** The answer as it came, or as people read it. */
  show(answer: unknown, print: () => void | Promise<void>): Promise<void>
  lines(lines: readonly string[]): void
  money(): Promise<Money>
}

const DEFAULT_URL = 'http://127.0.0.1:8080'

/** @param words what identifies the command among others of this person */
export function createDesk(outside: Outside, globals: Globals, words: readonly string[]): Desk {
  const { folder, now, out } = outside
  const { profile, json } = globals
  const file = sessionFile(folder, profile)
  const journal = openJournal(folder, profile, now)
  const stored = file.read()
  const url = serverUrl(globals.url ?? stored?.url ?? DEFAULT_URL, globals.insecure)
  let session = stored?.url === url ? stored : null
  let token: string | null = null
  const client = createClient({
    send: createTransport({
      fetch: outside.fetch,
      url,
      token: () => session?.token ?? null,
      onToken: (value) => {
        token = value
      },
    }),
    session: () => null,
    operator: () => session && { sign: signer(session.signKey) },
    language: () => globals.language,
    now,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  })

  function removeSession() {
    session = null
    file.remove()
  }

  function keepSession(kept: Omit<StoredSession, 'url'>) {
    session = { ...kept, url }
    file.write(session)
  }

  function takeToken(): string | null {
    const taken = token
    token = null
    return taken
  }

  const call: Desk['call'] = async (name, input) => {
    const endpoint: EndpointDefinition = ENDPOINTS[name]
    if (endpoint.auth === 'operator' && !session) throw new Problem(notLoggedIn(profile, url, stored))
    try {
      const answer = await client.call(endpoint, input)
      // setting up changes the token; that of a log in comes with a key and is its command's to take
      if (token !== null && session && endpoint.auth === 'operator')
        keepSession({ ...session, token: takeToken()! })
      return answer as Output<Endpoints[typeof name]>
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'SESSION_ENDED') throw error
      removeSession()
      throw new Problem(
        `Your session has ended. Log in again: npm run operator -- login ${stored?.name ?? ''}`,
      )
    }
  }

  const callOnce: Desk['callOnce'] = async (name, build) => {
    const command = [url, session?.name ?? '', name, ...words]
    const kept = journal.find(command)
    if (kept) outside.note('The answer to this command was lost before: it is sent again as it was.')
    const input = (kept as Entered<Input<Endpoints[typeof name]>> | null) ?? (await build())
    if (!kept && 'requestId' in input) journal.keep(command, input)
    try {
      const answer = await call(name, input)
      journal.forget(command)
      return answer
    } catch (error) {
      // a first try that was refused has no earlier one whose outcome would be open
      const refused = error instanceof CallError || error instanceof Problem
      const over = kept
        ? error instanceof CallError && decides(ENDPOINTS[name], error)
        : refused && !isOpen(error)
      if (over) journal.forget(command)
      throw error
    }
  }

  let money: Promise<Money> | undefined
  return {
    ...outside,
    url,
    json,
    style: styleFor(outside.colour && !json),
    session: () => session,
    keepSession,
    removeSession,
    takeToken,
    call,
    callOnce,
    async show(answer, print) {
      if (json) out(jsonText(answer))
      else await print()
    },
    lines: (lines) => lines.forEach(out),
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

function notLoggedIn(profile: string, url: string, stored: StoredSession | null): string {
  const elsewhere = stored && stored.url !== url ? ` (${stored.name} is, at ${stored.url})` : ''
  return `Nobody is logged in at ${url} with the profile ${profile}${elsewhere}. Begin with: npm run operator -- login <name>`
}

/**
 * Whether a refusal says that this request id has no effect and never will. What the call was not looked at for says
 * nothing about the try before it.
 */
function decides({ errors }: EndpointDefinition, { code }: CallError): boolean {
  return errors.includes(code) || code === 'INPUT_INVALID' || code === 'NO_SUCH_DATA'
}

/** Whether a request id was sent whose outcome is not known. */
export function isOpen(error: unknown): boolean {
  return error instanceof CallError
    ? error.code === 'DEFECT' || error.code === 'UNAVAILABLE'
    : error instanceof TransportError
}
