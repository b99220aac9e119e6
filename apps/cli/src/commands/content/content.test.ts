/** The commands of texts: what goes to the server, and what an operator is told. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loggedIn, testDesk } from '../../operate.fixture.ts'

test('a draft is set from a file, and what is missing or may be wrong is said', async () => {
  const desk = await loggedIn(testDesk())
  const file = path.join(path.dirname(desk.folder), 'terms.md')
  writeFileSync(file, '# Our terms\n')
  desk.answers['/operator/contentset'] = () => ({
    drafts: ['en-us'],
    missing: ['pt-br'],
    warnings: ['pt-br lacks figures of en-us: 77'],
  })
  const { status, out, notes } = await desk.run('content', 'set', 'terms', 'en-us', file)
  expect(status).toBe(0)
  const call = desk.heard.find((one) => one.path === '/operator/contentset')
  expect(call?.input).toEqual({ key: 'terms', language: 'en-us', text: '# Our terms\n' })
  expect(out).toContain('Drafts: en-us.')
  for (const said of ['read English in: pt-br', 'lacks figures of en-us: 77', 'content publish terms'])
    expect(out + notes).toContain(said)
  expect((await desk.run('content', 'set', 'terms', 'en-us', `${file}.none`)).notes).toContain(
    'cannot be read',
  )
})

test('the list and a text name the versions with their days', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/contentlist'] = () => ({
    items: [
      {
        key: 'terms',
        version: '13',
        coming: [{ version: 'house-1', at: 1_800_000_000_000 }],
        drafts: ['en-us'],
        missing: [],
        consent: true,
      },
    ],
  })
  desk.answers['/operator/contentshow'] = () => ({
    key: 'terms',
    language: 'en-us',
    version: null,
    markdown: '# Our terms',
    changedBy: { id: '0199aaaa-0000-7000-8000-000000000002', name: 'mina' },
    changedAt: 1_800_000_000_000,
    warnings: [],
    versions: [
      {
        version: 'house-1',
        builtIn: false,
        helps: false,
        languages: ['en-us'],
        hash: 'ab'.repeat(32),
        at: 1_800_000_000_000,
        publishedAt: 1_799_000_000_000,
        state: 'coming',
      },
    ],
  })
  expect((await desk.run('contents')).out).toMatch(/terms +13 +yes +house-1 2027-01-15/)
  const { out } = await desk.run('content', 'show', 'terms', 'en-us')
  for (const shown of ['draft', 'mina', '# Our terms', 'house-1', 'coming']) expect(out).toContain(shown)
})

test('an announcement is read from a file with its languages, and times are typed as such', async () => {
  const desk = await loggedIn(testDesk())
  const file = path.join(path.dirname(desk.folder), 'tonight.txt')
  writeFileSync(
    file,
    '[en-us] Closed tonight\nFor an hour.\n\nYour money is safe.\n[pt-br] Fechado hoje\nPor uma hora.\n',
  )
  desk.answers['/operator/announcementadd'] = () => ({
    state: 'requested',
    approval: null,
    oneTimePassword: null,
  })
  const add = (...more: string[]) => desk.run('announcement', 'add', file, '--reason', 'new servers', ...more)
  expect((await add('--until', 'tomorrow')).notes).toContain('--until is no time')
  expect((await add('--until', '2027-01-15T08:00Z')).status).toBe(0)
  const call = desk.heard.find((one) => one.path === '/operator/announcementadd')
  expect(call?.input).toMatchObject({
    texts: [
      { language: 'en-us', title: 'Closed tonight', text: 'For an hour.\n\nYour money is safe.' },
      { language: 'pt-br', title: 'Fechado hoje', text: 'Por uma hora.' },
    ],
    until: 1_800_000_000_000,
  })
  writeFileSync(file, 'Closed tonight')
  expect((await add('--until', '2027-01-15T08:00Z')).notes).toContain('does not begin with a language')
})
