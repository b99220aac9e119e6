import { formatNumber } from '../../i18n/format.ts'
import { cx } from '../cx.ts'

type NumProps = { value: number | bigint | string; suffix?: string; className?: string }

/** A count, a percentage, a version: Latin digits in threes, tabular, isolated. Add space with the parent's `gap`. */
export function Num({ value, suffix, className }: NumProps) {
  return (
    // One text, which stays live when a translator has wrapped it.
    <span translate="no" className={cx('num', className)}>
      {`${formatNumber(value)}${suffix ?? ''}`}
    </span>
  )
}

/** A value that is never grouped: issue and order numbers, codes, times, "VIP 3". */
export function Code({ children, className }: { children: string | number; className?: string }) {
  return (
    <span translate="no" className={cx('num', className)}>
      {children}
    </span>
  )
}
