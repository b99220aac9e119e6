/**
 * The envelope: handles one POST call from its raw body to its answer.
 *
 * The protocol fixes the checks and their order: path, date, token, sign, param, schema. Every answer has HTTP status 200;
 * `flag` tells success from failure.
 */
import { createHmac, hash, timingSafeEqual, type KeyObject } from 'node:crypto'
import { isCompressible, needsLog, type EndpointDefinition } from '@fairlot/contract/define'
import { OPERATOR_CODES, PROTOCOL_CODES, type Code } from '@fairlot/contract/flags'
import { matchingLanguage, offeredLanguage, type OfferedLanguage } from '@fairlot/contract/languages'
import { mayOperate } from '@fairlot/contract/operator/operator-roles'
import { BASE_PATH, DATE_TOLERANCE_MS, type Answer } from '@fairlot/contract/wire'
import {
  isToken,
  operatorToken,
  tokenHash,
  type Caller,
  type OperatorCaller,
  type OperatorSessions,
  type Sessions,
} from './auth.ts'
import type { Clock } from '../clock.ts'
import { parseForm, parseParam, type Form } from './envelope.ts'
import { failed, fieldRules, isOutage } from './http-failure.ts'
import type { ErasedHandler } from './http-handler.ts'
import { addressKey, isLoopback } from './client-address.ts'
import type { Limiter, RateName } from './rate.ts'
import { Refusal } from '../refusal.ts'

/** The part of the log that this file uses. */
export type HttpLog = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** An endpoint with its handler. */
export type Registered = {
  readonly endpoint: EndpointDefinition
  readonly handler: ErasedHandler
  /** rate limit of a session's calls */
  readonly rate: RateName
  /** additional rate limit of an address for this endpoint */
  readonly addressRate?: RateName | undefined
}

export type ApiOptions = {
  readonly endpoints: readonly Registered[]
  readonly sessions: Sessions
  /** without it, operators' calls find no session */
  readonly operators?: OperatorSessions
  readonly clock: Clock
  readonly limiter: Limiter
  /** do not limit calls from this machine: for load generators and tests of a sandbox */
  readonly trustLoopback: boolean
  readonly defaultLanguage: OfferedLanguage
  readonly log: HttpLog
  /** treat an answer that does not fit its schema as a defect; too slow for production, tests use it */
  readonly checkAnswers: boolean
  /** Whether calls that move money or open something for members are refused now. Must not block. */
  readonly isHalted?: (() => boolean) | undefined
  /** called with the member of every call, before the handler; counts time of use. Must not throw or block. */
  readonly onMember?: ((member: Caller) => void) | undefined
  /** called after every answer; undefined costs the hot path nothing */
  readonly onAnswer?: ((request: ApiRequest, answer: Answer, ms: number) => void) | undefined
}

/** A request as the HTTP server passes it on. */
export type ApiRequest = {
  /** with `/api`, without the query */
  readonly path: string
  /** the form as sent, or its fields when a file follows them; undefined: malformed */
  readonly body: Buffer | Form | undefined
  /** reads the file that follows the fields. `holder`: who sends it; files in memory are counted for each */
  readonly readFile?: (holder: string) => Promise<Uint8Array>
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** the Cookie header; only operators' calls use it */
  readonly cookie?: string
  /** receives what the HTTP server must know about the answer */
  readonly reply?: Reply
}

export type Reply = {
  /** the Set-Cookie header */
  cookie?: string
  /** the answer may be compressed; unset where its length could tell something about a secret in it */
  compressible?: boolean
}

export type Api = { answer(request: ApiRequest): Promise<Answer> }

/** `/index/getsystem` answers the server's time, so it cannot require a correct date. */
const WITHOUT_DATE = '/index/getsystem'
const DATE = /^\d{1,15}$/
/** a language must not contain a line break, or two different calls could have the same signed text */
const LANGUAGE = /^[A-Za-z0-9-]{0,20}$/
const SIGN_LENGTH = 64
const PROTOCOL: ReadonlySet<Code> = new Set(PROTOCOL_CODES)
const OPERATOR: ReadonlySet<Code> = new Set(OPERATOR_CODES)

/** The envelope of a table of endpoints. @throws Error when two endpoints share a path */
export function createApi(options: ApiOptions): Api {
  const table = new Map<string, Registered>()
  for (const registered of options.endpoints) {
    const path = BASE_PATH + registered.endpoint.path
    if (table.has(path)) throw new Error(`two endpoints share the path ${path}`)
    table.set(path, registered)
  }

  async function answer(request: ApiRequest): Promise<Answer> {
    const form = Buffer.isBuffer(request.body) ? parseForm(request.body) : request.body
    const language = offeredLanguage(form?.language ?? '', options.defaultLanguage)
    try {
      const registered = table.get(request.path)
      if (!registered) return failed(language, 'NO_SUCH_DATA')
      if (request.reply) request.reply.compressible = isCompressible(registered.endpoint)
      return await answerCall(options, registered, request, form, language)
    } catch (error) {
      return defect(options.log, request, language, error)
    }
  }

  const { onAnswer } = options
  if (!onAnswer) return { answer }
  return {
    async answer(request) {
      const began = performance.now()
      const answered = await answer(request)
      onAnswer(request, answered, Math.round(performance.now() - began))
      return answered
    },
  }
}

async function answerCall(
  options: ApiOptions,
  { endpoint, handler, rate, addressRate }: Registered,
  request: ApiRequest,
  form: Form | undefined,
  language: OfferedLanguage,
): Promise<Answer> {
  const limited = !(options.trustLoopback && isLoopback(request.address))
  if (limited) {
    const wait = options.limiter.take('address', addressKey(request.address))
    if (wait > 0) return failed(language, 'TOO_MANY_CALLS', { retryAfter: wait })
  }
  if (!form) return failed(language, 'INPUT_INVALID')

  if (endpoint.path !== WITHOUT_DATE) {
    const serverTime = options.clock.now()
    const { date } = form
    if (date === undefined || !DATE.test(date) || Math.abs(Number(date) - serverTime) > DATE_TOLERANCE_MS) {
      return failed(language, 'DATE_ERROR', { serverTime })
    }
  }

  const known =
    endpoint.auth === 'operator'
      ? await operatorOf(options, endpoint, request, form)
      : await memberOf(options, endpoint, request, form)
  if ('refused' in known) return failed(language, known.refused)
  const { caller, operator } = known
  const session = caller ?? operator
  if (session && limited) {
    const wait = options.limiter.take(rate, session.sessionId)
    if (wait > 0) return failed(language, 'TOO_MANY_CALLS', { retryAfter: wait })
  }
  if (caller) options.onMember?.(caller)

  if (addressRate && limited) {
    const wait = options.limiter.take(addressRate, addressKey(request.address))
    if (wait > 0) return failed(language, 'TOO_MANY_CALLS', { retryAfter: wait })
  }

  // after the sign, so that a call with a wrong sign says so in a language that the caller can read
  if (form.language && !matchingLanguage(form.language)) {
    return failed(language, 'INPUT_INVALID', { fields: { language: 'INVALID' } })
  }
  const param = parseParam(form.param ?? '')
  if (!param.ok) return failed(language, param.reason === 'not-json' ? 'NO_SUCH_DATA' : 'INPUT_INVALID')
  const input = endpoint.input.safeParse(param.value)
  if (!input.success) {
    return failed(language, 'INPUT_INVALID', { fields: fieldRules(input.error.issues, param.value) })
  }

  if (needsLog(endpoint) && options.isHalted?.()) return failed(language, 'LOG_HALTED')

  try {
    const { address, userAgent, requestId, reply, readFile } = request
    const member = endpoint.auth === 'anyone' ? null : caller
    const setCookie = (header: string) => {
      if (reply) reply.cookie = header
    }
    const data = await handler({
      input: input.data,
      member,
      operator,
      language,
      address,
      userAgent,
      requestId,
      setCookie,
      readFile: readFile && (() => readFile(holderOf(request, caller, operator))),
    })
    if (options.checkAnswers) checkAnswer(endpoint, data)
    return { flag: 0, data }
  } catch (error) {
    if (error instanceof Refusal && isDeclared(endpoint, error.code)) {
      return failed(language, error.code, error.details)
    }
    throw error
  }
}

/** Who holds the memory of a file: all sessions of a member or an operator together, or an address. */
function holderOf({ address }: ApiRequest, member: Caller | null, operator: OperatorCaller | null): string {
  if (member) return `member ${member.memberId}`
  return operator ? `operator ${operator.operatorId}` : `address ${addressKey(address)}`
}

/** The caller: a member, an operator or nobody; or the code that refuses the call. */
type Known = { caller: Caller | null; operator: OperatorCaller | null } | { refused: Code }

async function memberOf(
  options: ApiOptions,
  endpoint: EndpointDefinition,
  request: ApiRequest,
  form: Form,
): Promise<Known> {
  const token = form.token ?? ''
  const hashed = token === '' ? '' : tokenHash(token)
  const caller = token === '' || !isToken(token) ? null : await options.sessions.find(hashed)
  if (!caller && endpoint.auth === 'member') return { refused: 'SESSION_ENDED' }
  // an ended session where none is required: its key is gone, so the sign cannot be checked and the caller is anonymous
  if (caller || token === '') {
    const [version, key] = caller ? ['fairlot-sign-1', caller.signKey] : ['fairlot-sign-1-anon', null]
    if (!signFits(request.path, form, version, key, caller ? hashed : '')) return { refused: 'SIGN_FAILED' }
  }
  return { caller, operator: null }
}

/** Checks the session, then the sign, then the permission, so that a caller learns nothing without proving its identity. */
async function operatorOf(
  options: ApiOptions,
  endpoint: EndpointDefinition,
  request: ApiRequest,
  form: Form,
): Promise<Known> {
  const token = operatorToken(request.cookie ?? '')
  const operator = token === undefined ? null : ((await options.operators?.find(tokenHash(token))) ?? null)
  if (!operator) return { refused: 'SESSION_ENDED' }
  if (!signFits(request.path, form, 'fairlot-sign-operator-1', operator.signKey, ''))
    return { refused: 'SIGN_FAILED' }
  if (operator.stage === 'setup' && endpoint.stage !== 'setup') return { refused: 'SETUP_FIRST' }
  // an operators' endpoint without a permission refuses everybody
  if (!endpoint.permission || !mayOperate(operator.roles, endpoint.permission))
    return { refused: 'NOT_PERMITTED' }
  return { caller: null, operator }
}

/** @param key null: `sign` is a checksum */
function signFits(path: string, form: Form, version: string, key: KeyObject | null, hashed: string): boolean {
  const { sign = '', date = '', language = '', param = '' } = form
  if (sign.length !== SIGN_LENGTH || !LANGUAGE.test(language) || (date !== '' && !DATE.test(date)))
    return false
  // docs/FAIRNESS.md, "The wire signature", specifies the text; fairness/sign.ts has the readable formula
  const text = `${version}\nPOST\n${path}\n${date}\n${language}\n${hashed}\n${hash('sha256', param, 'hex')}`
  const expected = key ? createHmac('sha256', key).update(text).digest('hex') : hash('sha256', text, 'hex')
  const given = Buffer.from(sign, 'latin1')
  return given.length === SIGN_LENGTH && timingSafeEqual(given, Buffer.from(expected, 'latin1'))
}

function isDeclared({ auth, errors }: EndpointDefinition, code: Code): boolean {
  return PROTOCOL.has(code) || errors.includes(code) || (auth === 'operator' && OPERATOR.has(code))
}

function checkAnswer(endpoint: EndpointDefinition, data: unknown): void {
  const checked = endpoint.output.safeParse(data)
  if (checked.success) return
  const places = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`)
  throw new Error(`the answer of ${endpoint.path} does not fit its schema (${places.join(', ')})`)
}

/** Logs an unexpected error completely and answers without details. */
function defect(log: HttpLog, request: ApiRequest, language: OfferedLanguage, error: unknown): Answer {
  const { path, requestId } = request
  if (isOutage(error)) {
    log.error({ err: error, path, requestId }, 'the database is unreachable')
    return failed(language, 'UNAVAILABLE')
  }
  const undeclared = error instanceof Refusal ? error.code : undefined
  log.error({ err: error, undeclared, path, requestId }, 'defect')
  return failed(language, 'DEFECT', { incident: requestId })
}
