import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { DIGITS } from '../../parts/shares/opening.ts'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Num } from '../../ui/values/num.tsx'
import { percentOf } from '../goods/purchase/purchase-math.ts'
import type { Issue } from '../goods/use-issue.ts'

/** The sun stands this far above the ticket's edge before the draw and at its end, in pixels. */
const LOW = 18
const HIGH = 52

/** What is drawn and what the member holds of it. The sun behind the ticket climbs with every digit. */
export function NightTicket({ issue: { card }, locked }: { issue: Issue; locked: number }) {
  const { t } = useTranslation(['draw', 'goods'])
  const rise = LOW + ((HIGH - LOW) * locked) / DIGITS
  return (
    <div className="relative isolate mt-11">
      <span
        aria-hidden="true"
        className="night-sun bg-gold absolute inset-x-0 top-0 -z-10 mx-auto size-26 rounded-full"
        style={{ transform: `translateY(${-rise}px)` }}
      />
      <Ticket
        cut="down"
        factsClass="relative w-[29%] max-w-36 overflow-hidden"
        facts={
          <Portrait
            art={card.product.art}
            tile={card.product.tile}
            image={card.product.image}
            crop="wide"
            lazy={false}
          />
        }
        yoursClass="text-ink flex min-h-23 flex-col justify-center gap-1.5 py-3 ps-5 pe-4"
        yours={
          <>
            <h2 className="text-lead line-clamp-2 font-bold">{card.product.title}</h2>
            <ShareStrip
              name={card.product.title}
              sold={card.sold}
              total={card.shares}
              mine={card.mine}
              stubs={24}
            />
            <p className="text-cap text-ink-2 flex flex-wrap items-baseline justify-between gap-x-3">
              {card.mine > 0 ? (
                <>
                  <span>{t('hold', { count: card.mine, total: formatNumber(card.shares) })}</span>
                  <Num
                    value={formatPercent(percentOf(card.mine, card.shares))}
                    className="text-ink font-bold"
                  />
                </>
              ) : (
                t('goods:draw.allSold', { count: card.shares })
              )}
            </p>
          </>
        }
      />
    </div>
  )
}
