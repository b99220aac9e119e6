import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { wholeCents } from '../../parts/wallet/entered-amount.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { FORM_ID } from './use-withdraw-form.ts'
import type { Info, Refused, WithdrawForm } from './use-withdraw-form.ts'

/** The amount, and why the last try was refused. */
export function WithdrawAmount({ info, form }: { info: Info; form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const most = wholeCents(info.withdrawable)
  return (
    <form id={FORM_ID} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div role="status" className="empty:hidden">
        {form.interrupted !== null && <Notice tone="info">{t(`interrupted.${form.interrupted}`)}</Notice>}
      </div>
      {form.refusal !== null && <Refusal refusal={form.refusal} form={form} />}
      <AmountField
        label={t('amount.label')}
        value={form.text}
        onChange={form.enter}
        error={form.error}
        hint={t('amount.from', { amount: money(info.minimum, 'price') })}
        {...(/[1-9]/.test(most) ? { all: most } : {})}
      />
    </form>
  )
}

/** It scrolls into view, because the button is at the foot of the page. */
function Refusal({ refusal: { code, message }, form }: { refusal: Refused; form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div role="alert" ref={place}>
      <Notice tone="bad">
        <p>{message}</p>
        {code === 'IDENTITY_REQUIRED' && (
          <ButtonLink {...form.checkLink} size="sm" className="mt-2">
            {t('check.act')}
          </ButtonLink>
        )}
        {code === 'PAYOUT_MISSING' && (
          <ButtonLink {...paths.payoutForm()} size="sm" className="mt-2">
            {t('to.add')}
          </ButtonLink>
        )}
      </Notice>
    </div>
  )
}
