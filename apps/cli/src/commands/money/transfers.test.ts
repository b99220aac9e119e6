/** The commands for recharges by transfer. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loggedIn, refuse, testDesk, type TestDesk } from '../../operate.fixture.ts'

const NUMBER = 'R0123456789AB'
const ID = '01900000-0000-7000-8000-000000000001'
const LISTED = {
  number: NUMBER,
  member: ID,
  amount: '500.0000',
  credited: null,
  kind: 'bank',
  account: 'bank-one',
  reference: 'FL7K2M9QX',
  status: 'processing',
  reason: null,
  createdAt: 1_800_000_000_000,
  expiresAt: 1_800_200_000_000,
  proof: { reference: 'UTR 4711', slip: true, at: 1_800_000_000_000 },
  ageHours: 3,
  age: 'late',
}
const LINE = {
  id: ID,
  account: 'bank-one',
  bookedOn: '2026-11-20',
  amount: '500.0000',
  currency: 'VND',
  text: 'rent',
  transaction: 'TX 1',
  reason: 'none',
  outcome: null,
  recharge: null,
  at: 1_800_000_000_000,
}
const SHOWN = {
  ...LISTED,
  phone: '+88017*****01',
  payer: [{ field: 'name', masked: 'A•••• R••••' }],
  proofs: [{ number: 1, reference: 'UTR 4711', slip: true, at: 1_800_000_000_000 }],
  lines: [],
  timeline: [{ state: 'processing', reason: null, at: 1_800_000_000_000 }],
}
const DONE = { state: 'done', approval: null, oneTimePassword: null }
const IMPORTED = {
  id: ID,
  account: 'bank-one',
  source: 'file',
  name: 'november.csv',
  by: null,
  lines: 3,
  newLines: 2,
  debits: 1,
  skipped: 0,
  matched: 1,
  waiting: 1,
  toConfirm: { lines: 0, amount: '0.0000' },
  confirmedBy: null,
  at: 1_800_000_000_000,
  repeated: false,
}

const desk = async (): Promise<TestDesk> => {
  const made = await loggedIn(testDesk(false))
  made.answers['/operator/rechargeshow'] = () => SHOWN
  return made
}
const heard = ({ heard: calls }: TestDesk, call: string) =>
  calls.filter((one) => one.path === `/operator/${call}`).map(({ input }) => input)
const fileIn = (made: TestDesk, name: string) => path.join(path.dirname(made.folder), name)

test('the list marks proofs that wait too long, and one is shown with what the member sent', async () => {
  const made = await desk()
  made.answers['/operator/rechargelist'] = () => ({
    items: [LISTED, { ...LISTED, age: 'overdue' }],
    next: null,
  })
  const { out } = await made.run('recharges')
  for (const text of [NUMBER, 'FL7K2M9QX', 'UTR 4711, slip', 'over 2 h', 'over 2 working days'])
    expect(out).toContain(text)
  const shown = await made.run('recharge', 'show', NUMBER)
  for (const text of ['+88017*****01', 'name A•••• R••••', 'No line of a statement credited it.'])
    expect(shown.out).toContain(text)
})

test('a statement is sent whole and compressed, and the answer says what to look at', async () => {
  const made = await desk()
  made.answers['/operator/statementimport'] = () => IMPORTED
  const file = fileIn(made, 'november.csv')
  const csv = 'date,amount\n2026-11-20,500.00\n'
  writeFileSync(file, csv)
  const { status, out } = await made.run(
    'statement',
    'import',
    file,
    '--account',
    'bank-one',
    '--decimal',
    '.',
    '--yes',
  )
  expect(status).toBe(0)
  const [input] = heard(made, 'statementimport')
  expect(input).toMatchObject({ account: 'bank-one', name: 'november.csv', decimal: '.' })
  expect(gunzipSync(Buffer.from(String(input!['content']), 'base64')).toString()).toBe(csv)
  expect(out).toMatch(/credited\s+1/)
  expect(out).toMatch(/wait for you\s+1/)
  expect(
    (await made.run('statement', 'import', fileIn(made, 'none.csv'), '--account', 'bank-one', '--yes'))
      .status,
  ).not.toBe(0)
})

test('a slip is written into a new file that only the operator reads', async () => {
  const made = await desk()
  made.answers['/operator/rechargeslip'] = () => ({
    number: NUMBER,
    proof: 1,
    type: 'image/webp',
    content: Buffer.from('picture').toString('base64'),
  })
  const file = fileIn(made, 'slip.webp')
  const command = ['recharge', 'slip', NUMBER, '--file', file, '--reason', 'to find it'] as const
  expect((await made.run(...command)).status).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('picture')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await made.run(...command)).status).not.toBe(0)
  expect(heard(made, 'rechargeslip')).toHaveLength(1)
  expect(existsSync(file)).toBe(true)
})

test('lines are listed with the reason, matched after a look at the top-up, and dismissed', async () => {
  const made = await desk()
  made.answers['/operator/statementlines'] = () => ({ items: [LINE], next: null })
  made.answers['/operator/statementmatch'] = () => DONE
  made.answers['/operator/statementdismiss'] = () => DONE
  expect((await made.run('statement', 'lines', '--account', 'bank-one')).out).toContain(
    'no reference of a top-up',
  )
  const matched = await made.run('statement', 'match', ID, NUMBER, '--reason', 'same name', '--yes')
  expect(matched.out).toContain('FL7K2M9QX')
  expect(matched.out).toContain('The top-up is credited.')
  expect(heard(made, 'statementmatch')).toMatchObject([{ line: ID, number: NUMBER, reason: 'same name' }])
  const dismissed = await made.run('statement', 'dismiss', ID, '--reason', 'rent', '--yes')
  expect(dismissed.out).toContain(`The line ${ID} is dismissed.`)
})

test('an account is requested with its lines', async () => {
  const made = await desk()
  made.answers['/operator/receivingadd'] = () => DONE
  const { status } = await made.run(
    'receiving',
    'add',
    'bank-one',
    'bank',
    '--label',
    'Test Bank',
    '--holder',
    'Fairlot',
    '--bank',
    'Test Bank',
    '--bank-code',
    'TEST01',
    '--number',
    '00112233',
    '--reason',
    'opening',
  )
  expect(status).toBe(0)
  expect(heard(made, 'receivingadd')).toMatchObject([
    {
      code: 'bank-one',
      kind: 'bank',
      lines: { holder: 'Fairlot', bank: 'Test Bank', bankCode: 'TEST01', number: '00112233' },
    },
  ])
})

test('an account without a line of its kind is refused with the options, before anything is sent', async () => {
  const made = await desk()
  const add = (...given: string[]) =>
    made.run('receiving', 'add', 'upi-one', 'upi', '--label', 'UPI', '--reason', 'opening', ...given)
  const { status, notes } = await add('--holder', 'Fairlot', '--number', '00112233')
  expect(status).not.toBe(0)
  expect(notes).toContain('upi needs --upi. upi has no --number.')
  expect(heard(made, 'receivingadd')).toEqual([])
  const fields = { 'lines.upi': 'This is not valid.' }
  made.answers['/operator/receivingadd'] = () => refuse({ code: 'INPUT_INVALID', message: 'Please.', fields })
  expect((await add('--holder', 'Fairlot', '--upi', 'x')).notes).toContain('--upi: This is not valid.')
})

test('large lines of an import are confirmed by another operator, who is asked first', async () => {
  const made = await loggedIn(testDesk(true))
  const toConfirm = { lines: 2, amount: '7000.0000' }
  made.answers['/operator/statementlist'] = () => ({
    items: [
      { ...IMPORTED, waiting: 3, toConfirm },
      { ...IMPORTED, confirmedBy: { id: ID, name: 'omar' } },
    ],
    next: null,
  })
  const { out } = await made.run('statements')
  expect(out).toContain(`confirm ${ID}`)
  expect(out).toContain('confirmed by omar')
  made.answers['/operator/statementconfirm'] = () => ({ ...IMPORTED, matched: 3 })
  made.typed.push('n')
  const { notes } = await made.run('statement', 'confirm', ID)
  expect(notes).toContain('Nothing was credited.')
  expect(made.questions.at(-1)).toContain("Does the bank's own statement have every line")
  expect((await made.run('statement', 'confirm', ID, '--yes')).out).toContain('Its credited lines: 3.')
  const calls = made.heard.filter((one) => one.path === '/operator/statementconfirm')
  expect(calls.map(({ input }) => input['statement'])).toEqual([ID])
})

test('a method is changed in what is named, and keeps the rest', async () => {
  const made = await loggedIn(testDesk())
  const method = {
    method: 'bank',
    kind: 'bank',
    enabled: true,
    required: ['name'],
    optional: [],
    delay: { fromMinutes: 60, toMinutes: 1440 },
  }
  made.answers['/operator/methodlist'] = () => ({ items: [method] })
  expect((await made.run('methods')).out).toContain('60 to 1440')
  made.answers['/operator/methodchange'] = () => DONE
  const change = (...words: string[]) =>
    made.run('method', 'change', 'bank', ...words, '--reason', 'as agreed')
  expect((await change('--also', 'email,taxId', '--minutes', '5-30')).out).toContain('is changed')
  expect(await change('--asks', 'none')).toMatchObject({ status: 0, notes: '' })
  expect((await change('--minutes', 'soon')).notes).toContain('a range such as 60-1440')
  const calls = made.heard.filter((one) => one.path === '/operator/methodchange')
  expect(calls.map(({ input }) => input)).toMatchObject([
    { method: 'bank', required: 'name', optional: 'email,taxId', delayFrom: 5, delayTo: 30 },
    { required: '', optional: '', delayFrom: 60, delayTo: 1440 },
  ])
  expect((await made.run('method', 'change', 'cash', '--reason', 'as agreed')).notes).toContain(
    'no method cash',
  )
})
