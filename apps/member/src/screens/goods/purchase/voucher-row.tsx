import { ChevronRight, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { vouchersFor } from './purchase-math.ts'
import type { OfferedVoucher } from './purchase-math.ts'

// Loads the sheet's library when the sheet is first needed.
const VoucherSheet = lazy(() => import('./voucher-sheet.tsx'))

export type VoucherRowProps = {
  vouchers: readonly OfferedVoucher[]
  /** the one that the purchase uses; null: none */
  voucher: OfferedVoucher | null
  /** wire amount of the order */
  total: string
  /** the outcome of a purchase is open: it keeps its voucher */
  fixed: boolean
  onChoose: (id: string | null) => void
}

/** The voucher of an order, and the way to another one; nothing for a member without vouchers. */
export function VoucherRow(props: VoucherRowProps) {
  const { t } = useTranslation(['voucher', 'goods'])
  const money = useMoneyText()
  const { vouchers, voucher, total, fixed } = props
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  if (vouchers.length === 0) return null
  const { fitting, from } = vouchersFor(vouchers, total)
  const none =
    fitting > 0
      ? t('use.none', { count: vouchers.length })
      : t('goods:buy.voucherFrom', { amount: money(from) })
  return (
    <>
      <button
        type="button"
        disabled={fixed}
        onClick={() => setState('open')}
        aria-haspopup="dialog"
        className="press bg-sunken rounded-tile mt-4 flex min-h-13 w-full items-center gap-3 px-4 py-2 text-start"
      >
        <TicketPercent size={21} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{t('use.label')}</span>
          <span className="text-cap text-ink-2 block">{voucher === null ? none : t('use.one')}</span>
        </span>
        {voucher !== null && (
          <Money amount={`-${voucher.amount}`} className="text-leaf-3 shrink-0 font-bold" />
        )}
        <ChevronRight size={20} strokeWidth={1.8} className="mirror text-ink-3 shrink-0" aria-hidden="true" />
      </button>
      {state !== 'never' && (
        <Suspense>
          <VoucherSheet
            {...props}
            open={state === 'open'}
            onOpenChange={(open) => setState(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
