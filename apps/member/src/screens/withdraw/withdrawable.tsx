import { parseMoney } from '@fairlot/contract/money/money'
import { Info as InfoIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { UsedStrip } from '../../parts/shares/used-strip.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Balance, useMoneyText } from '../../ui/values/money.tsx'
import type { Info } from './use-withdraw-form.ts'

/** How exact the strip is: parts of a whole. */
const PARTS = 10_000n

/** What can be withdrawn now, and what is still to be played through. */
export function Withdrawable({ info, onHow }: { info: Info; onHow: () => void }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const { balance, withdrawable, waived, playThrough } = info
  const isAll = parseMoney(balance) === parseMoney(withdrawable)
  return (
    <Ticket
      facts={
        <>
          <p className="text-ink-2 flex flex-wrap items-baseline justify-between gap-x-3">
            <span>{t('can')}</span>
            {!isAll && <span className="text-cap">{t('of', { amount: money(balance) })}</span>}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Balance amount={withdrawable} />
            <PlayMoneyBadge />
          </div>
          {waived === null && <Progress playThrough={playThrough} />}
        </>
      }
      yours={
        <div className="flex items-center gap-3">
          <InfoIcon size={20} strokeWidth={1.9} className="text-brand shrink-0" aria-hidden="true" />
          <p className="text-ink-2 text-cap min-w-0 flex-1">
            {t(waived === null ? 'play.text' : `play.${waived}`)}
          </p>
          <button
            type="button"
            onClick={onHow}
            className="press text-brand -my-2 -me-2 min-h-11 shrink-0 px-2 font-semibold"
          >
            {t('play.how')}
          </button>
        </div>
      }
    />
  )
}

function Progress({ playThrough }: Pick<Info, 'playThrough'>) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const [required, left] = [parseMoney(playThrough.required), parseMoney(playThrough.left)]
  if (required === 0n) return <p className="text-cap text-ink-2 mt-2">{t('play.none')}</p>
  const part = Number(((required - left) * PARTS) / required) / Number(PARTS)
  const played = t('play.played', {
    played: money(playThrough.played, 'price'),
    required: money(playThrough.required, 'price'),
  })
  const rest = left > 0n ? t('play.left', { amount: money(playThrough.left, 'price') }) : t('play.done')
  return (
    <div className="mt-4">
      <UsedStrip label={t('play.label')} part={part} text={`${played}. ${rest}`} />
      <p className="text-cap mt-1.5 flex flex-wrap justify-between gap-x-3">
        <span className="text-ink-2">{played}</span>
        <span className="font-semibold">{rest}</span>
      </p>
    </div>
  )
}
