/** The path of operators at the command line: from the first start to house funding by two operators. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { testClient } from '@fairlot/server/testing/client'
import { makePayout, makeWithdrawal } from '@fairlot/server/testing/made/payouts'
import { openTransfer, statementOf } from '@fairlot/server/testing/made/transfers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage } from './support/backstage.ts'
import { operatorPerson, type OperatorPerson, type Ran } from './support/operators.ts'
import { run } from './support/run.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'

const REASON = ['--reason', 'the journey']
const MINAS = 'copper violet 77 harbour'
const FUND = ['fund', 'bankroll', '5000', '--reference', 'B-2041', ...REASON]

let server: ServerProcess
let folder: string
let owner: OperatorPerson
let mina: OperatorPerson

beforeAll(async () => {
  server = await serverProcess()
  await server.start()
  folder = path.join(server.dataDir, 'desk')
  owner = operatorPerson(server.url, folder, 'owner')
  mina = operatorPerson(server.url, folder, 'mina')
})
afterAll(() => server?.dispose())

function expectDone({ code, out, notes }: Ran): string {
  expect(code, out + notes).toBe(0)
  return out
}

/** The one-time password in an output. */
function oneTimeIn(text: string): string {
  const found = /one-time password:?\s+(\S+)/.exec(text)?.[1]
  if (found === undefined) throw new Error(`no one-time password is shown in:\n${text}`)
  return found
}

/** The id of the first approval request in an output. */
function requestIn(text: string): string {
  const found = /^request\s+(\S+)$/m.exec(text)?.[1]
  if (found === undefined) throw new Error(`no request is named in:\n${text}`)
  return found
}

test('the first owner sets up with the one-time password of the first start', async () => {
  const oneTime = oneTimeIn(server.said())
  const wrong = await owner.run(['login', 'owner'], { password: 'not-this-one' })
  expect(wrong.code).toBe(1)
  expect(wrong.notes).toContain('The account or password is wrong.')
  expect(expectDone(await owner.run(['login', 'owner'], { password: oneTime }))).toContain('-- setup')
  const early = await owner.run(['house'])
  expect(early).toMatchObject({
    code: 1,
    out: '',
    notes:
      'Set your own password and second factor first.\nSet them: npm run operator -- setup --profile owner\n',
  })
  expect(expectDone(await owner.setUp('marrow quince 41 lantern'))).toContain('Setup is complete.')
  expect(expectDone(await owner.run(['whoami']))).toMatch(/^roles +owner$/m)
  expect(expectDone(await owner.run(['sessions']))).toMatch(/Command line · \S+ +this one$/m)
  // The one-time password is used up.
  const again = operatorPerson(server.url, folder, 'again')
  expect((await again.run(['login', 'owner'], { password: oneTime })).code).toBe(1)
})

test('the owner adds a finance operator, who sets up', async () => {
  const add = ['staff', 'add', 'mina', '--full-name', 'Mina Rahman', '--roles', 'finance', ...REASON]
  const password = oneTimeIn(expectDone(await owner.run(add)))
  expect((await owner.run(add)).notes).toContain('This name is already taken.')
  expectDone(await mina.run(['login', 'mina'], { password }))
  expectDone(await mina.setUp(MINAS))
  const staff = expectDone(await owner.run(['staff', 'list']))
  expect(staff).toMatch(/^mina +Mina Rahman +finance +active /m)
  // The help names the roles of a command that her roles do not allow, and the server refuses it.
  expect(expectDone(await mina.run(['help']))).toMatch(/^ {2}staff roles .* \[owner\]$/m)
  const refused = await mina.run(['staff', 'disable', 'owner', ...REASON])
  expect(refused.code).toBe(1)
  expect(refused.notes).toContain('Your role does not allow this.')
})

test('the only owner cannot reset another operator', async () => {
  const reset = await owner.run(['staff', 'reset', 'mina', ...REASON])
  expect(reset.code).toBe(1)
  expect(reset.notes).toContain('npm run operator -- rescue')
  expectDone(await mina.run(['whoami']))
})

test('two operators fund the bankroll; the requester cannot approve', async () => {
  const before = expectDone(await owner.run(['house']))
  expect(before).toMatch(/play money/)
  const id = requestIn(expectDone(await mina.run(FUND)))
  expect(expectDone(await mina.run(['approvals', '--state', 'pending']))).toContain(id)

  const own = await mina.run(['approval', 'approve', id])
  expect(own).toMatchObject({ code: 1, notes: 'You made this request. Another operator must decide it.\n' })
  // Another session of the requester cannot approve either.
  const elsewhere = operatorPerson(server.url, folder, 'mina-elsewhere')
  expectDone(await elsewhere.run(['login', 'mina'], { password: MINAS, code: mina.code() }))
  expect((await elsewhere.run(['approval', 'approve', id])).notes).toBe(own.notes)
  // A pending request books nothing.
  expect(expectDone(await owner.run(['house']))).toMatch(/^bankroll +0\.00 /m)

  const shown = expectDone(await owner.run(['approval', 'show', id]))
  expect(shown).toContain('5,000.00 VND, play money')
  const approved = expectDone(await owner.run(['approval', 'approve', id]))
  expect(approved).toContain('Approved and carried out.')
  expect(approved).toMatch(/^decided by +owner, /m)

  expect(expectDone(await mina.run(['house']))).toMatch(/^bankroll +5,000\.00 /m)
  expect(expectDone(await mina.run(['fundings']))).toMatch(/bankroll +5,000\.00 +mina +owner +B-2041$/m)
  const used = await mina.run(FUND)
  expect(used.code).toBe(1)
  expect(used.notes).toContain('This bank reference has already been used')
})

test('the public log shows the funding', async () => {
  const anybody = testClient({ url: server.url })
  await expect
    .poll(async () => (await anybody.call(ENDPOINTS.fairLog, { limit: 20 })).items.map(({ bytes }) => bytes))
    .toContainEqual(expect.stringContaining('B-2041'))
})

test('the audit log names operator and act', async () => {
  const entries = expectDone(await owner.run(['audit', '--limit', '100']))
  expect(entries).toMatch(/^\S+ \S+ {2}mina {2}approval\.request {2}approval:/m)
  expect(entries).toMatch(/^\S+ \S+ {2}owner {2}house\.fund {2}house:bankroll$/m)
  expect(entries).toMatch(/^ {4}after +.*"reference":"B-2041"/m)
  const hers = expectDone(await owner.run(['audit', '--operator', 'mina', '--action', 'approval']))
  expect(hers).toContain('approval.request')
  expect(hers).not.toContain('  owner  ')
  expect((await mina.run(['audit'])).code).toBe(1)
})

test('an owner changes settings and modules, with a history', async () => {
  const change = ['setting', 'set', 'operator.approvalHours', '12', ...REASON]
  expect((await mina.run(change)).code).toBe(1)
  expectDone(await owner.run(change))
  const all = expectDone(await owner.run(['settings']))
  expect(all).toMatch(/^operator\.approvalHours +12 hours \(initially 24\) /m)
  expect(all).toMatch(/^wallet\.rechargeMinimum +100\.00 VND, play money /m)
  expect(expectDone(await mina.run(['settings', 'operator.approvalHours']))).toMatch(/^1 .* owner +24 +12 /m)
  const outside = await owner.run(['setting', 'set', 'operator.approvalHours', '0', ...REASON])
  expect(outside.code).toBe(1)
  expect(outside.notes).toMatch(/^ {2}value: /m)
  expectDone(await owner.run(['module', 'off', 'mall', ...REASON]))
  expect(expectDone(await owner.run(['modules']))).toMatch(/^mall +off /m)
  expectDone(await owner.run(['module', 'on', 'mall', ...REASON]))
  const goLive = await mina.run(['go-live'])
  expect(goLive).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ +\S+ +\S+ +\S/m) })
})

test('an operator tightens the limits of a member and cannot loosen them', async () => {
  const stage = await backstage(server)
  try {
    const { memberId, phone, client } = await stage.member({ balance: '100' })
    const found = expectDone(await mina.run(['member', 'find', phone]))
    expect(found).toContain(memberId)
    expect(found).not.toContain(phone)
    const tighten = (ceiling: string) => ['member', 'tighten', memberId, 'spend', 'day', ceiling, ...REASON]
    expect((await mina.run(tighten('20'))).notes).toContain('requires one of the roles: owner, support')
    expect(expectDone(await owner.run(tighten('20')))).toMatch(/^spend +day +20\.00 +0\.00 /m)
    expect(await owner.run(tighten('30'))).toMatchObject({
      code: 1,
      notes: 'You can lower a member’s limit, but not raise it.\n',
    })
    expect(expectDone(await owner.run(['member', 'break', memberId, '24h', ...REASON]))).toMatch(
      /^exclusion +break until /m,
    )
    expect(expectDone(await mina.run(['member', 'show', memberId]))).toMatch(/^status +active$/m)
    expect((await client.call(ENDPOINTS.limits, {})).exclusion).toMatchObject({ kind: 'break' })
  } finally {
    await stage.close()
  }
})

test('two operators pay a large withdrawal by a file for the bank, and the member sees it', async () => {
  const stage = await backstage(server)
  try {
    const { memberId, client } = await stage.member({ balance: '12000' })
    const accountId = await makePayout(stage.context, memberId, 'asha.rao@okbank')
    const apply = (amount: bigint) => makeWithdrawal(stage.context, memberId, { accountId, amount })
    const [large, small] = [await apply(10_000_0000n), await apply(500_0000n)]
    const seen = (id: string) => client.call(ENDPOINTS.withdrawStatus, { id })
    const [one, other] = [(await seen(large)).number, (await seen(small)).number]
    const list = expectDone(await mina.run(['withdrawals', '--stage', 'waiting']))
    expect(list).toMatch(new RegExp(`^${one} +waiting +0 of 2 +10,000\\.00 +9,500\\.00 `, 'm'))
    expect(list).not.toContain('asha.rao')

    // the amount needs two operators: the first one cannot approve again
    expect(expectDone(await mina.run(['withdrawal', 'approve', one]))).toContain('Another operator')
    expect(await mina.run(['withdrawal', 'approve', one])).toMatchObject({
      code: 1,
      notes: 'You have approved this withdrawal. Another operator must approve it too.\n',
    })
    const early = await mina.run(['withdrawal', 'paid', one, '--reference', 'UTR 0'])
    expect(early.notes).toContain('This withdrawal is at a step that does not allow this')
    expectDone(await owner.run(['withdrawal', 'approve', one]))
    expectDone(await mina.run(['withdrawal', 'approve', other]))
    expect(expectDone(await owner.run(['withdrawal', 'show', one]))).toMatch(/^approved +\S+ \S+ +owner$/m)

    const file = path.join(server.dataDir, 'bank.csv')
    const exported = expectDone(await mina.run(['withdrawals', 'export', '--file', file]))
    expect(exported).toMatch(/^withdrawals +2$/m)
    const text = await readFile(file, 'utf8')
    expect(text).toContain(`${one},upi,,,asha.rao@okbank,Asha Rao,,,9500.00,VND`)
    const batch = /^export +(\S+)$/m.exec(exported)![1]!
    const again = path.join(server.dataDir, 'again.csv')
    expectDone(await owner.run(['withdrawals', 'export', '--file', again, '--batch', batch]))
    expect(await readFile(again, 'utf8')).toBe(text)
    expect(await seen(large)).toMatchObject({ stage: 'exported', returnable: false })

    const results = path.join(server.dataDir, 'results.csv')
    await writeFile(
      results,
      `number,result,detail,note\n${one},paid,UTR ${one}\n${other},failed,account_invalid,No such account.\nW000000000000,paid,X\n`,
    )
    const first = await mina.run(['withdrawals', 'import', results])
    expect(first).toMatchObject({
      code: 1,
      out: expect.stringMatching(new RegExp(`^ +2 +${one} +paid`, 'm')),
    })
    expect(first.notes).toContain('1 of 3 lines were refused.')
    const second = await owner.run(['withdrawals', 'import', results])
    expect(second.out).toMatch(new RegExp(`^ +3 +${other} +unchanged`, 'm'))

    expect(await seen(large)).toMatchObject({ status: 'success', reference: `UTR ${one}` })
    expect(await seen(small)).toMatchObject({ status: 'failed', note: 'No such account.' })
    expect((await client.call(ENDPOINTS.account, {})).balance).toBe('2000.00')
    const audit = expectDone(await owner.run(['audit', '--action', 'withdrawal', '--limit', '100']))
    for (const act of ['approve', 'export', 'paid', 'failed']) expect(audit).toContain(`withdrawal.${act}`)
  } finally {
    await stage.close()
  }
})

test('two operators offer an account, import its statement, and match the line that names no top-up', async () => {
  const stage = await backstage(server)
  try {
    const lines = ['--holder', 'Fairlot Ltd', '--bank', 'Test Bank', '--number', '000011112222']
    const offered = ['receiving', 'add', 'bank-one', 'bank', '--label', 'Test Bank', ...lines, ...REASON]
    const asked = requestIn(expectDone(await mina.run(offered)))
    expect(expectDone(await owner.run(['receiving']))).toContain(
      'There is no account that members can pay to.',
    )
    expectDone(await owner.run(['approval', 'approve', asked]))

    const member = await stage.member()
    const balance = async () => (await member.client.call(ENDPOINTS.account, {})).balance
    const [clear, unnamed, large] = [
      await openTransfer(member, 'bank-one', '300.00'),
      await openTransfer(member, 'bank-one', '2000.00'),
      await openTransfer(member, 'bank-one', '4000.00'),
    ]
    const file = path.join(server.dataDir, 'statement.csv')
    const arrived = [
      { amount: '300.00', text: `ASHA RAO ${clear.reference}`, id: 'T-1' },
      { amount: '2000.00', text: 'ASHA RAO', id: 'T-2' },
      { amount: '4000.00', text: `ASHA RAO ${large.reference}`, id: 'T-3' },
    ]
    await writeFile(file, statementOf(arrived))
    const importing = ['statement', 'import', file, '--account', 'bank-one', '--yes']
    const imported = expectDone(await mina.run(importing))
    expect(imported).toMatch(/^credited +1$/m)
    expect(imported).toMatch(/^wait for you +1$/m)
    expect(imported).toMatch(/^wait for another operator +1$/m)
    expect(await balance()).toBe('300.00')
    expect(expectDone(await owner.run(importing))).toContain('was imported before. Nothing changed.')

    const id = /^statement +([0-9a-f-]{36})$/m.exec(imported)![1]!
    const confirming = ['statement', 'confirm', id, '--yes']
    expect((await mina.run(confirming)).code).toBe(1)
    expect(expectDone(await owner.run(['statements']))).toContain(`confirm ${id}`)
    expectDone(await owner.run(confirming))
    expect(await balance()).toBe('4300.00')

    const waiting = expectDone(await mina.run(['statement', 'lines', '--account', 'bank-one']))
    const line = /^([0-9a-f-]{36}) +bank-one/m.exec(waiting)![1]!
    const matching = ['statement', 'match', line, unnamed.number, ...REASON, '--yes']
    const request = requestIn(expectDone(await mina.run(matching)))
    expect((await mina.run(['approval', 'approve', request])).code).toBe(1)
    expect(await balance()).toBe('4300.00')
    expectDone(await owner.run(['approval', 'approve', request]))
    expect(await balance()).toBe('6300.00')
    expect(expectDone(await mina.run(['statement', 'lines']))).toContain('No lines are waiting.')
  } finally {
    await stage.close()
  }
})

test('--json prints the answer as it came, and logging out ends the session', async () => {
  const raw = expectDone(await mina.run(['house', '--json']))
  const { items } = JSON.parse(raw) as { items: { account: string; balance: string }[] }
  expect(items).toContainEqual(expect.objectContaining({ account: 'bankroll', balance: '5000.00' }))
  const kept = path.join(folder, 'fairlot', 'operator-mina.json')
  const copy = await readFile(kept, 'utf8')
  expectDone(await mina.run(['logout']))
  expect((await mina.run(['house'])).notes).toContain('You are not logged in')
  // A copy of the session's file is of no use.
  await writeFile(kept, copy, { mode: 0o600 })
  expect((await mina.run(['house'])).notes).toContain('Your session has ended.')
  const help = await run('npm', ['run', '--silent', 'operator', '--', 'help', 'fund'])
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('roles: owner, finance') })
})

test('rescue on the server gives a locked-out owner a new one-time password', async () => {
  const { dataDir } = server
  expect((await owner.run(['rescue', 'nobody'], { dataDir })).code).not.toBe(0)
  const password = oneTimeIn(expectDone(await owner.run(['rescue', 'owner'], { dataDir })))
  expect((await owner.run(['house'])).notes).toContain('Your session has ended.')
  expectDone(await owner.run(['login', 'owner'], { password }))
  expectDone(await owner.setUp('another marrow 52 lantern'))
  expect(expectDone(await owner.run(['audit', '--limit', '10']))).toMatch(/ {2}the server {2}/)
})

test('the server logs no error, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
