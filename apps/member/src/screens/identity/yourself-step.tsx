import { useTranslation } from '../../i18n/i18n.ts'
import { formatLongDate } from '../../i18n/lazy-dates.ts'
import { activeLanguage } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { dayOf } from '../../ui/fields/day-field.tsx'
import { Code } from '../../ui/values/num.tsx'
import { PictureSlot } from './picture-slot.tsx'
import type { FormStep } from './check-page.tsx'
import { SELFIE } from './use-check-form.ts'
import type { CheckForm } from './use-check-form.ts'

/** The last step: a picture of oneself, and once more what is sent. */
export function YourselfStep({ form, onChange }: { form: CheckForm; onChange: (step: FormStep) => void }) {
  const { t } = useTranslation('identity')
  return (
    <>
      <div>
        <h2 className="text-head">{t('yourself.title')}</h2>
        <p className="text-ink-2 mt-1">{t('yourself.intro')}</p>
      </div>
      <PictureSlot document={form.document} slot={SELFIE} upload={form.picture(SELFIE)} missed={form.asked} />
      <Summary form={form} onChange={onChange} />
    </>
  )
}

function Summary({ form, onChange }: { form: CheckForm; onChange: (step: FormStep) => void }) {
  const { t } = useTranslation('identity')
  const { values } = form
  const birth = dayOf(values.birthDate)
  return (
    <Card pad="none" className="px-4 pt-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lead">{t('yourself.summary')}</h2>
        <button
          type="button"
          onClick={() => onChange('document')}
          className="press text-brand -me-2 min-h-11 px-2 font-semibold"
        >
          {t('yourself.change')}
        </button>
      </div>
      <dl>
        {(
          [
            ['document', t(`document.${form.document}`)],
            ['name', <bdi key="name">{values.name}</bdi>],
            ['birth', birth === null ? null : <bdi key="birth">{longDay(birth)}</bdi>],
            ['number', <Code key="number">{values.documentNumber}</Code>],
          ] as const
        ).map(([name, value]) => (
          <div
            key={name}
            className="border-line flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b py-1 last:border-transparent"
          >
            <dt className="text-ink-2">{t(name === 'document' ? 'document.kind' : `document.${name}`)}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** A day of the calendar is the same in every time zone. */
const longDay = (day: string): string =>
  formatLongDate(new Date(`${day}T12:00:00`).getTime(), activeLanguage())
