/** Settings and modules; a module's switch is one of the settings. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Given } from '../command.ts'
import type { Desk } from '../desk.ts'
import { facts, localTime, table } from '../print.ts'
import { UsageProblem } from '../problem.ts'
import { printChange } from './changes.ts'

type Shown = Output<Endpoints['settingShow']>
type Setting = Shown['setting']

/** Adds the unit to a value: of time and the like, or the currency. */
async function withUnit({ kind, unit }: Setting, desk: Desk): Promise<(value: string) => string> {
  const label = kind === 'money' || kind === 'moneys' ? (await desk.money()).label : unit
  return (value) => {
    if (value === '') return '–'
    return label === null ? value : `${value} ${label}`
  }
}

async function printList(items: readonly Setting[], desk: Desk): Promise<void> {
  const columns = ['name', 'value', 'about'].map((title) => ({ title }))
  const rows = await Promise.all(
    items.map(async (setting) => {
      const { name, value, initial, about } = setting
      const text = await withUnit(setting, desk)
      const changed = { text: `${text(value)} (initially ${initial || '–'})`, look: 'yellow' as const }
      return [name, value === initial ? text(value) : changed, about]
    }),
  )
  desk.lines(table(columns, rows, desk.style))
}

async function printOne({ setting, history }: Shown, desk: Desk): Promise<void> {
  const { name, about, kind, minimum, maximum, choices, initial, version, effect, twoPersons } = setting
  const text = await withUnit(setting, desk)
  desk.lines(
    facts([
      ['name', name],
      ['about', about],
      ['value', text(setting.value)],
      ['initial', text(initial)],
      ['kind', kind],
      ['bounds', minimum === null && maximum === null ? null : `${minimum ?? '…'} to ${maximum ?? '…'}`],
      ['choices', choices && choices.join(', ')],
      ['holds for', effect === 'new' ? 'what is made from now on' : 'everything, at once'],
      ['takes', twoPersons ? 'two persons' : 'one person'],
      ['version', String(version)],
    ]),
  )
  if (history.length === 0) return
  const columns = ['version', 'at', 'by', 'before', 'after', 'reason'].map((title) => ({ title }))
  const rows = history.map(({ version: of, at, by, before, after, reason }) => [
    String(of),
    localTime(at),
    by?.name ?? 'the machine',
    before,
    after,
    reason,
  ])
  desk.lines(['', ...table(columns, rows, desk.style)])
}

const settings: Command = {
  name: 'settings',
  group: 'Settings',
  about: 'Every setting with its value; of one, its bounds and history',
  endpoint: 'settingList',
  parameters: [{ name: 'name', about: 'of a setting', optional: true }],
  options: [],
  async run(desk, given) {
    const name = given.maybe('name')
    if (name === undefined) {
      const answer = await desk.call('settingList', {})
      return desk.show(answer, () => printList(answer.items, desk))
    }
    const answer = await desk.call('settingShow', { name })
    return desk.show(answer, () => printOne(answer, desk))
  },
}

/** The version that is looked at now goes along: what somebody else changes meanwhile is not overwritten. */
async function change(desk: Desk, given: Given, name: string, value: string) {
  const { setting } = await desk.call('settingShow', { name })
  const { version } = setting
  return { name, value, version, reason: given.text('reason'), requestId: randomUUID() }
}

const settingSet = calling({
  name: 'setting set',
  group: 'Settings',
  about: 'Change a setting (a value that begins with a dash: last, after --)',
  endpoint: 'settingSave',
  parameters: [
    { name: 'name', about: 'of the setting' },
    { name: 'value', about: 'in the form and within the bounds that `settings <name>` shows' },
  ],
  options: [REASON],
  input: (given, desk) => change(desk, given, given.text('name'), given.text('value')),
  print: (answer, desk, given) =>
    printChange(answer, desk, `${given.text('name')} is ${given.text('value')} now.`),
})

const modules = calling({
  name: 'modules',
  group: 'Settings',
  about: 'The modules: whether they sell, where they may, and what real money still lacks',
  endpoint: 'moduleList',
  input: () => ({}),
  print({ items }, desk) {
    const columns = ['module', 'sells', 'countries', 'licence', 'age provider', 'missing']
    const rows = items.map(({ module, exists, enabled, countries, licence, ageProvider, missing }) => [
      module,
      exists ? (enabled ? { text: 'on', look: 'green' as const } : 'off') : 'not in this version',
      countries.join(' ') || '–',
      licence || '–',
      ageProvider || '–',
      missing.join(', ') || '–',
    ])
    desk.lines(
      table(
        columns.map((title) => ({ title })),
        rows,
        desk.style,
      ),
    )
  },
})

function moduleSwitch(word: 'on' | 'off', about: string): Command {
  return calling({
    name: `module ${word}`,
    group: 'Settings',
    about,
    endpoint: 'settingSave',
    parameters: [{ name: 'module', about: 'as `modules` shows it' }],
    options: [REASON],
    input(given, desk) {
      const module = given.text('module')
      if (!/^[a-z]+$/.test(module)) throw new UsageProblem(`${module} is not the name of a module.`)
      return change(desk, given, `module.${module}.enabled`, String(word === 'on'))
    },
    print: (answer, desk, given) => printChange(answer, desk, `${given.text('module')} is ${word}.`),
  })
}

export const SETTINGS: readonly Command[] = [
  settings,
  settingSet,
  modules,
  moduleSwitch('on', 'Let a module sell'),
  moduleSwitch('off', 'Stop a module: nothing new is sold, everything open runs to its end'),
]
