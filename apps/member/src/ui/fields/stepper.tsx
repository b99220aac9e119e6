import { latinDigits } from '@fairlot/contract/typed-text'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { HOLD_DELAY_MS, HOLD_REPEAT_MS } from '../../timing.ts'
import { cx } from '../cx.ts'

type StepperProps = {
  /** the label above, for example "How many shares?" */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  /** the message at the upper limit; by default "Only 96 left" */
  maxText?: string
  /** the line at the end of the label's row; a message takes its place, so that nothing moves */
  hint?: string
  /** the hint warns */
  isWarning?: boolean
}

/**
 * A number between two 56 px buttons. Holding a button repeats. At a limit, a message explains it. A value above the limit
 * stays as it is, with the message, until the member changes it.
 */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, min = 1, max, maxText, hint, isWarning = false } = props
  const { t } = useTranslation()
  const id = useId()
  const [hit, setHit] = useState<'min' | 'max' | null>(null)
  const [draft, setDraft] = useState<string | null>(null)

  const set = (wanted: number) => {
    const next = Math.min(max, Math.max(min, wanted))
    setHit(wanted > max ? 'max' : wanted < min ? 'min' : null)
    if (next !== value) onChange(next)
    return next === wanted
  }
  const limit =
    hit === 'max' || value > max
      ? (maxText ?? t('stepper.max', { count: max }))
      : hit === 'min'
        ? t('stepper.min', { count: min })
        : ''

  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-ink-2 font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p
            id={`${id}-limit`}
            role="status"
            className={cx(
              'text-cap',
              limit !== '' || isWarning ? 'text-gold-ink font-semibold' : 'text-ink-2',
            )}
          >
            {limit === '' ? hint : limit}
          </p>
        )}
      </div>
      <div className="bg-sunken rounded-card flex items-center gap-1 p-1.5">
        <HoldButton label={t('stepper.less')} at={value} step={-1} set={set} atLimit={value <= min}>
          <Minus size={22} aria-hidden="true" />
        </HoldButton>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? String(value)}
          onChange={(event) => {
            const digits = latinDigits(event.target.value).replace(/\D/g, '').slice(0, 6)
            setDraft(digits)
            if (digits !== '' && Number(digits) >= min) set(Number(digits))
          }}
          onBlur={() => {
            if (draft !== null) set(draft === '' ? min : Number(draft))
            setDraft(null)
          }}
          aria-describedby={`${id}-limit`}
          dir="ltr"
          className="text-display w-full min-w-0 flex-1 bg-transparent text-center tabular-nums"
        />
        <HoldButton label={t('stepper.more')} at={value} step={1} set={set} atLimit={value >= max}>
          <Plus size={22} aria-hidden="true" />
        </HoldButton>
      </div>
      {hint === undefined && (
        <p
          id={`${id}-limit`}
          role="status"
          className={cx('text-cap text-gold-ink font-medium', limit !== '' && 'mt-1.5')}
        >
          {limit}
        </p>
      )}
    </div>
  )
}

type HoldButtonProps = {
  label: string
  at: number
  step: 1 | -1
  set: (value: number) => boolean
  atLimit: boolean
  children: React.ReactNode
}

/** One of the two buttons of a number. Holding it repeats. */
export function HoldButton({ label, at, step, set, atLimit, children }: HoldButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const latest = useRef({ at, set })
  useEffect(() => {
    latest.current = { at, set }
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = () => clearTimeout(timer.current)
  const repeat = () => {
    held.current = true
    if (latest.current.set(latest.current.at + step)) timer.current = setTimeout(repeat, HOLD_REPEAT_MS)
  }
  const start = () => {
    held.current = false
    stop()
    timer.current = setTimeout(repeat, HOLD_DELAY_MS)
  }
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current) set(at + step)
        held.current = false
      }}
      className={cx(
        'press bg-surface rounded-tile shadow-card grid size-14 shrink-0 touch-manipulation place-items-center select-none',
        atLimit && 'text-ink-3',
      )}
    >
      {children}
    </button>
  )
}
