import { MODULES } from '@fairlot/contract/modules'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MONEY_MODES, type MoneyMode } from '@fairlot/contract/money/money-mode'
import { expect, test } from 'vitest'
import { CHECKS } from './programs/doctor.checks.ts'
import { createDb } from './platform/db.ts'
import { ensureDeployment, migrate, migrationsDirectory, readMigrations } from './platform/schema/migrate.ts'
import { createSettings } from './platform/settings/settings.ts'
import { emptyDatabase, testDatabase } from './testing/database.ts'
import { allSettings, SETTING_RULES, settingsTable } from './all-settings.ts'

test('every setting has a unique name and description in both money modes', () => {
  for (const moneyMode of MONEY_MODES) {
    const all = allSettings(moneyMode)
    expect(all.length).toBeGreaterThan(20)
    for (const of of ['name', 'about'] as const)
      expect(new Set(all.map((one) => one[of])).size).toBe(all.length)
    for (const { name, about, kind, initial } of all) {
      expect(name).toMatch(/^[a-z]+(\.[a-z][A-Za-z0-9]*){1,3}$/)
      expect(about).toMatch(/^[A-Z][^|]+\.$/)
      const form = kind.form(kind.read(initial))
      expect(kind.form(kind.read(form)), name).toBe(form)
    }
    const values = {
      get: <V>(setting: { kind: { read(text: string): V }; initial: string }) =>
        setting.kind.read(setting.initial),
    }
    for (const rule of SETTING_RULES) expect(rule.broken(values)).toBe(false)
  }
})

test('every module is switched off at first with real money', () => {
  const enabled = (moneyMode: MoneyMode) =>
    allSettings(moneyMode).filter(({ name }) => name.startsWith('module.') && name.endsWith('.enabled'))
  expect(enabled('real').map(({ initial, twoPersons }) => [initial, twoPersons])).toEqual(
    MODULES.map(() => ['false', 'real']),
  )
  expect(enabled('sandbox').map(({ initial }) => initial)).toEqual(MODULES.map(() => 'true'))
})

test('docs/OPERATING.md contains the current table of settings', async () => {
  const operating = await readFile(path.join(import.meta.dirname, '../../../docs/OPERATING.md'), 'utf8')
  expect(operating).toContain(settingsTable())
})

test('ignores a stored setting that this version does not have', async () => {
  const database = await testDatabase()
  const owner = createDb(database.ownerUrl, { max: 1 })
  const db = createDb(database.appUrl, { max: 1 })
  try {
    const name = 'module.growth.licence'
    await owner.query(
      `insert into setting (name, value, version, changed_at) values ($1, 'MGA/2', 1, now())`,
      [name],
    )
    const problems: unknown[] = []
    const settings = createSettings({
      db,
      definitions: allSettings('sandbox'),
      rules: SETTING_RULES,
      onError: (error) => problems.push(error),
    })
    await settings.refresh()
    expect(settings.find(name)).toBeUndefined()
    expect(problems).toEqual([])
    const change = { name, value: 'MGA/3', version: 1 }
    await expect(settings.check(db, change)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
  } finally {
    await db.close()
    await owner.close()
    await database.drop()
  }
})

test('migrates values of an older schema with their history', async () => {
  const database = await emptyDatabase()
  const older = await mkdtemp(path.join(tmpdir(), 'fairlot-older-'))
  const owner = createDb(database.ownerUrl, { max: 1 })
  const db = createDb(database.appUrl, { max: 1 })
  try {
    for (const { name, version } of await readMigrations())
      if (version < 10) await copyFile(path.join(migrationsDirectory, name), path.join(older, name))
    await migrate(database.ownerUrl, older)
    await owner.query(
      `update wallet_setting set recharge_steps = '{125000,1000000}', recharge_minimum = 125000, recharge_max_open = 7`,
    )
    await migrate(database.ownerUrl)
    await ensureDeployment(database.ownerUrl, 'sandbox')

    const problems: unknown[] = []
    const settings = createSettings({
      db,
      definitions: allSettings('sandbox'),
      rules: SETTING_RULES,
      onError: (error) => problems.push(error),
    })
    await settings.refresh()
    const changed = settings.definitions.filter(({ name }) => settings.stored(name).version > 0)
    expect(changed.map(({ name }) => `${name} ${settings.stored(name).value}`).toSorted()).toEqual([
      'wallet.rechargeMaxOpen 7',
      'wallet.rechargeMinimum 12.50',
      'wallet.rechargeSteps 12.50,100.00',
    ])
    expect(problems).toEqual([])
    for (const { sql } of CHECKS) expect(await db.query(sql)).toMatchObject([{ breaches: 0n }])
  } finally {
    await db.close()
    await owner.close()
    await database.drop()
    await rm(older, { recursive: true })
  }
})
