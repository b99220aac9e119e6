import type { PayerField } from '@fairlot/contract/kinds/recharge-ways'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { StepUpField } from '../../parts/auth/step-up-field.tsx'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { asksForCode } from './use-payer.ts'
import type { PayerForm } from './use-payer.ts'

type Input = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'type' | 'dir' | 'maxLength'
>
const PLAIN = { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const
const INPUTS: Record<PayerField, Input> = {
  name: { autoComplete: 'name', maxLength: 80 },
  email: { ...PLAIN, type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 120 },
  taxId: { ...PLAIN, inputMode: 'numeric', autoComplete: 'off', maxLength: 20 },
  trc20: { ...PLAIN, autoComplete: 'off', maxLength: 64 },
}

type PayerFieldsProps = { payer: PayerForm; method: RechargeMethod }

/** Who pays: only the fields that the method asks for, and the SMS code where it asks for one. */
export function PayerFields({ payer, method }: PayerFieldsProps) {
  const { t } = useTranslation('recharge')
  const needsCode = asksForCode(method)
  if (payer.fields.length === 0 && !needsCode) return null
  return (
    <section aria-labelledby="payer" className="flex flex-col gap-4">
      <div>
        <h2 id="payer" className="text-lead">
          {t('payer.title')}
        </h2>
        <p className="text-cap text-ink-2 mt-0.5">
          {t(method.kind === 'trc20' ? 'payer.textCrypto' : 'payer.text')}
        </p>
      </div>
      {payer.fields.map(({ field, isOptional }) => (
        <Field
          key={field}
          {...INPUTS[field]}
          label={
            isOptional ? t('payer.optional', { field: t(`payer.field.${field}`) }) : t(`payer.field.${field}`)
          }
          hint={field === 'email' ? undefined : t(`payer.hint.${field}`)}
          value={payer.values[field] ?? ''}
          error={payer.errors[field]}
          onChange={(event) => payer.enter(field, event.target.value)}
        />
      ))}
      {needsCode && <StepUpField step={payer.step} />}
    </section>
  )
}
