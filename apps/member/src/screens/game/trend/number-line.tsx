import type { GameKind } from '@fairlot/contract/kinds/game-kinds'
import { activeLanguage } from '../../../i18n/i18n.ts'
import { direction } from '../../../i18n/languages.ts'
import { FILL_VARS } from '../../../parts/game/marks.tsx'
import { coloursOf } from '../../../parts/game/outcome.ts'

const HEIGHT = 132
const TOP = 14
const BOTTOM = 118
const AXIS = 22
const STEP = 24
/** A line as wide as its parent has room for this many rounds, so that the first few of a new mall are not drawn larger. */
const FLUID_LEAST = 15

type Point = { period: string; outcome: number }

type NumberLineProps = {
  kind: GameKind
  /** the oldest first */
  points: readonly Point[]
  label: string
  /** as wide as its parent, for few points */
  fluid?: boolean
}

/** The outcomes as a line. The newest is at the end edge, with a gold ring. Marks differ by shape and colour. */
export function NumberLine({ kind, points, label, fluid = false }: NumberLineProps) {
  const [least, most, middle] = kind === 'king' ? [1, 10, 6] : [0, 9, 5]
  const width = AXIS + STEP * Math.max(points.length, fluid ? FLUID_LEAST : 0)
  const isRtl = direction(activeLanguage()) === 'rtl'
  const x = (index: number) => {
    const at = AXIS + STEP * (index + 0.5)
    return isRtl ? width - at : at
  }
  const y = (outcome: number) => BOTTOM - ((outcome - least) / (most - least)) * (BOTTOM - TOP)
  const axisX = isRtl ? width - 6 : 6
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={fluid ? undefined : width}
      height={fluid ? undefined : HEIGHT}
      className={fluid ? 'block w-full' : 'block max-w-none'}
    >
      <rect
        x={isRtl ? 0 : AXIS}
        y={y(middle - 0.5)}
        width={width - AXIS}
        height={HEIGHT - y(middle - 0.5)}
        rx="6"
        className="fill-sunken opacity-55"
      />
      {[most, middle, least].map((value) => (
        <g key={value}>
          <line
            x1={isRtl ? 0 : AXIS}
            x2={isRtl ? width - AXIS : width}
            y1={y(value)}
            y2={y(value)}
            className="stroke-line"
            strokeDasharray="2 4"
          />
          <text x={axisX} y={y(value) + 4} textAnchor="middle" className="fill-ink-3 text-micro">
            {value}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ outcome }, index) => `${x(index)},${y(outcome)}`).join(' ')}
        className="stroke-line-strong fill-none"
        strokeWidth="1.6"
      />
      {points.map(({ period, outcome }, index) => (
        <PointMark
          key={period}
          kind={kind}
          outcome={outcome}
          x={x(index)}
          y={y(outcome)}
          isNewest={index === points.length - 1}
        />
      ))}
    </svg>
  )
}

type PointMarkProps = { kind: GameKind; outcome: number; x: number; y: number; isNewest: boolean }

function PointMark({ kind, outcome, x, y, isNewest }: PointMarkProps) {
  const [first, second] = coloursOf(kind, outcome)
  return (
    <g transform={`translate(${x} ${y})`}>
      {isNewest && <circle r="12" className="fill-gold" />}
      {first === undefined && <circle r="9" className="fill-brand" />}
      {first === 'green' && <circle r="9" fill={FILL_VARS.green} />}
      {first === 'red' && <path d="M0-11 11 8.5h-22z" fill={FILL_VARS.red} strokeLinejoin="round" />}
      {second === 'violet' && (
        <path
          d="M0-6.5 6.5 0 0 6.5-6.5 0z"
          fill={FILL_VARS.violet}
          className="stroke-on-stage"
          strokeWidth="1.2"
        />
      )}
      <text
        y={first === 'red' && second === undefined ? 6.2 : 3.6}
        textAnchor="middle"
        className={first === undefined ? 'fill-on-brand' : 'fill-on-stage'}
        fontSize="11"
        fontWeight="700"
      >
        {second === undefined ? outcome : ''}
      </text>
    </g>
  )
}
