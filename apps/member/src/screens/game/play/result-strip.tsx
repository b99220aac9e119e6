import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball } from '../../../parts/game/marks.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { paths } from '../../../paths.ts'
import { RESULT_STRIP_MS } from '../../../page-timing.ts'
import { cx } from '../../../ui/cx.ts'
import { useAfter } from '../../../ui/feedback/use-after.ts'
import { Money } from '../../../ui/values/money.tsx'
import type { Slip } from '../bet/use-slip.ts'
import type { Bet, Round } from '../use-game.ts'
import { paidIn } from './announced.tsx'

type ResultStripProps = {
  slip: Slip
  /** a round that ended while the page was open, once its result may be shown */
  arrived: Round | null
  bets: readonly Bet[]
}

/** What a round did to the member's bets, for six seconds above the bar; the next pick ends it. It leads to the round. */
export function ResultStrip({ slip, arrived, bets }: ResultStripProps) {
  const paid = arrived === null ? null : paidIn(bets, arrived.period)
  if (arrived?.result == null || paid === null) return null
  const own = bets.filter(({ period }) => period === arrived.period)
  return <Strip key={arrived.period} slip={slip} round={arrived} own={own} paid={paid} />
}

type StripProps = { slip: Slip; round: Round; own: readonly Bet[]; paid: string }

function Strip({ slip, round, own, paid }: StripProps) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const isOver = useAfter(RESULT_STRIP_MS)
  const [picked] = useState(slip.picks.length)
  if (isOver || slip.picks.length > picked || round.result === null) return null
  const stake = own.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)
  const net = parseMoney(paid) - stake
  const looks = net > 0n ? 'won' : parseMoney(paid) > 0n ? 'less' : 'lost'
  const picks = [...new Set(own.flatMap((bet) => bet.picks))].map((pick) => words.option(pick, slip.kind))
  return (
    <Link
      {...paths.round(round.game, round.period)}
      // the words for screen readers are announced beside it
      aria-hidden="true"
      tabIndex={-1}
      className={cx(
        'result-strip shadow-float rounded-card flex min-h-16 items-center gap-3 px-4 py-2.5',
        looks === 'won' ? 'bg-gold text-on-gold' : 'bg-surface border-line border',
      )}
    >
      <Ball kind={slip.kind} outcome={round.result.outcome} className="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{t(`strip.${looks}`)}</span>
        <span className={cx('text-cap line-clamp-2', looks !== 'won' && 'text-ink-2')}>
          {t('strip.picks', { picks: picks.join(' · ') })} · {t('strip.stake')}{' '}
          <Money amount={formatMoney(stake)} form="price" />
        </span>
      </span>
      <Money
        amount={formatMoney(net)}
        signed
        className={cx('text-lead shrink-0 font-bold', looks !== 'won' && 'text-ink-2')}
      />
    </Link>
  )
}
