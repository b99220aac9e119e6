import { Link } from '@tanstack/react-router'
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball } from '../../../parts/game/marks.tsx'
import { Period } from '../../../parts/game/period.tsx'
import { PickList } from '../../../parts/game/pick-list.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Ago } from '../../../ui/values/ago.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'
import type { Bet } from '../use-game.ts'

const TONES: Record<Bet['status'], StatusTone> = { wait: 'wait', win: 'won', lose: 'quiet', void: 'quiet' }

/** A bet: its picks, what it cost, what came out, and what it paid. A lost one is grey. */
export function BetRow({ bet, withGame = false }: { bet: Bet; withGame?: boolean }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const kind = KIND_OF_GAME[bet.game]
  return (
    <article className="relative flex items-start gap-3 py-3">
      {bet.result ? (
        <Ball kind={kind} outcome={bet.result.outcome} size="sm" className="mt-0.5 shrink-0" />
      ) : (
        <span
          aria-hidden="true"
          className="border-control mt-0.5 size-8 shrink-0 rounded-full border-2 border-dashed"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {withGame && <span className="font-semibold">{words.full(bet.game)}</span>}
          <Link
            {...paths.round(bet.game, bet.period)}
            className={cx('cover', withGame ? 'text-ink-2 text-cap' : 'font-semibold')}
          >
            <Period period={bet.period} />
          </Link>
        </p>
        {bet.result && <p className="text-cap text-ink-2">{words.traits(kind, bet.result.outcome)}</p>}
        <PickList kind={kind} picks={bet.picks} className="mt-1.5" />
        <p className="text-cap text-ink-2 mt-1.5">
          {t('bets.cost', { count: bet.picks.length })} <Money amount={bet.stake} form="price" /> ·{' '}
          <Ago at={bet.at} />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <BetAmount bet={bet} />
        <StatusPill tone={TONES[bet.status]} dot={bet.status === 'wait'}>
          {t(`status.${bet.status}`)}
        </StatusPill>
      </div>
    </article>
  )
}

/** What the bet paid when it won or was returned, else what it cost. */
function BetAmount({ bet }: { bet: Bet }) {
  const isBack = bet.payout !== null && (bet.status === 'win' || bet.status === 'void')
  const amount = isBack ? (bet.payout ?? '0.00') : formatMoney(-parseMoney(bet.amount))
  return (
    <Money
      amount={amount}
      signed={isBack}
      className={cx(
        'text-lead font-bold',
        bet.status === 'win' ? 'text-ok' : bet.status === 'wait' ? 'text-ink' : 'text-ink-2',
      )}
    />
  )
}
