import type { FormEvent, ReactNode } from 'react'
import { formatNumber } from '../../../i18n/format.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { UnitsField } from './units-field.tsx'
import { FORM_ID } from './use-buy-form.ts'
import type { BuyForm } from './use-buy-form.ts'

/** How many units, and the address where the product asks for one. */
export function BuyFields({ form }: { form: BuyForm }) {
  const { t } = useTranslation('finance')
  const money = useMoneyText()
  const { product, own, least, most, quote } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const short = quote.missing === null || form.locked || !form.isPossible ? undefined : money(quote.missing)
  return (
    <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <UnitsField
        label={t('form.title')}
        value={form.entered}
        onChange={(units) => form.enter({ units })}
        min={least}
        max={most}
        fixed={form.locked}
        error={form.errors.units}
        hint={
          <>
            {most >= least && t('form.room', { min: formatNumber(least), max: formatNumber(most) })}
            {own !== null && own.units > 0 && (
              <>
                {most >= least && ' · '}
                {t('form.yours', { count: own.units })}
              </>
            )}
          </>
        }
      />
      {product.needsTrc20 && (
        <Field
          label={t('form.trc20')}
          hint={t('form.trc20Hint')}
          value={form.address}
          readOnly={form.locked}
          error={form.errors.address}
          onChange={(event) => form.enter({ address: event.target.value })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          dir="ltr"
        />
      )}
      {short !== undefined && (
        <p role="status" className="text-cap text-gold-ink font-semibold">
          {t('form.short', { amount: short })}
        </p>
      )}
    </form>
  )
}

/** What the purchase costs and brings, and when. It follows every digit. */
export function QuoteLines({ form, whole = false }: { form: BuyForm; whole?: boolean }) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const { product, quote } = form
  return (
    <dl className="flex flex-col gap-1.5">
      <Line name={t('quote.principal')}>
        <Money amount={quote.principal} className="font-semibold" />
      </Line>
      <Line name={t('quote.interestOf', { term: words.term(product) })}>
        <Money amount={quote.interest} className="font-semibold" />
      </Line>
      <Line name={t('quote.total')}>
        <Money amount={quote.total} className="text-lead font-bold" />
      </Line>
      <Line name={t('quote.matures')}>
        <time dateTime={new Date(quote.maturesAt).toISOString()} className="font-semibold">
          {formatDateTime(quote.maturesAt, activeLanguage())}
        </time>
      </Line>
      {whole && quote.after !== null && (
        <Line name={t('quote.after')}>
          <Money amount={quote.after} />
        </Line>
      )}
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}
