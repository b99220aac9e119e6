/** The modules as operators see them, and the go-live check. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { MODULES } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Settings, Values } from '../../../platform/settings/settings.ts'
import type { ModuleTable } from '../../guard/index.ts'
import { recordDrill, type RestoreDrillDeps } from './restore-drills.ts'
import { missingFor, readyModules, type GoLiveCheck } from './go-live.ts'

export type ModuleRoutesDeps = RestoreDrillDeps & {
  settings: Pick<Settings, 'read'>
  modules: ModuleTable
  moneyMode: MoneyMode
  /** runs the go-live check as if the settings had these values */
  goLive(db: Executor, values: Values): Promise<GoLiveCheck[]>
}

export function moduleRoutes(
  deps: ModuleRoutesDeps,
): Handlers<Endpoints, 'moduleList' | 'goLive' | 'drillRecord'> {
  const { db, settings, modules, moneyMode } = deps
  return {
    async moduleList() {
      const values = await settings.read(db)
      const checks = moneyMode === 'real' ? await deps.goLive(db, values) : []
      return {
        items: MODULES.map((module) => {
          const { enabled, licence, countries, ageProvider } = modules[module]
          return {
            module,
            enabled: values.get(enabled),
            licence: values.get(licence),
            countries: [...values.get(countries)],
            ageProvider: values.get(ageProvider),
            missing: missingFor(checks, module),
          }
        }),
      }
    },
    drillRecord: (call) => recordDrill(deps, call, call.input.record),
    async goLive() {
      const items = await deps.goLive(db, await settings.read(db))
      return { ready: readyModules(items).length > 0, items }
    },
  }
}
