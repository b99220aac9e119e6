import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { GoodsCard } from '../../parts/goods-card/goods-card.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'

type MallFilter = Parameters<typeof paths.mall>[0]

/** A heading with a link to all of its kind. */
export function SectionHead({ title, all }: { title: string; all: MallFilter }) {
  const { t } = useTranslation(['home', 'ui'])
  return (
    <div className="mb-1.5 flex items-center justify-between gap-3">
      <h2 className="text-title">{title}</h2>
      <Link
        {...paths.mall(all)}
        aria-label={t('allOf', { section: title })}
        className="text-brand inline-flex min-h-11 shrink-0 items-center font-semibold"
      >
        {t('ui:seeAll')}
      </Link>
    </div>
  )
}

type CardSectionProps = { title: string; cards: readonly CardData[]; all: MallFilter; eager?: boolean }

/** How many of `count` cards fill whole rows; all of them when there is not one row. */
const inRows = (count: number, columns: number) => (count < columns ? count : count - (count % columns))

/** Cards in two columns; from 768 px in whole rows of three, from 1280 px of four; empty without cards. */
export function CardSection({ title, cards, all, eager = false }: CardSectionProps) {
  if (cards.length === 0) return null
  // The last of an odd number takes both columns.
  const alone = (index: number) => index === cards.length - 1 && index % 2 === 0
  const [inThrees, inFours] = [inRows(cards.length, 3), inRows(cards.length, 4)]
  return (
    <section>
      <SectionHead title={title} all={all} />
      <ul className="narrow:grid-cols-2 tab:grid-cols-3 tab:gap-4 desk:gap-5 full:grid-cols-4 grid grid-cols-1 gap-3">
        {cards.map((card, index) => (
          <li
            key={card.issue}
            className={cx(
              alone(index) && 'narrow:col-span-2 tab:col-span-1',
              index >= inThrees && 'tab:max-full:hidden',
              index >= inFours && 'full:hidden',
            )}
          >
            <GoodsCard card={card} eager={eager && index < 2} wide={alone(index)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
