/** Settings as operators read and change them. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MODULES, type Module } from '@fairlot/contract/modules'
import { MS, type Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Setting, Settings, Values } from '../../../platform/settings/settings.ts'
import type { ModuleTable } from '../../guard/index.ts'
import type { ApprovalDefinition, Approvals } from '../approvals/approvals.ts'
import { missingFor, type GoLiveCheck } from './go-live.ts'

export type SettingChangesDeps = {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request' | 'doAlone'>
  settings: Settings
  modules: ModuleTable
  moneyMode: 'sandbox' | 'real'
  /** what real money lacks, if these values held */
  goLive(db: Executor, values: Values): Promise<GoLiveCheck[]>
}

const params = z.object({ name: z.string(), value: z.string(), version: z.number() })
type Params = z.infer<typeof params>

/** The setting's value is kept whole, so that who approves it sees what will hold. */
function settingChange(deps: SettingChangesDeps): ApprovalDefinition<Params> {
  const { settings } = deps
  return {
    action: 'setting.change',
    schema: params,
    view({ name, value, version }) {
      const now = settings.find(name) ? settings.stored(name) : null
      const asked = { setting: name, value, version: String(version) }
      // once it was changed, what was there before stands in the setting's history
      return now?.version === version ? { ...asked, now: now.value } : asked
    },
    async check(tx, change) {
      await settings.check(tx, change)
      await refuseUnready(deps, tx, change)
    },
    async execute(tx, { name, value, version }, { approvalId, requestedBy, reason }) {
      const change = { name, value, version, reason, operatorId: requestedBy, approvalId }
      const { before, after } = await settings.save(tx, change)
      await refuseUnready(deps, tx, change)
      return {
        subject: `setting:${name}`,
        before: { value: before, version },
        after: { value: after, version: version + 1 },
      }
    },
    after: () => settings.refresh(),
  }
}

/**
 * With real money: a module that lacks something cannot be switched on, and what one that is on needs cannot be taken away.
 * @throws Refusal NOT_READY that names what is missing
 */
async function refuseUnready(
  { settings, modules, moneyMode, goLive }: SettingChangesDeps,
  db: Executor,
  { name, value }: Pick<Params, 'name' | 'value'>,
): Promise<void> {
  if (moneyMode === 'sandbox') return
  const module = MODULES.find((one) => Object.values(modules[one]).some((setting) => setting.name === name))
  if (!module) return
  const then = withValue(await settings.read(db), name, value)
  if (!then.get(modules[module].enabled)) return
  const missing = missingFor(await goLive(db, then), module).filter(
    (id) => name === modules[module].enabled.name || id === checkOf(modules, module, name),
  )
  if (missing.length > 0) throw new Refusal('NOT_READY', { values: { missing: missing.join(', ') } })
}

/** The go-live check that reads a module's setting. */
function checkOf(modules: ModuleTable, module: Module, name: string): string | undefined {
  const { licence, countries, ageProvider } = modules[module]
  if (name === licence.name) return `${module}.licence`
  if (name === countries.name) return `${module}.countries`
  return name === ageProvider.name ? `${module}.age` : undefined
}

function withValue(values: Values, name: string, value: string): Values {
  return {
    get: <V>(setting: Setting<V>) => (setting.name === name ? setting.kind.read(value) : values.get(setting)),
  }
}

const HISTORY = {
  name: 'operator.setting.history',
  text: `
    select c.version, c.before, c.after, c.operator_id, o.name, c.reason, ${MS('c.at')} as ms
    from setting_change c left join operator o using (operator_id)
    where c.name = $1 order by c.version desc limit 200`,
}

type Change = {
  version: number
  before: string
  after: string
  operator_id: string | null
  name: string | null
  reason: string
  ms: bigint
}

type Names = 'settingList' | 'settingShow' | 'settingSave'

export function settingRoutes(deps: SettingChangesDeps): Handlers<Endpoints, Names> {
  const { db, approvals, settings, modules, moneyMode } = deps
  const definition = settingChange(deps)
  approvals.register(definition)
  const view = (setting: Setting<unknown>) => settingView(setting, settings, moneyMode)
  const switches = new Set(MODULES.map((module) => modules[module].enabled.name))

  return {
    settingList: () => ({
      items: settings.definitions.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(view),
    }),
    async settingShow({ input: { name } }) {
      const setting = settings.find(name)
      if (!setting) throw new Refusal('NO_SUCH_DATA')
      const rows = await db.query<Change>(HISTORY, [name])
      return {
        setting: view(setting),
        history: rows.map(({ operator_id: id, name: by, ms, ...change }) => ({
          ...change,
          by: id === null || by === null ? null : { id, name: by },
          at: Number(ms),
        })),
      }
    },
    settingSave(call) {
      const { name, version, reason, requestId } = call.input
      const value = settings.form(name, call.input.value)
      const change = { params: { name, value, version }, reason, requestId }
      // switching a module off is stricter: one person does it at once
      const isStop = switches.has(name) && value === 'false'
      return takesTwo(settings.find(name)!, moneyMode) && !isStop
        ? approvals.request(call, definition, change)
        : approvals.doAlone(call, definition, change)
    },
  }
}

function takesTwo({ twoPersons }: Setting<unknown>, moneyMode: 'sandbox' | 'real'): boolean {
  return twoPersons === true || (twoPersons === 'real' && moneyMode === 'real')
}

function settingView(
  setting: Setting<unknown>,
  settings: Settings,
  moneyMode: 'sandbox' | 'real',
): Output<Endpoints['settingList']>['items'][number] {
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
    twoPersons: takesTwo(setting, moneyMode),
  }
}
