import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatPercent } from '../../i18n/format.ts'
import { serverNow } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Num } from '../../ui/values/num.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Flags, Progress } from '../../parts/goods-card/goods-card.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'

/** The size of the hero ticket, also of a winner's. */
export const HERO = {
  picture: 'relative w-[35%] desk:w-2/5 overflow-hidden',
  text: 'flex min-h-32 tab:min-h-62 desk:min-h-76 flex-col py-3.5 ps-5 pe-4 tab:py-6 tab:ps-8 tab:pe-7',
} as const

/** The first ticket: the issue drawn next, or the issue closest to its draw. */
export function Hero({ card }: { card: CardData }) {
  const waiting = card.status === 'sold_out'
  return (
    <Ticket
      cut="down"
      className="relative"
      factsClass={HERO.picture}
      facts={
        <>
          <Portrait
            art={card.product.art}
            tile={card.product.tile}
            image={card.product.image}
            crop="wide"
            lazy={false}
          />
          <Flags card={card} narrow />
        </>
      }
      yoursClass={HERO.text}
      yours={waiting ? <DrawingNext key={card.issue} card={card} /> : <NearlyThere card={card} />}
    />
  )
}

function Eyebrow({ children }: { children: React.ReactNode }) {
  return (
    <p className="text-brand flex items-center gap-2 font-semibold">
      <span aria-hidden="true" className="bg-gold size-2.5 shrink-0 rounded-full" />
      {children}
    </p>
  )
}

const TITLE = 'text-lead tab:text-head line-clamp-2'
const FOOT = 'mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2'
const BUTTON = 'tab:min-h-13 tab:px-8 tab:text-lead tab:font-bold'

function DrawingNext({ card }: { card: CardData }) {
  const { t } = useTranslation('home')
  const [due, setDue] = useState(() => card.drawAt !== null && card.drawAt <= serverNow())
  return (
    <>
      <Eyebrow>{t('hero.drawing')}</Eyebrow>
      <h2 className={TITLE}>{card.product.title}</h2>
      <p className="text-cap tab:text-body text-ink-2">{t('hero.allSold', { count: card.shares })}</p>
      <div className="tab:block mt-3 hidden">
        <ShareStrip
          name={card.product.title}
          sold={card.sold}
          total={card.shares}
          mine={card.mine}
          stubs={24}
        />
        {card.mine > 0 && (
          <p className="text-ink-2 mt-2 flex flex-wrap items-baseline justify-between gap-x-3">
            {t('hero.chance', { mine: card.mine, total: card.shares })}
            <Num value={formatPercent((card.mine / card.shares) * 100)} className="text-ink font-bold" />
          </p>
        )}
      </div>
      <div className={FOOT}>
        {card.drawAt === null || due ? (
          <p className="font-semibold">{t(due ? 'hero.now' : 'hero.sealing')}</p>
        ) : (
          <Countdown until={card.drawAt} onEnd={() => setDue(true)} look="hero" label={t('hero.in')} />
        )}
        <ButtonLink {...paths.draw(card.issue)} tone="gold" className={BUTTON}>
          {t('hero.watch')}
        </ButtonLink>
      </div>
    </>
  )
}

function NearlyThere({ card }: { card: CardData }) {
  const { t } = useTranslation('home')
  return (
    <>
      <Eyebrow>{t('hero.closest')}</Eyebrow>
      <h2 className={TITLE}>{card.product.title}</h2>
      <div className="tab:mt-4 mt-2">
        <Progress card={card} stubs={24} />
      </div>
      <div className={FOOT}>
        <p>
          <Money amount={card.price} form="price" className="text-title tab:text-head block!" />
          <span className="text-cap text-ink-2 block">{t('hero.perShare')}</span>
        </p>
        <ButtonLink {...paths.goods(card.issue)} tone="gold" className={BUTTON}>
          {t('hero.see')}
        </ButtonLink>
      </div>
    </>
  )
}
