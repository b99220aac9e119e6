import { parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../i18n/i18n.ts'
import { wholeCents } from '../../parts/wallet/entered-amount.ts'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { Money } from '../../ui/values/money.tsx'
import { FORM_ID } from './use-piggy-form.ts'
import type { PiggyForm } from './use-piggy-form.ts'

const STEPS = ['100', '500', '1000', '5000']

/** The amount, with quick amounts that can be moved. */
export function PiggyAmount({ form }: { form: PiggyForm }) {
  const { t } = useTranslation('piggy')
  const most = wholeCents(form.available)
  const chosen = STEPS.find((step) => form.amount !== null && parseMoney(step) === parseMoney(form.amount))
  return (
    <form id={FORM_ID} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <AmountField
        label={t('amount.label')}
        value={form.text}
        onChange={form.enter}
        error={form.error}
        {...(/[1-9]/.test(most) ? { all: most } : {})}
      />
      <Chips
        label={t('amount.quick')}
        value={chosen ?? null}
        onChange={form.enter}
        choices={STEPS.map((step) => ({
          value: step,
          label: <Money amount={step} form="price" />,
          disabled: parseMoney(step) > parseMoney(form.available),
        }))}
        className="grid grid-cols-[repeat(auto-fit,minmax(max(4.5rem,20%),1fr))] gap-2"
      />
    </form>
  )
}
