/**
 * The typed client: builds and signs the envelope, sends it, and throws a `CallError` for a non-zero flag.
 * The app decides what the user then sees.
 */
import { operatorSignTextOf, signTextOf, type SignedFields } from '@fairlot/fairness/signatures/sign-text'
import type { EndpointDefinition, Input, Output } from './define.ts'
import { FLAG, type Code, type Failure } from './flags.ts'
import { BASE_PATH, encodeForm, type Envelope } from './wire.ts'

export type ClientSession = {
  token: string
  /** HMAC-SHA256 (hex) of the text with the session's key. The key may be non-extractable. */
  sign(text: string): string | Promise<string>
}

export type ClientOptions = {
  /** Posts a form body to a path and returns the parsed JSON. Throws on a network failure or a status other than 200. */
  send(path: string, body: string): Promise<unknown>
  session(): ClientSession | null
  /** an operator's session: signs with the session's key. The token is a cookie that the transport sends. */
  operator?(): { sign(text: string): string | Promise<string> } | null
  /** code of the language in which the server writes messages */
  language(): string
  /** this machine's time, Unix milliseconds */
  now(): number
  /** SHA-256 (hex) of a text's UTF-8 bytes */
  sha256(text: string): string | Promise<string>
}

/**
 * The server answered with a non-zero flag. The flag may be one that this client does not know: of a newer server, or of a
 * proxy that answers in its form. Its message is shown like any other (specification, section 8).
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly flag: number
  readonly failure: Failure

  constructor(flag: number, failure: Failure) {
    super(failure.message)
    this.flag = flag
    this.failure = failure
  }

  get code(): Code {
    return this.failure.code
  }
}

/** There is no usable answer: the network failed, or the response is not an answer of this protocol. */
export class TransportError extends Error {
  override name = 'TransportError'
}

/** Posts the fields of a call to a path and returns the parsed JSON; used for calls with a transport of their own. */
export type SendFields = (path: string, fields: Envelope) => Promise<unknown>

export type Client = {
  call<E extends EndpointDefinition>(endpoint: E, input: Input<E>): Promise<Output<E>>
  /** As `call`, by another transport (`upload-client.ts`). */
  callBy<E extends EndpointDefinition>(endpoint: E, input: Input<E>, send: SendFields): Promise<Output<E>>
  /** Milliseconds to add to this machine's time to get the server's time, from the latest DATE_ERROR; 0 before. */
  clockOffset(): number
}

/**
 * Creates a client over a transport. After a DATE_ERROR the client adopts the server's time and repeats the call once.
 */
export function createClient(options: ClientOptions): Client {
  let offset = 0

  async function signMember(endpoint: EndpointDefinition, fields: SignedFields, param: string) {
    const session = endpoint.auth === 'anyone' ? null : options.session()
    const token = session?.token ?? ''
    const [tokenHash, paramHash] = await Promise.all([
      session === null ? null : options.sha256(token),
      options.sha256(param),
    ])
    const text = signTextOf(fields, tokenHash, paramHash)
    // before login the signature is a checksum
    return { token, sign: await (session === null ? options.sha256(text) : session.sign(text)) }
  }

  /** Without a session the text is signed with a checksum, and the server refuses the call. */
  async function signOperator(fields: SignedFields, param: string) {
    const text = operatorSignTextOf(fields, await options.sha256(param))
    const session = options.operator?.() ?? null
    return { token: '', sign: await (session === null ? options.sha256(text) : session.sign(text)) }
  }

  async function envelopeOf(endpoint: EndpointDefinition, param: string): Promise<Envelope> {
    const path = BASE_PATH + endpoint.path
    const fields = { path, date: String(Math.round(options.now() + offset)), language: options.language() }
    const { token, sign } =
      endpoint.auth === 'operator'
        ? await signOperator(fields, param)
        : await signMember(endpoint, fields, param)
    const { date, language } = fields
    return { date, sign, language, token, param }
  }

  async function callBy<E extends EndpointDefinition>(
    endpoint: E,
    input: Input<E>,
    send: SendFields,
  ): Promise<Output<E>> {
    const param = JSON.stringify(input)
    const attempt = async () =>
      readAnswer(await send(BASE_PATH + endpoint.path, await envelopeOf(endpoint, param)))
    let answer = await attempt()
    if (!answer.isOk && answer.flag === FLAG.date && answer.data.serverTime !== undefined) {
      offset = answer.data.serverTime - options.now()
      answer = await attempt()
    }
    if (!answer.isOk) throw new CallError(answer.flag, answer.data)
    return answer.data as Output<E>
  }

  return {
    clockOffset: () => offset,
    call: (endpoint, input) =>
      callBy(endpoint, input, (path, envelope) => options.send(path, encodeForm(envelope))),
    callBy,
  }
}

type ReadAnswer = { isOk: true; data: unknown } | { isOk: false; flag: number; data: Failure }

function readAnswer(json: unknown): ReadAnswer {
  const { flag, data } = (json ?? {}) as { flag?: unknown; data?: unknown }
  if (flag === FLAG.ok && data !== undefined) return { isOk: true, data }
  if (typeof flag !== 'number' || !hasMessage(data)) throw new TransportError('the answer is not an envelope')
  return { isOk: false, flag, data: { code: 'UNAVAILABLE', ...data } }
}

/** A code may be missing, or be one of a newer server. */
const hasMessage = (data: unknown): data is Omit<Failure, 'code'> & Partial<Pick<Failure, 'code'>> =>
  typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
