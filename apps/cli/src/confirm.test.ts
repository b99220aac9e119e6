import { describe, expect, test } from 'vitest'
import { loggedIn, ME, refuse, testDesk, type TestDesk } from './operate.fixture.ts'

const ID = '00000000-0000-4000-8000-00000000000c'
const REASON = ['--reason', 'asked for by phone']
const RAHIM = {
  id: ID,
  nickname: 'Rahim',
  phone: '+880…78',
  status: 'active',
  memberSince: ME.expiresAt,
  foundBy: ['id'],
}
const GUARD = {
  limits: [],
  exclusion: null,
  closing: false,
  adultDeclaredAt: ME.expiresAt,
  declaredAge: 18,
  realityCheckMinutes: 30,
}
const MINA = { ...ME, id: ID, name: 'mina', fullName: 'Mina Rahman', status: 'active', seenAt: null }

async function desk(person: boolean): Promise<TestDesk> {
  const made = await loggedIn(testDesk(person))
  made.questions.length = 0
  made.answers['/operator/memberfind'] = () => ({ read: [], tooMany: false, items: [RAHIM] })
  made.answers['/operator/memberbreak'] = () => GUARD
  made.answers['/operator/membertighten'] = () => GUARD
  made.answers['/operator/stafflist'] = () => ({ items: [MINA] })
  made.answers['/operator/staffdisable'] = () => MINA
  made.answers['/operator/staffreset'] = () => ({ state: 'done', approval: null, oneTimePassword: 'once' })
  made.answers['/operator/settingshow'] = () => ({ setting: { version: 1 }, related: [], history: [] })
  made.answers['/operator/settingsave'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
  return made
}

const ACTS: [string, string[], string, string | null][] = [
  ['memberbreak', ['member', 'break', ID, '30d', ...REASON], 'Start a break of 30d for Rahim?', 'Rahim'],
  [
    'membertighten',
    ['member', 'tighten', ID, 'spend', 'day', '50', ...REASON],
    'to 50? Only the member',
    'Rahim',
  ],
  ['staffdisable', ['staff', 'disable', 'mina', ...REASON], 'Disable, end their sessions', 'Mina Rahman'],
  ['staffreset', ['staff', 'reset', 'mina', ...REASON], 'Reset password and second factor', 'Mina Rahman'],
  ['settingsave', ['module', 'off', 'mall', ...REASON], 'Stop selling in the module mall', null],
]

describe.each(ACTS)('%s', (call, command, question, shown) => {
  const calls = ({ heard }: TestDesk) => heard.filter(({ path: at }) => at === `/operator/${call}`).length

  test('shows whom it concerns and asks a person, who can refuse', async () => {
    const made = await desk(true)
    for (const answer of ['', 'n', 'yesterday']) {
      made.typed.push(answer)
      const { status, notes, out } = await made.run(...command)
      expect(status).toBe(130)
      expect(notes).toMatch(/^Cancelled\. The \w+ is unchanged\.$/)
      if (shown !== null) expect(out).toContain(shown)
    }
    expect(calls(made)).toBe(0)
    expect(made.questions[0]).toContain(question)
    made.typed.push('y')
    expect((await made.run(...command)).status).toBe(0)
    expect(calls(made)).toBe(1)
  })

  test('does not ask with --yes, with --json, or in a script', async () => {
    for (const [person, options] of [
      [true, ['--yes']],
      [true, ['--json']],
      [false, []],
    ] as const) {
      const made = await desk(person)
      expect((await made.run(...command, ...options)).status).toBe(0)
      expect({ asked: made.questions, calls: calls(made) }).toEqual({ asked: [], calls: 1 })
    }
  })
})

test('a break shows the masked phone, and needs a member that exists', async () => {
  const made = await desk(true)
  made.typed.push('y')
  expect((await made.run('member', 'break', ID, '30d', ...REASON)).out).toContain('+880…78')
  made.answers['/operator/memberfind'] = () => ({ read: [], tooMany: false, items: [] })
  for (const id of [ID, '+8801712345678']) {
    const { status, notes } = await made.run('member', 'break', id, '30d', ...REASON)
    expect(status).toBe(1)
    expect(notes).toContain(
      `There is no member with the id ${id}. Find the id: npm run operator -- member find`,
    )
  }
})

test('rescue asks a person before it resets the access of an operator', async () => {
  const made = testDesk(true)
  expect(await made.run('rescue', 'owner')).toMatchObject({ status: 130, out: '' })
  expect(await made.run('rescue', 'owner', '--yes')).toMatchObject({
    status: 0,
    out: 'operator-rescue.ts owner',
  })
})

describe('a refusal', () => {
  test('names the setting that the operator probably meant', async () => {
    const made = await desk(false)
    const names = ['wallet.rechargeMinimum', 'wallet.rechargeMaximum', 'mall.saleDays']
    made.answers['/operator/settinglist'] = () => ({ items: names.map((name) => ({ name })) })
    made.answers['/operator/settingshow'] = ({ name }) =>
      name === 'nope'
        ? refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { name: 'This is not valid.' } })
        : refuse({ code: 'NO_SUCH_DATA', message: 'This does not exist.' })
    const list = 'List them: npm run operator -- settings'
    expect(await made.run('settings', 'wallet.rechargeMinium')).toEqual({
      status: 1,
      out: '',
      notes: `There is no setting wallet.rechargeMinium. Did you mean wallet.rechargeMinimum? ${list}`,
    })
    expect((await made.run('setting', 'set', 'saleDays', '3', ...REASON)).notes).toBe(
      `There is no setting saleDays. Did you mean mall.saleDays? ${list}`,
    )
    expect((await made.run('settings', 'nope')).notes).toBe(`There is no setting nope. ${list}`)
  })

  test('lists the settings whose names begin as typed, and says which of them have no effect here', async () => {
    const made = await desk(false)
    const item = {
      value: '0',
      initial: '0',
      about: 'What 1 USDT is worth.',
      kind: 'whole',
      unit: null,
      version: 0,
    }
    const names = ['wallet.trc20Rate', 'wallet.rechargeMaximum', 'mall.saleDays']
    made.answers['/operator/settinglist'] = () => ({ items: names.map((name) => ({ ...item, name })) })
    made.answers['/operator/settingshow'] = () => refuse({ code: 'NO_SUCH_DATA', message: 'Unknown.' })
    const { status, out } = await made.run('settings', 'wallet')
    expect([status, out.includes('wallet.trc20Rate'), out.includes('mall.saleDays')]).toEqual([
      0,
      true,
      false,
    ])
    const raw = await made.run('settings', 'wallet.r', '--json')
    expect((JSON.parse(raw.out) as { items: unknown[] }).items).toHaveLength(1)
    const note = 'no effect: recharges in USDT are off until TRC20_XPUB and TRC20_NODES are set'
    made.answers['/operator/settingshow'] = () => ({
      setting: { version: 1, note },
      related: [],
      history: [],
    })
    made.answers['/operator/settingsave'] = () => ({ state: 'done', approval: null, oneTimePassword: null })
    expect((await made.run('setting', 'set', 'wallet.trc20Rate', '3', ...REASON)).notes).toContain(
      `wallet.trc20Rate has ${note}.`,
    )
  })

  test('of a value that conflicts names the other settings with their values', async () => {
    const made = await desk(false)
    const related = [{ name: 'wallet.rechargeMaximum', value: '100000.00' }]
    made.answers['/operator/settingshow'] = () => ({ setting: { version: 1 }, related, history: [] })
    const conflict = 'This value conflicts with other settings.'
    made.answers['/operator/settingsave'] = () =>
      refuse({ code: 'INPUT_INVALID', message: 'Please.', fields: { value: conflict } })
    expect((await made.run('setting', 'set', 'wallet.rechargeMinimum', '200000', ...REASON)).notes).toBe(
      `${conflict}\n  wallet.rechargeMaximum is 100000.00`,
    )
  })

  test('names the argument that names nothing, and the command that has to come first', async () => {
    const made = await desk(false)
    made.answers['/operator/approvalshow'] = () =>
      refuse({ code: 'NO_SUCH_DATA', message: 'This does not exist.' })
    expect((await made.run('approval', 'show', ID)).notes).toBe(
      `This does not exist.\n  id: ${ID} (request id from \`approvals\`)`,
    )
    made.answers['/operator/houselist'] = () =>
      refuse({ code: 'SETUP_FIRST', message: 'Set your own password first.' })
    expect((await made.run('house')).notes).toBe(
      'Set your own password first.\nSet them: npm run operator -- setup',
    )
  })
})
