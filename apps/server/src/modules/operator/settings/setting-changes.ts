/** The change `setting.change`, and when it is refused. */
import * as z from 'zod/mini'
import { MODULES, type Module } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Setting, Settings, Values } from '../../../platform/settings/settings.ts'
import { unstatedFacts } from '../../content/index.ts'
import type { ModuleTable } from '../../guard/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, refusalOf, type Outlook } from '../approvals/outlook.ts'
import { missingFor, type GoLiveCheck, type Installation } from './go-live.ts'

export type SettingChangeDeps = {
  settings: Settings
  modules: ModuleTable
  moneyMode: MoneyMode
  installation: NotedInstallation
  /** runs the go-live check as if the settings had these values */
  goLive(db: Executor, values: Values): Promise<GoLiveCheck[]>
}

const params = z.object({ name: z.string(), value: z.string(), version: z.number() })
export type SettingChange = z.infer<typeof params>

/** What decides whether a setting has an effect here. */
type NotedInstallation = Pick<Installation, 'trc20'>

/** Why a setting has no effect in this installation; null: it has. */
export function settingNote(name: string, { trc20 }: NotedInstallation): string | null {
  if (!name.startsWith('wallet.trc20') || trc20) return null
  return 'no effect: recharges in USDT are off until TRC20_XPUB and TRC20_NODES are set'
}

/** A request contains the whole new value, so that the approver sees it. */
export function settingChange(deps: SettingChangeDeps): ApprovalDefinition<SettingChange> {
  const { settings } = deps
  return {
    action: 'setting.change',
    schema: params,
    view({ name, value, version }) {
      const now = settings.find(name) ? settings.stored(name) : null
      const requested = { setting: name, value, version: String(version) }
      // after the change, the previous value is in the setting's history
      return now?.version === version ? { ...requested, now: now.value } : requested
    },
    outlook: (db, change) => outlookOf(deps, db, change),
    check: (tx, change) => checkChange(deps, tx, change),
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
    afterCommit: () => settings.refresh(),
  }
}

async function checkChange(deps: SettingChangeDeps, db: Executor, change: SettingChange): Promise<void> {
  await deps.settings.check(db, change)
  await refuseUnready(deps, db, change)
}

/** The value before and after, its bounds, and the settings that a rule compares with it. */
async function outlookOf(deps: SettingChangeDeps, db: Executor, change: SettingChange): Promise<Outlook> {
  const { settings } = deps
  const { name, value, version } = change
  const setting = settings.find(name)
  if (!setting) throw new Refusal('NO_SUCH_DATA')
  const now = settings.stored(name)
  const note = settingNote(name, deps.installation)
  const { kind, initial, about, effect } = setting
  return {
    effect: { setting: name, value },
    before: { setting: name, value: now.value },
    facts: [
      fact('about', about),
      fact('allowed', boundsOf(kind)),
      fact('default', kind.form(kind.read(initial))),
      fact('holds', effect === 'all' ? 'at once, also for what exists' : 'for new records only'),
      ...settings.related(name).map((other) => fact(other, settings.stored(other).value)),
      ...(note === null ? [] : [fact('note', note, true)]),
      ...(now.version === version
        ? []
        : [fact('version', `it was ${version} at the request, and is ${now.version} now`, true)]),
    ],
    refused: await refusalOf(() => checkChange(deps, db, change)),
  }
}

function boundsOf({ type, minimum, maximum, choices, unit }: Setting<unknown>['kind']): string {
  if (choices) return choices.join(', ')
  const range =
    minimum === undefined ? [] : [maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`]
  return [type, ...range, ...(unit === undefined ? [] : [unit])].join(', ')
}

/**
 * With real money, refuses to switch on a module for which a go-live check fails, and to remove a value that a module
 * needs while it is switched on.
 * @throws Refusal NOT_READY with the ids of the failing checks
 */
async function refuseUnready(
  deps: SettingChangeDeps,
  db: Executor,
  { name, value }: Pick<SettingChange, 'name' | 'value'>,
): Promise<void> {
  const { settings, modules, moneyMode, goLive } = deps
  if (moneyMode === 'sandbox') return
  await keepStated(deps, db, name, value)
  const module = MODULES.find((one) => Object.values(modules[one]).some((setting) => setting.name === name))
  if (!module) return
  const next = withValue(await settings.read(db), name, value)
  if (!next.get(modules[module].enabled)) return
  const missing = missingFor(await goLive(db, next), module).filter(
    (id) => name === modules[module].enabled.name || id === checkOf(modules, module, name),
  )
  if (missing.length > 0) throw new Refusal('NOT_READY', { values: { missing: missing.join(', ') } })
}

/** While a module is on, what the terms say about the house cannot be taken out of them. @throws Refusal NOT_READY */
async function keepStated(
  { settings, modules }: SettingChangeDeps,
  db: Executor,
  name: string,
  value: string,
): Promise<void> {
  const values = await settings.read(db)
  if (!unstatedFacts(withValue(values, name, value)).includes(name)) return
  if (MODULES.some((module) => values.get(modules[module].enabled)))
    throw new Refusal('NOT_READY', { values: { missing: 'company' } })
}

/** The id of the go-live check that reads a module's setting. */
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
