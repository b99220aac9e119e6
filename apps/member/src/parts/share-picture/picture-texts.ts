/** The words on a picture to share. */
import { formatNumber } from '../../i18n/format.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import type { OfferedLanguage } from '../../i18n/languages.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { isInvite, type Shared } from './shared.ts'

export type PictureTexts = {
  brand: string
  issue: string
  /** won or joined, with how many shares; the member's name when it was chosen */
  lead: string
  title: string
  /** what the prize is worth, or how much cash was won */
  value: string
  /** the label of play money; null: the amounts are money */
  badge: string | null
  codeLabel: string
  /** seven digits */
  code: string
  notes: string[]
  /** what most shares get, and the age; in one line when it fits */
  foot: [string, string]
}

export type PictureFacts = {
  shared: Shared
  /** the masked public name, when the member chose to show it */
  name: string | null
  isSandbox: boolean
  adultAge: number
  language: OfferedLanguage
  money: (amount: string) => string
}

/** Every text of the picture, in the member's language. */
export function pictureTexts(t: Translate<'picture'>, facts: PictureFacts): PictureTexts {
  const { shared, name, language, money } = facts
  const { card, result } = shared
  const held = { count: card.mine, total: formatNumber(card.shares, language) }
  const kind = isInvite(shared) ? 'invite' : result
  const lead = t(`lead.${kind}`, held)
  const cash = shared.result === 'won' ? shared.cash : null
  const scan = t(`scan.${kind}`)
  return {
    brand: t('ui:brand'),
    issue: t('issue', { issue: card.issue }),
    lead: name === null ? lead : t('named', { lead, name }),
    title: card.product.title,
    value:
      cash !== null
        ? t('cash', { amount: money(cash) })
        : t(card.tiers.length > 0 ? 'firstPrize' : 'value', { amount: money(card.prizeValue) }),
    badge: facts.isSandbox ? t('ui:sandbox.badge') : null,
    codeLabel: result === 'won' ? t('winningCode') : t('luckyCode', { count: card.mine }),
    code: String(shared.code),
    notes: [
      ...(result === 'won' && card.drawnAt !== null
        ? [t('drawn', { time: formatDateTime(card.drawnAt, language) })]
        : []),
      t('grade', { grade: t(`goods:grade.${card.badge}.name`) }),
      scan,
    ],
    foot: [oddsOf(t, shared), t('adult', { age: facts.adultAge })],
  }
}

/** What most shares get: nothing. */
function oddsOf(t: Translate<'picture'>, { result, card }: Shared): string {
  if (card.tiers.length > 0) return t('most')
  if (card.mode === 'pk') return t('oneSeat')
  return result === 'won'
    ? t('others', { count: card.shares - 1 })
    : t('oneWins', { total: formatNumber(card.shares) })
}

/** The picture in a sentence, for those who do not see it. */
export const spoken = ({ lead, title, value, badge, codeLabel, code, issue, notes }: PictureTexts): string =>
  [
    lead,
    title,
    badge === null ? value : `${value} (${badge})`,
    `${codeLabel} ${code}`,
    issue,
    ...notes.slice(0, -1),
  ]
    .map((part) => part.replace(/[.。।]$/, ''))
    .join('. ')
