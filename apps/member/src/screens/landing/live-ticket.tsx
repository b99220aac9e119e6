import type { home } from '@fairlot/contract/endpoints/home'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { formatNumber, formatSold } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Money } from '../../ui/values/money.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'

type Card = Output<typeof home>['almostFull'][number]

/** An issue that is on sale now, on the edge of the stage. */
export function LiveTicket({ card }: { card: Card }) {
  const { t } = useTranslation('landing')
  const { product, sold, shares } = card
  return (
    <Ticket
      cut="down"
      className="tab:self-end desk:-mt-48 desk:max-w-[496px] relative z-10 -mt-22 w-full max-w-lg"
      factsClass="w-33 narrow:w-36 desk:w-48 overflow-hidden"
      yoursClass="flex flex-col gap-1 p-4 desk:min-h-60 desk:justify-center desk:p-6"
      facts={
        <Portrait
          art={product.art}
          tile={product.tile}
          image={product.image}
          crop="wide"
          lazy={false}
          className="h-full"
        />
      }
      yours={
        <>
          <p className="text-cap text-brand flex items-center gap-2 font-semibold">
            <span aria-hidden="true" className="bg-gold size-2 rounded-full" />
            {t('live.now')}
          </p>
          <h2 className="text-lead">
            <Link {...paths.goods(card.issue)} className="cover">
              {product.title}
            </Link>
          </h2>
          <p className="text-ink-2 flex flex-wrap items-baseline gap-x-1.5">
            <Money amount={card.price} form="price" className="text-title text-ink" />
            {t('live.perShare')}
          </p>
          <ShareStrip name={product.title} sold={sold} total={shares} className="mt-1" />
          <p className="text-cap text-ink-2 flex flex-wrap justify-between gap-x-3">
            <span>{t('live.sold', { rate: formatSold(sold, shares) })}</span>
            <span>{t('live.odds', { total: formatNumber(shares) })}</span>
          </p>
        </>
      }
    />
  )
}
