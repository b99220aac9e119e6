import { vouchers as voucherList } from '@fairlot/contract/endpoints/mall/vouchers'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { PayButton, PurchaseProblem } from './pay-button.tsx'
import { vouchersFor } from './purchase-math.ts'
import { QuantityPicker } from './quantity-picker.tsx'
import type { BuyFormProps, Offer } from './use-offer.ts'
import type { Purchase } from './use-purchase.ts'

const SeatLine = lazy(() => import('../pk/seat-line.tsx'))

/** What stops the purchase: a refusal or an open outcome, else a break or a closing account. */
export function BuyTrouble({ purchase, offer }: { purchase: Purchase; offer: Offer }) {
  return offer.block === null || offer.isOpen ? (
    <PurchaseProblem purchase={purchase} />
  ) : (
    <MoneyBlockText block={offer.block} className="mb-3" />
  )
}

/** Stepper and quick picks. */
export function BuyQuantity({
  issue,
  quantity,
  offer,
  even,
}: Pick<BuyFormProps, 'issue' | 'quantity'> & { offer: Offer; even?: boolean }) {
  const { seats } = issue.card
  if (seats !== null)
    return (
      <Suspense>
        <SeatLine seats={seats} />
      </Suspense>
    )
  return (
    <QuantityPicker
      fixed={offer.isOpen}
      value={quantity}
      onChange={offer.choose}
      most={offer.most}
      mostText={offer.mostText}
      allText={offer.allText}
      hint={offer.hint}
      isWarning={offer.isShort}
      {...(even !== undefined && { even })}
    />
  )
}

const LINK = 'text-brand text-cap inline-flex min-h-8 items-center font-semibold underline underline-offset-4'

/** The main button. */
export function BuyPay({ issue, quantity, purchase, next, offer }: BuyFormProps & { offer: Offer }) {
  const { t } = useTranslation('goods')
  if (issue.card.minVip > 0 && !offer.isOpen)
    return (
      <ButtonLink {...paths.vipConfirm(issue.card.issue, quantity)} tone="gold" size="lg" wide>
        {t('buy.toVip', { level: t('ui:vip', { level: issue.card.minVip }) })}
      </ButtonLink>
    )
  return <PayButton purchase={purchase} quote={offer.quote} quantity={quantity} next={next} why={offer.why} />
}

/** How many vouchers are asked for; one that is left out expires later than all of them. */
const MOST_VOUCHERS = 50

/**
 * How many vouchers fit an order of a total (wire amount), or from which total on one fits. Null: the member has none.
 * @param count vouchers that the member can use for some order
 */
function useVoucherText(count: number, total: string): string | null {
  const { t } = useTranslation('goods')
  const money = useMoneyText()
  const { data } = useRead(
    voucherList,
    { which: 'open', limit: MOST_VOUCHERS },
    { enabled: count > 0, topics: ['vouchers'] },
  )
  if (!data || data.items.length === 0) return null
  const { fitting, from } = vouchersFor(data.items, total)
  return fitting > 0 ? t('buy.toVoucher', { count: fitting }) : t('buy.voucherFrom', { amount: money(from) })
}

/** What the member should know, and the ways to the whole order and to a limit. */
export function BuyRules({
  issue,
  quantity,
  vouchers,
  offer,
}: Pick<BuyFormProps, 'issue' | 'quantity' | 'vouchers'> & { offer: Offer }) {
  const { t } = useTranslation(['goods', 'guard'])
  const voucherText = useVoucherText(vouchers, offer.quote.total)
  return (
    <>
      <p className="text-cap text-ink-2 tab:mt-2 mt-3">{t('buy.rule')}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        {/* A purchase with an open outcome stays on this page, which keeps the request id. */}
        {offer.isOpen ? (
          <span />
        ) : (
          <span className="flex flex-wrap items-center gap-x-4">
            <Link {...paths.confirm(issue.card.issue, quantity)} className={LINK}>
              {voucherText ?? t('buy.toConfirm')}
            </Link>
            <Link {...paths.limits()} className={LINK}>
              {t('guard:setLimit')}
            </Link>
          </span>
        )}
        <PlayMoneyBadge />
      </div>
    </>
  )
}
