import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { ShareStrip } from '../../../parts/shares/share-strip.tsx'
import type { CardData } from '../../../parts/goods-card/goods-card.tsx'

const SHOWN = 3

const left = ({ shares, sold }: CardData) => shares - sold

/** Beside the hero: the issues with the fewest shares left. A draw follows the last share, so there is no time. */
export function NextToFill({ cards }: { cards: readonly CardData[] }) {
  const { t } = useTranslation(['desk', 'mall', 'ui'])
  if (cards.length === 0) return null
  return (
    <section className="bg-surface rounded-card shadow-float relative flex flex-col px-5 pt-3 pb-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lead">{t('next')}</h2>
        <Link
          {...paths.mall({ sort: 'closing' })}
          aria-label={t('nextAll')}
          className="text-brand inline-flex min-h-11 items-center font-semibold"
        >
          {t('ui:seeAll')}
        </Link>
      </div>
      <ul className="flex flex-1 flex-col">
        {cards
          .toSorted((one, other) => left(one) - left(other))
          .slice(0, SHOWN)
          .map((card) => (
            <li
              key={card.issue}
              className="border-line relative flex min-h-18 flex-1 items-center gap-3.5 border-b last:border-transparent"
            >
              <Portrait
                art={card.product.art}
                tile={card.product.tile}
                image={card.product.image}
                className="rounded-tile size-14 shrink-0"
              />
              <div className="min-w-0 flex-1">
                <h3 className="text-body mb-2 line-clamp-2 font-medium">
                  <Link {...paths.goods(card.issue)} className="cover">
                    {card.product.title}
                  </Link>
                </h3>
                <ShareStrip name={card.product.title} sold={card.sold} total={card.shares} mine={card.mine} />
              </div>
              <p className="text-gold-ink w-20 shrink-0 text-end font-semibold">
                {t('mall:card.left', { count: left(card) })}
              </p>
            </li>
          ))}
      </ul>
    </section>
  )
}
