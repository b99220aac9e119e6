import type { LucideIcon } from 'lucide-react'
import { ArrowDownToLine, ArrowUpFromLine, Gift, Snowflake, Ticket, Wallet } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { List, ListLink, ListRow } from '../../../ui/lists/list-row.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Num } from '../../../ui/values/num.tsx'
import type { Closing } from './use-closing.ts'

const OPEN = ['orders', 'prizes', 'recharges', 'withdrawals'] as const
const ICONS: Record<(typeof OPEN)[number], LucideIcon> = {
  orders: Ticket,
  prizes: Gift,
  recharges: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
}
const TO = {
  orders: paths.orders('awaiting'),
  prizes: paths.orders('pending'),
  recharges: paths.recharge(),
  withdrawals: paths.withdrawals(),
} as const

/**
 * Lists what is still open, with counts and links.
 * @param none the text when nothing is open
 */
export function Waits({ state: { waitsFor, balanceReturns }, none }: { state: Closing; none: string }) {
  const { t } = useTranslation('closing')
  const open = OPEN.filter((name) => waitsFor[name] > 0)
  const hasBalance = /[1-9]/.test(waitsFor.balance)
  const { frozen } = waitsFor
  const isWaiting = open.length > 0 || frozen || (hasBalance && !balanceReturns)
  return (
    <section aria-labelledby="waits" className="flex flex-col gap-2">
      <h2 id="waits" className="text-lead">
        {t('waits.title')}
      </h2>
      {!isWaiting && <p className="text-ink-2">{none}</p>}
      {(isWaiting || hasBalance) && (
        <List>
          {open.map((name) => (
            <ListLink
              key={name}
              {...TO[name]}
              icon={ICONS[name]}
              label={t(`waits.${name}`)}
              value={<Num value={waitsFor[name]} className="text-body text-ink font-bold" />}
            />
          ))}
          {frozen && <ListRow icon={Snowflake} label={t('waits.frozen')} />}
          {hasBalance && (
            <ListRow
              icon={Wallet}
              label={t(balanceReturns ? 'waits.back' : 'waits.balance')}
              value={<Money amount={waitsFor.balance} className="text-body text-ink font-bold" />}
            />
          )}
        </List>
      )}
    </section>
  )
}
