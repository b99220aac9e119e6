import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allSettings, SETTING_RULES, settingsTable } from './settings.ts'

test('every setting has a name and a sentence of its own, whatever money the database is of', () => {
  for (const moneyMode of ['sandbox', 'real'] as const) {
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

test('a database of real money begins with every module switched off', () => {
  const enabled = (moneyMode: 'sandbox' | 'real') =>
    allSettings(moneyMode).filter(({ name }) => name.startsWith('module.') && name.endsWith('.enabled'))
  expect(enabled('real').map(({ initial, twoPersons }) => [initial, twoPersons])).toEqual(
    Array.from({ length: 4 }, () => ['false', 'real']),
  )
  expect(enabled('sandbox').map(({ initial }) => initial)).toEqual(['true', 'true', 'true', 'true'])
})

test('docs/OPERATING.md has the table of all settings as they are here', async () => {
  const operating = await readFile(path.join(import.meta.dirname, '../../../docs/OPERATING.md'), 'utf8')
  expect(operating).toContain(settingsTable())
})
