/** The signs of the games. A colour is never alone: green has a disc, violet a diamond, red a triangle. */
import type { GameKind } from '@fairlot/fairness/games/pay-table'
import { cx } from '../../ui/cx.ts'
import { coloursOf } from './outcome.ts'
import type { Colour } from './outcome.ts'

const SHAPES: Record<Colour, string> = {
  green: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z',
  violet: 'M10 1.5 18.5 10 10 18.5 1.5 10z',
  red: 'M10 2.5 18.5 17.5h-17z',
}
const TEXT: Record<Colour, string> = {
  green: 'text-g-green-t',
  violet: 'text-g-violet-t',
  red: 'text-g-red-t',
}

/** The sign of a colour. `own`: in its colour; else in the colour of the text beside it. */
export function Mark({ colour, size = 16, own = false }: { colour: Colour; size?: number; own?: boolean }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={cx('shrink-0', own && TEXT[colour])}
      aria-hidden="true"
    >
      <path d={SHAPES[colour]} fill="currentColor" />
    </svg>
  )
}

const FILLS: Record<Colour, string> = { green: 'bg-g-green', violet: 'bg-g-violet', red: 'bg-g-red' }
export const FILL_VARS: Record<Colour, string> = {
  green: 'var(--g-green)',
  violet: 'var(--g-violet)',
  red: 'var(--g-red)',
}
const BALL_SIZES = {
  row: 'size-6 text-cap',
  xs: 'size-7 text-cap',
  sm: 'size-8 text-body',
  short: 'size-9 text-lead',
  md: 'size-12 text-title',
  lg: 'size-14 text-title',
} as const

type BallProps = { kind: GameKind; outcome: number; size?: keyof typeof BALL_SIZES; className?: string }

/** The ball of a number; of a King, the disc of a runner. Its number is its name. */
export function Ball({ kind, outcome, size = 'md', className }: BallProps) {
  if (kind === 'king')
    return <Runner number={outcome} size={size} {...(className !== undefined && { className })} />
  const [first, second] = coloursOf(kind, outcome)
  return (
    <span
      className={cx(
        'ball num place-items-center rounded-full font-bold text-on-stage',
        BALL_SIZES[size],
        first && FILLS[first],
        className,
      )}
      style={
        first && second
          ? { background: `linear-gradient(115deg, ${FILL_VARS[first]} 50%, ${FILL_VARS[second]} 50%)` }
          : undefined
      }
    >
      {outcome}
    </span>
  )
}

/** The colours of the runners, the same in both themes: white digits have a contrast of 4.5 on each. On a surface only. */
const SHIRTS = [
  '#996e00',
  '#2478c4',
  '#66737a',
  '#c25416',
  '#0b8288',
  '#5a62d6',
  '#8c6647',
  '#cf3446',
  '#b0459f',
  '#367f3c',
] as const

export function Runner({
  number,
  size = 'sm',
  className,
}: {
  number: number
  size?: keyof typeof BALL_SIZES
  className?: string
}) {
  return (
    <span
      className={cx(
        'num inline-grid place-items-center rounded-full font-bold text-on-stage',
        BALL_SIZES[size],
        className,
      )}
      style={{ background: SHIRTS[(number - 1) % SHIRTS.length] }}
    >
      {number}
    </span>
  )
}
