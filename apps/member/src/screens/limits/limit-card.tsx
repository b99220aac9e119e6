import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import { ChevronRight } from 'lucide-react'
import { useId, useRef } from 'react'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/cx.ts'
import { LIMIT_ICONS } from './limit-icons.ts'
import type { Limit } from './limit-math.ts'
import { usageOf } from './limit-math.ts'
import { PendingIncrease } from './pending-increase.tsx'
import { useCeilingText } from './use-ceiling-text.ts'
import { UsedStrip } from '../../parts/shares/used-strip.tsx'

type LimitCardProps = { kind: LimitKind; limits: readonly Limit[]; onChoose: (limit: Limit) => void }

/** The limits of one kind: per day, week and month. */
export function LimitCard({ kind, limits, onChoose }: LimitCardProps) {
  const { t } = useTranslation('limits')
  const id = useId()
  const Icon = LIMIT_ICONS[kind]
  return (
    <Card pad="none" className="overflow-hidden">
      <section aria-labelledby={id}>
        <header className="border-line flex items-start gap-3 border-b px-4 pt-3.5 pb-3">
          <Icon size={21} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
          <div className="min-w-0">
            <h2 id={id} className="text-lead">
              {t(`kind.${kind}.title`)}
            </h2>
            <p className="text-cap text-ink-2 mt-0.5">{t(`kind.${kind}.text`)}</p>
          </div>
        </header>
        <ul>
          {limits.map((limit) => (
            <Row key={limit.period} limit={limit} onChoose={() => onChoose(limit)} />
          ))}
        </ul>
      </section>
    </Card>
  )
}

function Row({ limit, onChoose }: { limit: Limit; onChoose: () => void }) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const place = useRef<HTMLButtonElement>(null)
  const { kind, period, cap, pendingIncrease } = limit
  return (
    <li className="group ps-4">
      <div className="border-line border-b group-last:border-transparent">
        <button
          ref={place}
          type="button"
          onClick={onChoose}
          className="-ms-4 flex min-h-13 w-[calc(100%+1rem)] items-center gap-3 py-2 ps-4 pe-3 text-start focus-visible:-outline-offset-3"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">
              <span className="sr-only">{t(`kind.${kind}.title`)} </span>
              {t(`per.${period}`)}
            </span>
            {cap === null ? (
              <span className="text-cap text-ink-2">{t('none')}</span>
            ) : (
              <bdi className="font-bold tabular-nums">{ceilingText(kind, cap)}</bdi>
            )}
          </span>
          <ChevronRight
            size={20}
            strokeWidth={1.8}
            className="mirror text-ink-3 shrink-0"
            aria-hidden="true"
          />
        </button>
        {cap !== null && <Used limit={limit} cap={cap} />}
        {cap !== null && pendingIncrease !== null && (
          <PendingIncrease
            limit={limit}
            cap={cap}
            pendingIncrease={pendingIncrease}
            onDone={() => place.current?.focus()}
          />
        )}
      </div>
    </li>
  )
}

/** How much is used, how much is left, and when it resets. */
function Used({ limit: { kind, period, used, resetsAt }, cap }: { limit: Limit; cap: string }) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const { part, left, full, ahead } = usageOf(cap, used ?? '0')
  const usedText =
    ahead === null
      ? t('used', { amount: ceilingText(kind, used ?? '0') })
      : t('ahead', { amount: ceilingText(kind, ahead) })
  const leftText = t('left', { amount: ceilingText(kind, left) })
  const time = formatDayTime(resetsAt, activeLanguage())
  return (
    <div className="pe-4 pb-3.5">
      <UsedStrip
        label={t('of', { limit: t(`kind.${kind}.title`), period: t(`per.${period}`) })}
        part={part}
        text={`${usedText}, ${leftText}`}
      />
      <p className="text-cap mt-2 flex flex-wrap justify-between gap-x-3 tabular-nums">
        <span className="text-ink-2">{usedText}</span>
        <span className={cx('font-semibold', full && 'text-gold-ink')}>{leftText}</span>
      </p>
      <p className="text-cap text-ink-2 tabular-nums">{t('resets', { time })}</p>
    </div>
  )
}
