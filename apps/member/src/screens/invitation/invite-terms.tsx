import { Ban, Check } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Fact } from '../../parts/growth/fact.tsx'
import { addedRate, rateText } from '../../parts/growth/rate-text.ts'
import { useAdultAge } from '../../queries/system.ts'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { Invitation } from './use-share.ts'

/** What an invitation earns now, or since when it earns nothing. */
export function InviteRates({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invite')
  const { on, pausedSince, directRate, extraRate, indirectRate } = invitation
  return (
    <Card>
      <h2 className="text-title">{t('rates.title')}</h2>
      <p className="text-ink-2 mt-1">{t('rates.text')}</p>
      {!on && <Notice className="mt-3">{t('rates.off')}</Notice>}
      {on && pausedSince !== null && (
        <Notice tone="warn" className="mt-3">
          {t('rates.paused', { time: formatDateTime(pausedSince, activeLanguage()) })}
        </Notice>
      )}
      <dl className="mt-2">
        <Fact name={t('rates.direct')}>
          <Code>{rateText(directRate)}</Code>
        </Fact>
        {extraRate > 0 && (
          <Fact name={t('rates.extra')}>
            <Code>{addedRate(extraRate)}</Code>
          </Fact>
        )}
        <Fact name={t('rates.indirect')}>
          <Code>{rateText(indirectRate)}</Code>
        </Fact>
      </dl>
      <p className="text-cap text-ink-2 mt-2">{t('rates.who')}</p>
    </Card>
  )
}

const COUNTS = ['mall', 'games', 'finance'] as const
const NEVER = ['refunded', 'cancelled', 'short', 'same'] as const

/** What counts for a rebate, what never does, and what a friend should know. */
export function InviteRules({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invite')
  const money = useMoneyText()
  const age = useAdultAge()
  const { minimum, margin, financeDays } = invitation
  return (
    <Card>
      <h2 className="text-title">{t('counts.title')}</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {COUNTS.map((name) => (
          <Line key={name} icon={Check} look="text-ok">
            {t(`counts.${name}`)}
          </Line>
        ))}
      </ul>
      <h3 className="mt-4 font-semibold">{t('never.title')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {NEVER.map((name) => (
          <Line key={name} icon={Ban} look="text-ink-3">
            {t(`never.${name}`, { count: financeDays })}
          </Line>
        ))}
      </ul>
      <p className="text-ink-2 mt-4">
        {t('counts.friend', { amount: money(minimum, 'price'), margin: money(margin, 'price') })}
      </p>
      <p className="mt-2 font-semibold">{t('sober', { age })}</p>
    </Card>
  )
}

function Line({ icon: Icon, look, children }: { icon: LucideIcon; look: string; children: string }) {
  return (
    <li className="flex gap-2.5">
      <Icon size={19} strokeWidth={2} className={cx(look, 'mt-0.5 shrink-0')} aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}
