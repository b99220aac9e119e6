/** The back office: the endpoints of the house's money, settings, modules and members. */
import type { Audit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { ModuleTable } from '../guard/index.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { FundingWriter } from './house/house-funding.ts'
import { announcementRoutes } from './content/announcements.routes.ts'
import { contentDeskRoutes, type ContentDeskDeps } from './content/content.routes.ts'
import { deliveryRoutes, type DeliveryRoutesDeps } from './delivery/delivery.routes.ts'
import { eventDeskRoutes, type EventDeskDeps } from './events/events.routes.ts'
import { figuresRoutes } from './figures/figures.routes.ts'
import { financeDeskRoutes, type FinanceDeskDeps } from './finance/finance.routes.ts'
import { gamesRoutes } from './games/games.routes.ts'
import { reconciliationRoutes } from './house/reconciliation.routes.ts'
import { identityRoutes, type IdentityRoutesDeps } from './identity/identity.routes.ts'
import { houseRoutes, type HouseDeps } from './house/house.routes.ts'
import { correctionRoutes, type CorrectionRoutesDeps } from './members/corrections.routes.ts'
import { logRoutes, type LogDeps } from './log/log.routes.ts'
import { referralDeskRoutes, type ReferralDeskDeps } from './members/referral.routes.ts'
import { memberRoutes, type MemberRoutesDeps } from './members/members.routes.ts'
import { freezeRoutes, type FreezeRoutesDeps } from './members/freezes.routes.ts'
import { accessRoutes, type AccessRoutesDeps } from './members/access.routes.ts'
import { listRoutes, type ListRoutesDeps } from './members/lists.routes.ts'
import { profileRoutes, type ProfileRoutesDeps } from './members/profile.routes.ts'
import type { RestoreDrillDeps } from './settings/restore-drills.ts'
import { goLiveChecks, type Installation } from './settings/go-live.ts'
import { moduleRoutes } from './settings/modules.routes.ts'
import { productRoutes, type ProductRoutesDeps } from './products/products.routes.ts'
import { reviewDeskRoutes, type ReviewRoutesDeps } from './reviews/reviews.routes.ts'
import { smsRoutes, type SmsRoutesDeps } from './sms/sms.routes.ts'
import { statusRoutes, type StatusDeps } from './status/status.routes.ts'
import type { SettingChangeDeps } from './settings/setting-changes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { trc20Routes } from './trc20/trc20.routes.ts'
import { methodRoutes } from './transfers/methods.routes.ts'
import { transferRoutes, type TransferRoutesDeps } from './transfers/transfers.routes.ts'
import { loyaltyDeskRoutes, type LoyaltyRoutesDeps } from './house/loyalty.routes.ts'
import { relationFlagRoutes, type RelationFlagDeps } from './referral/relation-flags.routes.ts'
import { voucherRoutes, type VoucherRoutesDeps } from './vouchers/vouchers.routes.ts'
import { withdrawalRoutes, type WithdrawalRoutesDeps } from './withdrawals/withdrawals.routes.ts'

export type BackOfficeDeps = {
  db: Db
  approvals: Approvals
  audit: Audit
  settings: Settings
  modules: ModuleTable
  installation: Installation
  guard: ProfileRoutesDeps['guard'] & WithdrawalRoutesDeps['guard']
  access: ProfileRoutesDeps['access'] & AccessRoutesDeps['access']
  freezes: FreezeRoutesDeps['freezes']
  onNotice: FreezeRoutesDeps['onNotice']
  statement: ProfileRoutesDeps['statement']
  titlesOf: ProfileRoutesDeps['titlesOf']
  askWitnesses: LogDeps['askWitnesses']
  fair: LogDeps['fair'] & {
    writer: FundingWriter & EventDeskDeps['writer'] & RestoreDrillDeps['fair']['writer']
  }
  mall: LogDeps['mall'] & {
    orders: MemberRoutesDeps['orders'] & ListRoutesDeps['orders']
    delivery: DeliveryRoutesDeps['delivery']
    reviewDesk: ReviewRoutesDeps['reviewDesk']
  } & ProductRoutesDeps['mall']
  onVouchers: VoucherRoutesDeps['onVouchers']
  onTeams: RelationFlagDeps['onTeams']
  onFunded?: HouseDeps['onFunded']
  games: LogDeps['games']
  events: EventDeskDeps['events'] & LogDeps['events']
  loyalty: LoyaltyRoutesDeps['loyalty']
  referral: ReferralDeskDeps['referral']
  /** of the house's days, minutes east of UTC */
  utcOffsetMinutes: number
  /** an amount as messages show it */
  display: FinanceDeskDeps['display']
  clockWatch: StatusDeps['clockWatch']
  content: ContentDeskDeps['content']
  onPublished: ContentDeskDeps['onPublished']
  desk: WithdrawalRoutesDeps['desk']
  corrections: CorrectionRoutesDeps['corrections']
  transfers: TransferRoutesDeps['transfers']
  phoneOf: WithdrawalRoutesDeps['phoneOf']
  holderMatches: WithdrawalRoutesDeps['holderMatches']
  identityDesk: IdentityRoutesDeps['identityDesk']
  smsDesk: SmsRoutesDeps['smsDesk']
}

export type BackOffice = {
  routes: ReturnType<typeof settingRoutes> &
    ReturnType<typeof houseRoutes> &
    ReturnType<typeof correctionRoutes> &
    ReturnType<typeof figuresRoutes> &
    ReturnType<typeof loyaltyDeskRoutes> &
    ReturnType<typeof referralDeskRoutes> &
    ReturnType<typeof financeDeskRoutes> &
    ReturnType<typeof eventDeskRoutes> &
    ReturnType<typeof gamesRoutes> &
    ReturnType<typeof reconciliationRoutes> &
    ReturnType<typeof moduleRoutes> &
    ReturnType<typeof contentDeskRoutes> &
    ReturnType<typeof announcementRoutes> &
    ReturnType<typeof logRoutes> &
    ReturnType<typeof memberRoutes> &
    ReturnType<typeof accessRoutes> &
    ReturnType<typeof listRoutes> &
    ReturnType<typeof profileRoutes> &
    ReturnType<typeof freezeRoutes> &
    ReturnType<typeof productRoutes> &
    ReturnType<typeof smsRoutes> &
    ReturnType<typeof statusRoutes> &
    ReturnType<typeof trc20Routes> &
    ReturnType<typeof transferRoutes> &
    ReturnType<typeof deliveryRoutes> &
    ReturnType<typeof voucherRoutes> &
    ReturnType<typeof relationFlagRoutes> &
    ReturnType<typeof reviewDeskRoutes> &
    ReturnType<typeof methodRoutes> &
    ReturnType<typeof withdrawalRoutes> &
    ReturnType<typeof identityRoutes>
}

/** Wires the back office and registers its two-person changes. */
export function createBackOffice(deps: BackOfficeDeps): BackOffice {
  const { db, modules, installation } = deps
  const goLive: SettingChangeDeps['goLive'] = (from, values) =>
    goLiveChecks(from, { installation, modules, values })
  const { moneyMode } = installation
  return {
    routes: {
      ...settingRoutes({ ...deps, moneyMode, goLive }),
      ...houseRoutes({ ...deps, writer: deps.fair.writer }),
      ...correctionRoutes({ ...deps, writer: deps.fair.writer }),
      ...figuresRoutes(deps),
      ...loyaltyDeskRoutes(deps),
      ...referralDeskRoutes(deps),
      ...financeDeskRoutes({ ...deps, writer: deps.fair.writer }),
      ...eventDeskRoutes({ ...deps, writer: deps.fair.writer }),
      ...gamesRoutes(deps),
      ...reconciliationRoutes({ db }),
      ...logRoutes(deps),
      ...moduleRoutes({ ...deps, moneyMode, goLive }),
      ...smsRoutes(deps),
      ...contentDeskRoutes(deps),
      ...announcementRoutes(deps),
      ...memberRoutes({ ...deps, orders: deps.mall.orders }),
      ...accessRoutes(deps),
      ...listRoutes({ ...deps, orders: deps.mall.orders }),
      ...profileRoutes(deps),
      ...freezeRoutes(deps),
      ...productRoutes(deps),
      ...statusRoutes(deps),
      ...trc20Routes({ ...deps, writer: deps.fair.writer }),
      ...reviewDeskRoutes({ ...deps, reviewDesk: deps.mall.reviewDesk }),
      ...methodRoutes({ ...deps, moneyMode }),
      ...transferRoutes({ ...deps, writer: deps.fair.writer }),
      ...deliveryRoutes({ ...deps, delivery: deps.mall.delivery, writer: deps.fair.writer }),
      ...voucherRoutes({ ...deps, writer: deps.fair.writer }),
      ...relationFlagRoutes(deps),
      ...withdrawalRoutes({ ...deps, writer: deps.fair.writer }),
      ...identityRoutes(deps),
    },
  }
}
