/** What real money lacks, check by check, and what a module that lacks something cannot do. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { publicKeyOf } from '@fairlot/fairness/ed25519'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import type { Witness } from '../../fair/index.ts'
import { installationOf, type Installation } from './go-live.ts'
import { testWork, type TestWork } from '../back-office.fixture.ts'

type Person = { id: string; name: string; client: OperatorClient }

const SECRET = '42'.repeat(32)
const witness: Witness = {
  key: witnessKey('witness.example/w1', publicKeyOf(SECRET)),
  url: 'https://witness.example',
}
const READY: Partial<Installation> = {
  publicUrl: 'https://shop.example',
  trustedProxies: 1,
  beaconRelays: ['https://relay.example'],
  witnesses: [witness],
}

const look = async ({ client }: Person) => {
  const { ready, items } = await client.call(ENDPOINTS.goLive, {})
  const failing = items.filter(({ ok }) => !ok).map(({ id }) => id)
  const found = (id: string) => items.find((item) => item.id === id)?.found
  return { ready, items, failing, found }
}

/** A setting changed by one owner, and approved by another where that is needed. */
async function set([ada, bob]: [Person, Person], name: string, value: string) {
  const { setting } = await ada.client.call(ENDPOINTS.settingShow, { name })
  const { version } = setting
  const asked = await ada.client.call(ENDPOINTS.settingSave, {
    name,
    value,
    version,
    reason: 'for a test',
    requestId: randomUUID(),
  })
  if (asked.approval) await bob.client.call(ENDPOINTS.approvalApprove, { id: asked.approval.id })
  return asked
}

async function fund([ada, bob]: [Person, Person], account: 'bankroll' | 'marketing' | 'subsidy') {
  const asked = await ada.client.call(ENDPOINTS.houseFund, {
    account,
    amount: '100',
    reference: randomUUID(),
    reason: 'for a test',
    requestId: randomUUID(),
  })
  await bob.client.call(ENDPOINTS.approvalApprove, { id: asked.approval!.id })
}

/** Makes a checkpoint and has the witness sign the newest one. */
async function signed({ db, writer }: TestWork, secret = SECRET): Promise<void> {
  await writer.flush(db, { checkpoint: true })
  const [newest] = await db.query<{ size: bigint; note: string }>(
    'select size, note from log_checkpoint order by size desc limit 1',
  )
  const seconds = Math.floor(Date.now() / 1_000)
  await db.query(
    'insert into log_cosignature (size, witness, line, signed_at) values ($1, $2, $3, to_timestamp($4))',
    [newest!.size, witness.key.name, cosign(secret, witness.key.name, newest!.note, seconds), seconds],
  )
}

test('in a sandbox everything is listed, and nothing is ready', async () => {
  const work = await testWork()
  try {
    const ada = await work.operator('auditor')
    const { ready, items, failing, found } = await look(ada)
    expect(ready).toBe(false)
    expect(items.filter(({ ok }) => ok).map(({ id }) => id)).toEqual(['durability', 'clock'])
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(failing).toEqual(
      expect.arrayContaining([
        'money-mode',
        'tls',
        'approvers.house.fund',
        'beacon',
        'witness',
        'restore-drill',
      ]),
    )
    expect(found('money-mode')).toContain('needs a fresh one')
    expect(found('approvers.setting.change')).toContain('nobody may approve')
    const support = await work.operator('support')
    await expect(look(support)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })

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
    await work.close()
  }
})

describe('a database of real money, bit by bit', () => {
  let work: TestWork
  let owners: [Person, Person]
  let ada: Person
  beforeAll(async () => {
    work = await testWork({
      moneyMode: 'real',
      installation: READY,
      ageProviders: [{ id: 'proofer' }],
    })
    ada = await work.operator('owner')
  })
  afterAll(() => work.close())

  test('two persons are two who are set up and not shut out', async () => {
    const first = await look(ada)
    expect(first.failing).toEqual(
      expect.arrayContaining(['approvers.house.fund', 'approvers.setting.change']),
    )
    expect(first.failing).not.toContain('money-mode')
    const clerk = await work.operator('finance')
    const second = await look(ada)
    expect(second.failing).not.toContain('approvers.house.fund')
    expect(second.found('approvers.setting.change')).toContain(
      `${ada.name} may approve: two persons are needed`,
    )
    const bob = await work.operator('owner')
    owners = [ada, bob]
    expect((await look(ada)).failing).not.toContain('approvers.setting.change')
    for (const state of [`status = 'disabled'`, `one_time_until = now()`]) {
      await work.owner.query(`update operator set ${state} where operator_id = any($1)`, [[bob.id, clerk.id]])
      expect((await look(ada)).failing, state).toContain('approvers.setting.change')
      expect((await look(ada)).failing, state).toContain('approvers.house.fund')
      await work.owner.query(`update operator set status = 'active', one_time_until = null`)
    }
  })

  test('a witness has signed what is older than an hour, with its own key', async () => {
    expect((await look(ada)).found('witness')).toBe('witness.example/w1 has signed nothing')
    await fund(owners, 'subsidy')
    await signed(work, '43'.repeat(32))
    expect((await look(ada)).failing).toContain('witness')
    await work.owner.query('delete from log_cosignature')
    await fund(owners, 'marketing')
    await signed(work)
    expect((await look(ada)).failing).not.toContain('witness')
    await fund(owners, 'marketing')
    await work.writer.flush(work.db, { checkpoint: true })
    expect((await look(ada)).failing, 'the newest checkpoint is new').not.toContain('witness')
    await work.database.advanceClock(2 * 3_600_000)
    const late = await look(ada)
    expect(late.found('witness')).toContain('and nothing of the last hour')
    expect(late.failing).toEqual(expect.arrayContaining(['witness', 'clock']))
    await work.database.setClockOffset(0)
    expect((await look(ada)).failing).not.toContain('witness')
  })

  test('a restore drill is of the last 90 days', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const recorded = async (value: string) => {
      await set(owners, 'operations.restoreDrill', value)
      return (await look(ada)).failing.includes('restore-drill')
    }
    expect(await recorded(day(2))).toBe(true)
    expect(await recorded(day(-92))).toBe(true)
    expect(await recorded(day(-89))).toBe(false)
    expect(await recorded(day(0))).toBe(false)
    const { history } = await ada.client.call(ENDPOINTS.settingShow, { name: 'operations.restoreDrill' })
    expect(history[0]!.by).toEqual({ id: ada.id, name: ada.name })
  })

  test('a module that lacks something cannot go on; what is missing is named', async () => {
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
    await set(owners, 'module.mall.ageProvider', 'somebody')
    expect((await look(ada)).found('mall.age')).toBe(
      '«somebody» is named, but this version has no connection to it',
    )
    await expect(on()).rejects.toMatchObject({ code: 'NOT_READY' })
    await set(owners, 'module.mall.ageProvider', 'proofer')
    expect(await look(ada)).toMatchObject({ ready: true })
  })

  test('it is looked at again when the second person approves', async () => {
    const name = 'module.mall.enabled'
    const asked = await ada.client.call(ENDPOINTS.settingSave, {
      name,
      value: 'true',
      version: 0,
      reason: 'opening',
      requestId: randomUUID(),
    })
    const approve = () => owners[1].client.call(ENDPOINTS.approvalApprove, { id: asked.approval!.id })
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
      ageProvider: 'proofer',
      missing: [],
    })
  })

  test('what a module needs cannot be taken from under it; other changes may follow', async () => {
    for (const what of ['licence', 'countries', 'ageProvider'])
      await expect(set(owners, `module.mall.${what}`, '')).rejects.toMatchObject({ code: 'NOT_READY' })
    await set(owners, 'operations.restoreDrill', '')
    await set(owners, 'module.mall.countries', 'MT')
    await set(owners, 'mall.saleDays', '20')
  })

  test('one person switches it off at once', async () => {
    const done = await ada.client.call(ENDPOINTS.settingSave, {
      name: 'module.mall.enabled',
      value: 'false',
      version: 1,
      reason: 'stop',
      requestId: randomUUID(),
    })
    expect(done).toMatchObject({ state: 'done', approval: null })
    expect((await ada.client.call(ENDPOINTS.moduleList, {})).items[0]).toMatchObject({ enabled: false })
    expect(await work.breaches()).toEqual([])
  })
})

test('what the environment does not say is what a server takes then', () => {
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
])('%o: the check %s says so', async (installation, id, text) => {
  const work = await testWork({ installation: { ...READY, ...installation } })
  try {
    const { failing, found } = await look(await work.operator('finance'))
    expect(failing).toContain(id)
    expect(found(id)).toContain(text)
  } finally {
    await work.close()
  }
})
