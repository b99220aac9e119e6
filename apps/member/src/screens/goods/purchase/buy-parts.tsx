import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { PayButton, PurchaseProblem } from './pay-button.tsx'
import { QuantityPicker } from './quantity-picker.tsx'
import type { BuyFormProps, Offer } from './use-offer.ts'
import type { Purchase } from './use-purchase.ts'
import { VoucherRow } from './voucher-row.tsx'

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
  return (
    <PayButton
      purchase={purchase}
      quote={offer.quote}
      quantity={quantity}
      next={next}
      why={offer.why}
      voucher={offer.voucher?.id}
    />
  )
}

/** The voucher that the purchase uses: the best one that fits, until the member chooses. An issue of the VIP zone is paid on its own page. */
export function BuyVoucher({ issue, offer }: Pick<BuyFormProps, 'issue'> & { offer: Offer }) {
  if (issue.card.minVip > 0) return null
  return (
    <VoucherRow
      vouchers={offer.vouchers}
      voucher={offer.voucher}
      total={offer.quote.total}
      fixed={offer.isLocked}
      onChoose={offer.chooseVoucher}
    />
  )
}

/** What the member should know, and the ways to the whole order and to a limit. */
export function BuyRules({
  issue,
  quantity,
  offer,
}: Pick<BuyFormProps, 'issue' | 'quantity'> & { offer: Offer }) {
  const { t } = useTranslation(['goods', 'guard'])
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
              {t('buy.toConfirm')}
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
