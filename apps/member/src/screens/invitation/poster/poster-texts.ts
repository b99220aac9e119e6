/** The words on the poster of an invitation. It names rates and odds; it never names an amount that somebody earned. */
import type { Translate } from '../../../i18n/i18n.ts'
import { rateText } from '../../../parts/growth/rate-text.ts'
import type { Invitation } from '../use-share.ts'

export type PosterTexts = {
  brand: string
  title: string
  /** what both sides get */
  lines: string[]
  codeLabel: string
  code: string
  scan: string
  /** the label of play money; null: the amounts are money */
  badge: string | null
  foot: string
}

type PosterFacts = { invitation: Invitation; isSandbox: boolean; adultAge: number }

/** Every text of the poster, in the member's language. */
export function posterTexts(
  t: Translate<'invite'>,
  { invitation, isSandbox, adultAge }: PosterFacts,
): PosterTexts {
  const { code, on, pausedSince, directRate, extraRate } = invitation
  const earns = on && pausedSince === null
  return {
    brand: t('ui:brand'),
    title: t('poster.title'),
    lines: [
      t('poster.what'),
      ...(earns ? [t('poster.rate', { rate: rateText(directRate + extraRate) })] : []),
      t('poster.price'),
    ],
    codeLabel: t('code'),
    code,
    scan: t('poster.scan'),
    badge: isSandbox ? t('ui:sandbox.badge') : null,
    foot: t('sober', { age: adultAge }),
  }
}

/** The poster in a sentence, for those who do not see it. */
export const spokenPoster = ({ title, lines, codeLabel, code, foot }: PosterTexts): string =>
  [title, ...lines, `${codeLabel} ${code}`, foot].map((part) => part.replace(/[.。।]$/, '')).join('. ')
