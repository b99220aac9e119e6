import { useId } from 'react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { isUsable } from './purchase-math.ts'
import type { VoucherRowProps } from './voucher-row.tsx'

type VoucherSheetProps = Omit<VoucherRowProps, 'fixed'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The choice of a voucher for an order: one or none. */
export default function VoucherSheet(props: VoucherSheetProps) {
  const { t } = useTranslation('voucher')
  const money = useMoneyText()
  const name = useId()
  const { vouchers, voucher, total, onChoose, open, onOpenChange } = props
  const option = (id: string | null, usable: boolean, title: ReactNode, text: ReactNode) => {
    const isChosen = (voucher?.id ?? null) === id
    return (
      <label
        key={id ?? 'none'}
        className={cx(
          'press rounded-tile has-focus-visible:outline-focus relative flex min-h-14 cursor-pointer flex-col justify-center px-4 py-2.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
          isChosen ? 'bg-brand-soft ring-brand ring-2 ring-inset' : 'bg-surface ring-line ring-1 ring-inset',
          !usable && 'cursor-not-allowed opacity-60',
        )}
      >
        <input
          type="radio"
          name={name}
          checked={isChosen}
          disabled={!usable}
          onChange={() => onChoose(id)}
          className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
        />
        <span className={cx('font-semibold', isChosen && 'text-brand')}>{title}</span>
        {text !== null && <span className="text-cap text-ink-2">{text}</span>}
      </label>
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('use.title')}
      subtitle={t('use.text')}
      foot={
        <Button size="lg" wide onClick={() => onOpenChange(false)}>
          {t('use.done')}
        </Button>
      }
    >
      <fieldset className="flex min-w-0 flex-col gap-2.5 pb-2">
        <legend className="sr-only">{t('use.title')}</legend>
        {vouchers.map((one) =>
          option(
            one.id,
            isUsable(one, total),
            t('off', { amount: money(one.amount) }),
            t('terms', { amount: money(one.minSpend), date: formatDate(one.expiresAt, activeLanguage()) }),
          ),
        )}
        {option(null, true, t('use.without'), null)}
      </fieldset>
    </Sheet>
  )
}
