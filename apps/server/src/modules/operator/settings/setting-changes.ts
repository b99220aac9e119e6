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
import { missingFor, type GoLiveCheck } from './go-live.ts'

export type SettingChangeDeps = {
  settings: Settings
  modules: ModuleTable
  moneyMode: MoneyMode
  /** runs the go-live check as if the settings had these values */
  goLive(db: Executor, values: Values): Promise<GoLiveCheck[]>
}

const params = z.object({ name: z.string(), value: z.string(), version: z.number() })
export type SettingChange = z.infer<typeof params>

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
    afterCommit: () => settings.refresh(),
  }
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
