/** What operators do beside looking after themselves: the house's money, settings, modules, members. */
import type { Audit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { LogWriter } from '../fair/index.ts'
import type { ModuleTable } from '../guard/index.ts'
import type { Approvals } from './approvals/approvals.ts'
import { goLiveChecks, type GoLiveOptions, type Installation } from './settings/go-live.ts'
import { houseRoutes } from './house-funding.ts'
import { memberLookupRoutes, type MemberLookupDeps } from './member-lookup.ts'
import { moduleRoutes } from './settings/module-list.ts'
import { settingRoutes, type SettingChangesDeps } from './settings/setting-changes.ts'

export type OperatorWorkDeps = {
  db: Db
  approvals: Approvals
  audit: Audit
  settings: Settings
  modules: ModuleTable
  installation: Installation
  guard: MemberLookupDeps['guard']
  /** what this version has unless told */
  ageProviders?: GoLiveOptions['ageProviders']
  /** of the transparency log */
  writer: Pick<LogWriter, 'leave'>
}

export type OperatorWork = {
  routes: ReturnType<typeof settingRoutes> &
    ReturnType<typeof houseRoutes> &
    ReturnType<typeof moduleRoutes> &
    ReturnType<typeof memberLookupRoutes>
}

/** Wires it, and makes its two-person changes known. */
export function createOperatorWork(deps: OperatorWorkDeps): OperatorWork {
  const { db, settings, modules, installation, ageProviders } = deps
  const goLive: SettingChangesDeps['goLive'] = (from, values) =>
    goLiveChecks(from, { installation, modules, values, ageProviders })
  const { moneyMode } = installation
  return {
    routes: {
      ...settingRoutes({ ...deps, moneyMode, goLive }),
      ...houseRoutes(deps),
      ...moduleRoutes({ db, settings, modules, moneyMode, goLive }),
      ...memberLookupRoutes(deps),
    },
  }
}
