import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { BuyButton } from '../buy/buy-button.tsx'
import { BuyFields, QuoteLines } from '../buy/buy-fields.tsx'
import { BuyTrouble } from '../buy/buy-trouble.tsx'
import { useBuyForm } from '../buy/use-buy-form.ts'
import type { BuyForm, FinanceDetail } from '../buy/use-buy-form.ts'
import { EarlyExitCard, RisksCard } from './plain-words.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductLinks } from './product-links.tsx'
import { ReserveCard } from './reserve-card.tsx'
import { SourceCard } from './source-card.tsx'

// Loads the sheet's library when the sheet is first needed.
const ConfirmSheet = lazy(() => import('../buy/confirm-sheet.tsx'))

type ProductViewProps = {
  detail: FinanceDetail
  query: { dataUpdatedAt: number; refetch: () => Promise<unknown> }
}

/** On a phone one column with the action at its foot; from 768 px the ticket with the purchase stands beside the facts and stays in view. */
export function ProductView({ detail, query }: ProductViewProps) {
  const { t } = useTranslation('finance')
  const form = useBuyForm(detail)
  const isWide = useWide('tab')
  const { product } = detail
  // Once opened, it stays mounted, so that its closing animation runs.
  const [opened, setOpened] = useState(false)
  if (form.asks && !opened) setOpened(true)
  return (
    <Page
      title={product.name}
      nav={<NavBar title={product.name} />}
      crumbs={[{ label: t('title'), to: paths.finance() }, { label: product.name }]}
      bar={isWide ? undefined : <PhoneBar form={form} />}
      barLabel={t('buy.label')}
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="tab:grid tab:grid-cols-[minmax(0,1fr)_minmax(0,360px)] tab:items-start tab:gap-6 desk:grid-cols-[minmax(0,1fr)_440px] desk:gap-10 flex flex-col gap-4 pt-1">
          <div className="finance-ticket tab:order-2 min-w-0">
            <Ticket
              factsClass="p-4 desk:p-5"
              yoursClass="p-4 desk:p-5"
              facts={<ProductHead product={product} on={detail.on} onMoment={() => void query.refetch()} />}
              yours={
                <>
                  <BuyTrouble form={form} className="mb-4" />
                  <BuyFields form={form} />
                  <div className="pt-4">
                    <QuoteLines form={form} whole={isWide} />
                  </div>
                  <p className="text-cap text-ink-2 mt-2">{t('quote.estimate')}</p>
                  {isWide && (
                    <div className="pt-4">
                      <BuyButton form={form} />
                    </div>
                  )}
                </>
              }
            />
          </div>
          <div className="tab:order-1 tab:gap-5 flex min-w-0 flex-col gap-4">
            <SourceCard funding={detail.funding} />
            <ReserveCard detail={detail} />
            <EarlyExitCard product={product} />
            <RisksCard />
            <ProductLinks />
          </div>
        </div>
      </PullToRefresh>
      {opened && (
        <Suspense>
          <ConfirmSheet form={form} />
        </Suspense>
      )}
    </Page>
  )
}

/** The bar of a phone: the balance, and the way to the confirmation. */
function PhoneBar({ form }: { form: BuyForm }) {
  const { t } = useTranslation('finance')
  const member = useMember()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {member !== null && form.balance !== null && (
        <div className="min-w-0">
          <p className="text-cap text-ink-2 flex flex-wrap items-center gap-1.5">
            {t('balance')} <PlayMoneyBadge />
          </p>
          <Money amount={form.balance} className="text-lead font-bold" />
        </div>
      )}
      <div className="min-w-40 flex-1">
        <BuyButton form={form} />
      </div>
    </div>
  )
}
