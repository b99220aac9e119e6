import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { Bet, GameState, Round } from '../use-game.ts'

/** What the member's bets in a round paid (a wire amount); null while one of them waits, or without any. */
export function paidIn(bets: readonly Bet[], period: string): string | null {
  const own = bets.filter((bet) => bet.period === period)
  if (own.length === 0 || own.some(({ status }) => status === 'wait')) return null
  return formatMoney(own.reduce((total, { payout }) => total + parseMoney(payout ?? '0'), 0n))
}

/** The sentence on a result that came while the page was open, and on the member's own bets. */
export function useResultText(kind: GameState['kind'], arrived: Round | null, bets: readonly Bet[]): string {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const money = useMoneyText()
  if (arrived?.result == null) return ''
  const { outcome } = arrived.result
  const result = t(`announce.${kind}`, {
    period: arrived.period,
    number: String(outcome),
    traits: words.traits(kind, outcome),
  })
  const paid = paidIn(bets, arrived.period)
  if (paid === null) return result
  const own = parseMoney(paid) > 0n ? t('announce.paid', { amount: money(paid) }) : t('announce.nothing')
  return `${result} ${own}`
}

/** The result for screen readers, announced politely and once. */
export function Announced({ text }: { text: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
