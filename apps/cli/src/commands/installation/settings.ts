/** Settings of the running server. */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { fieldMessage } from '@fairlot/contract/messages'
import { calling, REASON, type Command, type Given } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { similar } from '../../similar.ts'
import { printChange } from '../staff/changes.ts'

type Shown = Output<Endpoints['settingShow']>
type Setting = Shown['setting']

/** Returns a function that adds the unit or currency of a setting to a value. */
async function withUnit({ kind, unit }: Setting, desk: Desk): Promise<(value: string) => string> {
  const label = kind === 'money' || kind === 'moneys' ? (await desk.money()).label : unit
  return (value) => {
    if (value === '') return '–'
    return label === null ? value : `${value} ${label}`
  }
}

async function printList(items: readonly Setting[], desk: Desk): Promise<void> {
  const rows = await Promise.all(
    items.map(async (setting) => {
      const { name, value, initial, about } = setting
      const text = await withUnit(setting, desk)
      const changed = { text: `${text(value)} (initially ${initial || '–'})`, look: 'yellow' as const }
      return [name, value === initial ? text(value) : changed, about]
    }),
  )
  desk.table(['name', { title: 'value', wraps: true }, { title: 'description', wraps: true }], rows)
}

async function printOne({ setting, related, history }: Shown, desk: Desk): Promise<void> {
  const { name, about, kind, minimum, maximum, choices, initial, version, effect, twoPersons } = setting
  const text = await withUnit(setting, desk)
  desk.lines(
    facts([
      ['name', name],
      ['description', about],
      ['value', text(setting.value)],
      ['initial value', text(initial)],
      ['kind', kind],
      ['bounds', minimum === null && maximum === null ? null : `${minimum ?? '…'} to ${maximum ?? '…'}`],
      ['allowed values', choices && choices.join(', ')],
      ['compared with', related.map((one) => `${one.name} (${one.value})`).join(', ') || null],
      ['applies to', effect === 'new' ? 'new records' : 'everything, at once'],
      ['change requires', twoPersons ? 'the approval of another operator' : 'one operator'],
      ['version', String(version)],
      ['note', setting.note],
    ]),
  )
  if (history.length === 0) return
  desk.out('')
  desk.table(
    ['version', 'at', 'by', 'before', 'after', { title: 'reason', wraps: true }],
    history.map(({ version: of, at, by, before, after, reason }) => [
      String(of),
      localTime(at),
      by?.name ?? 'the server',
      before,
      after,
      reason,
    ]),
  )
}

/** The setting of a name as typed. @throws Problem that names the nearest setting, when there is none */
async function shownSetting(desk: Desk, name: string): Promise<Shown> {
  try {
    return await desk.call('settingShow', { name })
  } catch (error) {
    if (desk.json || !isUnknown(error)) throw error
    throw unknownSetting(desk, name, (await desk.call('settingList', {})).items)
  }
}

/** The refusal of a value that conflicts with other settings, with their values; other errors as they are. */
async function withRelated(error: unknown, desk: Desk, name: string): Promise<unknown> {
  if (desk.json || !(error instanceof CallError)) return error
  const refusal = error.failure.fields?.['value']
  if (!OFFERED_LANGUAGES.some((language) => fieldMessage(language, 'SETTING_RULE') === refusal)) return error
  const { related } = await shownSetting(desk, name)
  const others = related.map((one) => `  ${one.name} is ${one.value}`)
  return new Problem([`${refusal}`, ...others].join('\n'))
}

const settings: Command = {
  name: 'settings',
  aliases: ['setting list', 'setting show'],
  group: 'Settings',
  about: 'List all settings, or show one with its bounds and history',
  details: 'The beginning of a name lists all settings that begin so: settings wallet.',
  endpoint: 'settingList',
  parameters: [{ name: 'name', about: 'setting name, such as wallet.rechargeMinimum', optional: true }],
  options: [],
  async run(desk, given) {
    const name = given.maybe('name')
    if (name === undefined) {
      const answer = await desk.call('settingList', {})
      return desk.show(answer, () => printList(answer.items, desk))
    }
    const found = await namedSetting(desk, name)
    return 'items' in found
      ? desk.show(found, () => printList(found.items, desk))
      : desk.show(found, () => printOne(found, desk))
  },
}

/** One setting, or all whose names begin as typed. @throws Problem as `shownSetting` */
async function namedSetting(
  desk: Desk,
  name: string,
): Promise<Shown | Pick<Output<Endpoints['settingList']>, 'items'>> {
  try {
    return await desk.call('settingShow', { name })
  } catch (error) {
    if (!isUnknown(error)) throw error
    const { items } = await desk.call('settingList', {})
    const beginning = items.filter((one) => one.name.startsWith(name))
    if (beginning.length > 0) return { items: beginning }
    if (desk.json) throw error
    throw unknownSetting(desk, name, items)
  }
}

/** Whether the server knows no setting of the name, or the text cannot be a name. */
const isUnknown = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.failure.code === 'NO_SUCH_DATA' || 'name' in (error.failure.fields ?? {}))

function unknownSetting(desk: Desk, name: string, items: readonly Setting[]): Problem {
  const near = similar(
    name,
    items.map((one) => one.name),
  )
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return new Problem(`There is no setting ${name}.${meant} List them: ${desk.hint('settings')}`)
}

/** The input of a change. Its version makes the server refuse to overwrite another operator's change. */
export async function settingChange(desk: Desk, given: Given, name: string, value: string) {
  const { setting } = await shownSetting(desk, name)
  const { version, note } = setting
  if (note) desk.note(`${name} has ${note}.`)
  return { name, value, version, reason: given.text('reason'), requestId: randomUUID() }
}

const save = calling({
  name: 'setting set',
  group: 'Settings',
  about: 'Change a setting',
  details: 'Put -- before a value that begins with a dash, after all options.',
  endpoint: 'settingSave',
  parameters: [
    { name: 'name', about: 'setting name, such as wallet.rechargeMinimum' },
    { name: 'value', about: 'value within the bounds that `settings <name>` shows' },
  ],
  options: [REASON],
  input: (given, desk) => settingChange(desk, given, given.text('name'), given.text('value')),
  print: (answer, desk, given) =>
    printChange(answer, desk, `${given.text('name')} is now ${given.text('value')}.`),
})

/** A command that changes a setting, and names the settings that conflict with its value. */
export function relating(command: Command, nameOf: (given: Given) => string): Command {
  return {
    ...command,
    async run(desk, given) {
      try {
        await command.run(desk, given)
      } catch (error) {
        throw await withRelated(error, desk, nameOf(given))
      }
    },
  }
}

const settingSet = relating(save, (given) => given.text('name'))

export const SETTINGS: readonly Command[] = [settings, settingSet]
