import { PIX_KEYS, type PayoutField, type PayoutKind, type PixKey } from '@fairlot/contract/life/payout-life'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Chips } from '../../ui/fields/choice.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PhoneField } from '../../ui/fields/phone-field.tsx'
import type { PayoutForm as WholeForm } from './use-payout-form.ts'

type PayoutForm = Pick<WholeForm, 'fields' | 'values' | 'errors' | 'enter' | 'pixKey' | 'choosePixKey'>

type Input = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'type' | 'dir'
>
const PLAIN = { autoCapitalize: 'none', spellCheck: false, dir: 'ltr', autoComplete: 'off' } as const

const PIX_INPUT = { cpf: 'numeric', cnpj: 'text', phone: 'tel', email: 'email', random: 'text' } as const

function inputOf(field: PayoutField, kind: PayoutKind, pixKey: PixKey): Input {
  if (field === 'holder') return { autoComplete: 'name' }
  if (field === 'email') return { ...PLAIN, type: 'email', inputMode: 'email', autoComplete: 'email' }
  if (field === 'bankCode') return { ...PLAIN, autoCapitalize: 'characters' }
  if (field === 'number' && kind === 'pix') return { ...PLAIN, inputMode: PIX_INPUT[pixKey] }
  if (field === 'number') return { ...PLAIN, inputMode: kind === 'bank' ? 'numeric' : 'text' }
  return { autoComplete: 'off' }
}

/** The fields of a kind, in their order. */
export function PayoutFields({ form, kind }: { form: PayoutForm; kind: PayoutKind }) {
  return (
    <>
      {kind === 'pix' && <PixKeys form={form} />}
      {form.fields.map((field) => (
        <OneField key={field} form={form} kind={kind} field={field} />
      ))}
    </>
  )
}

/** What the PIX key is: eleven digits can be a CPF and a mobile number. */
function PixKeys({ form }: { form: PayoutForm }) {
  const { t } = useTranslation('payout')
  return (
    <Chips
      label={t('pixKey.label')}
      choices={PIX_KEYS.map((value) => ({ value, label: t(`pixKey.${value}`) }))}
      value={form.pixKey}
      onChange={form.choosePixKey}
    />
  )
}

type OneFieldProps = { form: PayoutForm; kind: PayoutKind; field: PayoutField }

function OneField({ form, kind, field }: OneFieldProps) {
  const { t } = useTranslation('payout')
  const value = form.values[field] ?? ''
  const error = form.errors[field]
  if (field === 'phone')
    return (
      <PhoneField
        label={t('field.phone')}
        value={value}
        error={error}
        onChange={(phone) => form.enter('phone', phone)}
      />
    )
  const label =
    field === 'number' && kind === 'pix' && form.pixKey !== 'random'
      ? t(`pixKey.${form.pixKey}`)
      : field === 'number'
        ? t(`field.number.${kind}`)
        : field === 'bankName'
          ? t(kind === 'ewallet' ? 'field.walletName' : 'field.bankName')
          : t(`field.${field}`)
  const hint =
    field === 'bankCode' || field === 'holder'
      ? t(`hint.${field}`)
      : field === 'number' && kind === 'trc20'
        ? t('hint.trc20')
        : undefined
  return (
    <Field
      {...inputOf(field, kind, form.pixKey)}
      label={label}
      hint={hint}
      value={value}
      error={error}
      onChange={(event) => form.enter(field, event.target.value)}
    />
  )
}
