import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import { configFolder } from './private-folder.ts'
import { sessionFile } from './session-file.ts'

const SESSION = {
  url: 'https://shop.example',
  name: 'nora',
  token: 'T'.repeat(43),
  signKey: 'ab'.repeat(32),
  permissions: ['own'] as const,
  stage: 'full' as const,
}
const modeOf = (place: string) => statSync(place).mode & 0o777
let home = ''
let folder = ''

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'fairlot-cli-'))
  folder = path.join(home, 'config/fairlot')
})
afterEach(() => rmSync(home, { recursive: true }))

describe('the configuration folder', () => {
  test('follows the XDG specification', () => {
    expect(configFolder({ XDG_CONFIG_HOME: '/etc/me' })).toBe('/etc/me/fairlot')
    expect(configFolder({ XDG_CONFIG_HOME: 'relative' })).toBe(path.join(homedir(), '.config/fairlot'))
    expect(configFolder({})).toBe(path.join(homedir(), '.config/fairlot'))
  })
})

describe('the session file', () => {
  test('stores one session per profile, readable by its user only', () => {
    const file = sessionFile(folder, 'default')
    expect(file.read()).toBeNull()
    file.write(SESSION)
    expect(file.read()).toEqual(SESSION)
    expect(sessionFile(folder, 'other').read()).toBeNull()
    expect([modeOf(folder), modeOf(path.join(folder, 'operator-default.json'))]).toEqual([0o700, 0o600])
    expect(readdirSync(folder)).toEqual(['operator-default.json'])
    file.end()
    file.end()
    expect(file.read()).toBeNull()
    const text = readFileSync(path.join(folder, 'operator-default.json'), 'utf8')
    expect(text).not.toContain(SESSION.token)
    expect(file.lastLogin()).toEqual({ url: SESSION.url, name: SESSION.name })
  })

  test('is refused when other users can read it or its folder', () => {
    const file = sessionFile(folder, 'default')
    file.write(SESSION)
    const at = path.join(folder, 'operator-default.json')
    chmodSync(at, 0o640)
    expect(() => file.read()).toThrow(`Other users can read ${at}. Restrict it: chmod 600 ${at}`)
    chmodSync(at, 0o600)
    chmodSync(folder, 0o755)
    expect(() => file.read()).toThrow(`Restrict it: chmod 700 ${folder}`)
    expect(() => file.write(SESSION)).toThrow(`Restrict it: chmod 700 ${folder}`)
  })

  test('is refused when it is damaged', () => {
    const file = sessionFile(folder, 'default')
    file.write(SESSION)
    for (const text of ['{', 'null', '{}', JSON.stringify({ version: 1, ...SESSION, token: '' })]) {
      writeFileSync(path.join(folder, 'operator-default.json'), text)
      expect(() => file.read()).toThrow('is damaged. Remove it and log in again.')
    }
  })
})

describe('the journal', () => {
  const command = ['https://shop.example', 'nora', 'houseFund', 'fund', 'amount=5']
  const input = { amount: '5', requestId: 'r1' }

  test('stores an input until it is answered, for one command of one profile', () => {
    const journal = openJournal(folder, 'default', Date.now)
    expect(journal.find(command)).toBeNull()
    journal.keep(command, input)
    expect(openJournal(folder, 'default', Date.now).find(command)).toEqual(input)
    expect(journal.find([...command, 'x'])).toBeNull()
    expect(openJournal(folder, 'other', Date.now).find(command)).toBeNull()
    expect(readdirSync(folder).map((name) => modeOf(path.join(folder, name)))).toEqual([0o600])
    journal.forget(command)
    journal.forget(command)
    expect(journal.find(command)).toBeNull()
  })

  test('drops an input after a day', () => {
    let now = Date.now()
    const journal = openJournal(folder, 'default', () => now)
    journal.keep(command, input)
    now += 23 * 3_600_000
    expect(journal.find(command)).toEqual(input)
    now += 2 * 3_600_000
    expect(journal.find(command)).toBeNull()
  })

  test('removes inputs of other commands after a day', () => {
    const journal = openJournal(folder, 'default', Date.now)
    journal.keep(['old'], input)
    const [old] = readdirSync(folder)
    const before = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(path.join(folder, old!), before, before)
    journal.keep(command, input)
    expect(readdirSync(folder)).not.toContain(old)
    expect(readdirSync(folder)).toHaveLength(1)
  })
})
