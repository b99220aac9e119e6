import type { userRebateList } from '@fairlot/contract/endpoints/growth/team'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { rateText } from '../../../parts/growth/rate-text.ts'
import { cx } from '../../../ui/cx.ts'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { ExactMoney, Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

type Rebate = Output<typeof userRebateList>['items'][number]

const TONES: Record<Rebate['state'], StatusTone> = {
  pending: 'wait',
  queued: 'wait',
  held: 'wait',
  paid: 'ok',
  void: 'quiet',
}

/**
 * A rebate. On a phone a tap shows how it was computed and what became of it; from 768 px that is a column of the row.
 */
export function RebateRow({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('team')
  const isWide = useWide('tab')
  const [open, setOpen] = useState(false)
  const detail = useId()
  const { kind, level, name, amount, state, at } = rebate
  const who = <bdi className="min-w-0 truncate">{name}</bdi>
  return (
    <div className="tab:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(7rem,auto)] tab:gap-x-5 desk:gap-x-6 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3">
      <div className="min-w-0">
        <h3>
          {isWide ? (
            <span className="flex font-semibold">{who}</span>
          ) : (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={detail}
              onClick={() => setOpen(!open)}
              className="flex min-h-8 max-w-full items-center gap-1.5 text-start font-semibold"
            >
              {who}
              <ChevronDown
                size={17}
                strokeWidth={2}
                className={cx('text-ink-3 shrink-0', open && 'rotate-180')}
                aria-hidden="true"
              />
            </button>
          )}
        </h3>
        <p className="text-cap text-ink-2">
          {t(`kind.${kind}`)} · {t(level === 1 ? 'level.1' : 'level.2')}
        </p>
        <p className="text-cap text-ink-2">{formatDateTime(at, activeLanguage())}</p>
      </div>
      <div className="flex flex-col items-end gap-1.5 max-tab:col-start-2 max-tab:row-start-1">
        <ExactMoney
          amount={amount}
          signed
          under={false}
          className={cx('text-lead font-bold', state === 'paid' ? 'text-ok' : 'text-ink-2')}
        />
        <StatusPill tone={TONES[state]}>{t(`rebate.${state}`)}</StatusPill>
      </div>
      <div
        id={detail}
        hidden={!isWide && !open}
        className="tab:col-start-2 tab:row-start-1 min-w-0 max-tab:col-span-2"
      >
        {(isWide || open) && <Detail rebate={rebate} />}
      </div>
    </div>
  )
}

function Detail({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('team')
  const { basis, rate, amount, capped, state, reason, endedAt } = rebate
  return (
    <div className="max-tab:bg-sunken max-tab:rounded-tile max-tab:mt-2 max-tab:p-3">
      <p className="max-tab:font-semibold">
        <bdi dir="ltr">
          <Money amount={basis} /> × <Code>{rateText(rate)}</Code> {capped ? '≥' : '='}{' '}
          <Money amount={amount} form="full" />
        </bdi>
      </p>
      {capped && <p className="text-cap text-ink-2 mt-1">{t('rebate.capped')}</p>}
      <p className="text-cap text-ink-2 max-tab:mt-1">
        {reason === null ? t(`rebateText.${state}`) : t(`reason.${reason}`)}
        {endedAt !== null && ` ${formatDateTime(endedAt, activeLanguage())}`}
      </p>
    </div>
  )
}
