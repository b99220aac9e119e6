/** The go-live check, and the switches of modules that depend on it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { cosign, witnessKey } from '@fairlot/fairness/witness'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { rootOf, type Witness } from '../../fair/index.ts'
import { answeredRelay, drillRecordOf, provenSms } from '../../../testing/made/go-live.ts'
import { refused } from '../../../testing/refused.ts'
import { signDrill } from '../../../platform/installation/drill-record.ts'
import { checkDrills } from './restore-drills.ts'
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
  smsUrl: 'https://sms.example/messages',
  trc20: true,
}
/** of the log that the back office writes */
const LOG_SEED = '07'.repeat(32)

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
        'sms',
        'recharge',
        'relay',
        'company',
      ]),
    )
    expect(found('money-mode')).toContain('needs a new database')
    expect(found('sms')).toContain('SMS_URL')
    expect(found('recharge')).toContain('there is no receiving account in VND')
    expect(found('relay')).toContain('no relay has given a round')
    expect(found('company')).toContain('company.name, company.address, company.law')
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

  /** Moves the recorded drills into the past. */
  const ageDrills = (days: number) =>
    backOffice.owner.query(
      `update restore_drill set made_at = made_at - $1 * interval '1 day', backup_at = backup_at - $1 * interval '1 day'`,
      [days],
    )

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
    await set(owners, 'wallet.trc20Rate', '25000')
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

  test('a test message that arrived through the present gateway, and a relay that answered within a day, are needed', async () => {
    const { failing, found } = await runCheck(ada)
    expect(failing).toEqual(expect.arrayContaining(['sms', 'relay']))
    expect(found('sms')).toContain('no test message has arrived through sms.example')
    await provenSms(backOffice.owner, 'https://other.example/messages')
    expect((await runCheck(ada)).failing).toContain('sms')
    await provenSms(backOffice.owner, 'https://sms.example/messages')
    await answeredRelay(backOffice.owner)
    const proven = await runCheck(ada)
    expect(proven.failing).not.toContain('sms')
    expect(proven.failing).not.toContain('relay')
    await backOffice.owner.query(`update beacon_round set received_at = received_at - interval '25 hours'`)
    expect((await runCheck(ada)).found('relay')).toContain('more than a day ago')
    await backOffice.owner.query(`update beacon_round set received_at = received_at + interval '25 hours'`)
  })

  test('members can pay in by recharges in USDT with a rate, or to a receiving account', async () => {
    expect((await runCheck(ada)).found('recharge')).toBe('trc20')
    await set(owners, 'wallet.trc20Rate', '0')
    expect((await runCheck(ada)).failing).toContain('recharge')
    await set(owners, 'wallet.trc20Rate', '25000')
  })

  test('a restore drill counts for 90 days, and only the signed record of the restore program records one', async () => {
    const { db, owner, writer } = backOffice
    const record = (content: string) => ada.client.call(ENDPOINTS.drillRecord, { record: content })
    const facts = {
      deployment: writer.deployment,
      release: '0.0.0',
      backupAt: Date.now() - 2_000,
      madeAt: Date.now() - 1_000,
      log: null,
    }
    const forged = [
      '2026-11-22',
      signDrill('08'.repeat(32), facts),
      signDrill(LOG_SEED, facts).replace(
        `"backupAt": ${facts.backupAt}`,
        `"backupAt": ${facts.backupAt + 1}`,
      ),
      signDrill(LOG_SEED, { ...facts, deployment: 'another' }),
      signDrill(LOG_SEED, { ...facts, log: { size: 1, root: '00'.repeat(32) } }),
      signDrill(LOG_SEED, { ...facts, log: { size: 1_000, root: '00'.repeat(32) } }),
      signDrill(LOG_SEED, { ...facts, madeAt: Date.now() + 86_400_000 }),
    ]
    for (const content of forged)
      expect(await refused(record(content)), content).toMatchObject({ failure: { code: 'INPUT_INVALID' } })
    expect((await runCheck(ada)).found('restore-drill')).toContain('no drill is recorded')
    await record(await drillRecordOf(db, LOG_SEED, 92))
    expect((await runCheck(ada)).found('restore-drill')).toContain('the maximum is 90')
    const good = signDrill(LOG_SEED, { ...facts, log: { size: 1, root: await rootOf(db, 1) } })
    expect(await record(good)).toEqual({ madeAt: facts.madeAt, backupAt: facts.backupAt })
    expect(await record(good), 'a repeated record').toEqual({
      madeAt: facts.madeAt,
      backupAt: facts.backupAt,
    })
    expect((await runCheck(ada)).failing).not.toContain('restore-drill')
    expect(await db.query(`select 1 from audit where action = 'drill.record'`)).toHaveLength(2)

    expect(await checkDrills(db, writer.publicKey)).toEqual({ figure: '2 drills', breaches: 0 })
    for (const change of [
      `update restore_drill set made_at = made_at + interval '1 second' where backup_at > now() - interval '1 day'`,
      `insert into restore_drill select sha512('x'), record, made_at, backup_at, operator_id, recorded_at from restore_drill limit 1`,
    ]) {
      await expect(
        owner.tx(async (tx) => {
          await tx.query(change)
          expect((await checkDrills(tx, writer.publicKey)).breaches, change).toBe(1)
          throw new Error('undone')
        }),
      ).rejects.toThrow('undone')
    }
  })

  test('the name, the address and the law of the house must be stated', async () => {
    await set(owners, 'company.name', 'Example Mall Ltd')
    await set(owners, 'company.address', '1 Example Street')
    expect((await runCheck(ada)).failing).toContain('company')
    await set(owners, 'company.law', 'Malta')
    expect((await runCheck(ada)).failing).not.toContain('company')
    for (const [name, value] of [
      ['company.name', 'Example {law}'],
      ['company.email', 'nowhere'],
    ] as const)
      await expect(set(owners, name, value)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
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
    await ageDrills(91)
    await expect(approve()).rejects.toMatchObject({
      failure: { code: 'NOT_READY', message: expect.stringContaining('restore-drill') },
    })
    await ageDrills(-91)
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
    await expect(set(owners, 'company.law', '')).rejects.toMatchObject({ code: 'NOT_READY' })
    await set(owners, 'company.law', 'Malta, courts of Valletta')
    await ageDrills(91)
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
    const { noteKey } = await ada.client.call(ENDPOINTS.logShow, {})
    expect(noteKey).toMatch(/^fairlot\/[^+]+\+[0-9a-f]{8}\+\S+$/)
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
