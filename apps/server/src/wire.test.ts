/**
 * The wire, endpoint by endpoint: every wrong call gets the right flag and a message in its language, and moves no money. The
 * cases derive from the contract.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { EndpointDefinition } from '@fairlot/contract/define'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { CODES, type Code, type Failure } from '@fairlot/contract/flags'
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import { codeMessage } from '@fairlot/contract/messages'
import { mayOperate } from '@fairlot/contract/operator/operator-roles'
import { BASE_PATH, encodeForm, type Answer } from '@fairlot/contract/wire'
import { isSoak, rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  cookieOf,
  envelope,
  operatorCookieHeader,
  postForm,
  rawCall,
  type RawCall,
} from './testing/client.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import {
  isAnswer,
  mayAnswer,
  NEVER,
  NOT_JSON,
  shots,
  SOMETIMES,
  spoilt,
  UNREADABLE,
  withField,
  type Shot,
} from './testing/wire/fuzz.ts'
import { defectsOf, fingerprint, fuzzWorld, type FuzzWorld } from './testing/fuzz-world.ts'
import { goodInputs } from './testing/wire/good-inputs.ts'
import type { OperatorSession } from './testing/operator-client.ts'
import { makeNewcomer, makeOperator } from './testing/operators.ts'
import { SCRIPT } from './testing/language-scripts.ts'

let world: FuzzWorld
let url: string
let before: unknown
/** session of an operator who still has a one-time password */
let fresh: OperatorSession
/** a member without money or data, so that even an accepted input changes nothing */
let poor: TestMember

beforeAll(async () => {
  world = await fuzzWorld()
  ;({ url } = world.server)
  poor = await makeMember(world.server)
  fresh = (await makeNewcomer(world.server)).session
  before = await fingerprint(world)
})
afterAll(() => world?.close())
/** Refused calls move no money and are no defects. The fingerprint reads all books, so the calls of an endpoint share one. */
async function expectNothingChanged(): Promise<void> {
  expect(await fingerprint(world)).toEqual(before)
  expect(defectsOf(world.server)).toEqual([])
}

const endpoints = Object.entries(ENDPOINTS) as [EndpointName, EndpointDefinition][]
/** The session that an endpoint needs: a member's, an owner's, or none. */
const callerOf = (
  { auth }: EndpointDefinition,
  member: TestMember,
): Pick<RawCall, 'session' | 'operator'> => {
  if (auth === 'operator') return { operator: world.operators.owner.session }
  return { session: auth === 'anyone' ? null : member.session }
}

function failure(answer: Answer): Failure {
  if (answer.flag === 0) throw new Error(`accepted: ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** Checks code, flag, and the message in the language of the call, ignoring its values. */
function expectFailure(answer: Answer, code: Code, language: OfferedLanguage): Failure {
  const data = failure(answer)
  expect({ flag: answer.flag, code: data.code }).toEqual({ flag: CODES[code], code })
  const [start = '', ...rest] = codeMessage(language, code).split(/\{\w+\}/)
  expect(data.message.startsWith(start)).toBe(true)
  expect(data.message.endsWith(rest.at(-1) ?? '')).toBe(true)
  return data
}

/** a well-formed token of no session */
const NO_TOKEN = Buffer.alloc(32, 9).toString('base64url')

let asked = 0
/** In `npm run soak` every language for every case; in `npm test` the languages take turns over the cases. */
function languages(): readonly OfferedLanguage[] {
  return isSoak ? OFFERED_LANGUAGES : [OFFERED_LANGUAGES[asked++ % OFFERED_LANGUAGES.length]!]
}

let taken = 0
/** In `npm run soak` every case goes over the wire; in `npm test` so many of them, in turns over all endpoints and fields. */
function inTurns<T>(cases: readonly T[], count: number): readonly T[] {
  if (isSoak || cases.length <= count) return cases
  return Array.from({ length: count }, () => cases[taken++ % cases.length]!)
}

/** Where the schema of an endpoint refuses an input: the first part of each place. */
function refusedAt({ input }: EndpointDefinition, json: string): string[] {
  const { error } = input.safeParse(JSON.parse(json))
  return [...new Set(error?.issues.map(({ path }) => String(path[0] ?? '')))]
}

async function expectRefusal(call: RawCall, code: Code): Promise<void> {
  for (const language of languages()) {
    const { message, fields = {} } = expectFailure(await rawCall(url, { ...call, language }), code, language)
    for (const text of [message, ...Object.values(fields)]) expect(text).toMatch(SCRIPT[language])
  }
}

describe.each(endpoints)('%s', (name, endpoint) => {
  afterAll(expectNothingChanged)
  const good = () => goodInputs(world)[name] as Record<string, unknown>
  const call = (param: unknown, tamper?: RawCall['tamper']): RawCall => ({
    path: endpoint.path,
    param,
    ...callerOf(endpoint, world.owner),
    ...(tamper && { tamper }),
  })

  test('the valid input of this test fits the schema', () => {
    expect(endpoint.input.safeParse(good()).success).toBe(true)
  })

  test('refuses a wrong sign, a stale date, and a missing or ended token', async () => {
    const signed = envelope(call(good()))
    const flipped = (signed.sign.startsWith('0') ? '1' : '0') + signed.sign.slice(1)
    for (const sign of [flipped, ...inTurns(['', signed.sign.toUpperCase(), 'x'.repeat(64)], 1)]) {
      await expectRefusal(call(good(), { sign }), 'SIGN_FAILED')
    }
    if (name !== 'system') {
      for (const off of inTurns([-3_600_000, 3_600_000], 1)) {
        await expectRefusal({ ...call(good()), date: Date.now() + off }, 'DATE_ERROR')
      }
      for (const date of inTurns(['', 'now', '-1', '1e12'], 1))
        await expectRefusal(call(good(), { date }), 'DATE_ERROR')
    }
    if (endpoint.auth === 'member') {
      for (const token of ['', ...inTurns(['x', NO_TOKEN, world.operators.owner.session.token], 1)]) {
        await expectRefusal(call(good(), { token }), 'SESSION_ENDED')
      }
    }
  })

  if (endpoint.auth === 'operator') {
    test('refuses a missing, ended, duplicate or foreign cookie, another kind of sign, and a role without the permission', async () => {
      const { owner, content } = world.operators
      const [cookie, dead] = [owner.session.token, NO_TOKEN].map(operatorCookieHeader) as [string, string]
      const member = operatorCookieHeader(world.owner.session.token)
      const others = [dead, 'x=1', `${cookie}; ${cookie}`, `${dead}; ${cookie}`]
      for (const sent of ['', member, ...inTurns(others, 1)]) {
        await expectRefusal({ ...call(good()), cookie: sent }, 'SESSION_ENDED')
      }
      // the member's session, alone and together with the operator's cookie
      const asMember = { path: endpoint.path, param: good(), session: world.owner.session }
      await expectRefusal(asMember, 'SESSION_ENDED')
      await expectRefusal({ ...asMember, cookie }, 'SIGN_FAILED')
      // the cookie without its key, as a foreign web page would send it
      await expectRefusal({ path: endpoint.path, param: good(), cookie }, 'SIGN_FAILED')
      const key = content.session.signKey
      await expectRefusal({ ...call(good()), operator: { ...owner.session, signKey: key } }, 'SIGN_FAILED')
      expect((await rawCall(url, { ...call(good()), cookie: `a=b; ${cookie}; c=d`, param: '{' })).flag).toBe(
        1003,
      )
      if (!mayOperate(['content'], endpoint.permission!))
        await expectRefusal({ ...call(good()), operator: content.session }, 'NOT_PERMITTED')
      if (endpoint.stage !== 'setup') await expectRefusal({ ...call(good()), operator: fresh }, 'SETUP_FIRST')
    })
  }

  test('refuses a param that is not JSON or exceeds the limits', async () => {
    for (const param of inTurns(Object.values(NOT_JSON), 1)) await expectRefusal(call(param), 'NO_SUCH_DATA')
    for (const param of inTurns(Object.values(UNREADABLE), 1))
      await expectRefusal(call(param), 'INPUT_INVALID')
    const others = ['null', '[]', '"x"', '1', '[{}]']
    for (const param of others) expect(refusedAt(endpoint, param)).toEqual([''])
    for (const param of inTurns(others, 1)) await expectRefusal(call(param), 'INPUT_INVALID')
  })

  test('refuses unknown fields by name', async () => {
    for (const extra of inTurns(
      ['extra', '__proto__', 'constructor', 'memberId', 'amount_', 'toString'],
      2,
    )) {
      const param = withField(good(), extra, '{"balance":1}')
      const { fields } = failure(await rawCall(url, call(param)))
      expect(Object.keys(fields ?? {})).toContain(extra)
      await expectRefusal(call(param), 'INPUT_INVALID')
    }
  })

  test('refuses impossible values of every field', async () => {
    for (const field of Object.keys(good())) {
      const all = Object.entries(NEVER)
      const isRefused = ([, json]: [string, string]) =>
        refusedAt(endpoint, withField(good(), field, json)).length > 0
      // what only the program refuses, not the schema, always goes over the wire
      const sent = [...all.filter((one) => !isRefused(one)), ...inTurns(all.filter(isRefused), 1)]
      for (const [what, json] of sent) {
        const answer = await rawCall(url, call(withField(good(), field, json)))
        expect(answer, `${field}: ${what}`).toMatchObject({ flag: 1005, data: { code: 'INPUT_INVALID' } })
        const places = Object.keys(failure(answer).fields ?? {})
        expect(places.length, `${field}: ${what}`).toBeGreaterThan(0)
        for (const place of places) expect(place.split('.')[0]).toBe(field)
      }
    }
  })

  test('refuses values at their field as the schema does, and answers accepted ones as declared', async () => {
    const caller = callerOf(endpoint, poor)
    for (const [index, field] of Object.keys(good()).entries()) {
      const tried = Object.entries(SOMETIMES).map(([what, json]) => {
        const param = withField(good(), field, json)
        return { what, param, places: refusedAt(endpoint, param) }
      })
      const elsewhere = tried.filter(({ places }) => places.some((place) => place !== field))
      expect(elsewhere).toEqual([])
      const language = OFFERED_LANGUAGES[index % OFFERED_LANGUAGES.length]!
      const send = (param: string) => rawCall(url, { path: endpoint.path, param, ...caller, language })
      for (const { what, param } of tried.filter(({ places }) => places.length === 0)) {
        const answer = await send(param)
        expect(isAnswer(answer)).toBe(true)
        if (answer.flag !== 0) expect(mayAnswer(name, answer.data.code), `${field}: ${what}`).toBe(true)
      }
      const refused = tried.filter(({ places }) => places.length > 0)
      for (const { what, param } of inTurns(refused, 2)) {
        const { fields } = expectFailure(await send(param), 'INPUT_INVALID', language)
        expect(Object.keys(fields ?? {}), what).toEqual([field])
        expect(fields?.[field]).toMatch(SCRIPT[language])
      }
    }
  })

  test('refuses a missing field unless it is optional', async () => {
    for (const field of Object.keys(good())) {
      const { [field]: _, ...rest } = good()
      if (endpoint.input.safeParse(rest).success) continue
      const { fields } = failure(await rawCall(url, call(rest)))
      expect(Object.keys(fields ?? {})).toEqual([field])
    }
  })
})

/** Inputs with the id of a missing object or of another member's object. */
const NAMES: { [N in EndpointName]?: (world: FuzzWorld, id: string) => object } = {
  sessionEnd: ({ other }, id) => ({ id: id || other.session }),
  rechargeStatus: ({ other }, id) => ({ id: id || other.recharge }),
  payoutFirst: (_, id) => ({ id: id || randomUUID() }),
  payoutDelete: (_, id) => ({ id: id || randomUUID(), code: '123456' }),
  withdrawStatus: (_, id) => ({ id: id || randomUUID() }),
  withdrawReturn: (_, id) => ({ id: id || randomUUID(), requestId: randomUUID() }),
  rechargeProof: (_, id) => ({ id: id || randomUUID(), reference: 'TX 4711' }),
  rechargeReturns: (_, id) => ({ id: id || randomUUID() }),
  rechargeReturn: (_, id) => ({
    id: id || randomUUID(),
    amount: '100.00',
    code: '123456',
    requestId: randomUUID(),
  }),
  prizeDetail: () => ({ event: 'NONE-0001' }),
  prizeJoin: () => ({ event: 'NONE-0001', requestId: randomUUID() }),
  prizeProof: () => ({ event: 'NONE-0001' }),
  eventShow: () => ({ event: 'NONE-0001' }),
  remind: () => ({ issue: 'NONE-0001', kind: 'drawn', on: true }),
  financeOrder: (_, id) => ({ id: id || randomUUID() }),
  financeExit: (_, id) => ({ id: id || randomUUID(), requestId: randomUUID() }),
  leaveSeat: ({ other }, id) => ({ order: id || other.order }),
  addressDelete: (_, id) => ({ id: id || randomUUID() }),
  orderAddress: ({ other }, id) => ({ order: id || other.order, address: randomUUID() }),
  orderRecycle: ({ other }, id) => ({
    order: id || other.order,
    amount: '80.00',
    requestId: randomUUID(),
  }),
  orderReceive: ({ other }, id) => ({ order: id || other.order }),
  orderDispute: ({ other }, id) => ({ order: id || other.order, text: REASON }),
  reviewPost: ({ other }, id) => ({
    order: id || other.order,
    title: 'Tea',
    content: 'Green tea',
    pictures: [randomUUID()],
    named: true,
    requestId: randomUUID(),
  }),
  orderDetail: ({ other }, id) => ({ order: id || other.order }),
  fairReceipt: ({ other }, id) => ({ order: id || other.order }),
  goodsDetail: () => ({ issue: 'NONE-0001' }),
  issueOrders: () => ({ issue: 'NONE-0001' }),
  goodsHistory: () => ({ issue: 'FUZZ-0099' }),
  calculation: () => ({ issue: 'FUZZ-0000' }),
  proof: () => ({ issue: 'FUZZ-9999999999' }),
  confirmOrder: () => ({ issue: 'NONE-0001', quantity: 1 }),
  buy: () => ({ issue: 'NONE-0001', quantity: 1, requestId: randomUUID() }),
  operatorSessionEnd: ({ foreign }, id) => ({ id: id || foreign.session }),
  staffRoles: (_, id) => ({ ...change(id), roles: ['support'] }),
  staffReset: (_, id) => change(id),
  staffDisable: (_, id) => ({ id: id || randomUUID(), reason: REASON }),
  staffEnable: (_, id) => change(id),
  approvalShow: (_, id) => ({ id: id || randomUUID() }),
  approvalApprove: (_, id) => ({ id: id || randomUUID() }),
  approvalReject: (_, id) => ({ id: id || randomUUID(), note: REASON }),
  approvalWithdraw: ({ foreign }, id) => ({ id: id || foreign.approval }),
  memberShow: (_, id) => ({ id: id || randomUUID() }),
  memberOrders: (_, id) => ({ id: id || randomUUID() }),
  memberMoney: (_, id) => ({ id: id || randomUUID() }),
  memberLogins: (_, id) => ({ id: id || randomUUID() }),
  memberMessages: (_, id) => ({ id: id || randomUUID() }),
  memberCorrections: (_, id) => ({ id: id || randomUUID() }),
  memberCredit: (_, id) => ({ ...change(id), amount: '1.00', account: 'sales', why: 'goodwill' }),
  memberReverse: (_, id) => ({ ...change(id), credit: randomUUID(), amount: '1.00' }),
  memberTeam: (_, id) => ({ id: id || randomUUID() }),
  memberFreeze: (_, id) => ({ ...change(id), hours: 1, cause: 'other' }),
  memberUnfreeze: (_, id) => ({ id: id || randomUUID(), reason: REASON }),
  memberSignOut: (_, id) => ({ id: id || randomUUID(), reason: REASON }),
  memberUnlock: (_, id) => ({ id: id || randomUUID(), reason: REASON }),
  memberTighten: (_, id) => ({
    id: id || randomUUID(),
    kind: 'spend',
    period: 'day',
    cap: '1',
    reason: REASON,
  }),
  memberBreak: (_, id) => ({ id: id || randomUUID(), duration: '24h', reason: REASON }),
  settingShow: () => ({ name: 'no.such' }),
  settingSave: () => ({ name: 'no.such', value: '1', version: 0, reason: REASON, requestId: randomUUID() }),
}

const REASON = 'asked for by a test'
const change = (id: string) => ({ id: id || randomUUID(), reason: REASON, requestId: randomUUID() })
/** endpoints whose `name` is a setting; elsewhere it is a log in name */
const NAMED: readonly EndpointName[] = ['settingShow', 'settingSave']
/** endpoints whose `id` is one that the client has made */
const MADE: readonly EndpointName[] = ['addressSave']

describe('ids', () => {
  afterAll(expectNothingChanged)

  test('lists every endpoint that takes an id', () => {
    const inputs = goodInputs({ issue: 'A-0001', drawn: 'A-0001' })
    const takes = endpoints.filter(
      ([name]) =>
        NAMED.includes(name) ||
        (!MADE.includes(name) &&
          Object.keys(inputs[name]).some((field) => ['id', 'order', 'issue', 'event'].includes(field))),
    )
    expect(Object.keys(NAMES).toSorted()).toEqual(takes.map(([name]) => name).toSorted())
  })

  test.each(Object.keys(NAMES) as EndpointName[])(
    "%s answers NO_SUCH_DATA for unknown and other members' ids",
    async (name) => {
      const endpoint: EndpointDefinition = ENDPOINTS[name]
      const caller = callerOf(endpoint, world.owner)
      const least = '00000000-0000-0000-0000-000000000000'
      for (const id of ['', randomUUID(), randomUUID().toUpperCase(), least, least.replaceAll('0', 'f')]) {
        await expectRefusal(
          { path: endpoint.path, param: NAMES[name]!(world, id), ...caller },
          'NO_SUCH_DATA',
        )
      }
    },
  )
})

test('refuses invalid quantities and amounts', async () => {
  const { buy, openRecharge } = goodInputs(world)
  const session = poor.session
  for (const quantity of [0, -1, 0.5, 100_001, '1']) {
    await expectRefusal({ path: ENDPOINTS.buy.path, param: { ...buy, quantity }, session }, 'INPUT_INVALID')
  }
  for (const amount of ['0', '0.00', '-100', '100.001', '1e3', '+100', ' 100', '٣٠٠', 100]) {
    await expectRefusal(
      { path: ENDPOINTS.openRecharge.path, param: { ...openRecharge, amount }, session },
      'INPUT_INVALID',
    )
  }
  await expectNothingChanged()
})

const RUNS = rounds(20_000, 4_000)
const OVER_HTTP = rounds(600, 100)

describe('fuzz', () => {
  afterEach(expectNothingChanged)

  const seed = Number(process.env['FUZZ_SEED'] ?? (isSoak ? randomInt(2 ** 31) : 20_261_123))
  let session: TestMember['session']
  let operator: OperatorSession

  const signed = ({ name, param, who, language, late, spoil }: Shot): { body: Buffer; cookie: string } => {
    const date = Date.now() + late
    const call = {
      path: ENDPOINTS[name].path,
      param,
      language,
      session: who === 'member' ? session : null,
      operator: who === 'operator' ? operator : null,
    }
    const good = Number.isSafeInteger(date) && date >= 0
    const sent = good ? { ...call, date } : { ...call, tamper: { date: String(date) } }
    return { body: spoilt(encodeForm(envelope(sent)), spoil), cookie: cookieOf(call) ?? '' }
  }

  /** Checks an answer: well-formed, declared, and without effect. */
  async function expectHarmless({ name }: Shot, answer: Answer): Promise<void> {
    expect(isAnswer(answer)).toBe(true)
    if (answer.flag !== 0) expect(mayAnswer(name, answer.data.code), answer.data.code).toBe(true)
    else if (name === 'logout') session = await world.server.context.identity.openSession(poor.memberId)
    else if (name === 'operatorLogout') operator = (await makeOperator(world.server, ['owner'])).session
  }

  beforeAll(async () => {
    session = await world.server.context.identity.openSession(poor.memberId)
    operator = (await makeOperator(world.server, ['owner'])).session
    console.log(`fuzz: FUZZ_SEED=${seed}`)
  })

  test(`${RUNS} raw calls cause no defect and change nothing`, async () => {
    const { api } = world.server.app
    const flags = { member: 0, operator: 0 }
    await fc.assert(
      fc.asyncProperty(shots(goodInputs(world)), async (shot) => {
        const path = BASE_PATH + ENDPOINTS[shot.name].path
        const request = { path, address: '127.0.0.1', userAgent: 'fuzz', requestId: 'fuzz' }
        const answer = await api.answer({ ...request, ...signed(shot) })
        await expectHarmless(shot, answer)
        const { auth } = ENDPOINTS[shot.name]
        flags[auth === 'operator' ? auth : 'member'] |= 1 << (answer.flag % 1000)
      }),
      { seed, numRuns: RUNS },
    )
    // the calls reached every stage: success, business, date, sign, data, session, schema
    expect(flags).toEqual({ member: 0b111111, operator: 0b111111 })
  })

  test(`${OVER_HTTP} raw calls over HTTP get status 200 and an answer`, async () => {
    await fc.assert(
      fc.asyncProperty(shots(goodInputs(world)), async (shot) => {
        const { body, cookie } = signed(shot)
        const at = url + BASE_PATH + ENDPOINTS[shot.name].path
        const response = await postForm(at, new Uint8Array(body), cookie)
        expect(response.status).toBe(200)
        await expectHarmless(shot, (await response.json()) as Answer)
      }),
      { seed: seed + 1, numRuns: OVER_HTTP },
    )
  })
})
