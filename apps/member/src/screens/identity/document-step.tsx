import { BookOpen, CarFront, IdCard } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { IdentityDocument } from '@fairlot/contract/life/identity-life'
import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { CheckboxRow } from '../../ui/fields/checkbox-row.tsx'
import { DayField } from '../../ui/fields/day-field.tsx'
import { Field } from '../../ui/fields/field.tsx'
import type { CheckForm } from './use-check-form.ts'

const ICONS: Record<IdentityDocument, LucideIcon> = {
  national_id: IdCard,
  passport: BookOpen,
  driving_licence: CarFront,
}
const AS_PRINTED = { autoCapitalize: 'characters', spellCheck: false, autoComplete: 'off' } as const

/** The first step: which document, and what it says. */
export function DocumentStep({ form }: { form: CheckForm }) {
  const { t } = useTranslation('identity')
  const { values, errors, enter } = form
  return (
    <>
      <div>
        <h2 className="text-head">{t('document.title')}</h2>
        <p className="text-ink-2 mt-1">{t('document.intro')}</p>
      </div>
      <Documents form={form} />
      <Field
        label={t('document.name')}
        hint={t('document.nameHint')}
        autoComplete="name"
        value={values.name}
        error={errors.name}
        onChange={(event) => enter({ name: event.target.value })}
      />
      <DayField
        label={t('document.birth')}
        autoComplete="bday"
        value={values.birthDate}
        error={errors.birthDate}
        onChange={(birthDate) => enter({ birthDate })}
      />
      <Field
        {...AS_PRINTED}
        dir="ltr"
        label={t('document.number')}
        value={values.documentNumber}
        error={errors.documentNumber}
        onChange={(event) => enter({ documentNumber: event.target.value })}
      />
      <div className="flex flex-col gap-1">
        {!form.noEnd && (
          <DayField
            label={t('document.valid')}
            value={values.validUntil}
            error={errors.validUntil}
            onChange={(validUntil) => enter({ validUntil })}
          />
        )}
        {form.document !== 'passport' && (
          <CheckboxRow checked={values.noEnd} onChange={(event) => enter({ noEnd: event.target.checked })}>
            {t('document.noEnd')}
          </CheckboxRow>
        )}
      </div>
    </>
  )
}

/** The documents as cards; one is chosen. */
function Documents({ form }: { form: CheckForm }) {
  const { t } = useTranslation('identity')
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('document.kind')}</legend>
      <div className="grid grid-cols-3 gap-2.5 max-[339px]:grid-cols-1">
        {form.documents.map((document) => {
          const Icon = ICONS[document]
          const selected = document === form.document
          return (
            <label
              key={document}
              className={cx(
                'press bg-surface rounded-card has-focus-visible:outline-focus relative flex cursor-pointer flex-col items-center gap-2 px-2 py-3.5 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
                selected ? 'ring-brand ring-2 ring-inset' : 'ring-line ring-1 ring-inset',
              )}
            >
              <input
                type="radio"
                name={name}
                value={document}
                checked={selected}
                onChange={() => form.choose(document)}
                className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
              />
              <Icon size={24} strokeWidth={1.8} className="text-brand" aria-hidden="true" />
              <span className={cx('max-w-full break-words', selected ? 'font-semibold' : 'font-medium')}>
                {t(`document.${document}`)}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
