/**
 * The envelope: one POST call from its raw body to its answer.
 *
 * The checks and their order are the protocol's: path, date, token, sign, param, schema. Every answer is
 * HTTP 200; `flag` says the rest.
 */
import { createHmac, hash, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { EndpointDefinition } from '@fairlot/contract/define'
import { OPERATOR_CODES, PROTOCOL_CODES, type Code } from '@fairlot/contract/flags'
import { offeredLanguage, type OfferedLanguage } from '@fairlot/contract/languages'
import { mayOperate } from '@fairlot/contract/operator-roles'
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

/** The part of the log that answering calls needs. */
export type HttpLog = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** An endpoint with its handler. */
export type Registered = {
  readonly endpoint: EndpointDefinition
  readonly handler: ErasedHandler
  /** limit of a member's calls */
  readonly rate: RateName
  /** limit of an address' calls of this endpoint, besides that of all its calls */
  readonly addressRate?: RateName | undefined
}

export type ApiOptions = {
  readonly endpoints: readonly Registered[]
  readonly sessions: Sessions
  /** without them, operators' calls find no session */
  readonly operators?: OperatorSessions
  readonly clock: Clock
  readonly limiter: Limiter
  /** calls from this machine are not limited: for load generators and tests of a sandbox */
  readonly trustLoopback: boolean
  readonly defaultLanguage: OfferedLanguage
  readonly log: HttpLog
  /** every answer must fit its schema, else it is a defect; costs time, so production leaves it to the tests */
  readonly checkAnswers: boolean
  /** told of every call of a member, before it is answered: what counts their time. Must not throw or take time. */
  readonly onMember?: ((member: Caller) => void) | undefined
  /** told of every answer; undefined keeps the hot path free of it */
  readonly onAnswer?: ((request: ApiRequest, answer: Answer, ms: number) => void) | undefined
}

/** What the HTTP server knows about a request. */
export type ApiRequest = {
  /** without query, with `/api` */
  readonly path: string
  readonly body: Buffer
  readonly address: string
  readonly userAgent: string
  readonly requestId: string
  /** the Cookie header; only operators' calls look at it */
  readonly cookie?: string
  /** what goes out beside the body */
  readonly reply?: { cookie?: string }
}

export type Api = { answer(request: ApiRequest): Promise<Answer> }

/** `/index/getsystem` tells the time, so it cannot require it. */
const WITHOUT_DATE = '/index/getsystem'
const DATE = /^\d{1,15}$/
/** a language never holds a line break, which would let two calls share a signed text */
const LANGUAGE = /^[A-Za-z0-9-]{0,20}$/
const SIGN_LENGTH = 64
const PROTOCOL: ReadonlySet<Code> = new Set(PROTOCOL_CODES)
const OPERATOR: ReadonlySet<Code> = new Set(OPERATOR_CODES)

/** The protocol over a table of endpoints. @throws Error when two endpoints share a path. */
export function createApi(options: ApiOptions): Api {
  const table = new Map<string, Registered>()
  for (const registered of options.endpoints) {
    const path = BASE_PATH + registered.endpoint.path
    if (table.has(path)) throw new Error(`two endpoints share the path ${path}`)
    table.set(path, registered)
  }

  async function answer(request: ApiRequest): Promise<Answer> {
    const form = parseForm(request.body)
    const language = offeredLanguage(form?.language ?? '', options.defaultLanguage)
    try {
      const registered = table.get(request.path)
      if (!registered) return failed(language, 'NO_SUCH_DATA')
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

  const param = parseParam(form.param ?? '')
  if (!param.ok) return failed(language, param.reason === 'not-json' ? 'NO_SUCH_DATA' : 'INPUT_INVALID')
  const input = endpoint.input.safeParse(param.value)
  if (!input.success) {
    return failed(language, 'INPUT_INVALID', { fields: fieldRules(input.error.issues, param.value) })
  }

  try {
    const { address, userAgent, requestId, reply } = request
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

/** Who calls: one of the two, or nobody; or what the call is refused with. */
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
  // a dead token where none is needed: the caller signed with a key that is gone, and is nobody now
  if (caller || token === '') {
    const [version, key] = caller ? ['fairlot-sign-1', caller.signKey] : ['fairlot-sign-1-anon', null]
    if (!signFits(request.path, form, version, key, caller ? hashed : '')) return { refused: 'SIGN_FAILED' }
  }
  return { caller, operator: null }
}

/** The session first, then the sign, then what the session may: nobody learns more than they prove to be. */
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
  // an operator's endpoint without a permission is nobody's
  if (!endpoint.permission || !mayOperate(operator.roles, endpoint.permission))
    return { refused: 'NOT_PERMITTED' }
  return { caller: null, operator }
}

/** @param key without one, `sign` is a checksum */
function signFits(path: string, form: Form, version: string, key: KeyObject | null, hashed: string): boolean {
  const { sign = '', date = '', language = '', param = '' } = form
  if (sign.length !== SIGN_LENGTH || !LANGUAGE.test(language) || (date !== '' && !DATE.test(date)))
    return false
  // the text of docs/FAIRNESS.md, "The wire signature"; fairness/sign.ts has the readable formula
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

/** What nobody declared: written to the log whole, answered without a detail. */
function defect(log: HttpLog, request: ApiRequest, language: OfferedLanguage, error: unknown): Answer {
  const { path, requestId } = request
  if (isOutage(error)) {
    log.error({ err: error, path, requestId }, 'the database is away')
    return failed(language, 'UNAVAILABLE')
  }
  const undeclared = error instanceof Refusal ? error.code : undefined
  log.error({ err: error, undeclared, path, requestId }, 'defect')
  return failed(language, 'DEFECT', { incident: requestId })
}
