import { countdownParts } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { useLeft } from '../../ui/values/countdown.tsx'

const LAST_MS = 5_000

type BigClockProps = {
  /** the moment of the draw; Unix milliseconds of the server's clock */
  until: number
  /** called once, at the end */
  onEnd: () => void
  /** the accessible name */
  label: string
}

/** The large clock of a draw, on the stage. In its last five seconds the digits turn gold. */
export function BigClock({ until, onEnd, label }: BigClockProps) {
  const left = useLeft(until, onEnd)
  return (
    <span role="timer" aria-label={label} className={cx('num text-clock-xl', left <= LAST_MS && 'text-gold')}>
      {countdownParts(left)
        .clock.split(':')
        .map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a clock are identified by their position
          <span key={index}>
            {index > 0 && <span className="text-gold">:</span>}
            {part}
          </span>
        ))}
    </span>
  )
}
