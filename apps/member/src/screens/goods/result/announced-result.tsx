import { useTranslation } from '../../../i18n/i18n.ts'
import { sumOf } from '../../../parts/tiers/odds.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { cashWonIn } from '../cash/cash-result.tsx'
import type { Issue } from '../use-issue.ts'

/** The winning code and what it means for the member, in one sentence for screen readers. */
export function AnnouncedResult({ issue }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'draw', 'tiers'])
  const money = useMoneyText()
  const { card } = issue
  if (card.winner === null) return null
  const { name, mine } = card.winner
  const code = String(card.winner.code)
  const cash = cashWonIn(issue)
  if (cash.length > 0) return t('tiers:won.announce', { code, amount: money(sumOf(cash), 'price') })
  if (mine) return t('draw:announce.won', { code })
  if (card.mine > 0) return t('draw:announce.lost', { code, count: card.mine })
  return t('draw.announce', { code, name })
}
