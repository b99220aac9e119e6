import { Clock, UserCheck } from 'lucide-react'
import { parseMoney } from '@fairlot/contract/money/money'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { useHours } from './hours.ts'
import type { Info, WithdrawForm } from './use-withdraw-form.ts'

/** What the member gets for the amount, from the server, and who approves it. */
export function QuoteCard({ info, form: { quote, amount } }: { info: Info; form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const needsTwo = amount !== null && parseMoney(amount) >= parseMoney(info.twoApproversFrom)
  const shown = (value: string | undefined, minus = false) =>
    value === undefined ? <span aria-hidden="true">–</span> : <Money amount={minus ? `-${value}` : value} />
  const hasFee = quote !== null && /[1-9]/.test(quote.fee)
  return (
    <Card>
      <dl aria-live="polite" aria-busy={(amount !== null && quote === null) || undefined}>
        <Row name={t('quote.withdraw')}>{shown(quote?.amount)}</Row>
        <Row
          name={t('quote.fee', {
            level: t('ui:vip', { level: info.vipLevel }),
            rate: Number(info.feePercent),
          })}
        >
          {shown(quote?.fee, hasFee)}
        </Row>
        <div className="border-line mt-2 flex flex-wrap items-baseline justify-between gap-x-3 border-t pt-3">
          <dt className="font-medium">{t('quote.arrives')}</dt>
          <dd className={cx('text-title', quote === null && 'text-ink-3')}>{shown(quote?.net)}</dd>
        </div>
        <Row name={t('quote.after')} quiet>
          {shown(quote?.balanceAfter)}
        </Row>
      </dl>
      <p className="text-cap text-ink-2 mt-2 flex items-start gap-2">
        <UserCheck size={17} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          {needsTwo ? t('quote.two', { amount: money(info.twoApproversFrom, 'price') }) : t('quote.one')}
        </span>
      </p>
    </Card>
  )
}

type RowProps = { name: string; quiet?: boolean; children: ReactNode }

function Row({ name, quiet = false, children }: RowProps) {
  return (
    <div
      className={cx(
        'flex min-h-8 flex-wrap items-baseline justify-between gap-x-3',
        quiet ? 'text-cap text-ink-2' : 'text-body',
      )}
    >
      <dt className="text-ink-2">{name}</dt>
      <dd className={cx(!quiet && 'font-semibold')}>{children}</dd>
    </div>
  )
}

/** When withdrawals are accepted, and whether they are now. */
export function HoursLine({ info: { window } }: { info: Info }) {
  const { t } = useTranslation('withdraw')
  const hours = useHours(window)
  return (
    <p
      className={cx(
        'flex items-start gap-2.5 px-1',
        window.open ? 'text-ink-2' : 'text-gold-ink font-medium',
      )}
    >
      <Clock size={19} strokeWidth={1.8} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {t(window.open ? 'hours.open' : 'hours.closed', {
          from: hours.from,
          until: hours.until,
          now: hours.now,
          time: hours.time,
        })}{' '}
        {hours.business !== null && t('hours.business', hours.business)}
      </span>
    </p>
  )
}
