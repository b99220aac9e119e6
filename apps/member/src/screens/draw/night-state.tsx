import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { BigClock } from '../../parts/shares/big-clock.tsx'
import { countOf, DIGITS, stillIn } from '../../parts/shares/opening.ts'
import { formatNumber } from '../../i18n/format.ts'
import { formatTime } from '../../i18n/lazy-formats.ts'
import { sumOf } from '../../parts/tiers/odds.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { cashWonIn } from '../goods/cash/cash-result.tsx'
import type { Issue } from '../goods/use-issue.ts'
import type { DeviceCheck } from './use-device-check.ts'

type NightStateProps = {
  issue: Issue
  locked: number
  check: DeviceCheck
  /** the time of the draw has come */
  due: boolean
  onDue: () => void
}

/** What happens now, in three lines of a fixed height: nothing below them moves. */
export function NightState(props: NightStateProps) {
  const { card } = props.issue
  return (
    <div className="night-state mt-5 flex min-h-30 flex-col items-center justify-center gap-1 pb-3 text-center">
      {card.winner === null ? (
        <Waiting {...props} />
      ) : props.locked < DIGITS ? (
        <Opening {...props} code={card.winner.code} />
      ) : (
        <Opened {...props} winner={card.winner} />
      )}
    </div>
  )
}

const QUIET = 'text-on-brand-2'

function Waiting({ issue: { card }, due, onDue }: NightStateProps) {
  const { t } = useTranslation(['draw', 'goods'])
  if (card.drawAt !== null && !due) {
    return (
      <>
        <p className={QUIET}>{t('before.in')}</p>
        <BigClock until={card.drawAt} onEnd={onDue} label={t('before.in')} />
      </>
    )
  }
  const witness = card.awaitsWitness && card.drawAt === null
  return (
    <>
      <p className="text-head text-balance">
        {card.drawAt !== null
          ? t('goods:draw.now')
          : t(witness ? 'goods:draw.witness' : 'goods:draw.sealing')}
      </p>
      {witness && <p className="text-cap text-on-brand-2 text-pretty">{t('goods:draw.witnessText')}</p>}
    </>
  )
}

function Opening({ issue: { card, mine }, locked, code }: NightStateProps & { code: number }) {
  const { t } = useTranslation('draw')
  const listed = countOf(mine)
  const still = stillIn(mine, code, locked)
  // The list of codes is limited: a count of a part would be wrong.
  // A digit that differs says nothing about smaller cash prizes.
  const counts = listed > 0 && listed === card.mine && card.tiers.length === 0
  return (
    <>
      <p className={QUIET}>{t('opening.digit', { digit: locked + 1 })}</p>
      {counts ? (
        <>
          <p className="text-head">
            {listed === 1
              ? t(still === 0 ? 'opening.oneOut' : 'opening.oneIn')
              : still === 0
                ? t('opening.none', { count: listed })
                : t('opening.still', { count: still, total: formatNumber(listed) })}
          </p>
          <p className="text-cap text-on-brand-2">{t('opening.rule')}</p>
        </>
      ) : (
        <p className="text-head">{t('opening.now')}</p>
      )}
    </>
  )
}

function Opened({
  issue,
  winner,
  check,
}: NightStateProps & { winner: NonNullable<Issue['card']['winner']> }) {
  const { t } = useTranslation(['draw', 'goods', 'tiers'])
  const money = useMoneyText()
  const { card } = issue
  const cash = cashWonIn(issue)
  const time = card.drawnAt === null ? null : formatTime(card.drawnAt, activeLanguage())
  return (
    <>
      <p className={QUIET}>{t('goods:draw.code')}</p>
      {cash.length > 0 ? (
        <p className="text-win text-balance">
          {t('tiers:won.title', { amount: money(sumOf(cash), 'price') })}
        </p>
      ) : winner.mine ? (
        <>
          <p className="text-win">{t('open.yours')}</p>
          {card.seats !== null && <p className="text-balance">{t('open.duel')}</p>}
        </>
      ) : (
        <p className="text-head text-balance">
          {card.mine === 1
            ? t('opening.oneOut')
            : card.mine > 1
              ? t('opening.none', { count: card.mine })
              : t('loss.holds', {
                  count: winner.quantity,
                  name: winner.name,
                  total: formatNumber(card.shares),
                })}
        </p>
      )}
      {time !== null && (
        <p className="text-cap text-on-brand-2">
          {check === 'checked' ? t('open.checked', { time }) : t('open.at', { time })}
        </p>
      )}
    </>
  )
}
