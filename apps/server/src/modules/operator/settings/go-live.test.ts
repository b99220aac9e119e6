/** The go-live check, and the switches of modules that depend on it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import type { Witness } from '../../fair/index.ts'
import { installationOf, type Installation } from './go-live.ts'
import { testBackOffice, type TestBackOffice } from '../back-office.fixture.ts'

type Person = { id: string; name: string; client: OperatorClient }

const SECRET = '42'.repeat(32)
const witness: Witness = {
  key: witnessKey('witness.example/w1', publicKeyOf(SECRET)),
  url: 'https://witness.example',
}
const SECRETS = ['44', '45', '46'].map((byte) => byte.repeat(32))
const others = SECRETS.map((secret, i): Witness => {
  const name = `w${i + 2}`
  return { key: witnessKey(name, publicKeyOf(secret)), url: `https://${name}.example` }
})
const READY: Partial<Installation> = {
  publicUrl: 'https://shop.example',
  trustedProxies: 1,
  beaconRelays: ['https://relay.example'],
  witnesses: [witness, ...others],
}

const runCheck = async ({ client }: Person) => {
  const { ready, items } = await client.call(ENDPOINTS.goLive, {})
  const failing = items.filter(({ ok }) => !ok).map(({ id }) => id)
  const found = (id: string) => items.find((item) => item.id === id)?.found
  return { ready, items, failing, found }
}

/** One owner changes a setting; another approves it if needed. */
async function set([ada, bob]: [Person, Person], name: string, value: string) {
  const { setting } = await ada.client.call(ENDPOINTS.settingShow, { name })
  const { version } = setting
  const change = await ada.client.call(ENDPOINTS.settingSave, {
    name,
    value,
    version,
    reason: 'for a test',
    requestId: randomUUID(),
  })
  if (change.approval) await bob.client.call(ENDPOINTS.approvalApprove, { id: change.approval.id })
  return change
}

async function fund([ada, bob]: [Person, Person], account: 'guarantee' | 'marketing' | 'subsidy') {
  const change = await ada.client.call(ENDPOINTS.houseFund, {
    account,
    amount: '100',
    reference: randomUUID(),
    reason: 'for a test',
    requestId: randomUUID(),
  })
  await bob.client.call(ENDPOINTS.approvalApprove, { id: change.approval!.id })
}

/** Makes a checkpoint, and stores the signature of every witness over the newest one. @param secrets of the witnesses */
async function signNewest({ db, writer }: TestBackOffice, secrets = [SECRET, ...SECRETS]): Promise<void> {
  await writer.flush(db, { checkpoint: true })
  const [newest] = await db.query<{ size: bigint; note: string }>(
    'select size, note from log_checkpoint order by size desc limit 1',
  )
  const seconds = Math.floor(Date.now() / 1_000)
  for (const [i, seed] of secrets.entries()) {
    const { name } = [witness, ...others][i]!.key
    await db.query(
      'insert into log_cosignature (log, size, witness, line, signed_at) values (1, $1, $2, $3, to_timestamp($4))',
      [newest!.size, name, cosign(seed, name, newest!.note, seconds), seconds],
    )
  }
}

test('a sandbox gets every check, and is not ready', async () => {
  const backOffice = await testBackOffice()
  try {
    const ada = await backOffice.operator('auditor')
    const { ready, items, failing, found } = await runCheck(ada)
    expect(ready).toBe(false)
    expect(items.filter(({ ok }) => ok).map(({ id }) => id)).toEqual([
      'durability',
      'clock',
      'mall.grade',
      'games.grade',
      'finance.grade',
      'referral.grade',
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(failing).toEqual(
      expect.arrayContaining([
        'money-mode',
        'tls',
        'approvers.house.fund',
        'beacon',
        'witness',
        'quorum',
        'restore-drill',
      ]),
    )
    expect(found('money-mode')).toContain('needs a new database')
    expect(found('approvers.setting.change')).toContain('no operator can approve')
    const support = await backOffice.operator('support')
    await expect(runCheck(support)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })

    const operating = await readFile(
      path.join(import.meta.dirname, '../../../../../../docs/OPERATING.md'),
      'utf8',
    )
    for (const { id, scope } of items) {
      const documented = scope === 'all' ? `| \`${id}\` |` : id.replace(scope, '<module>')
      const account = `\`.${id.split('.')[1]}\``
      expect(operating.includes(documented) || operating.includes(account), id).toBe(true)
    }
  } finally {
    await backOffice.close()
  }
})

describe('with real money', () => {
  let backOffice: TestBackOffice
  let owners: [Person, Person]
  let ada: Person
  beforeAll(async () => {
    backOffice = await testBackOffice({
      moneyMode: 'real',
      installation: READY,
    })
    ada = await backOffice.operator('owner')
  })
  afterAll(() => backOffice.close())

  test('the approvers are operators who are set up and not disabled', async () => {
    const first = await runCheck(ada)
    expect(first.failing).toEqual(
      expect.arrayContaining(['approvers.house.fund', 'approvers.setting.change']),
    )
    expect(first.failing).not.toContain('money-mode')
    const clerk = await backOffice.operator('finance')
    const second = await runCheck(ada)
    expect(second.failing).not.toContain('approvers.house.fund')
    expect(second.found('approvers.setting.change')).toContain(`${ada.name} can approve; two operators`)
    const bob = await backOffice.operator('owner')
    owners = [ada, bob]
    expect((await runCheck(ada)).failing).not.toContain('approvers.setting.change')
    for (const state of [`status = 'disabled'`, `one_time_until = now()`]) {
      await backOffice.owner.query(`update operator set ${state} where operator_id = any($1)`, [
        [bob.id, clerk.id],
      ])
      expect((await runCheck(ada)).failing, state).toContain('approvers.setting.change')
      expect((await runCheck(ada)).failing, state).toContain('approvers.house.fund')
      await backOffice.owner.query(`update operator set status = 'active', one_time_until = null`)
    }
  })

  test('a witness must have signed every checkpoint older than an hour, with its own key', async () => {
    expect((await runCheck(ada)).found('witness')).toContain('witness.example/w1 has signed no checkpoint')
    await fund(owners, 'subsidy')
    await fund(owners, 'guarantee')
    await signNewest(
      backOffice,
      [SECRET, ...SECRETS].map(() => '43'.repeat(32)),
    )
    expect((await runCheck(ada)).failing).toContain('witness')
    await backOffice.owner.query('delete from log_cosignature')
    await fund(owners, 'marketing')
    await signNewest(backOffice)
    expect((await runCheck(ada)).failing).not.toContain('witness')
    await fund(owners, 'marketing')
    await backOffice.writer.flush(backOffice.db, { checkpoint: true })
    expect((await runCheck(ada)).failing, 'the newest checkpoint is less than an hour old').not.toContain(
      'witness',
    )
    await backOffice.database.advanceClock(2 * 3_600_000)
    const late = await runCheck(ada)
    expect(late.found('witness')).toContain('but not every checkpoint older than an hour')
    expect(late.failing).toEqual(expect.arrayContaining(['witness', 'clock']))
    await backOffice.database.setClockOffset(0)
    expect((await runCheck(ada)).failing).not.toContain('witness')
  })

  test('the last restore drill is at most 90 days old', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const recorded = async (value: string) => {
      await set(owners, 'operations.restoreDrill', value)
      return (await runCheck(ada)).failing.includes('restore-drill')
    }
    expect(await recorded(day(2))).toBe(true)
    expect(await recorded(day(-92))).toBe(true)
    expect(await recorded(day(-89))).toBe(false)
    expect(await recorded(day(0))).toBe(false)
    const { history } = await ada.client.call(ENDPOINTS.settingShow, { name: 'operations.restoreDrill' })
    expect(history[0]!.by).toEqual({ id: ada.id, name: ada.name })
  })

  test('a module cannot be switched on while a check fails, and the refusal names the checks', async () => {
    const on = () => set(owners, 'module.mall.enabled', 'true')
    await expect(on()).rejects.toMatchObject({
      failure: {
        code: 'NOT_READY',
        message: expect.stringContaining('mall.licence, mall.countries, mall.age'),
      },
    })
    const { items } = await ada.client.call(ENDPOINTS.moduleList, {})
    expect(items[0]).toMatchObject({
      module: 'mall',
      enabled: false,
      missing: ['mall.licence', 'mall.countries', 'mall.age'],
    })
    await set(owners, 'module.mall.licence', 'MGA/1')
    await set(owners, 'module.mall.countries', 'MT, DE')
    await set(owners, 'module.mall.ageProvider', 'unknown-provider')
    expect((await runCheck(ada)).found('mall.age')).toBe(
      '«unknown-provider» does not decide identity checks here; set module.mall.ageProvider to manual',
    )
    await expect(on()).rejects.toMatchObject({ code: 'NOT_READY' })
    await set(owners, 'module.mall.ageProvider', 'manual')
    expect(await runCheck(ada)).toMatchObject({ ready: true })
  })

  test('the check runs again when the second operator approves', async () => {
    const name = 'module.mall.enabled'
    const change = await ada.client.call(ENDPOINTS.settingSave, {
      name,
      value: 'true',
      version: 0,
      reason: 'opening',
      requestId: randomUUID(),
    })
    const approve = () => owners[1].client.call(ENDPOINTS.approvalApprove, { id: change.approval!.id })
    await set(owners, 'operations.restoreDrill', '')
    await expect(approve()).rejects.toMatchObject({
      failure: { code: 'NOT_READY', message: expect.stringContaining('restore-drill') },
    })
    await set(owners, 'operations.restoreDrill', new Date().toISOString().slice(0, 10))
    expect(await approve()).toMatchObject({ state: 'done' })
    expect((await ada.client.call(ENDPOINTS.moduleList, {})).items[0]).toMatchObject({
      enabled: true,
      licence: 'MGA/1',
      countries: ['DE', 'MT'],
      ageProvider: 'manual',
      missing: [],
    })
  })

  test('a value that a module needs cannot be removed while it is on, but can be changed', async () => {
    for (const what of ['licence', 'countries', 'ageProvider'])
      await expect(set(owners, `module.mall.${what}`, '')).rejects.toMatchObject({ code: 'NOT_READY' })
    await set(owners, 'operations.restoreDrill', '')
    await set(owners, 'module.mall.countries', 'MT')
    await set(owners, 'mall.saleDays', '20')
  })

  test('one operator can switch a module off at once', async () => {
    const done = await ada.client.call(ENDPOINTS.settingSave, {
      name: 'module.mall.enabled',
      value: 'false',
      version: 1,
      reason: 'stop',
      requestId: randomUUID(),
    })
    expect(done).toMatchObject({ state: 'done', approval: null })
    expect((await ada.client.call(ENDPOINTS.moduleList, {})).items[0]).toMatchObject({ enabled: false })
    expect(await backOffice.breaches()).toEqual([])
  })
})

test('the witnesses must be enough for real money, and one silent one is warned about', async () => {
  const witnesses = [witness, ...others]
  const backOffice = await testBackOffice({ moneyMode: 'real', installation: { ...READY, witnesses } })
  try {
    const ada = await backOffice.operator('owner')
    /** What the check finds with these witnesses. */
    const quorumWith = async (next: readonly Witness[]) => {
      witnesses.splice(0, witnesses.length, ...next)
      return (await runCheck(ada)).items.find(({ id }) => id === 'quorum')!
    }
    const all = [witness, ...others]
    const own = others.map((one, i) => (i < 2 ? { ...one, own: true } : one))
    expect(await quorumWith([witness])).toMatchObject({
      ok: false,
      found: expect.stringContaining('X must be at least 2'),
    })
    expect(await quorumWith([witness, ...own])).toMatchObject({ ok: false })
    expect(await quorumWith(all.slice(1))).toMatchObject({
      ok: true,
      found: expect.stringContaining('3 of 4 is recommended'),
    })
    expect(await quorumWith(all)).toMatchObject({
      ok: true,
      found: '3 of 4 witnesses must sign, 0 of the house; X = 2, f = 2',
    })
    const quorum = { witnesses: 4, quorum: 3, together: 2, breaking: 2, own: 0, isEnoughForMoney: true }
    const names = all.map(({ key }) => ({ name: key.name, own: false, current: false }))
    for (const endpoint of [ENDPOINTS.logShow, ENDPOINTS.statusShow] as const)
      expect(await ada.client.call(endpoint, {})).toMatchObject({ witnesses: names, quorum })
  } finally {
    await backOffice.close()
  }
})

test("a missing value of the environment gets the server's default", () => {
  expect(installationOf({ moneyMode: 'real' })).toMatchObject({ beacon: 'quicknet', trustedProxies: 0 })
  expect(installationOf({ moneyMode: 'sandbox' })).toMatchObject({ beacon: 'local', witnesses: [] })
})

test.each([
  [{ publicUrl: undefined }, 'tls', 'PUBLIC_URL is not set'],
  [{ publicUrl: 'http://shop.example' }, 'tls', 'PUBLIC_URL is http://shop.example, not https'],
  [{ trustedProxies: 0 }, 'tls', 'TRUSTED_PROXIES is 0'],
  [{ beacon: 'local' as const }, 'beacon', 'the house'],
  [{ beacon: 'quicknet' as const, beaconRelays: [] }, 'beacon', 'BEACON_RELAYS'],
  [{ witnesses: [] }, 'witness', 'WITNESSES'],
  [{ witnesses: [{ ...witness, own: true }] }, 'witness', 'that the house does not operate'],
])('%o fails the check %s', async (installation, id, text) => {
  const backOffice = await testBackOffice({ installation: { ...READY, ...installation } })
  try {
    const { failing, found } = await runCheck(await backOffice.operator('finance'))
    expect(failing).toContain(id)
    expect(found(id)).toContain(text)
  } finally {
    await backOffice.close()
  }
})
