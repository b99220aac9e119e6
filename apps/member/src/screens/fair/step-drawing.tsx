import { cx } from '../../ui/cx.ts'

export type DrawStep = 'fixed' | 'sealed' | 'drawn'

const COLUMNS = 10
const PLACES = Array.from({ length: COLUMNS * 2 }, (_, index) => index)
/** The winning share in the drawing. */
const WINNER = 13
const FIRST_X = 12
const STEP_X = 18
const ROWS_Y = [12, 38] as const

/** The drawing of a step, in stubs: an empty issue beside a locked secret, a sealed issue, the winning stub. */
export function StepDrawing({ step }: { step: DrawStep }) {
  return (
    <svg viewBox="0 0 280 72" className="mirror block h-auto w-full max-w-80" aria-hidden="true">
      {PLACES.map((place) => (
        <Stub key={place} place={place} step={step} />
      ))}
      {step !== 'fixed' && (
        <rect
          x="4"
          y="4"
          width="194"
          height="64"
          rx="10"
          className="stroke-brand fill-none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray="6 6"
        />
      )}
      <path
        d="M209 6v60"
        className="stroke-line-strong"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray="0.1 7"
      />
      {step === 'drawn' ? <Beacon /> : <Secret open={step === 'sealed'} />}
    </svg>
  )
}

function Stub({ place, step }: { place: number; step: DrawStep }) {
  const x = FIRST_X + STEP_X * (place % COLUMNS)
  const y = ROWS_Y[place < COLUMNS ? 0 : 1]
  const wins = step === 'drawn' && place === WINNER
  return (
    <>
      <rect
        x={x}
        y={y}
        width="14"
        height="22"
        rx="3.5"
        strokeWidth="1.5"
        className={cx(
          step === 'fixed' && 'stroke-control fill-none',
          step === 'sealed' && 'fill-sold',
          step === 'drawn' && (wins ? 'fill-gold' : 'fill-sold opacity-45'),
        )}
      />
      {wins && <circle cx={x + 7} cy={y + 11} r="2.6" className="fill-on-gold" />}
    </>
  )
}

/** The stub of the secret: locked until the seal, open afterwards. */
function Secret({ open }: { open: boolean }) {
  return (
    <g>
      <rect
        x="222"
        y="10"
        width="48"
        height="52"
        rx="9"
        className="fill-gold-soft stroke-gold"
        strokeWidth="2"
      />
      <rect x="234" y="34" width="24" height="17" rx="4" className="fill-gold-ink" />
      <path
        d={open ? 'M239 34v-6a7 7 0 0 1 13.4-2.8' : 'M239 34v-6a7 7 0 0 1 14 0v6'}
        className="stroke-gold-ink fill-none"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </g>
  )
}

/** The beacon: a point with rings around it. */
function Beacon() {
  return (
    <g className="stroke-brand fill-none" strokeWidth="2" strokeLinecap="round">
      <circle cx="246" cy="36" r="7" className="fill-brand stroke-transparent" />
      {[14, 22, 30].map((radius, index) => (
        <circle key={radius} cx="246" cy="36" r={radius} strokeDasharray="5 6" opacity={1 - index * 0.28} />
      ))}
    </g>
  )
}
