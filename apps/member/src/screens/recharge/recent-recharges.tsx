import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { RECHARGE_TONES } from './status/recharge-tones.ts'
import { isOpen, useRecharges } from './use-recharges.ts'

const SHOWN = 5

/** The latest finished recharges with their states, linked to their details. */
export function RecentRecharges() {
  const { t } = useTranslation('recharge')
  const recent = useRecharges()
    ?.filter((recharge) => !isOpen(recharge))
    .slice(0, SHOWN)
  if (recent === undefined || recent.length === 0) return null
  return (
    <section aria-labelledby="recent-recharges" className="flex flex-col gap-2">
      <h2 id="recent-recharges" className="text-lead">
        {t('recent.title')}
      </h2>
      <Card pad="none">
        <ul>
          {recent.map((recharge) => (
            <li
              key={recharge.id}
              className="border-line hover:bg-sunken relative flex items-center gap-3 border-b px-4 py-3 last:border-transparent"
            >
              <div className="min-w-0 flex-1">
                <Link {...paths.recharges(recharge.id)} className="cover rounded-tiny font-semibold">
                  <Money amount={recharge.amount} />
                </Link>
                <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap gap-x-2">
                  <time dateTime={new Date(recharge.createdAt).toISOString()}>
                    {formatDateTime(recharge.createdAt, activeLanguage())}
                  </time>
                  <Code>{recharge.number}</Code>
                </p>
              </div>
              <StatusPill tone={RECHARGE_TONES[recharge.status]}>{t(`status.${recharge.status}`)}</StatusPill>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
