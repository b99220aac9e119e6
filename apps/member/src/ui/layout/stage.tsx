import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'

export type SunPlace = {
  /** pixels (or a part of the width) from the start edge, or pixels from the end edge, to the middle of the sun; centred without both */
  start?: number | `${number}%`
  end?: number
  /** pixels from the top or the bottom edge to the middle of the sun */
  top?: number
  bottom?: number
}

type SunriseProps = {
  at: SunPlace
  /** radius of the sun; 0 keeps only the rings */
  sun?: number
  /** radius of the innermost ring, distance between rings, how many */
  first?: number
  step?: number
  rings?: number
  /** `pale` behind a gold ticket */
  tone?: 'gold' | 'pale'
}

/**
 * A low sun in rings, as decoration behind the content of a stage panel (one per screen). Place it in a positioned,
 * clipped parent.
 */
export function Sunrise({ at, sun = 38, first = 62, step = 25, rings = 9, tone = 'gold' }: SunriseProps) {
  const reach = first + step * (rings - 1) + 4
  const place: CSSProperties = { width: reach * 2, height: reach * 2 }
  if (at.start !== undefined) {
    const from = typeof at.start === 'number' ? `${at.start}px` : at.start
    place.insetInlineStart = `calc(${from} - ${reach}px)`
  } else if (at.end !== undefined) place.insetInlineEnd = at.end - reach
  else place.insetInlineStart = `calc(50% - ${reach}px)`
  if (at.bottom === undefined) place.top = (at.top ?? 0) - reach
  else place.bottom = at.bottom - reach
  return (
    <svg
      viewBox={`${-reach} ${-reach} ${reach * 2} ${reach * 2}`}
      style={place}
      className="pointer-events-none absolute max-w-none"
      aria-hidden="true"
    >
      {Array.from({ length: rings }, (_, index) => (
        <circle
          key={index}
          r={first + step * index}
          className="stroke-stage-2 fill-none"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeDasharray="8 9"
          opacity={Math.max(0.25, 1 - index * 0.07)}
        />
      ))}
      {sun > 0 && <circle r={sun} className={tone === 'pale' ? 'fill-sun-pale' : 'fill-gold'} />}
    </svg>
  )
}

type StageProps = {
  children: ReactNode
  sunrise?: SunriseProps
  /** `panel`: a rounded panel; `band`: from edge to edge at the top of a page */
  shape?: 'panel' | 'band'
  /** the accessible name of the region, if it has one */
  label?: string
  className?: string
}

/** The dark panel for money or a countdown: one per screen. */
export function Stage({ children, sunrise, shape = 'panel', label, className }: StageProps) {
  const Tag = label === undefined ? 'div' : 'section'
  return (
    <Tag
      aria-label={label}
      className={cx(
        'bg-stage on-stage relative isolate overflow-hidden',
        shape === 'panel' && 'rounded-sheet shadow-float',
        className,
      )}
    >
      {sunrise && (
        <div className="absolute inset-0 -z-10 overflow-hidden">
          <Sunrise {...sunrise} />
        </div>
      )}
      {children}
    </Tag>
  )
}
