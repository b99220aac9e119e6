/** The VIP page: the levels with their benefits, the member's progress, and the latest refunds. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { VipRefundState } from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import { MS, type Db, type Executor, type Statement } from '../../../../platform/db.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { vipLevels, vipSpendOf } from '../../../identity/index.ts'
import { withdrawalFeeAt } from '../../../wallet/index.ts'

/** Days with refunds on the page. */
const SHOWN_DAYS = 30

type RefundRow = {
  day: string
  orders: number
  basis: bigint
  rate: number
  amount: bigint
  state: VipRefundState
  paid_ms: bigint | null
}

const LATEST: Statement = {
  name: 'vip_refund.latest',
  text: `
    select day::text as day, orders, basis, rate, amount, state, ${MS('paid_at')} as paid_ms
    from vip_refund where member_id = $1 order by vip_refund.day desc limit $2`,
}

const latestRefunds = (db: Executor, memberId: string): Promise<RefundRow[]> =>
  db.query(LATEST, [memberId, SHOWN_DAYS])

export async function vipPage(
  { db, settings }: { db: Db; settings: Values },
  memberId: string,
): Promise<Output<Endpoints['taskMember']>> {
  const [spend, refunds] = await Promise.all([vipSpendOf(db, memberId), latestRefunds(db, memberId)])
  const levels = vipLevels(settings)
  const level = levels.findLast((one) => spend >= one.spend)?.level ?? 0
  const next = levels[level + 1]
  return {
    level,
    spend: formatMoney(spend),
    next: next ? { level: next.level, missing: formatMoney(next.spend - spend) } : null,
    levels: levels.map((one) => ({
      level: one.level,
      spend: formatMoney(one.spend),
      withdrawalFee: withdrawalFeeAt(settings, one.level),
      extraReward: one.extraReward,
      refund: one.refund,
    })),
    refunds: refunds.map(({ paid_ms: paid, ...one }) => ({
      ...one,
      basis: formatMoney(one.basis),
      amount: formatMoney(one.amount),
      paidAt: paid === null ? null : Number(paid),
    })),
  }
}
