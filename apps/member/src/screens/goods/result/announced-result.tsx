import { useTranslation } from '../../../i18n/i18n.ts'
import type { Issue } from '../use-issue.ts'

/** The winning code and what it means for the member, in one sentence for screen readers. */
export function AnnouncedResult({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'draw'])
  if (card.winner === null) return null
  const { name, mine } = card.winner
  const code = String(card.winner.code)
  if (mine) return t('draw:announce.won', { code })
  if (card.mine > 0) return t('draw:announce.lost', { code, count: card.mine })
  return t('draw.announce', { code, name })
}
