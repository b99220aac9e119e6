/** A rule from its draft to the day on which members agree to it, and what the doctor finds when somebody changes it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { testClient } from '../../../testing/client.ts'
import { makeMember, somePhone, SOME_PASSWORD, type TestMember } from '../../../testing/factories.ts'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { refused } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { contentChecks, CONTENT_VERSIONS, RULES } from '../../content/index.ts'

let server: TestServer
let ada: OperatorClient
let bob: OperatorClient
let member: TestMember
beforeAll(async () => {
  server = await testServer({ settings: { 'identity.sessionIdleDays': '30' } })
  await server.context.content.begin()
  await server.context.content.begin()
  await owners()
})
afterAll(() => server.close())

/** New sessions of both owners: those before a step of the clock have ended. */
async function owners() {
  ada = (await makeOperator(server, ['owner'])).client
  bob = (await makeOperator(server, ['owner'])).client
}
const because = () => ({ reason: 'new terms', requestId: randomUUID() })
const BUILT_IN = RULES.terms.version
const daysAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const draft = (client: OperatorClient, key: RuleKey, text: string, language: 'en-us' | 'pt-br' = 'en-us') =>
  client.call(ENDPOINTS.contentSet, { key, language, text })
const approve = ({ approval }: { approval: { id: string } | null }) =>
  bob.call(ENDPOINTS.approvalApprove, { id: approval!.id })
const anonymous = (language: OfferedLanguage = 'en-us') => testClient({ url: server.url, language })
const shown = (key: RuleKey, language?: OfferedLanguage, version?: string) =>
  anonymous(language).call(ENDPOINTS.rule, { key, ...(version && { version }) })
const agreeTo = async () => (await member.client.call(ENDPOINTS.account, {})).agreeTo

const TERMS = `# Our terms

Of {company}.

## 1. Fees

A fee of 77 % and [the law](https://law.example/a).

- never more
- you are 18
`

test('before there are members, a rule comes into force at once', async () => {
  expect(await shown('event')).toMatchObject({ version: RULES.event.version, facts: null })
  await draft(ada, 'event', '# Events\n\nIntro.\n\n## 1. One\n\nText.')
  const request = await ada.call(ENDPOINTS.contentPublish, { key: 'event', from: daysAhead(0), ...because() })
  await approve(request)
  const { version, facts, sections } = await shown('event')
  expect([version, sections.map(({ text }) => text)]).toEqual(['house-1', ['Text.']])
  // what the software does is shown whatever the house writes
  expect(facts).toMatchObject({ version: RULES.event.version, title: RULES.event.texts['en-us'].title })
  expect(facts?.sections).toHaveLength(RULES.event.texts['en-us'].sections.length)
})

test('a draft that members could not be shown is refused', async () => {
  const text = (paragraph: string) => `# A\n\nB\n\n## C\n\n${paragraph}`
  const words = 'word '.repeat(1_001).trim()
  const items = Array.from({ length: 101 }, (_, at) => `- item ${at}`).join('\n')
  const address = `[x](https://law.example/${'a'.repeat(500)})`
  for (const long of [words, items, address, '*a* b '.repeat(101).trim()])
    expect(await refused(draft(ada, 'vip', text(long))), long.slice(0, 20)).toMatchObject({
      failure: { code: 'INPUT_INVALID', fields: { text: expect.any(String) as string } },
    })
})

test('drafts name what is missing and figures that may be wrong, and members do not see them', async () => {
  member = await makeMember(server)
  const editor = (await makeOperator(server, ['content'])).client
  expect(await refused(draft(editor, 'terms', '# A\n\nB\n\n## C\n\n<b>x</b>'))).toMatchObject({
    failure: { code: 'TEXT_NOT_ALLOWED', fields: { text: 'This text cannot have HTML (line 7).' } },
  })
  expect(await draft(editor, 'terms', TERMS)).toMatchObject({
    drafts: ['en-us'],
    warnings: ['en-us: no setting has these figures now: 77'],
  })
  const translated = await draft(editor, 'terms', TERMS.replace('77', '7').replace('Our', 'Nossos'), 'pt-br')
  expect(translated.missing).toEqual(['bn-bd', 'ar-sa', 'zh-cn', 'hi-in', 'id-id', 'vi-vn'])
  expect(translated.warnings.slice(1)).toEqual([
    'pt-br lacks figures of en-us: 77',
    'pt-br has figures that en-us has not: 7',
  ])
  expect(await shown('terms')).toMatchObject({ version: BUILT_IN })
  const list = await editor.call(ENDPOINTS.contentList, {})
  expect(list.items.find(({ key }) => key === 'terms')).toMatchObject({
    version: BUILT_IN,
    drafts: ['en-us', 'pt-br'],
    consent: true,
  })
  const text = await editor.call(ENDPOINTS.contentShow, {
    key: 'terms',
    language: 'pt-br',
    version: BUILT_IN,
  })
  expect(text.markdown).toContain(`# ${RULES.terms.texts['pt-br'].title}`)
})

test('two owners publish the drafts that both have seen, early enough', async () => {
  const publish = (from: string) => ada.call(ENDPOINTS.contentPublish, { key: 'terms', from, ...because() })
  expect(await refused(publish(daysAhead(13)))).toMatchObject({ code: 'NOTICE_TOO_SHORT' })
  const privacy = ada.call(ENDPOINTS.contentPublish, { key: 'privacy', from: daysAhead(20), ...because() })
  expect(await refused(privacy)).toMatchObject({ code: 'NOTHING_TO_PUBLISH' })
  const request = await publish(daysAhead(20))
  expect(request.approval!.params).toMatchObject({
    'members agree again': 'yes',
    'English instead of': 'bn-bd, ar-sa, zh-cn, hi-in, id-id, vi-vn',
  })
  await draft(ada, 'terms', `${TERMS}\n\n## 2. More\n\nText.`)
  expect(await refused(approve(request))).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await draft(ada, 'terms', TERMS)
  expect(await approve(request)).toMatchObject({ state: 'done' })

  const { version, versions } = await shown('terms')
  expect(version).toBe(BUILT_IN)
  expect(versions.map((one) => [one.version, one.coming])).toEqual([
    [BUILT_IN, false],
    ['house-1', true],
  ])
  expect(await shown('terms', 'vi-vn', 'house-1')).toMatchObject({ language: 'en-us', title: 'Our terms' })
  expect(await shown('terms', 'pt-br', 'house-1')).toMatchObject({
    title: 'Nossos terms',
    intro: 'Of ainda não informado.',
  })
  expect(await agreeTo()).toBeNull()
})

test('two owners take a version back before it is in force, and not later', async () => {
  await draft(ada, 'play', '# Play\n\nIntro.\n\n## 1. One\n\nText.')
  await approve(await ada.call(ENDPOINTS.contentPublish, { key: 'play', from: daysAhead(30), ...because() }))
  const back = (key: RuleKey) =>
    ada.call(ENDPOINTS.contentWithdraw, { key, version: 'house-1', ...because() })
  await approve(await back('play'))
  expect((await shown('play')).versions.map(({ version }) => version)).toEqual([RULES.play.version])
  expect(await refused(shown('play', 'en-us', 'house-1'))).toMatchObject({ code: 'NO_SUCH_DATA' })
  expect(await refused(back('play'))).toMatchObject({ code: 'IN_FORCE' })
  expect(await refused(back('event'))).toMatchObject({ code: 'IN_FORCE' })
})

test('from its day on members agree to it, and new members have to', async () => {
  await server.database.advanceClock(21 * DAY_MS)
  await server.context.content.refresh()
  await owners()
  const now = `house-1+${RULES.privacy.version}`
  expect(await shown('terms')).toMatchObject({ version: 'house-1', facts: null })
  expect((await anonymous().call(ENDPOINTS.system, {})).terms).toBe(now)
  expect(await agreeTo()).toBe(now)
  const agree = (terms: string) => member.client.call(ENDPOINTS.agree, { terms })
  expect(await refused(agree(BUILT_IN))).toMatchObject({ code: 'INPUT_INVALID' })
  const phone = somePhone()
  const input = { phone, code: '123456', password: SOME_PASSWORD, terms: BUILT_IN, adult: true as const }
  expect(await refused(anonymous().call(ENDPOINTS.register, input))).toMatchObject({
    failure: { fields: { terms: expect.any(String) } },
  })
  await agree(now)
  await agree(now)
  expect(await agreeTo()).toBeNull()
  expect(await server.db.query('select version from rule_consent')).toEqual([{ version: now }])

  // a change that only helps members needs neither notice nor consent
  await draft(ada, 'terms', TERMS.replace('77', '70'))
  const from = new Date(Date.now() + 21 * DAY_MS).toISOString().slice(0, 10)
  await approve(await ada.call(ENDPOINTS.contentPublish, { key: 'terms', from, helps: true, ...because() }))
  expect(await shown('terms')).toMatchObject({ version: 'house-2' })
  expect(await agreeTo()).toBeNull()
  // a later release does not bring its text into force
  await server.context.content.begin()
  expect((await shown('terms')).versions.map(({ version }) => version)).toEqual([
    BUILT_IN,
    'house-1',
    'house-2',
  ])
  expect(await shown('terms', 'en-us', BUILT_IN)).toMatchObject({
    version: BUILT_IN,
    title: RULES.terms.texts['en-us'].title,
  })
})

test('an announcement is shown to those whom it concerns, until its end', async () => {
  const editor = (await makeOperator(server, ['content'])).client
  const now = Date.now() + 21 * DAY_MS
  const closed = { language: 'en-us' as const, title: 'Closed tonight', text: 'For an hour.' }
  const hoje = { language: 'pt-br' as const, title: 'Fechado hoje', text: 'Por uma hora.' }
  const add = (more: object) =>
    editor.call(ENDPOINTS.announcementAdd, {
      texts: [closed, hoje],
      until: now + DAY_MS,
      ...because(),
      ...more,
    })
  for (const wrong of [{ texts: [hoje] }, { until: now - DAY_MS }, { until: now + 91 * DAY_MS }])
    expect(await refused(add(wrong)), JSON.stringify(wrong)).toMatchObject({ code: 'INPUT_INVALID' })
  for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
    expect(await refused(add({ link })), link).toMatchObject({ code: 'INPUT_INVALID' })
  // what a reader does not see, or sees in another order
  for (const hidden of ['\u202e', '\u2066', '\u0000', '\ufeff'])
    for (const field of ['title', 'text'] as const)
      expect(
        await refused(add({ texts: [{ ...closed, [field]: `Closed${hidden}` }] })),
        JSON.stringify(hidden),
      ).toMatchObject({ code: 'INPUT_INVALID' })
  const shownTo = async (language: OfferedLanguage) => {
    const client = testClient({ url: server.url, session: member.session, language })
    return (await client.call(ENDPOINTS.announcements, {})).items
  }
  const version = async () => {
    const rows = await server.db.query<{ version: bigint }>(CONTENT_VERSIONS('$1'), [[member.memberId]])
    return rows[0]!.version
  }
  const before = await version()
  const request = await add({ link: '/pages/mall/mall' })
  // the second operator reads every language, not only English
  expect(request.approval!.params).toMatchObject({
    'en-us title': 'Closed tonight',
    'en-us text': 'For an hour.',
    'pt-br title': 'Fechado hoje',
    'pt-br text': 'Por uma hora.',
    members: 'all',
  })
  expect(await shownTo('en-us')).toEqual([])
  await approve(request)
  await approve(await add({ country: 'VN' }))
  await approve(await add({ from: now + DAY_MS / 2 }))
  expect(await shownTo('pt-br')).toMatchObject([{ number: 1, ...hoje, link: '/pages/mall/mall' }])
  expect(await shownTo('vi-vn')).toMatchObject([{ number: 1, ...closed }])
  expect(await version()).toBe(before + 2n)

  const end = (number: number) => editor.call(ENDPOINTS.announcementEnd, { number, reason: 'open again' })
  expect(await end(1)).toMatchObject({ number: 1, state: 'ended' })
  expect(await shownTo('en-us')).toEqual([])
  expect(await version()).toBe(before + 4n)
  expect(await refused(end(1))).toMatchObject({ code: 'NO_SUCH_DATA' })
  const { items } = await editor.call(ENDPOINTS.announcementList, {})
  expect(items.map(({ number, state }) => [number, state])).toEqual([
    [3, 'coming'],
    [2, 'shown'],
    [1, 'ended'],
  ])
})

const HISTORY = 'no row of the published texts was changed or removed'
const REQUESTED =
  'every text of the house was requested by one owner and approved by another, with its hash and date'
const RELEASE = 'every text of the release is recorded as the release has it'
const forged = `jsonb_build_object('en-us', '# Forged')`
const hashOf = (texts: string) => `sha256(convert_to((${texts})::text, 'UTF8'))`
const insert = (version: string, approval: string) => `
  insert into rule_version (rule, number, version, texts, hash, helps, notice_days, in_force_at, approval_id)
  select 'terms', 9, '${version}', ${forged}, ${hashOf(forged)}, true, 0, business_now(), ${approval}`

test.each([
  [
    'owner',
    'another text',
    `update rule_version set texts = ${forged} where version = 'house-1'`,
    'refused: rule_version_hash',
  ],
  [
    'owner',
    'another text with its hash',
    `update rule_version set texts = ${forged}, hash = ${hashOf(forged)} where rule = 'terms' and version = 'house-1'`,
    HISTORY,
  ],
  [
    'owner',
    'an earlier day',
    `update rule_version set in_force_at = published_at, notice_days = 0 where rule = 'terms' and version = 'house-1'`,
    REQUESTED,
  ],
  [
    'owner',
    'another text of the release',
    `update rule_version set texts = ${forged}, hash = ${hashOf(forged)} where rule = 'draw'`,
    RELEASE,
  ],
  [
    'owner',
    'a version that is gone',
    `delete from rule_version where rule = 'terms' and version = 'house-2'`,
    HISTORY,
  ],
  [
    'owner',
    'a consent that is gone',
    'delete from rule_consent',
    'no row of what members agreed to was changed or removed',
  ],
  [
    'app',
    'a changed text',
    `update rule_version set texts = ${forged}`,
    'refused: permission denied for table rule_version',
  ],
  ['app', 'a text without owners', insert('house-9', 'null'), 'refused: rule_version_name'],
  [
    'app',
    'a text of another request',
    insert('house-9', `approval_id from approval where action = 'rule.withdraw'`),
    REQUESTED,
  ],
  ['app', 'a text of a later release', insert('99', 'null'), RELEASE],
  [
    'app',
    'a consent to nothing',
    `insert into rule_consent (member_id, version) select member_id, 'house-7' from member limit 1`,
    'members agreed to the texts that were in force',
  ],
  [
    'app',
    'a text in force that is taken back',
    `insert into rule_withdrawal (rule, number, approval_id) select 'terms', 2, approval_id from approval limit 1`,
    'refused: rule_withdrawal_before',
  ],
  [
    'owner',
    'another announcement',
    `update announcement set link = '/pages/fair/fair'`,
    'every announcement was requested by one operator and approved by another, as it is',
  ],
  [
    'owner',
    'an end that is gone',
    'delete from announcement_end',
    'no row of the ends of announcements was changed or removed',
  ],
  [
    'app',
    'a changed announcement',
    `update announcement set ends_at = ends_at + interval '1 hour'`,
    'refused: permission denied for table announcement',
  ],
  [
    'app',
    'an announcement with the request of another',
    `insert into announcement (number, texts, hash, starts_at, ends_at, approval_id) select 9, texts, hash, starts_at, ends_at, (select approval_id from approval where action = 'rule.withdraw') from announcement limit 1`,
    'every announcement was requested by one operator and approved by another, as it is',
  ],
  [
    'app',
    'an end that nobody made',
    `insert into announcement_end (number, ends_at, operator_id) select 2, business_now() + interval '9 days', operator_id from operator limit 1`,
    'every other end of an announcement is in the audit log',
  ],
] as const)('finds, planted by the %s: %s', async (role, _, sql, found) => {
  const db = role === 'app' ? server.db : server.owner
  expect(await planted(server.owner, contentChecks, 'select 1')).toEqual([])
  expect(await planted(db, contentChecks, sql)).toContain(found)
})
