/** The back office: the endpoints of the house's money, settings, modules and members. */
import type { Audit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { ModuleTable } from '../guard/index.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { FundingWriter } from './house/house-funding.ts'
import { houseRoutes } from './house/house.routes.ts'
import { logRoutes, type LogDeps } from './log/log.routes.ts'
import { memberRoutes, type MemberRoutesDeps } from './members/members.routes.ts'
import { goLiveChecks, type GoLiveOptions, type Installation } from './settings/go-live.ts'
import { moduleRoutes } from './settings/modules.routes.ts'
import { statusRoutes, type StatusDeps } from './status/status.routes.ts'
import type { SettingChangeDeps } from './settings/setting-changes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { withdrawalRoutes, type WithdrawalRoutesDeps } from './withdrawals/withdrawals.routes.ts'

export type BackOfficeDeps = {
  db: Db
  approvals: Approvals
  audit: Audit
  settings: Settings
  modules: ModuleTable
  installation: Installation
  guard: MemberRoutesDeps['guard']
  /** default: the providers that this version has */
  ageProviders?: GoLiveOptions['ageProviders']
  fair: LogDeps['fair'] & { writer: FundingWriter }
  mall: LogDeps['mall'] & { orders: MemberRoutesDeps['orders'] }
  clockWatch: StatusDeps['clockWatch']
  desk: WithdrawalRoutesDeps['desk']
  phoneOf: WithdrawalRoutesDeps['phoneOf']
}

export type BackOffice = {
  routes: ReturnType<typeof settingRoutes> &
    ReturnType<typeof houseRoutes> &
    ReturnType<typeof moduleRoutes> &
    ReturnType<typeof logRoutes> &
    ReturnType<typeof memberRoutes> &
    ReturnType<typeof statusRoutes> &
    ReturnType<typeof withdrawalRoutes>
}

/** Wires the back office and registers its two-person changes. */
export function createBackOffice(deps: BackOfficeDeps): BackOffice {
  const { db, settings, modules, installation, ageProviders } = deps
  const goLive: SettingChangeDeps['goLive'] = (from, values) =>
    goLiveChecks(from, { installation, modules, values, ageProviders })
  const { moneyMode } = installation
  return {
    routes: {
      ...settingRoutes({ ...deps, moneyMode, goLive }),
      ...houseRoutes({ ...deps, writer: deps.fair.writer }),
      ...logRoutes(deps),
      ...moduleRoutes({ db, settings, modules, moneyMode, goLive }),
      ...memberRoutes({ ...deps, orders: deps.mall.orders }),
      ...statusRoutes({ ...deps, moneyMode }),
      ...withdrawalRoutes(deps),
    },
  }
}
