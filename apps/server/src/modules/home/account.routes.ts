/** The account page: the member, the balance, and the number of orders in each state. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Content } from '../content/index.ts'
import { maskedPhone, vipLevelOf, type Identity } from '../identity/index.ts'
import { balances, barredNow, frozenNow } from '../ledger/index.ts'
import { piggyOf } from '../wallet/index.ts'
import { countOpenVouchers, type Orders } from '../mall/index.ts'

export type AccountOptions = {
  db: Executor
  settings: Values
  content: Pick<Content, 'agreeTo'>
  identity: Pick<Identity, 'member'>
  orders: Orders
}

export function accountRoutes({
  db,
  settings,
  content,
  identity,
  orders,
}: AccountOptions): Handlers<Endpoints, 'account'> {
  return {
    async account({ member: { memberId } }) {
      const [member, { balance }, piggy, barred, frozen, counts, vipLevel, vouchers, agreeTo] =
        await Promise.all([
          identity.member(db, memberId),
          balances(db, memberId),
          piggyOf(db, memberId),
          barredNow(db, memberId),
          frozenNow(db, memberId),
          orders.counts(memberId),
          vipLevelOf(db, settings, memberId),
          countOpenVouchers(db, memberId),
          content.agreeTo(db, memberId),
        ])
      if (!member) throw new Refusal('SESSION_ENDED')
      const { id, nickname, username, phone, invitationCode, memberSince } = member
      return {
        member: {
          id,
          nickname,
          username,
          phone: maskedPhone(phone),
          invitationCode,
          vipLevel,
          memberSince,
        },
        excludedUntil: barred && barred.until,
        frozenUntil: frozen && frozen.until,
        closing: barred?.closing === true,
        agreeTo,
        balance: formatMoney(balance),
        piggy: formatMoney(piggy),
        orders: counts,
        vouchers,
      }
    },
  }
}
