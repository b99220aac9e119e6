import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { paths } from '../../../paths.ts'
import { PayButton, PurchaseProblem } from './pay-button.tsx'
import { QuantityPicker } from './quantity-picker.tsx'
import type { BuyFormProps, Offer } from './use-offer.ts'
import type { Purchase } from './use-purchase.ts'

/** What stops the purchase: a refusal or an open outcome, else a break or a closing account. */
export function BuyTrouble({ purchase, offer }: { purchase: Purchase; offer: Offer }) {
  return offer.block === null || offer.isOpen ? (
    <PurchaseProblem purchase={purchase} />
  ) : (
    <MoneyBlockText block={offer.block} className="mb-3" />
  )
}

/** Stepper and quick picks. */
export function BuyQuantity({ quantity, offer, even }: { quantity: number; offer: Offer; even?: boolean }) {
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
export function BuyPay({ quantity, purchase, next, offer }: BuyFormProps & { offer: Offer }) {
  return <PayButton purchase={purchase} quote={offer.quote} quantity={quantity} next={next} why={offer.why} />
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
