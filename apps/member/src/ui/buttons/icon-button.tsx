import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type Look = {
  /** the accessible name */
  label: string
  /** `plain` on a page, `float` on pictures, `stage` on the dark panel, `sunken` in sheets */
  look?: 'plain' | 'float' | 'stage' | 'sunken'
  /** a small gold dot: something is new */
  dot?: boolean
  children: ReactNode
}

const LOOKS = {
  plain: 'text-ink hover:bg-sunken',
  float: 'bg-surface text-ink shadow-card',
  stage: 'bg-stage-raised text-on-stage',
  sunken: 'bg-sunken text-ink',
} as const

const classOf = (look: NonNullable<Look['look']>, extra?: string) =>
  cx('press relative grid size-10 shrink-0 place-items-center rounded-full', LOOKS[look], extra)

/** A round button of 40 px with a touch target of 44 px. */
export function IconButton({
  label,
  look = 'plain',
  dot = false,
  className,
  children,
  type,
  ...rest
}: Look & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button {...rest} type={type ?? 'button'} aria-label={label} className={classOf(look, className)}>
      <span aria-hidden="true" className="absolute -inset-0.5" />
      {children}
      {dot && <Dot />}
    </button>
  )
}

function IconAnchor({
  label,
  look = 'plain',
  dot = false,
  className,
  children,
  ...rest
}: Look & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <a {...rest} aria-label={label} className={classOf(look, className)}>
      <span aria-hidden="true" className="absolute -inset-0.5" />
      {children}
      {dot && <Dot />}
    </a>
  )
}

export const IconLink = createLink(IconAnchor)

const Dot = () => (
  <span
    className="bg-gold border-stage absolute end-1.5 top-1.5 size-3 rounded-full border-2"
    aria-hidden="true"
  />
)
