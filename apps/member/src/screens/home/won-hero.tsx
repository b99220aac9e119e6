import { home } from '@fairlot/contract/endpoints/home'
import { Trophy } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'

type WonHeroProps = {
  prize: NonNullable<Output<typeof home>['prize']>
  /** classes of picture and text, those of the ticket in its place */
  size: { picture: string; text: string }
}

/** The first ticket while a prize waits for its winner's choice. It is as large as the ticket in its place. */
export default function WonHero({ prize, size }: WonHeroProps) {
  const { t } = useTranslation('home')
  const { card, code, value, order } = prize
  // The ground of a portrait must differ from the ticket.
  const tile = card.product.tile === 'sun' ? 'sea' : card.product.tile
  return (
    <Ticket
      cut="down"
      tone="gold"
      className="relative"
      factsClass={`${size.picture} p-2.5 tab:p-5`}
      facts={
        <Portrait
          art={card.product.art}
          tile={tile}
          image={card.product.image}
          crop="wide"
          lazy={false}
          className="rounded-tile size-full"
        />
      }
      yoursClass={size.text}
      yours={
        <>
          <p className="text-lead tab:text-title tab:mt-auto flex items-center gap-2">
            <Trophy size={20} strokeWidth={1.9} aria-hidden="true" />
            {t('youWon')}
          </p>
          <h2 className="text-lead tab:text-head line-clamp-2 font-bold">{card.product.title}</h2>
          <p className="text-cap tab:text-body flex flex-wrap gap-x-1.5">
            <span>
              {t('prize.value')} <Money amount={value} form="price" className="font-bold" />
            </span>
            <span aria-hidden="true">·</span>
            <span>
              {t('prize.code')} <Code className="font-bold">{code}</Code>
            </span>
          </p>
          <div className="tab:mb-auto mt-auto pt-3 tab:mt-0 tab:pt-6">
            <ButtonLink
              {...paths.order(order)}
              wide
              className="bg-on-gold! text-gold! tab:min-h-13 tab:text-lead tab:max-w-80 tab:font-bold"
            >
              {t('prize.see')}
            </ButtonLink>
          </div>
        </>
      }
    />
  )
}
