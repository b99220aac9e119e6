import { useTranslation } from '../../../i18n/i18n.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Sunrise } from '../../../ui/layout/stage.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { SeatsData } from '../../../parts/pk/own-seat.ts'
import { ActionBar } from '../action-bar.tsx'
import { ShareButton } from '../goods-head.tsx'
import { GoodsTabs } from '../tabs/goods-tabs.tsx'
import { GradeBadge } from '../grade/grade-badge.tsx'
import { HowPicked } from '../grade/how-picked.tsx'
import type { GoodsParts } from '../goods-view.tsx'
import { RemindButton, SaveButton } from '../wishes.tsx'
import { PkTable } from './pk-table.tsx'

/** A Double PK on a phone before its result: the stage with the product before its sun, and the table. */
export default function PkGoods({
  issue,
  form,
  dataAt,
  onBuy,
  revealed,
  seats,
}: GoodsParts & { seats: SeatsData }) {
  const { t } = useTranslation(['pk', 'goods'])
  const { card } = issue
  return (
    <Page
      title={card.product.title}
      bar={<ActionBar issue={issue} balance={form.balance} onBuy={onBuy} revealed={revealed} />}
      barLabel={t('goods:bar.label')}
      dataAt={dataAt}
      bleed
    >
      <div className="bg-stage on-stage relative isolate overflow-hidden pb-8">
        <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
          <Sunrise at={{ top: 200 }} sun={0} first={126} step={34} rings={18} />
        </div>
        <NavBar
          look="stage"
          actions={
            <>
              <RemindButton issue={issue} look="stage" />
              <SaveButton issue={issue} look="stage" />
              <ShareButton card={card} look="stage" />
            </>
          }
          tall
        >
          <p className="text-lead min-w-0 flex-1 truncate font-bold">{t('name')}</p>
        </NavBar>
        <div className="px-page flex flex-col gap-6 pt-2">
          <div className="flex flex-col items-center text-center">
            <div className="h-42 w-52 overflow-hidden rounded-t-full">
              <Portrait
                art={card.product.art}
                tile="sun"
                image={card.product.image}
                crop="wide"
                lazy={false}
              />
            </div>
            <h1 className="text-head mt-5 break-words">{card.product.title}</h1>
            <p className="text-cap text-on-brand-2 mt-0.5 flex flex-wrap items-center justify-center gap-x-2">
              <span>
                {t('goods:issueLabel')} <Code>{card.issue}</Code>
              </span>
              {card.product.demo && <StatusPill tone="quiet">{t('goods:demo')}</StatusPill>}
            </p>
            <p className="text-on-brand-2 mt-1 flex flex-wrap justify-center gap-x-3">
              <span>
                {t('prizeValue')} <Money amount={card.prizeValue} form="price" />
              </span>
              <span>
                {t('eachSeat')} <Money amount={seats.price} form="price" />
              </span>
            </p>
          </div>
          <PkTable issue={issue} seats={seats} />
        </div>
      </div>
      <div className="px-page mt-5 flex flex-col gap-5">
        <div>
          <GradeBadge badge={card.badge} issue={issue} />
        </div>
        <HowPicked issue={issue} />
        <GoodsTabs issue={issue} />
      </div>
    </Page>
  )
}
