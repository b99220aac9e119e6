/** How operators read and change settings: alone or with approval, with history and audit entries. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { planted } from '../../../testing/planted.ts'
import { operatorChecks } from '../operator.checks.ts'
import { testBackOffice, type TestBackOffice } from '../back-office.fixture.ts'

type Person = { id: string; name: string; client: OperatorClient }
type Save = { name: string; value: string; version?: number; reason?: string; requestId?: string }

const save = ({ client }: Person, input: Save) =>
  client.call(ENDPOINTS.settingSave, { version: 0, reason: 'for a test', requestId: randomUUID(), ...input })
const show = ({ client }: Person, name: string) => client.call(ENDPOINTS.settingShow, { name })
const approve = ({ client }: Person, id: string) => client.call(ENDPOINTS.approvalApprove, { id })

describe('in a sandbox', () => {
  let backOffice: TestBackOffice
  let ada: Person
  beforeAll(async () => {
    backOffice = await testBackOffice()
    ada = await backOffice.operator('owner')
  })
  afterAll(() => backOffice.close())

  test('the list has every setting with type, bounds, value and effect, sorted by name', async () => {
    const auditor = await backOffice.operator('auditor')
    const { items } = await auditor.client.call(ENDPOINTS.settingList, {})
    expect(items).toHaveLength(backOffice.settings.definitions.length)
    expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted())
    expect(items.find(({ name }) => name === 'wallet.rechargeMinimum')).toEqual({
      name: 'wallet.rechargeMinimum',
      about: 'Smallest amount of a recharge.',
      kind: 'money',
      unit: null,
      minimum: '1.00',
      maximum: '100000000.00',
      choices: null,
      value: '100.00',
      initial: '100.00',
      version: 0,
      changedAt: null,
      effect: 'new',
      twoPersons: false,
      note: null,
    })
    // this server has no key for addresses of USDT
    expect(items.filter(({ note }) => note !== null).map(({ name }) => name)).toEqual([
      'wallet.trc20Confirmations',
      'wallet.trc20LookSeconds',
      'wallet.trc20Rate',
    ])
    // With play money too: what the house states about itself in the rules and how long before it changes them, what rounds may bind of the bankroll (money of the house),
    // and the page of another site, which members see.
    expect(items.filter(({ twoPersons }) => twoPersons).map(({ name }) => name)).toEqual([
      'company.address',
      'company.dataContact',
      'company.email',
      'company.law',
      'company.licence',
      'company.name',
      'company.support',
      'content.noticeDays',
      'games.king2m.slice',
      'games.lucky1m.slice',
      'games.lucky3m.slice',
      'games.lucky5m.slice',
      'games.memberLimit',
      'games.web.frames',
      'games.web.origins',
    ])
  })

  test('a setting names those that its value is compared with', async () => {
    expect((await show(ada, 'wallet.rechargeMinimum')).related).toEqual([
      { name: 'wallet.rechargeMaximum', value: '100000.00' },
      { name: 'wallet.rechargeSteps', value: '100.00,200.00,500.00,1000.00,5000.00,10000.00' },
    ])
    expect((await show(ada, 'mall.saleDays')).related).toEqual([])
  })

  test('one owner changes a setting at once, and its history and the audit log record it', async () => {
    const done = await save(ada, { name: 'mall.saleDays', value: '014', reason: 'shorter sales' })
    expect(done).toEqual({ state: 'done', approval: null, oneTimePassword: null })
    const { setting, history } = await show(ada, 'mall.saleDays')
    expect(setting).toMatchObject({ value: '14', version: 1, initial: '30', changedAt: expect.any(Number) })
    expect(history).toEqual([
      {
        version: 1,
        before: '30',
        after: '14',
        by: { id: ada.id, name: ada.name },
        reason: 'shorter sales',
        at: expect.any(Number),
      },
    ])
    const entries = await backOffice.db.query(
      `select operator_id, action, reason, before, after, approval_id from audit where subject = 'setting:mall.saleDays'`,
    )
    expect(entries).toEqual([
      {
        operator_id: ada.id,
        action: 'setting.change',
        reason: 'shorter sales',
        before: { value: '30', version: 0 },
        after: { value: '14', version: 1 },
        approval_id: null,
      },
    ])
    expect(await backOffice.breaches()).toEqual([])
  })

  test('a repeated call changes the setting once, also with another form of the same value', async () => {
    const requestId = randomUUID()
    const change = { name: 'wallet.rechargeMinimum', value: '50', requestId }
    await save(ada, change)
    expect(await save(ada, { ...change, value: '50.0' })).toMatchObject({ state: 'done' })
    await expect(save(ada, { ...change, value: '51' })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' })
    expect((await show(ada, 'wallet.rechargeMinimum')).history).toHaveLength(1)
  })

  test.each([
    ['mall.saleDays', '0', 'out of the range'],
    ['mall.saleDays', 'ten', 'form'],
    ['wallet.rechargeMaximum', '9999', 'conflicts with'],
  ])('refuses %s = %s with the error at the field', async (name, value, text) => {
    const { setting } = await show(ada, name)
    await expect(save(ada, { name, value, version: setting.version })).rejects.toMatchObject({
      failure: { code: 'INPUT_INVALID', fields: { value: expect.stringMatching(new RegExp(text, 'i')) } },
    })
    expect((await show(ada, name)).setting).toEqual(setting)
  })

  test('refuses an old version, an unknown name, and other roles', async () => {
    await expect(save(ada, { name: 'mall.saleDays', value: '15', version: 7 })).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
    })
    await expect(save(ada, { name: 'mall.nothing', value: '15' })).rejects.toMatchObject({
      code: 'NO_SUCH_DATA',
    })
    await expect(show(ada, 'mall.nothing')).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    for (const role of ['finance', 'fulfilment', 'content', 'support', 'auditor'] as const) {
      const other = await backOffice.operator(role)
      await expect(save(other, { name: 'mall.saleDays', value: '15', version: 1 })).rejects.toMatchObject({
        code: 'NOT_PERMITTED',
      })
    }
  })

  test('of owners who change a setting at the same time one succeeds', async () => {
    const owners = await Promise.all(Array.from({ length: 10 }, () => backOffice.operator('owner')))
    const ended = await Promise.allSettled(
      owners.map((one, n) => save(one, { name: 'mall.recyclePercent', value: String(70 + n) })),
    )
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await show(ada, 'mall.recyclePercent')).history).toHaveLength(1)
    expect(await backOffice.breaches()).toEqual([])
  })

  test('modules can be switched off and on', async () => {
    for (const [version, value] of ['false', 'true'].entries()) {
      const done = await save(ada, { name: 'module.mall.enabled', value, version })
      expect(done.state).toBe('done')
      const { items } = await ada.client.call(ENDPOINTS.moduleList, {})
      expect(items.map(({ module, enabled, missing }) => [module, enabled, missing])).toEqual([
        ['mall', value === 'true', []],
        ['games', true, []],
        ['finance', true, []],
        ['referral', true, []],
      ])
    }
  })

  test('the doctor finds a value, a history or an audit log that contradicts the others', async () => {
    const VALUE = 'every setting has the value of its last change, and its history has no gap'
    const AUDITED =
      "every change of a setting is an operator's, is in the audit log, and was approved if it was requested"
    const HISTORY = 'no row of the history of settings was changed or removed'
    const planting = `insert into setting (name, value, version, changed_at) values ('mall.minVip', '3', 1, now())`
    for (const [role, sql, titles] of [
      ['owner', `update setting set value = '15' where name = 'mall.saleDays'`, [VALUE]],
      ['app', `update setting set value = '15' where name = 'mall.saleDays'`, ['refused: setting_version']],
      ['app', planting, [VALUE]],
      ['owner', `delete from setting_change where name = 'mall.saleDays'`, [HISTORY, VALUE]],
      [
        'owner',
        `delete from audit where subject = 'setting:mall.saleDays'`,
        ['no row of the audit log was changed or removed', AUDITED],
      ],
      [
        'app',
        `${planting}; insert into setting_change (name, version, before, after, operator_id, reason, at)
          values ('mall.minVip', 1, '0', '3', '${ada.id}', 'planted', now())`,
        [AUDITED],
      ],
    ] as const)
      expect(
        await planted(role === 'app' ? backOffice.db : backOffice.owner, operatorChecks, sql),
        sql,
      ).toEqual(titles)
    expect(await backOffice.breaches()).toEqual([])
  })
})

describe('with real money', () => {
  let backOffice: TestBackOffice
  let ada: Person
  let bob: Person
  beforeAll(async () => {
    backOffice = await testBackOffice({ moneyMode: 'real' })
    ada = await backOffice.operator('owner')
    bob = await backOffice.operator('owner')
  })
  afterAll(() => backOffice.close())

  test('a setting of a module needs two owners', async () => {
    const name = 'module.mall.licence'
    const requested = await save(ada, { name, value: ' MGA/B2C/123 ' })
    expect(requested).toMatchObject({
      state: 'requested',
      approval: {
        params: { setting: name, value: 'MGA/B2C/123', version: '0', now: '' },
        mayDecide: false,
      },
    })
    await expect(approve(ada, requested.approval!.id)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
    const { outlook } = await bob.client.call(ENDPOINTS.approvalShow, { id: requested.approval!.id })
    expect(outlook).toMatchObject({
      effect: { setting: name, value: 'MGA/B2C/123' },
      before: { setting: name, value: '' },
      refused: null,
    })
    expect(outlook!.facts.map((fact) => fact.name)).toEqual(['about', 'allowed', 'default', 'holds'])
    const clerk = await backOffice.operator('finance')
    await expect(approve(clerk, requested.approval!.id)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
    expect((await show(ada, name)).setting).toMatchObject({ value: '', version: 0, twoPersons: true })
    const done = await approve(bob, requested.approval!.id)
    expect(done).toMatchObject({ state: 'done', approval: { params: { value: 'MGA/B2C/123' } } })
    const { setting, history } = await show(ada, name)
    expect(setting).toMatchObject({ value: 'MGA/B2C/123', version: 1 })
    expect(history[0]).toMatchObject({ by: { id: ada.id } })
    expect(await backOffice.breaches()).toEqual([])
  })

  test('an approval is refused and the request stays pending when the setting has changed since', async () => {
    const name = 'module.mall.ageProvider'
    const [first, second] = [await save(ada, { name, value: 'A' }), await save(bob, { name, value: 'B' })]
    await approve(bob, first.approval!.id)
    const { outlook } = await ada.client.call(ENDPOINTS.approvalShow, { id: second.approval!.id })
    expect(outlook).toMatchObject({
      before: { value: 'A' },
      refused: 'CHANGED_MEANWHILE',
      facts: [
        { name: 'version', value: 'it was 0 at the request, and is 1 now', warns: true },
        {},
        {},
        {},
        {},
      ],
    })
    await expect(approve(ada, second.approval!.id)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect((await show(ada, name)).setting.value).toBe('A')
  })

  test('other settings need one owner', async () => {
    expect(await save(ada, { name: 'mall.saleDays', value: '20' })).toMatchObject({ state: 'done' })
  })
})
