import { useCallback } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { CountryField } from '../../ui/fields/country-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PhoneField } from '../../ui/fields/phone-field.tsx'
import type { AddressField, AddressFormState } from './use-address-form.ts'

type Form = Pick<AddressFormState, 'values' | 'errors' | 'enter'>
type TextField = Exclude<AddressField, 'phone' | 'country'>
type Input = Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'maxLength'>

const INPUTS: Record<TextField, Input> = {
  name: { autoComplete: 'shipping name', maxLength: 80 },
  zip: { autoComplete: 'shipping postal-code', autoCapitalize: 'characters', maxLength: 16 },
  province: { autoComplete: 'shipping address-level1', maxLength: 80 },
  city: { autoComplete: 'shipping address-level2', maxLength: 80 },
  subdistrict: { autoComplete: 'shipping address-level3', maxLength: 80 },
  street: { autoComplete: 'shipping address-line1', maxLength: 160 },
  details: { autoComplete: 'shipping address-line2', maxLength: 160 },
}

/** Every field of an address. Short ones stand in pairs where there is room. */
export function AddressFields({ form, propose }: { form: Form; propose: AddressFormState['propose'] }) {
  const { t } = useTranslation('address')
  const { values, errors, enter } = form
  const proposeCountry = useCallback((country: string) => propose('country', country), [propose])
  const text = (field: TextField) => <TextLine form={form} field={field} />
  return (
    <>
      {text('name')}
      <PhoneField
        label={t('field.phone')}
        value={values.phone}
        error={errors.phone}
        onChange={(phone) => enter('phone', phone)}
      />
      <Pair>
        <CountryField
          label={t('field.country')}
          value={values.country}
          error={errors.country}
          onChange={(country) => enter('country', country)}
          onLikely={proposeCountry}
        />
        {text('zip')}
      </Pair>
      <Pair>
        {text('province')}
        {text('city')}
      </Pair>
      {text('subdistrict')}
      {text('street')}
      {text('details')}
    </>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="tab:grid-cols-2 tab:gap-4 grid grid-cols-1 items-start gap-5">{children}</div>
)

function TextLine({ form: { values, errors, enter }, field }: { form: Form; field: TextField }) {
  const { t } = useTranslation('address')
  return (
    <Field
      {...INPUTS[field]}
      label={t(`field.${field}`)}
      hint={field === 'details' ? t('hint.details') : undefined}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => enter(field, event.target.value)}
    />
  )
}
