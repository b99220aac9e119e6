import { latinDigits } from '@fairlot/contract/typed-text'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { FieldNote, noteId } from './field.tsx'
import { Spinner } from '../feedback/spinner.tsx'

const DIGITS = 6

type CodeFieldProps = {
  label?: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** requests a code; the field then counts down */
  onSend: () => void
  sending?: boolean
  /** when the next code may be requested (Unix milliseconds); null when none was sent yet */
  resendAt: number | null
}

/** Six cells over one real input, so that pasting and the phone's code suggestion work. */
export function CodeField({
  label,
  value,
  onChange,
  error,
  onSend,
  sending = false,
  resendAt,
}: CodeFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label ?? t('code.label')}
        </label>
        <SendCode key={resendAt} onSend={onSend} sending={sending} resendAt={resendAt} />
      </div>
      <div dir="ltr" className="group relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {Array.from({ length: DIGITS }, (_, index) => (
            <span
              key={index}
              className={cx(
                'bg-surface rounded-tile text-title grid h-13 place-items-center ring-inset',
                error === undefined ? 'ring-control ring-1' : 'ring-bad ring-2',
                index === Math.min(value.length, DIGITS - 1) &&
                  'group-focus-within:ring-brand group-focus-within:ring-2',
              )}
            >
              {value[index]}
            </span>
          ))}
        </div>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => onChange(latinDigits(event.target.value).replace(/\D/g, '').slice(0, DIGITS))}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId(id)}
          className="absolute inset-0 size-full bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </div>
      <FieldNote id={id} error={error} />
    </div>
  )
}

function SendCode({ onSend, sending, resendAt }: Pick<CodeFieldProps, 'onSend' | 'sending' | 'resendAt'>) {
  const { t } = useTranslation()
  const seconds = useSeconds(resendAt)
  const waiting = seconds > 0
  return (
    <button
      type="button"
      onClick={onSend}
      disabled={waiting || sending === true}
      className="bg-brand-soft text-brand disabled:bg-sunken disabled:text-ink-3 text-cap inline-grid min-h-8 shrink-0 place-items-center rounded-full px-3.5 font-semibold whitespace-nowrap"
    >
      {sending === true ? (
        <Spinner size={18} />
      ) : waiting ? (
        t('code.resendIn', { count: seconds })
      ) : (
        t(resendAt === null ? 'code.send' : 'code.resend')
      )}
    </button>
  )
}

function useSeconds(until: number | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
