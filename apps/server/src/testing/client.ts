/** Clients for tests: the product's typed client, and raw calls for malformed requests. */
import { createHash, createHmac } from 'node:crypto'
import { createClient, type Client } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Language } from '@fairlot/contract/languages'
import { BASE_PATH, encodeForm, OPERATOR_COOKIE, type Answer, type Envelope } from '@fairlot/contract/wire'
import { signAnonymous, signText } from '@fairlot/fairness/signatures/sign'
import { operatorSignTextOf } from '@fairlot/fairness/signatures/sign-text'
import type { Api } from '../platform/http/http.ts'
import type { OperatorSession } from './operator-client.ts'

/** A member's session, as `login` answers it. */
export type Session = Output<Endpoints['login']>

export type TestClientOptions = {
  session?: Pick<Session, 'token' | 'signKey'> | null
  language?: Language
  /** Unix milliseconds; by default this machine's clock */
  now?: () => number
}

export type TestClient = Client & {
  /** session of the next calls; null: anonymous */
  session: Pick<Session, 'token' | 'signKey'> | null
  language: Language
}

/** Posts a form body to a path and returns the parsed JSON. */
type Send = (path: string, body: string) => Promise<unknown>

function overHttp(url: string): Send {
  return async (path, body) => {
    const response = await postForm(url + path, body)
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    return response.json()
  }
}

/** A client over HTTP. Calls return their output or throw a CallError. */
export function testClient(options: TestClientOptions & { url: string }): TestClient {
  return clientOver(overHttp(options.url), options)
}

/** A client without HTTP, with the same checks, as if from this machine. */
export function inProcessClient(options: TestClientOptions & { api: Api }): TestClient {
  return clientOver(inProcess(options.api), options)
}

function inProcess(api: Api): Send {
  return (path, body) =>
    api.answer({
      path,
      body: Buffer.from(body),
      address: '127.0.0.1',
      userAgent: '',
      requestId: 'in-process',
    })
}

function clientOver(send: Send, options: TestClientOptions): TestClient {
  const client: TestClient = {
    session: options.session ?? null,
    language: options.language ?? 'en-us',
    ...createClient({
      send,
      session: () => {
        const { session } = client
        return session && { token: session.token, sign: (text) => keyedSign(session.signKey, text) }
      },
      language: () => client.language,
      now: options.now ?? (() => Date.now()),
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    }),
  }
  return client
}

/** hex HMAC-SHA256 of a text; `key`: hex. */
export function keyedSign(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
}

export type RawCall = {
  /** without `/api` */
  path: string
  /** a string is sent as it is, other values as JSON */
  param?: unknown
  session?: Pick<Session, 'token' | 'signKey'> | null
  /** signs as operators do and sends the cookie */
  operator?: OperatorSession | null
  /** the Cookie header; overrides the operator's */
  cookie?: string
  language?: string
  /** overrides fields after the sign was computed */
  tamper?: Partial<Envelope>
  date?: number
}

/** A correctly signed envelope with the given changes. */
export function envelope({ path, param = {}, session, operator, language, tamper, date }: RawCall): Envelope {
  const fields = {
    path: BASE_PATH + path,
    date: String(date ?? Date.now()),
    language: language ?? 'en-us',
    token: session?.token ?? '',
    param: typeof param === 'string' ? param : JSON.stringify(param),
  }
  const { path: _, ...wire } = fields
  return { ...wire, sign: signOf(fields, session, operator), ...tamper }
}

function signOf(
  fields: Omit<Envelope, 'sign'> & { path: string },
  session: RawCall['session'],
  operator: RawCall['operator'],
): string {
  if (operator) {
    const paramHash = createHash('sha256').update(fields.param).digest('hex')
    return keyedSign(operator.signKey, operatorSignTextOf(fields, paramHash))
  }
  return session ? keyedSign(session.signKey, signText(fields)) : signAnonymous(fields)
}

/** The Cookie header of a call; undefined: no header. */
export function cookieOf({ operator, cookie }: Pick<RawCall, 'operator' | 'cookie'>): string | undefined {
  return cookie ?? (operator ? operatorCookieHeader(operator.token) : undefined)
}

/** The Cookie header of an operator's session. */
export function operatorCookieHeader(token: string): string {
  return `${OPERATOR_COOKIE}=${token}`
}

/** Makes a call that may be malformed, and returns the answer with any flag. */
export async function rawCall(url: string, call: RawCall): Promise<Answer> {
  return (await rawResponse(url, call)).answer
}

/** As `rawCall`, with the headers of the answer. */
export async function rawResponse(url: string, call: RawCall): Promise<{ answer: Answer; headers: Headers }> {
  const response = await postForm(url + BASE_PATH + call.path, encodeForm(envelope(call)), cookieOf(call))
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  return { answer: (await response.json()) as Answer, headers: response.headers }
}

/** @param cookie the Cookie header; undefined: no header */
export function postForm(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  cookie?: string,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie === undefined ? {} : { cookie }),
    },
    body,
  })
}
