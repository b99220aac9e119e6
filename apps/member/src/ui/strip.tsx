import type { CSSProperties } from 'react'
import { cx } from './cx.ts'

/** Styles with the custom properties of ticket.css. */
type StripStyle = CSSProperties & { '--stubs'?: number; '--own'?: number }

/** A filled part of a strip, from the start edge. */
export type StripFill = {
  /** from 0 to 1 */
  part: number
  className: string
  /** a dot in each stub, for fills whose colours are alike */
  dots?: boolean
}

type StripProps = {
  stubs: number
  /** later fills cover earlier ones */
  fills: readonly StripFill[]
  /** the colour of empty stubs */
  empty?: string
  /** the fills grow from the start edge when this becomes true */
  seen?: boolean
  height?: string
  className?: string | undefined
}

/**
 * A row of stubs. Its gaps are cut by a mask (ticket.css), so that a strip is a few elements, and one of them moves: a list of cards has
 * dozens of strips, and a phone lays out and composes each element.
 */
export function Strip({
  stubs,
  fills,
  empty = 'bg-sunken',
  seen = true,
  height = 'h-2',
  className,
}: StripProps) {
  return (
    <span
      aria-hidden="true"
      className={cx('strip block', height, empty, seen && 'strip-seen', className)}
      style={{ '--stubs': stubs } as StripStyle}
    >
      <span className="strip-fills absolute inset-0 block">
        {fills.map(({ part, className: colour, dots = false }) => (
          <span
            key={colour}
            className={cx('absolute inset-y-0 start-0 block', colour, dots && 'strip-dots')}
            style={{
              width: `calc((100% + 2px) * ${Math.min(1, Math.max(0, part))})`,
              ...(dots && { '--own': Math.round(part * stubs) }),
            }}
          />
        ))}
      </span>
    </span>
  )
}
