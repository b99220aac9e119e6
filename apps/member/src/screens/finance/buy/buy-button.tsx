import { rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hasAccount, wayIn } from '../../../parts/auth/way-in.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMember } from '../../../stores/session.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { rechargeAmount } from '../../goods/purchase/purchase-math.ts'
import { FORM_ID } from './use-buy-form.ts'
import type { BuyForm } from './use-buy-form.ts'

/** The button that asks for the confirmation. */
export const BUY_ID = 'buy-units'

/** The main button of the page: the amount, the way to the login or to a top-up, or why nothing can be bought. */
export function BuyButton({ form }: { form: BuyForm }) {
  const { t } = useTranslation('finance')
  const money = useMoneyText()
  const member = useMember()
  const { quote, why, isOpen, next } = form
  // what cannot be bought is no reason for a top-up
  const isShort = quote.missing !== null && form.isPossible && !form.locked
  const { data: amounts } = useRead(
    rechargeAmounts,
    {},
    { enabled: isShort, staleMs: Number.POSITIVE_INFINITY },
  )
  if (member === null && why === undefined)
    return (
      <ButtonLink {...wayIn(next)} tone="gold" size="lg" wide>
        {t(hasAccount() ? 'buy.logIn' : 'buy.register')}
      </ButtonLink>
    )
  if (quote.missing !== null && isShort && why === undefined) {
    const amount = rechargeAmount(quote.missing, amounts?.recharge.minimum)
    return (
      <ButtonLink {...paths.recharge({ amount, need: quote.missing, next })} tone="gold" size="lg" wide>
        {t('buy.topUp', { amount: money(amount) })}
      </ButtonLink>
    )
  }
  return (
    <Button
      id={BUY_ID}
      tone="gold"
      size="lg"
      wide
      type="submit"
      form={FORM_ID}
      why={why}
      sending={form.purchase.sending}
      aria-haspopup="dialog"
    >
      {isOpen
        ? t('buy.again')
        : quote.units === 0
          ? t('buy.choose')
          : t('buy.act', { amount: money(quote.principal) })}
    </Button>
  )
}
