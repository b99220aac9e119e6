import { Link } from '@tanstack/react-router'
import { IdCard } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { leftWithout, usedPart } from '../../parts/identity/identity-standing.ts'
import { UsedStrip } from '../../parts/shares/used-strip.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import type { WithdrawForm } from './use-withdraw-form.ts'

/** How much can be withdrawn without an identity check, before it is needed; what this amount needs, when it does. */
export function IdentityLine({ form }: { form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const { identity, needsCheck } = form
  if (identity.state === 'approved') return null
  const threshold = money(identity.threshold, 'price')
  const left = money(leftWithout(identity), 'price')
  const used = t('check.used', { used: money(identity.used, 'price'), threshold })
  return (
    <Card className={cx(needsCheck && 'ring-gold-ink ring-[1.5px] ring-inset')}>
      <div className="flex items-start gap-2.5">
        <IdCard
          size={20}
          strokeWidth={1.9}
          className={cx('mt-0.5 shrink-0', needsCheck ? 'text-gold-ink' : 'text-brand')}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1" role={needsCheck ? 'status' : undefined}>
          <p className={cx(needsCheck ? 'text-gold-ink font-semibold' : 'text-ink-2')}>
            {needsCheck ? t('check.needed', { threshold }) : t('check.below', { left })}
          </p>
          {needsCheck && <p className="text-ink-2 text-cap mt-0.5">{t('check.below', { left })}</p>}
        </div>
        <Link
          {...form.checkLink}
          className="press text-brand -my-2.5 -me-2 inline-flex min-h-11 shrink-0 items-center px-2 font-semibold"
        >
          {t('check.look')}
        </Link>
      </div>
      <div className="mt-2.5">
        <UsedStrip label={t('check.label')} part={usedPart(identity)} text={used} />
        <p className="text-cap text-ink-2 mt-1.5">{used}</p>
      </div>
    </Card>
  )
}
