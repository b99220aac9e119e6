/** The commands of identity checks: what operators read, are asked, and what goes to the server. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loggedIn, testDesk, type TestDesk } from '../../operate.fixture.ts'

const NUMBER = 'C0199ABCDEF01'
const MEMBER = '0199aaaa-0000-7000-8000-000000000002'
const by = { id: MEMBER, name: 'mina' }
const LINE = {
  number: NUMBER,
  member: MEMBER,
  document: 'national_id',
  state: 'waiting',
  decidedBy: 'manual',
  approvals: 1,
  createdAt: 1_800_000_000_000,
  ageHours: 3,
  age: 'late',
}
const SHOWN = {
  ...LINE,
  phone: '+88017*****01',
  name: 'Asha Rao',
  birthDate: '1990-05-03',
  years: 36,
  documentNumber: 'K 123',
  validUntil: '2031-05-03',
  sameDocument: [MEMBER],
  pictures: [{ slot: 'front', state: 'kept', width: 1600, height: 1000 }],
  reason: null,
  note: null,
  decidedAt: null,
  erasedFrom: null,
  timeline: [
    { step: 'waiting', by: null, at: 1_800_000_000_000 },
    { step: 'first_approved', by, at: 1_800_000_200_000 },
  ],
  looks: [{ slot: 'front', by, at: 1_800_000_100_000 }],
}

async function desk(person = false): Promise<TestDesk> {
  const made = await loggedIn(testDesk(person))
  made.answers['/operator/identityshow'] = () => SHOWN
  return made
}
const heard = ({ heard: calls }: TestDesk, call: string) =>
  calls.filter((one) => one.path === `/operator/${call}`).map(({ input }) => input)
const fileIn = (made: TestDesk, name: string) => path.join(path.dirname(made.folder), name)

test('the list names what waits, without names of members', async () => {
  const made = await desk()
  made.answers['/operator/identitylist'] = () => ({ items: [LINE], next: null })
  const { status, out } = await made.run('identity', 'list')
  expect(status).toBe(0)
  for (const text of [NUMBER, 'national id', 'two operators', '1 of 2', 'over 2 h'])
    expect(out).toContain(text)
})

test('one is shown with person, pictures, decisions and looks in their order', async () => {
  const { out } = await (await desk()).run('identity', 'show', NUMBER)
  for (const text of ['Asha Rao', '36 years', 'K 123', 'other members', '1600 × 1000'])
    expect(out).toContain(text)
  expect(out.indexOf('opened front')).toBeLessThan(out.indexOf('first approved'))
})

test('a picture is written into a new file that only the operator can read', async () => {
  const made = await desk()
  const base64 = Buffer.from('the picture').toString('base64')
  made.answers['/operator/identitypicture'] = () => ({
    number: NUMBER,
    slot: 'front',
    type: 'image/webp',
    width: 1600,
    height: 1000,
    sha256: 'ab'.repeat(32),
    base64,
  })
  const file = fileIn(made, 'front.webp')
  const { status, out } = await made.run('identity', 'save', NUMBER, 'front', '--file', file)
  expect(status).toBe(0)
  expect(out).toContain('Delete it after the decision')
  expect(readFileSync(file, 'utf8')).toBe('the picture')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(heard(made, 'identitypicture')).toEqual([{ number: NUMBER, slot: 'front' }])
  writeFileSync(file, 'mine')
  expect((await made.run('identity', 'save', NUMBER, 'front', '--file', file)).notes).toContain('exists')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(heard(made, 'identitypicture')).toHaveLength(1)
})

test('a decision shows person and document and asks; another answer than yes changes nothing', async () => {
  const made = await desk(true)
  made.typed.push('n')
  const { out, notes } = await made.run('identity', 'approve', NUMBER)
  expect(out).toContain('Asha Rao')
  expect(made.questions.at(-1)).toContain('Do the pictures show this person')
  expect(notes).toContain('The identity check is unchanged.')
  expect(heard(made, 'identityapprove')).toEqual([])
})

test('the first approval says that another operator must approve; a refusal takes reason and note', async () => {
  const made = await desk()
  made.answers['/operator/identityapprove'] = () => SHOWN
  expect((await made.run('identity', 'approve', NUMBER, '--yes')).out).toContain('Another operator')
  made.answers['/operator/identityapprove'] = () => ({ ...SHOWN, state: 'approved' })
  expect((await made.run('identity', 'approve', NUMBER, '--yes')).out).toContain('is approved')
  expect((await made.run('identity', 'refuse', NUMBER, 'unreadable', '--yes')).status).toBe(2)
  made.answers['/operator/identityrefuse'] = () => SHOWN
  await made.run('identity', 'refuse', NUMBER, 'unreadable', '--note', 'It is blurred.', '--yes')
  expect(heard(made, 'identityrefuse')).toEqual([
    { number: NUMBER, reason: 'unreadable', note: 'It is blurred.' },
  ])
  made.answers['/operator/identityaskagain'] = () => SHOWN
  await made.run('identity', 'again', NUMBER, 'back,selfie', '--note', 'Please without flash.')
  expect(heard(made, 'identityaskagain')).toEqual([
    { number: NUMBER, slots: ['back', 'selfie'], note: 'Please without flash.' },
  ])
})
