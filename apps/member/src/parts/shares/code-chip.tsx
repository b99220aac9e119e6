import { cx } from '../../ui/cx.ts'

type CodeChipProps = {
  /** a lucky code: seven digits, never grouped */
  code: number
  /** this is the winning code */
  won?: boolean
  size?: 'normal' | 'large'
  className?: string
}

/** One lucky code of the member. */
export function CodeChip({ code, won = false, size = 'normal', className }: CodeChipProps) {
  return (
    <span
      className={cx(
        'num rounded-chip inline-grid place-items-center px-3 font-semibold',
        won ? 'bg-gold text-on-gold' : 'bg-gold-soft text-gold-ink',
        size === 'large' ? 'text-title min-h-9' : 'text-body min-h-8.5',
        className,
      )}
    >
      {code}
    </span>
  )
}

/** The codes of a range, at most `show` of them. `after` follows the last one ("and 4 more"). */
export function CodeChips({
  first,
  quantity,
  show = 6,
  won,
  after,
}: {
  first: number
  quantity: number
  show?: number
  won?: number | null
  after?: (more: number) => React.ReactNode
}) {
  const shown = Math.min(show, quantity)
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] items-center gap-2">
      {Array.from({ length: shown }, (_, index) => (
        <CodeChip key={first + index} code={first + index} won={first + index === won} className="w-full" />
      ))}
      {quantity > shown && after?.(quantity - shown)}
    </div>
  )
}
