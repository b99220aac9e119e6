/** Modules: their switches and their readiness for real money. A switch is a setting. */
import { readFileSync } from 'node:fs'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'
import { settingChange } from './settings.ts'

const MODULES = ENDPOINTS.moduleList.output.shape.items.def.element.shape.module.options

const modules = calling({
  name: 'modules',
  aliases: ['module list'],
  group: 'Modules',
  about: 'List the modules with switch, countries and licence',
  endpoint: 'moduleList',
  input: () => ({}),
  print({ items }, desk) {
    desk.table(
      [
        'module',
        'switch',
        { title: 'countries', wraps: true },
        'licence',
        'age provider',
        { title: 'failing checks', wraps: true },
      ],
      items.map(({ module, enabled, countries, licence, ageProvider, missing }) => [
        module,
        enabled ? { text: 'on', look: 'green' as const } : 'off',
        countries.join(' ') || '–',
        licence || '–',
        ageProvider || '–',
        missing.join(', ') || '–',
      ]),
    )
  },
})

function moduleSwitch(position: 'on' | 'off', about: string): Command {
  return calling({
    name: `module ${position}`,
    group: 'Modules',
    about,
    endpoint: 'settingSave',
    parameters: [{ name: 'module', about: 'module name', choices: MODULES }],
    options: position === 'off' ? [REASON, YES] : [REASON],
    async input(given, desk) {
      const module = given.text('module')
      if (position === 'off')
        await confirm(
          desk,
          given,
          `Stop selling in the module ${module}, at once?`,
          'The module is unchanged.',
        )
      return settingChange(desk, given, `module.${module}.enabled`, String(position === 'on'))
    },
    print: (answer, desk, given) =>
      printChange(answer, desk, `Module ${given.text('module')} is ${position}.`),
  })
}

const goLive = calling({
  name: 'go-live',
  aliases: ['module go-live'],
  group: 'Modules',
  about: 'Check the readiness for real money',
  details: 'Checks the installation and each module. The exit status is 1 while a check fails.',
  endpoint: 'goLive',
  input: () => ({}),
  print({ ready, items }, desk) {
    desk.table(
      ['', 'scope', 'check', { title: 'found', wraps: true }],
      items.map(({ ok, scope, id, found }) => [
        ok ? { text: '✓', look: 'green' as const } : { text: '✗', look: 'red' as const },
        scope,
        id,
        found,
      ]),
    )
    if (ready) desk.out('Ready for real money.')
  },
  verify({ ready, items }) {
    const failing = items.filter(({ ok }) => !ok).length
    if (!ready)
      throw new Problem(
        `Not ready for real money: ${failing} ${failing === 1 ? 'check fails' : 'checks fail'}.`,
      )
  },
})

const drill = calling({
  name: 'drill record',
  group: 'Modules',
  about: 'Record a restore drill',
  details:
    'The file is drill-record.json of the restored data directory. npm run restore writes and signs it when the doctor found nothing in the copy.',
  endpoint: 'drillRecord',
  fields: { record: 'file' },
  parameters: [{ name: 'file', about: 'the record that the restore wrote' }],
  input: (given) => ({ record: recordIn(given.text('file')) }),
  print: ({ madeAt, backupAt }, desk) =>
    desk.out(`Recorded the drill of ${localTime(madeAt)} with the backup of ${localTime(backupAt)}.`),
})

/** @throws Problem when the file cannot be read */
function recordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem(
      `The file ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

export const MODULE_COMMANDS: readonly Command[] = [
  modules,
  moduleSwitch('on', 'Switch a module on'),
  moduleSwitch('off', 'Switch a module off; open sales run to their end'),
  goLive,
  drill,
]
