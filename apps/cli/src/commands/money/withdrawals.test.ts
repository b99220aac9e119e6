/** The commands of withdrawals: what operators read, are asked, and what goes to the server. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loggedIn, lost, refuse, testDesk, type TestDesk } from '../../operate.fixture.ts'

const NUMBER = 'W0199ABCDEF01'
const MEMBER = '0199aaaa-0000-7000-8000-000000000002'
const LINE = {
  number: NUMBER,
  member: MEMBER,
  amount: '200.0000',
  fee: '10.0000',
  net: '190.0000',
  account: { kind: 'upi', label: null, masked: 'as***@okbank' },
  recharge: null,
  holder: 'partly',
  status: 'processing',
  stage: 'waiting',
  approvals: 0,
  approvalsNeeded: 2,
  createdAt: 1_800_000_000_000,
  finishedAt: null,
  ageHours: 3,
  age: 'late',
}
const SHOWN = {
  ...LINE,
  phone: '+88017*****01',
  reason: null,
  note: null,
  facts: [{ name: 'payout account', value: 'added 20 min ago, never paid before', warns: true }],
  reference: null,
  batch: null,
  finishedAt: null,
  refund: null,
  timeline: [
    { step: 'processing', reason: null, by: null, at: 1_800_000_000_000 },
    { step: 'first_approved', reason: null, by: { id: MEMBER, name: 'mina' }, at: 1_800_000_100_000 },
  ],
}

async function desk(person = false): Promise<TestDesk> {
  const made = await loggedIn(testDesk(person))
  made.answers['/operator/withdrawalshow'] = () => SHOWN
  return made
}
const heard = ({ heard: calls }: TestDesk, call: string) =>
  calls.filter((one) => one.path === `/operator/${call}`).map(({ input }) => input)
const fileIn = (made: TestDesk, name: string) => path.join(path.dirname(made.folder), name)

test('lists what was paid within some days, with the end', async () => {
  const made = await desk()
  const paid = { ...LINE, status: 'success', stage: null, finishedAt: 1_800_000_100_000 }
  made.answers['/operator/withdrawallist'] = () => ({ items: [paid], next: null })
  const { out } = await made.run(
    'withdrawal',
    'list',
    '--stage',
    'paid',
    '--from',
    '2026-11-01',
    '--to',
    '2026-11-30',
  )
  expect(out).toMatch(new RegExp(`${NUMBER} +success +\\d`))
  expect(heard(made, 'withdrawallist')).toMatchObject([
    { stage: 'paid', from: '2026-11-01', to: '2026-11-30' },
  ])
})

test('the list marks what waits too long', async () => {
  const made = await desk()
  made.answers['/operator/withdrawallist'] = () => ({
    items: [LINE, { ...LINE, age: 'overdue' }],
    next: null,
  })
  const { status, out } = await made.run('withdrawals', '--stage', 'waiting')
  expect(status).toBe(0)
  expect(heard(made, 'withdrawallist')).toMatchObject([{ stage: 'waiting' }])
  for (const text of [
    NUMBER,
    '0 of 2',
    '190.0000',
    'as***@okbank',
    'over 2 h',
    'over 2 working days',
    'partly the checked name',
  ])
    expect(out).toContain(text)
})

test('one is shown with its timeline and the operators in it', async () => {
  const made = await desk()
  const { out } = await made.run('withdrawal', 'show', NUMBER)
  for (const text of ['+88017*****01', 'applied', 'the member', 'first approved', 'mina'])
    expect(out).toContain(text)
})

test('the account in the clear needs a reason', async () => {
  const made = await desk()
  made.answers['/operator/withdrawalreveal'] = () => ({
    number: NUMBER,
    kind: 'upi',
    fields: [{ field: 'number', value: 'asha@okbank' }],
  })
  expect((await made.run('withdrawal', 'reveal', NUMBER)).status).toBe(2)
  const { out } = await made.run('withdrawal', 'reveal', NUMBER, '--reason', 'the bank asks')
  expect(out).toContain('asha@okbank')
  expect(heard(made, 'withdrawalreveal')).toEqual([{ number: NUMBER, reason: 'the bank asks' }])
})

test('a stuck refund is shown with what the company said, and its end is requested', async () => {
  const made = await desk()
  const notice = {
    refund: 're_77',
    amount: '150.0000',
    currency: 'VND',
    outcome: 'mismatch',
    at: 1_800_000_000_000,
  }
  const refund = { company: 'sandbox', stuck: true, fault: 'Error: account closed', notices: [notice] }
  made.answers['/operator/withdrawalshow'] = () => ({ ...SHOWN, refund })
  const { out } = await made.run('withdrawal', 'show', NUMBER)
  for (const text of ['by sandbox, stuck', 'account closed', 're_77', '150.0000 VND', 'mismatch'])
    expect(out).toContain(text)
  const asked = () => ({ state: 'requested', approval: null, oneTimePassword: null })
  made.answers['/operator/refundpaid'] = asked
  made.answers['/operator/refundfailed'] = asked
  expect((await made.run('refund', 'paid', NUMBER, '--reason', 'as they say')).status).toBe(2)
  await made.run('refund', 'paid', NUMBER, '--reference', 're_77', '--reason', 'as they say')
  const said = ['--note', 'Please call us.', '--reason', 'as they say']
  const { out: failed } = await made.run('refund', 'failed', NUMBER, ...said)
  expect(failed).toContain('Another operator must approve it.')
  expect(heard(made, 'refundpaid')).toMatchObject([{ number: NUMBER, reference: 're_77' }])
  expect(heard(made, 'refundfailed')).toMatchObject([{ number: NUMBER, note: 'Please call us.' }])
})

describe('a decision', () => {
  test('shows phone, amount, account and what was found, and asks; another answer than yes changes nothing', async () => {
    const made = await desk(true)
    made.typed.push('n')
    const { status, out, notes } = await made.run('withdrawal', 'approve', NUMBER)
    expect(status).not.toBe(0)
    for (const text of [
      '+88017*****01',
      '200.0000 VND, play money',
      'as***@okbank',
      '! payout account  added 20 min ago',
    ])
      expect(out).toContain(text)
    expect(made.questions.at(-1)).toContain('Approve this withdrawal?')
    expect(notes).toContain('The withdrawal is unchanged.')
    expect(heard(made, 'withdrawalapprove')).toEqual([])
  })

  test('of the first operator says that another one must approve, and the server refuses the same one', async () => {
    const made = await desk()
    made.answers['/operator/withdrawalapprove'] = () => ({ ...SHOWN, stage: 'first_approved' })
    expect((await made.run('withdrawal', 'approve', NUMBER, '--yes')).out).toContain('Another operator')
    const message = 'You have approved this withdrawal. Another operator must approve it too.'
    made.answers['/operator/withdrawalapprove'] = () => refuse({ code: 'ALREADY_APPROVED', message })
    expect(await made.run('withdrawal', 'approve', NUMBER, '--yes')).toMatchObject({
      status: 1,
      notes: message,
    })
  })

  test('that rejects, and a payment, are sent again with the same request id after a lost answer', async () => {
    const made = await desk()
    const commands = [
      ['withdrawalreject', 'withdrawal', 'reject', NUMBER, 'identity', '--note', 'Please call us.', '--yes'],
      ['withdrawalpaid', 'withdrawal', 'paid', NUMBER, '--reference', 'UTR 1', '--yes'],
    ] as const
    for (const [call, ...words] of commands) {
      made.answers[`/operator/${call}`] = lost
      expect((await made.run(...words)).status).not.toBe(0)
      made.answers[`/operator/${call}`] = () => SHOWN
      expect((await made.run(...words)).status).toBe(0)
      const ids = heard(made, call).map((input) => input['requestId'])
      expect(new Set(ids).size).toBe(1)
    }
  })
})

describe('the export', () => {
  const FILE = { batch: MEMBER, withdrawals: 1, amount: '190.0000', dust: '0.0095', csv: 'withdrawal\r\n' }

  test('writes a file that only the operator can read, and names what rounding left out', async () => {
    const made = await desk()
    made.answers['/operator/withdrawalexport'] = () => FILE
    const file = fileIn(made, 'bank.csv')
    const { status, out } = await made.run('withdrawals', 'export', '--file', file, '--yes')
    expect(status).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(FILE.csv)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const text of [MEMBER, '190.0000', '0.0095']) expect(out).toContain(text)
  })

  test('overwrites no file, and asks the server nothing then', async () => {
    const made = await desk()
    const file = fileIn(made, 'there.csv')
    writeFileSync(file, 'mine')
    expect((await made.run('withdrawals', 'export', '--file', file, '--yes')).notes).toContain('exists')
    expect(heard(made, 'withdrawalexport')).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('of an earlier export is written again by its id; --json names the file and keeps the accounts out', async () => {
    const made = await desk()
    made.answers['/operator/withdrawalexport'] = () => FILE
    const file = fileIn(made, 'again.csv')
    const { out } = await made.run('withdrawals', 'export', '--file', file, '--batch', MEMBER, '--json')
    expect(heard(made, 'withdrawalexport')).toEqual([{ requestId: MEMBER }])
    const { csv: _, ...rest } = FILE
    expect(JSON.parse(out)).toEqual({ ...rest, file })
  })
})

describe('the import', () => {
  test('sends a long file in parts, numbers the lines through, and fails when a line was refused', async () => {
    const made = await desk()
    const file = fileIn(made, 'results.csv')
    writeFileSync(file, Array.from({ length: 450 }, (_, n) => `${NUMBER},paid,UTR ${n}`).join('\n'))
    made.answers['/operator/withdrawalimport'] = ({ csv }) => {
      const count = String(csv).split('\n').length
      const lines = [{ line: count, number: NUMBER, result: 'refused', problem: 'step' }]
      return { lines }
    }
    const { status, out, notes } = await made.run('withdrawals', 'import', file, '--yes')
    expect(status).toBe(1)
    expect(heard(made, 'withdrawalimport')).toHaveLength(3)
    for (const line of ['200', '400', '450']) expect(out).toMatch(new RegExp(`^ *${line} +W0199`, 'm'))
    expect(out).toContain('the withdrawal is at another step')
    expect(notes).toContain('3 of 3 lines were refused.')
  })

  test('asks before it enters anything, and names a file that it cannot read', async () => {
    const made = await desk(true)
    const file = fileIn(made, 'two.csv')
    writeFileSync(file, `${NUMBER},paid,UTR 1\n${NUMBER},failed,other,a note\n`)
    made.typed.push('')
    expect((await made.run('withdrawals', 'import', file)).notes).toContain('Nothing was entered.')
    expect(made.questions.at(-1)).toContain('Enter 1 paid and 1 failed withdrawals')
    expect(heard(made, 'withdrawalimport')).toEqual([])
    expect((await made.run('withdrawals', 'import', `${file}.none`)).notes).toContain('cannot be read')
  })
})
