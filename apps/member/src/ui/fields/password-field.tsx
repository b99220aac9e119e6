import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { FieldFrame, INPUT_CLASS, noteId } from './field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  error?: string | undefined
  /** the typed value, to tick off the rules; without it, no rules are shown (login) */
  rulesFor?: string
  /** told when the eye shows or hides the value */
  onShown?: (shown: boolean) => void
}

/** The rules of the specification, section 5. */
export const PASSWORD_RULES = {
  length: (text: string) => text.length >= 8 && text.length <= 16,
  letter: (text: string) => /[A-Za-z]/.test(text),
  digit: (text: string) => /\d/.test(text),
  plain: (text: string) => /^[\x21-\x7e]+$/.test(text),
} as const

const RULES = ['length', 'letter', 'digit', 'plain'] as const

/** A password field with a show button, and rules that tick off while typing. */
export function PasswordField({ label, error, rulesFor, onShown, className, ...input }: PasswordFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const EyeIcon = shown ? EyeOff : Eye
  return (
    <div>
      <FieldFrame
        label={label}
        error={error}
        id={id}
        end={
          <button
            type="button"
            aria-label={t(shown ? 'password.hide' : 'password.show')}
            aria-pressed={shown}
            onClick={() => {
              setShown(!shown)
              onShown?.(!shown)
            }}
            className="text-ink-2 grid w-13 place-items-center focus-visible:-outline-offset-4"
          >
            <EyeIcon size={22} strokeWidth={1.8} aria-hidden="true" />
          </button>
        }
      >
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={rulesFor === undefined ? noteId(id) : `${noteId(id)} ${id}-rules`}
          className={cx(INPUT_CLASS, 'rtl:text-end', className)}
        />
      </FieldFrame>
      {rulesFor !== undefined && (
        <ul
          id={`${id}-rules`}
          aria-label={t('password.rules')}
          className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1"
        >
          {RULES.map((rule) => (
            <Rule key={rule} text={t(`password.${rule}`)} met={PASSWORD_RULES[rule](rulesFor)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Rule({ text, met }: { text: string; met: boolean }) {
  const { t } = useTranslation()
  const Icon = met ? Check : Circle
  return (
    <li className={cx('text-cap flex items-start gap-1.5', met ? 'text-ok font-medium' : 'text-ink-3')}>
      <Icon size={16} strokeWidth={met ? 2.6 : 1.8} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {text}
        <span className="sr-only">: {t(met ? 'password.met' : 'password.open')}</span>
      </span>
    </li>
  )
}
