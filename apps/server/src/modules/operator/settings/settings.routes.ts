/** Settings as operators read and change them. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MODULES } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Setting, Settings } from '../../../platform/settings/settings.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { settingChange, settingNote, type SettingChangeDeps } from './setting-changes.ts'
import { settingHistory } from './settings.queries.ts'

export type SettingRoutesDeps = SettingChangeDeps & {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request' | 'actAlone'>
}

type Names = 'settingList' | 'settingShow' | 'settingSave'

/** The endpoints of settings. Registers the change `setting.change`. */
export function settingRoutes(deps: SettingRoutesDeps): Handlers<Endpoints, Names> {
  const { db, approvals, settings, modules, moneyMode, installation } = deps
  const definition = settingChange(deps)
  approvals.register(definition)
  const view = (setting: Setting<unknown>) => ({
    ...settingView(setting, settings, moneyMode),
    note: settingNote(setting.name, installation),
  })
  const switches = new Set(MODULES.map((module) => modules[module].enabled.name))

  return {
    settingList: () => ({
      items: settings.definitions.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(view),
    }),
    async settingShow({ input: { name } }) {
      const setting = settings.find(name)
      if (!setting) throw new Refusal('NO_SUCH_DATA')
      const rows = await settingHistory(db, name)
      return {
        setting: view(setting),
        related: settings
          .related(name)
          .map((other) => ({ name: other, value: settings.stored(other).value })),
        history: rows.map(({ operator_id: id, name: by, at_ms, ...change }) => ({
          ...change,
          by: id === null || by === null ? null : { id, name: by },
          at: Number(at_ms),
        })),
      }
    },
    settingSave(call) {
      const { name, version, reason, requestId } = call.input
      const value = settings.form(name, call.input.value)
      const change = { params: { name, value, version }, reason, requestId }
      // one operator can switch a module off at once, because this only makes the rules stricter
      const isSwitchOff = switches.has(name) && value === 'false'
      return needsTwoPersons(settings.find(name)!, moneyMode) && !isSwitchOff
        ? approvals.request(call, definition, change)
        : approvals.actAlone(call, definition, change)
    },
  }
}

function needsTwoPersons({ twoPersons }: Setting<unknown>, moneyMode: MoneyMode): boolean {
  return twoPersons === true || (twoPersons === 'real' && moneyMode === 'real')
}

function settingView(
  setting: Setting<unknown>,
  settings: Settings,
  moneyMode: MoneyMode,
): Omit<Output<Endpoints['settingList']>['items'][number], 'note'> {
  const { name, about, kind, initial, effect } = setting
  return {
    name,
    about,
    kind: kind.type,
    unit: kind.unit ?? null,
    minimum: kind.minimum ?? null,
    maximum: kind.maximum ?? null,
    choices: kind.choices ? [...kind.choices] : null,
    ...settings.stored(name),
    initial: kind.form(kind.read(initial)),
    effect,
    twoPersons: needsTwoPersons(setting, moneyMode),
  }
}
