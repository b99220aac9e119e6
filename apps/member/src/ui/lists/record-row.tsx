import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { ExactMoney } from '../values/money.tsx'

type RecordRowProps = {
  name: ReactNode
  /** method and time */
  detail: ReactNode
  /** signed wire amount: a plus and the ok colour for money in, the text colour for money out */
  amount: string
  /** a `StatusPill`, or the balance after */
  status?: ReactNode
  /** not final or failed: the amount is muted */
  quiet?: boolean
}

/** A row of a list of payments. */
export function RecordRow({ name, detail, amount, status, quiet = false }: RecordRowProps) {
  const comesIn = !amount.startsWith('-')
  return (
    <div className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap items-center gap-x-2">{detail}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <ExactMoney
          amount={amount}
          signed={comesIn}
          className={cx('text-lead font-bold', quiet ? 'text-ink-3' : comesIn && 'text-ok')}
        />
        {status}
      </div>
    </div>
  )
}
