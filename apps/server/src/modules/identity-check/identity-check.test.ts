/** The identity check of a member: sending, decisions by two operators, retention, and what the doctor finds. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Input, Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../platform/durations.ts'
import { makeMember, type TestMember } from '../../testing/factories.ts'
import { makeOperator, type TestOperator } from '../../testing/operators.ts'
import { sendPicture, makePicture, somePictures } from '../../testing/made/pictures.ts'
import { failing, planted } from '../../testing/planted.ts'
import { codeOf } from '../../testing/refused.ts'
import { adjust, testServer, type TestServer } from '../../testing/server.ts'
import { uploadChecks } from '../uploads/index.ts'
import { identityCheckChecks } from './index.ts'

const DAY_MS = 24 * HOUR_MS
const CHECKS = [...identityCheckChecks, ...uploadChecks]

let server: TestServer
let mina: TestOperator
let omar: TestOperator
beforeAll(async () => {
  server = await testServer()
  await server.owner.query('update clock_watch set driven = true')
  await server.context.jobs.plan()
  mina = await makeOperator(server, ['support'])
  omar = await makeOperator(server, ['owner'])
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await failing(server.db, CHECKS)).toEqual([])
})

/** The document ends as if the member had stated an earlier day: the check and its first step say it, and the step is counted. */
async function endDocument({ number }: Check): Promise<void> {
  await server.owner.query(
    `with ended as (update identity_check set valid_until = '2020-01-01' where number = $1 returning check_id)
     update identity_step s set valid_until = '2020-01-01' from ended where s.check_id = ended.check_id and s.seq = 1`,
    [number],
  )
  await server.owner.query(`select recount_history('identity_step')`)
}

type Sent = { member: TestMember; input: Input<Endpoints['identitySubmit']> }
type Check = Output<Endpoints['identitySubmit']>

const SLOTS = ['front', 'address', 'selfie'] as const

async function prepared(more: Partial<Sent['input']> = {}): Promise<Sent> {
  const member = await makeMember(server)
  const uploads = await somePictures(server.url, member.client, SLOTS.length)
  const input = {
    document: 'passport' as const,
    name: '  Asha   Rao ',
    birthDate: '1990-05-03',
    documentNumber: `K-${randomUUID().slice(0, 8)}`,
    validUntil: '2040-05-03',
    pictures: SLOTS.map((slot, i) => ({ slot, upload: uploads[i]! })),
    requestId: randomUUID(),
    ...more,
  }
  return { member, input }
}

const submit = ({ member, input }: Sent) => member.client.call(ENDPOINTS.identitySubmit, input)
const stateOf = ({ member }: Pick<Sent, 'member'>) => member.client.call(ENDPOINTS.identityState, {})
const approve = ({ client }: TestOperator, { number }: Pick<Check, 'number'>) =>
  client.call(ENDPOINTS.identityApprove, { number })
const refuse = ({ client }: TestOperator, { number }: Pick<Check, 'number'>) =>
  client.call(ENDPOINTS.identityRefuse, {
    number,
    reason: 'name_differs',
    note: 'The name is “N. J. Trading”.',
  })

async function submitted(more: Partial<Sent['input']> = {}) {
  const sent = await prepared(more)
  return { ...sent, check: await submit(sent) }
}

/** The fields that are refused. */
const fieldsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => undefined,
    (failure: { failure: { fields?: object } }) => failure,
  )
  return Object.keys(error?.failure.fields ?? {}).toSorted()
}

describe('a member', () => {
  test('reads what a check asks for before it begins', async () => {
    const member = await makeMember(server)
    expect(await stateOf({ member })).toEqual({
      standing: { state: 'none', threshold: '5000.00', used: '0.00', needed: false },
      beforeRecharge: false,
      forms: expect.arrayContaining([{ document: 'passport', slots: ['front', 'address', 'selfie'] }]),
      minimumAge: 18,
      retentionDays: 30,
      reviewedBy: 'manual',
      usualHours: 2,
      longestWorkingDays: 2,
      check: null,
    })
  })

  test('begins a check, and repeating the call begins no second one', async () => {
    const sent = await prepared()
    const check = await submit(sent)
    expect(check).toMatchObject({
      state: 'waiting',
      name: 'Asha Rao',
      document: 'passport',
      reason: null,
      looks: [],
    })
    expect(check.number).toMatch(/^C[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(JSON.stringify(check)).not.toContain('1990-05-03')
    expect(JSON.stringify(check)).not.toContain(sent.input.documentNumber)
    expect(await submit(sent)).toEqual(check)
    const changed = submit({ ...sent, input: { ...sent.input, name: 'Mina Das' } })
    expect(await codeOf(changed)).toBe('REQUEST_ID_REUSED')
    const second = await prepared()
    expect(await codeOf(submit({ member: sent.member, input: second.input }))).toBe('IDENTITY_OPEN')
    expect((await stateOf(sent)).standing.state).toBe('waiting')
  })

  test('begins one check by ten calls at once, with one request id or with ten', async () => {
    const one = await prepared()
    const same = await Promise.all(Array.from({ length: 10 }, () => submit(one)))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    const other = await prepared()
    const many = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        submit({ ...other, input: { ...other.input, requestId: randomUUID() } }),
      ),
    )
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('sends pictures of the right kind, all of them, own and unused', async () => {
    const { member, input } = await prepared()
    const wrong = async (pictures: typeof input.pictures) =>
      codeOf(submit({ member, input: { ...input, pictures, requestId: randomUUID() } }))
    expect(await wrong(input.pictures.slice(1))).toBe('INPUT_INVALID')
    expect(
      await wrong(
        input.pictures.map(({ upload }, i) => ({ slot: (['front', 'back', 'selfie'] as const)[i]!, upload })),
      ),
    ).toBe('INPUT_INVALID')
    const strangers = await prepared()
    expect(await wrong(strangers.input.pictures)).toBe('UPLOAD_GONE')
    const slip = await sendPicture(server.url, member.client, await makePicture(), 'slip')
    expect(await wrong([{ slot: 'front', upload: slip.id }, ...input.pictures.slice(1)])).toBe('UPLOAD_GONE')
    const twice = input.pictures.map(({ slot }) => ({ slot, upload: input.pictures[0]!.upload }))
    expect(await wrong(twice)).toBe('UPLOAD_GONE')
    expect(await submit({ member, input })).toMatchObject({ state: 'waiting' })
    expect(await wrong(input.pictures)).toBe('IDENTITY_OPEN')
  })

  test.each([
    [{ birthDate: '2019-02-29' }, ['birthDate']],
    [{ birthDate: '1850-01-01' }, ['birthDate']],
    [{ birthDate: '2015-01-01' }, ['birthDate']],
    [{ validUntil: '2020-01-01' }, ['validUntil']],
    [{ name: '7' }, ['name']],
    [{ documentNumber: '?' }, ['documentNumber']],
    [{ name: '', birthDate: '2015-01-01' }, ['name']],
    [{ name: '1', birthDate: '2015-01-01', validUntil: '2020-01-01' }, ['birthDate', 'name', 'validUntil']],
  ])('is told which of %o is wrong', async (more, fields) => {
    expect(await fieldsOf(submit(await prepared(more)))).toEqual(fields)
  })

  test('needs no picture of a bill when the setting says so', async () => {
    await adjust(server.context, { 'identity.proofOfAddress': 'false' })
    const { member, input } = await prepared()
    expect(await codeOf(submit({ member, input }))).toBe('INPUT_INVALID')
    const pictures = input.pictures.filter(({ slot }) => slot !== 'address')
    expect(await submit({ member, input: { ...input, pictures } })).toMatchObject({ state: 'waiting' })
    await adjust(server.context, { 'identity.proofOfAddress': 'true' })
  })
})

describe('the review', () => {
  test('takes two different operators; who looked at what is on record and shown to the member', async () => {
    const { member, check } = await submitted()
    const number = check.number
    const { items } = await mina.client.call(ENDPOINTS.identityList, { limit: 100 })
    expect(items.find((one) => one.number === number)).toMatchObject({ approvals: 0, age: 'fresh' })
    expect(JSON.stringify(items)).not.toContain('Asha')
    const shown = await mina.client.call(ENDPOINTS.identityShow, { number })
    expect(shown).toMatchObject({ name: 'Asha Rao', birthDate: '1990-05-03', sameDocument: [] })
    expect(shown.years).toBeGreaterThanOrEqual(36)
    const picture = await mina.client.call(ENDPOINTS.identityPicture, { number, slot: 'front' })
    expect(Buffer.from(picture.base64, 'base64').subarray(8, 12).toString()).toBe('WEBP')

    expect(await approve(mina, check)).toMatchObject({ state: 'waiting', approvals: 1 })
    expect(await codeOf(approve(mina, check))).toBe('ALREADY_REVIEWED')
    expect((await stateOf({ member })).standing.state).toBe('waiting')
    expect(await approve(omar, check)).toMatchObject({ state: 'approved', approvals: 2 })
    expect(await codeOf(approve(mina, check))).toBe('IDENTITY_STEP')
    expect(await codeOf(refuse(mina, check))).toBe('IDENTITY_STEP')

    const { standing, check: kept } = await stateOf({ member })
    expect(standing.state).toBe('approved')
    expect(kept).toMatchObject({ state: 'approved', validUntil: '2040-05-03', name: 'Asha Rao' })
    expect(kept!.reviewer).toMatch(/^\d{2}$/)
    expect(kept!.looks).toEqual([
      { slot: 'front', reviewer: expect.stringMatching(/^\d{2}$/), at: expect.any(Number) },
    ])
    expect(kept!.erasedFrom! - kept!.decidedAt!).toBe(30 * DAY_MS)
    expect(JSON.stringify(kept)).not.toContain(mina.operatorId)
    const actions = await server.db.query<{ action: string }>(
      'select action from audit where subject = $1 order by audit_id',
      [`identity:${number}`],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'identity.read',
      'identity.look',
      'identity.approve',
      'identity.approve',
    ])
  })

  test('approved by two operators at once is approved once', async () => {
    const { check } = await submitted()
    const votes = await Promise.allSettled([mina, omar, mina, omar].map((one) => approve(one, check)))
    expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { timeline } = await omar.client.call(ENDPOINTS.identityShow, { number: check.number })
    expect(timeline.map(({ step }) => step)).toEqual(['waiting', 'first_approved', 'approved'])
  })

  test('by one operator refuses; the member reads why and can begin another check', async () => {
    const { member, check } = await submitted()
    await approve(mina, check)
    await refuse(omar, check)
    const { standing, check: refused } = await stateOf({ member })
    expect(standing.state).toBe('refused')
    expect(refused).toMatchObject({ reason: 'name_differs', note: 'The name is “N. J. Trading”.' })
    const next = await prepared()
    const uploads = await somePictures(server.url, member.client, 3)
    const pictures = SLOTS.map((slot, i) => ({ slot, upload: uploads[i]! }))
    const second = await submit({ member, input: { ...next.input, pictures } })
    expect(second.state).toBe('waiting')
    expect(second.id).not.toBe(check.id)
  })

  test('can ask for one picture again; an earlier approval does not count for the new one', async () => {
    const { member, check } = await submitted()
    const { number } = check
    await approve(mina, check)
    const asked = await omar.client.call(ENDPOINTS.identityAskAgain, {
      number,
      slots: ['selfie'],
      note: 'It is blurred.',
    })
    expect(asked.state).toBe('again')
    expect(await codeOf(approve(omar, check))).toBe('IDENTITY_STEP')
    const { check: again } = await stateOf({ member })
    expect(again).toMatchObject({ state: 'again', note: 'It is blurred.' })
    expect(again!.pictures).toEqual([
      { slot: 'front', state: 'kept' },
      { slot: 'address', state: 'kept' },
      { slot: 'selfie', state: 'again' },
    ])
    const [front, selfie] = await somePictures(server.url, member.client, 2)
    const send = (pictures: Input<Endpoints['identityAgain']>['pictures']) =>
      member.client.call(ENDPOINTS.identityAgain, { pictures, requestId: randomUUID() })
    expect(await codeOf(send([{ slot: 'front', upload: front! }]))).toBe('INPUT_INVALID')
    const sent = await send([{ slot: 'selfie', upload: selfie! }])
    expect(sent).toMatchObject({ state: 'waiting', note: null })
    expect(await send([{ slot: 'selfie', upload: selfie! }])).toEqual(sent)
    expect(await codeOf(send([{ slot: 'front', upload: front! }]))).toBe('IDENTITY_STEP')
    expect(await approve(mina, check)).toMatchObject({ state: 'waiting', approvals: 1 })
    expect(await approve(omar, check)).toMatchObject({ state: 'approved' })
  })

  test('names other members who showed the same document, however its number is written', async () => {
    const first = await submitted({ documentNumber: 'AB 123-456' })
    const second = await submitted({ documentNumber: 'ab123456' })
    const others = async ({ number }: Check) =>
      (await omar.client.call(ENDPOINTS.identityShow, { number })).sameDocument
    expect(await others(second.check)).toEqual([first.member.memberId])
    const third = await submitted({ documentNumber: 'ab১২৩-৪৫৬' })
    expect(await others(third.check)).toEqual([first.member.memberId, second.member.memberId].toSorted())
    // a release before kept what was typed, and its number may be erased
    await refuse(mina, first.check)
    const earlier = createHmac('sha256', Buffer.from(server.context.secrets.identityEncryption, 'hex'))
      .update('fairlot/identity/1\0passport\0AB১২৩৪৫৬')
      .digest()
    await server.owner.query(
      `with earlier as (update identity_check set fingerprint = $2 where number = $1 returning check_id)
       update identity_step s set fingerprint = $2 from earlier where s.check_id = earlier.check_id and s.seq = 1`,
      [first.check.number, earlier],
    )
    await server.owner.query(`select recount_history('identity_step')`)
    expect(await others(second.check)).toContain(first.member.memberId)
  })

  test('approves nobody under the age, and no document that has ended, at the time of the decision', async () => {
    const young = await submitted({ birthDate: '2006-01-01' })
    await adjust(server.context, { 'identity.minimumAge': '25' })
    expect(await codeOf(approve(mina, young.check))).toBe('UNDER_AGE')
    await adjust(server.context, { 'identity.minimumAge': '18' })
    expect(await approve(mina, young.check)).toMatchObject({ approvals: 1 })
    const soon = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
    const short = await submitted({ validUntil: soon })
    await endDocument(short.check)
    expect(await codeOf(approve(mina, short.check))).toBe('DOCUMENT_ENDED')
  })

  test('tells the member by a text message without saying what was decided', async () => {
    const { member, check } = await submitted()
    await refuse(omar, check)
    await server.context.jobs.drain()
    const [sms] = await server.db.query<{ body: string }>(
      'select * from sandbox_sms where phone = $1 order by sent_at desc limit 1',
      [member.phone],
    )
    expect(JSON.stringify(sms)).toContain('identity check')
  })
})

describe('an approved check', () => {
  test('ends with the document', async () => {
    const { member, check } = await submitted()
    await approve(mina, check)
    await approve(omar, check)
    await endDocument(check)
    expect((await stateOf({ member })).standing.state).toBe('expired')
    const uploads = await somePictures(server.url, member.client, 3)
    const { input } = await prepared()
    const pictures = SLOTS.map((slot, i) => ({ slot, upload: uploads[i]! }))
    expect(await submit({ member, input: { ...input, pictures } })).toMatchObject({ state: 'waiting' })
  })
})

describe('the retention', () => {
  test('erases pictures and number after its days; the name of an approved check stays until the account closes', async () => {
    const approved = await submitted()
    const refused = await submitted()
    await approve(mina, approved.check)
    await approve(omar, approved.check)
    await refuse(omar, refused.check)
    await adjust(server.context, { 'identity.retentionDays': '60' })
    const later = await submitted()
    await refuse(omar, later.check)
    await adjust(server.context, { 'identity.retentionDays': '30' })
    await server.database.advanceClock(31 * DAY_MS)
    await server.context.jobs.drain()
    const { identityChecks, identity } = server.context
    const rows = await server.db.query<{ number: string; named: boolean; numbered: boolean }>(
      `select number, sealed is not null as named, sealed_document is not null as numbered from identity_check
       where number = any($1)`,
      [[approved, refused, later].map(({ check }) => check.number)],
    )
    const of = ({ check }: { check: Check }) => rows.find(({ number }) => number === check.number)
    expect(of(approved)).toMatchObject({ named: true, numbered: false })
    expect(of(refused)).toMatchObject({ named: false, numbered: false })
    expect(of(later)).toMatchObject({ named: true, numbered: true })
    const row = approved.member
    const { check } = await row.client.call(ENDPOINTS.identityState, {}).catch(async () => {
      row.client.session = await identity.openSession(row.memberId)
      return row.client.call(ENDPOINTS.identityState, {})
    })
    expect(check!.pictures.every(({ state }) => state === 'erased')).toBe(true)
    expect(check).toMatchObject({ name: 'Asha Rao', erasedFrom: null })
    mina = await makeOperator(server, ['support'])
    omar = await makeOperator(server, ['owner'])
    const look = omar.client.call(ENDPOINTS.identityPicture, { number: approved.check.number, slot: 'front' })
    expect(await codeOf(look)).toBe('NO_SUCH_DATA')
    await server.db.tx((tx) => identityChecks.end(tx, row.memberId))
    expect(await identityChecks.names(server.db, [row.memberId])).toEqual(new Map())
  })

  test('of an account that closes ends an open check at once', async () => {
    const { member, check } = await submitted()
    await server.db.tx((tx) => server.context.identityChecks.end(tx, member.memberId))
    expect(await stateOf({ member })).toMatchObject({ standing: { state: 'none' }, check: null })
    const shown = await omar.client.call(ENDPOINTS.identityShow, { number: check.number })
    expect(shown).toMatchObject({ state: 'withdrawn', name: null, documentNumber: null })
    expect(shown.pictures.every(({ state }) => state === 'erased')).toBe(true)
  })
})

describe('a corruption', () => {
  let member: TestMember
  let check: Check
  beforeAll(async () => {
    ;({ member, check } = await submitted())
    await approve(mina, check)
    await approve(omar, check)
  })
  const refusedBy = (name: string) => [`refused: ${name}`]
  const titles = identityCheckChecks.map(({ title }) => title)
  const DENIED = [expect.stringMatching(/^refused: permission denied/)]
  const plant = (db: 'db' | 'owner', sql: string) =>
    planted(server[db], CHECKS, sql, [member.memberId, check.id])
  const at = 'member_id = $1 and check_id = $2'

  test('by the server role is refused by the database', async () => {
    expect(
      await plant('db', `update identity_check set state = 'refused', reason = 'other' where ${at}`),
    ).toEqual(refusedBy('identity_check_life'))
    expect(
      await plant('db', `update identity_check set erase_from = now() + interval '9 years' where ${at}`),
    ).toEqual(refusedBy('identity_check_life'))
    expect(await plant('db', `update identity_check set sealed = '\\x00' where ${at}`)).toEqual(
      refusedBy('identity_check_life'),
    )
    expect(await plant('db', `update identity_check set fingerprint = fingerprint where ${at}`)).toEqual(
      DENIED,
    )
    expect(await plant('db', `update identity_step set operator_id = null where ${at}`)).toEqual(DENIED)
    expect(await plant('db', `delete from identity_look where ${at}`)).toEqual(DENIED)
    expect(
      await plant('db', `insert into identity_notice values ('x', $2, '{}', now()), ('x', $1, '{}', now())`),
    ).toEqual([expect.stringMatching(/identity_notice_pkey/)])
  })

  test('by the owner of the schema is found by the doctor', async () => {
    expect(
      await plant(
        'owner',
        `update identity_step set operator_id = (select operator_id from identity_step
      where ${at} and step = 'first_approved') where ${at} and step = 'approved'`,
      ),
    ).toEqual([titles[0], titles[3]])
    expect(await plant('owner', `delete from identity_step where ${at} and step = 'approved'`)).toEqual(
      expect.arrayContaining([titles[0], titles[4]]),
    )
    expect(
      await plant('owner', `update identity_picture set state = 'erased' where ${at} and slot = 'front'`),
    ).toEqual([titles[5]])
    expect(await plant('owner', `delete from identity_picture where ${at} and slot = 'front'`)).toEqual([
      titles[6],
    ])
    expect(
      await plant(
        'owner',
        `insert into identity_look values ($1, $2, gen_random_uuid(), 'front', gen_random_uuid(), '99', now())`,
      ),
    ).toEqual([])
  })
})
