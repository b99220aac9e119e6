import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { serverNow } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Flags, Progress } from '../../parts/goods-card/goods-card.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'

/** The first ticket: the issue drawn next, or the issue closest to its draw. */
export function Hero({ card }: { card: CardData }) {
  const waiting = card.status === 'sold_out'
  return (
    <Ticket
      cut="down"
      className="relative"
      factsClass="relative w-[35%] overflow-hidden"
      facts={
        <>
          <Portrait art={card.product.art} tile={card.product.tile} crop="wide" lazy={false} />
          <Flags card={card} narrow />
        </>
      }
      yoursClass="flex min-h-32 flex-col py-3.5 ps-5 pe-4"
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

function DrawingNext({ card }: { card: CardData }) {
  const { t } = useTranslation('home')
  const [due, setDue] = useState(() => card.drawAt !== null && card.drawAt <= serverNow())
  return (
    <>
      <Eyebrow>{t('hero.drawing')}</Eyebrow>
      <h2 className="text-lead line-clamp-2">{card.product.title}</h2>
      <p className="text-cap text-ink-2">{t('hero.allSold', { count: card.shares })}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
        {card.drawAt === null || due ? (
          <p className="font-semibold">{t(due ? 'hero.now' : 'hero.sealing')}</p>
        ) : (
          <Countdown until={card.drawAt} onEnd={() => setDue(true)} look="large" label={t('hero.in')} />
        )}
        <ButtonLink {...paths.goods(card.issue)} tone="gold">
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
      <h2 className="text-lead line-clamp-2">{card.product.title}</h2>
      <div className="mt-2">
        <Progress card={card} />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
        <p>
          <Money amount={card.price} form="price" className="text-title block!" />
          <span className="text-cap text-ink-2 block">{t('hero.perShare')}</span>
        </p>
        <ButtonLink {...paths.goods(card.issue)} tone="gold">
          {t('hero.see')}
        </ButtonLink>
      </div>
    </>
  )
}
