import { rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hasAccount, wayIn } from '../../../parts/auth/way-in.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { rechargeAmount } from '../../goods/purchase/purchase-math.ts'
import { useMember } from '../../../stores/session.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { Slip } from './use-slip.ts'

/** The main button of a bet: bet, top up, log in, or try again. */
export function PlaceButton({ slip }: { slip: Slip }) {
  const { t } = useTranslation(['game', 'ui'])
  const money = useMoneyText()
  const member = useMember()
  const { quote, betting, why } = slip
  const isOpen = betting.problem?.kind === 'open'
  const isShort = quote.missing !== null && !isOpen && !betting.sending
  const { data: amounts } = useRead(
    rechargeAmounts,
    {},
    { enabled: isShort, staleMs: Number.POSITIVE_INFINITY },
  )
  if (member === null) {
    return (
      <ButtonLink {...wayIn(slip.next)} tone="gold" size="lg" wide>
        {t(hasAccount() ? 'logIn' : 'register')}
      </ButtonLink>
    )
  }
  if (quote.missing !== null && isShort && why === undefined) {
    const amount = rechargeAmount(quote.missing, amounts?.recharge.minimum)
    return (
      <ButtonLink
        {...paths.recharge({ amount, need: quote.missing, next: slip.next })}
        tone="gold"
        size="lg"
        wide
      >
        {t('topUp', { amount: money(amount) })}
      </ButtonLink>
    )
  }
  return (
    <Button tone="gold" size="lg" wide sending={betting.sending} why={why} onClick={slip.place}>
      {isOpen ? t('ui:retry') : t('bet', { amount: money(quote.total) })}
    </Button>
  )
}
