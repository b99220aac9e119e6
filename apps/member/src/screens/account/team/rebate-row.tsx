import type { userRebateList } from '@fairlot/contract/endpoints/growth/team'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { rateText } from '../../../parts/growth/rate-text.ts'
import { cx } from '../../../ui/cx.ts'
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

/** A rebate; a tap shows how it was computed and what became of it. */
export function RebateRow({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('team')
  const [open, setOpen] = useState(false)
  const detail = useId()
  const { kind, level, name, amount, state, at } = rebate
  return (
    <div className="px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3>
            <button
              type="button"
              aria-expanded={open}
              aria-controls={detail}
              onClick={() => setOpen(!open)}
              className="flex min-h-8 max-w-full items-center gap-1.5 text-start font-semibold"
            >
              <bdi className="min-w-0 truncate">{name}</bdi>
              <ChevronDown
                size={17}
                strokeWidth={2}
                className={cx('text-ink-3 shrink-0', open && 'rotate-180')}
                aria-hidden="true"
              />
            </button>
          </h3>
          <p className="text-cap text-ink-2">
            {t(`kind.${kind}`)} · {t(level === 1 ? 'level.1' : 'level.2')}
          </p>
          <p className="text-cap text-ink-2">{formatDateTime(at, activeLanguage())}</p>
        </div>
        <div className="flex shrink-0 flex-col items-end gap-1.5">
          <ExactMoney
            amount={amount}
            signed
            className={cx('text-lead font-bold', state === 'paid' ? 'text-ok' : 'text-ink-2')}
          />
          <StatusPill tone={TONES[state]}>{t(`rebate.${state}`)}</StatusPill>
        </div>
      </div>
      <div id={detail} hidden={!open}>
        {open && <Detail rebate={rebate} />}
      </div>
    </div>
  )
}

function Detail({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('team')
  const { basis, rate, amount, capped, state, reason, endedAt } = rebate
  return (
    <div className="bg-sunken rounded-tile mt-2 p-3">
      <p className="font-semibold">
        <bdi dir="ltr">
          <Money amount={basis} /> × <Code>{rateText(rate)}</Code> {capped ? '≥' : '='}{' '}
          <ExactMoney amount={amount} />
        </bdi>
      </p>
      {capped && <p className="text-cap text-ink-2 mt-1">{t('rebate.capped')}</p>}
      <p className="text-cap text-ink-2 mt-1">
        {reason === null ? t(`rebateText.${state}`) : t(`reason.${reason}`)}
        {endedAt !== null && ` ${formatDateTime(endedAt, activeLanguage())}`}
      </p>
    </div>
  )
}
