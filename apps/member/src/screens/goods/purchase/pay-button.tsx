import { rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { isGuardRefusal } from '../../../parts/guard/guard-refusal.ts'
import { GuardLink } from '../../../parts/guard/money-block-notice.tsx'
import type { Quote } from './purchase-math.ts'
import { rechargeAmount } from './purchase-math.ts'
import type { Problem } from './purchase-problem.ts'
import type { Purchase } from './use-purchase.ts'

type PayButtonProps = {
  purchase: Purchase
  quote: Quote
  quantity: number
  /** the address to return to after a recharge: this purchase */
  next: string
  /** why the member cannot buy now, in a sentence */
  why?: string | undefined
  /** the server says that money is missing, and the reaction to its answer leads to the choice of a method (VIP zone) */
  asksServer?: boolean
  /** id of the voucher that pays a part */
  voucher?: string | undefined
}

/** The main button of a purchase: pay, recharge and pay, or try again. */
export function PayButton({
  purchase,
  quote,
  quantity,
  next,
  why,
  asksServer = false,
  voucher,
}: PayButtonProps) {
  const { t } = useTranslation(['goods', 'ui'])
  const money = useMoneyText()
  const online = useOnline()
  const short = quote.missing !== null && !asksServer
  const { data: amounts } = useRead(
    rechargeAmounts,
    {},
    { enabled: short, staleMs: Number.POSITIVE_INFINITY },
  )

  if (purchase.problem?.kind === 'open') {
    return (
      <Button
        tone="gold"
        size="lg"
        wide
        sending={purchase.sending}
        why={online ? undefined : t('ui:offline.money')}
        onClick={() => purchase.pay(quantity)}
      >
        {t('buy.again')}
      </Button>
    )
  }
  if (quote.missing !== null && short && why === undefined && online && !purchase.sending) {
    const amount = rechargeAmount(quote.missing, amounts?.recharge.minimum)
    return (
      <ButtonLink {...paths.recharge({ amount, need: quote.missing, next })} tone="gold" size="lg" wide>
        {t('buy.recharge', { amount: money(amount) })}
      </ButtonLink>
    )
  }
  return (
    <Button
      tone="gold"
      size="lg"
      wide
      sending={purchase.sending}
      why={why ?? (online ? undefined : t('ui:offline.money'))}
      onClick={() => purchase.pay(quantity, voucher)}
    >
      {t('buy.pay', { amount: money(quote.due) })}
    </Button>
  )
}

/** A refusal by the member's own limits is information, not a warning. */
const toneOf = (problem: Problem) =>
  problem.kind === 'open' || isGuardRefusal(problem.code) ? 'info' : 'warn'

/** The problem of the purchase, shown until it is resolved. */
export function PurchaseProblem({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(['goods', 'ui'])
  const { problem, interrupted } = purchase
  return (
    <div role="status">
      {problem === null && interrupted !== null && (
        <Notice tone="info" className="mb-3">
          <p>{t(`buy.interrupted.${interrupted}`)}</p>
        </Notice>
      )}
      {problem !== null && (
        <Notice tone={toneOf(problem)} className="mb-3">
          {problem.kind === 'open' ? (
            <>
              <p className="font-semibold">{t('buy.open.title')}</p>
              <p>{problem.message ?? t('buy.open.text')}</p>
              <p>{t('buy.open.safe')}</p>
            </>
          ) : (
            <>
              <p>{problem.message}</p>
              <GuardLink code={problem.code} />
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
