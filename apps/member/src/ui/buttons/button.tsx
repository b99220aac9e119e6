import { createLink } from '@tanstack/react-router'
import { useId } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'

export type ButtonLook = {
  /**
   * `gold` is the main action of a screen; `brand` the second action, or that of a list row; `outline` an alternative;
   * `sunken` "later"; `bad` an action that cannot be undone; `stage` is for the dark panel.
   */
  tone?: 'gold' | 'brand' | 'outline' | 'sunken' | 'bad' | 'stage'
  /** 52, 44 or 40 px high */
  size?: 'lg' | 'md' | 'sm'
  /** as wide as its parent */
  wide?: boolean
  icon?: ReactNode
}

const TONES = {
  gold: 'bg-gold text-on-gold hover:bg-gold-press',
  brand: 'bg-brand text-on-brand hover:bg-brand-press',
  outline: 'border-[1.5px] border-brand text-brand hover:bg-brand-soft',
  sunken: 'bg-sunken text-ink hover:bg-line',
  bad: 'bg-bad-soft text-bad',
  stage: 'bg-stage-raised text-on-stage',
} as const

const SIZES = {
  lg: 'min-h-13 px-7 text-lead font-bold',
  md: 'min-h-11 px-6 text-body font-semibold',
  sm: 'min-h-10 px-4 text-body font-semibold',
} as const

export function buttonClass(
  { tone = 'brand', size = 'md', wide = false }: ButtonLook,
  extra?: string,
): string {
  return cx(
    'press inline-grid place-items-center rounded-full whitespace-nowrap select-none',
    'disabled:bg-sunken disabled:text-ink-3 disabled:border-transparent',
    'aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-disabled:border-transparent',
    TONES[tone],
    SIZES[size],
    wide && 'w-full',
    extra,
  )
}

function Label({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center justify-center gap-2">
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children'> & {
    children: ReactNode
    /** in flight: a spinner replaces the label, the width stays, and taps are ignored */
    sending?: boolean
    /** why it is disabled, in a sentence; when set, the button is disabled and the sentence is shown below */
    why?: string | undefined
    /** stands on the dark panel, whatever its tone */
    onStage?: boolean
  }

/** A button that acts. For navigation use `ButtonLink`. */
export function Button(props: ButtonProps) {
  const { tone, size, wide, icon, children, sending = false, why, onStage = false, ...others } = props
  const { className, onClick, type, ...rest } = others
  const reason = useId()
  const inert = sending || why !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ tone, size, wide }, className)}
      onClick={press}
      aria-busy={sending || undefined}
      aria-disabled={why !== undefined || undefined}
      aria-describedby={why === undefined ? rest['aria-describedby'] : reason}
    >
      <span className={cx('col-start-1 row-start-1 min-w-0', sending && 'opacity-0')}>
        <Label icon={icon}>{children}</Label>
      </span>
      {sending && <Spinner className="col-start-1 row-start-1" />}
    </button>
  )
  if (why === undefined) return button
  return (
    <span className={cx('grid gap-1.5', wide && 'w-full')}>
      {button}
      <span id={reason} className={cx('text-cap text-center', onStage ? 'text-on-brand-2' : 'text-ink-2')}>
        {why}
      </span>
    </span>
  )
}

type AnchorProps = ButtonLook & Omit<ComponentProps<'a'>, 'children'> & { children?: ReactNode }

function ButtonAnchor({ tone, size, wide, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass({ tone, size, wide }, className)}>
      <Label icon={icon}>{children}</Label>
    </a>
  )
}

/** The same button as a link: `<ButtonLink {...paths.recharge()} tone="gold">`. */
export const ButtonLink = createLink(ButtonAnchor)
