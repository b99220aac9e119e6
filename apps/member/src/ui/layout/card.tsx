import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

type CardProps = ComponentProps<'div'> & {
  /** 16 px padding; `tight` 12 px; `none` for pictures and lists that fill the card */
  pad?: 'normal' | 'tight' | 'none'
}

const PADS = { normal: 'p-4', tight: 'p-3', none: '' } as const

/** A surface with the standard radius and shadow. */
export function Card({ pad = 'normal', className, ...rest }: CardProps) {
  return <div {...rest} className={cx('bg-surface rounded-card shadow-card', PADS[pad], className)} />
}
