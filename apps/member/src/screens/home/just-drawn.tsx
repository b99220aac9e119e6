import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { CodeChip } from '../../parts/shares/code-chip.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'
import { SectionHead } from './home-section.tsx'

const SHOWN = 4

/** The latest draws with their winners and winning codes. */
export default function JustDrawn({ cards }: { cards: readonly CardData[] }) {
  const { t } = useTranslation('home')
  if (cards.length === 0) return null
  return (
    <section>
      <SectionHead title={t('justDrawn')} all={{ status: 'drawn' }} />
      <Card pad="none" className="overflow-hidden">
        <ul className="tab:grid tab:grid-cols-2">
          {cards.slice(0, SHOWN).map((card) => (
            <li
              key={card.issue}
              className="border-line tab:nth-3:border-transparent border-b last:border-transparent"
            >
              <DrawnRow card={card} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function DrawnRow({ card }: { card: CardData }) {
  const { t } = useTranslation('home')
  return (
    <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <Portrait
        art={card.product.art}
        tile={card.product.tile}
        image={card.product.image}
        className="rounded-tile size-14 shrink-0"
      />
      <div className="min-w-32 flex-1">
        <h3 className="text-body line-clamp-2 font-medium">
          <Link {...paths.goods(card.issue)} className="cover">
            {card.product.title}
          </Link>
        </h3>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
          {card.winner && <bdi>{card.winner.mine ? t('youWon') : card.winner.name}</bdi>}
          {card.drawnAt !== null && (
            <>
              <span aria-hidden="true">·</span>
              <Ago at={card.drawnAt} />
            </>
          )}
        </p>
      </div>
      {card.winner && (
        <p>
          <span className="sr-only">{t('code')} </span>
          <CodeChip code={card.winner.code} won={card.winner.mine} />
        </p>
      )}
    </div>
  )
}
