import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type TicketProps = {
  /** the facts: above the cut, or the picture before it */
  facts: ReactNode
  /** what is the member's own: below the cut, or the text after it */
  yours: ReactNode
  /** `across`: a horizontal cut between two blocks; `down`: a vertical one between picture and text */
  cut?: 'across' | 'down'
  /** classes of the two parts, such as paddings */
  factsClass?: string
  yoursClass?: string
  className?: string
}

/**
 * A card with a perforation: what this is, and what is yours. The notches are real holes, so they show
 * whatever lies behind.
 */
export function Ticket({ facts, yours, cut = 'across', factsClass, yoursClass, className }: TicketProps) {
  return (
    <div className={cx('ticket', cut === 'down' ? 'ticket-down' : 'ticket-across', className)}>
      <div className={cx('ticket-facts bg-surface', factsClass ?? 'p-4')}>{facts}</div>
      <div className={cx('ticket-yours bg-surface', yoursClass ?? 'p-4')}>{yours}</div>
    </div>
  )
}

/** A perforation across a panel that cannot be cut in two (the stage); its notches are painted in the page's ground. */
export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('perforation', className)} />
}
