import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type TicketProps = {
  /** the facts, above the cut; or the picture before it */
  facts: ReactNode
  /** the member's part, below the cut; or the text after it */
  yours: ReactNode
  /** `across`: a horizontal cut between two blocks; `down`: a vertical one between picture and text */
  cut?: 'across' | 'down'
  /**
   * `gold`: the ticket of a winner; everything on it has the colour `on-gold`. `stage`: the facts are the page's dark
   * panel; `ended`: they are sunken, because their time is over.
   */
  tone?: 'surface' | 'gold' | 'stage' | 'ended'
  /** classes of the two parts, such as padding */
  factsClass?: string
  yoursClass?: string
  className?: string
}

const ON_STAGE = 'bg-stage on-stage relative isolate overflow-hidden'

/**
 * A card with a perforation between the facts and the member's part. The notches are real holes, so they show the
 * background.
 */
export function Ticket(props: TicketProps) {
  const { facts, yours, cut = 'across', tone = 'surface', factsClass, yoursClass, className } = props
  const ground = tone === 'gold' ? 'bg-gold text-on-gold' : 'bg-surface'
  const above = tone === 'stage' ? ON_STAGE : tone === 'ended' ? 'bg-sunken' : ground
  return (
    <div
      className={cx(
        'ticket',
        cut === 'down' ? 'ticket-down' : 'ticket-across',
        tone === 'gold' && 'ticket-gold',
        className,
      )}
    >
      <div className={cx('ticket-facts', above, factsClass ?? 'p-4')}>{facts}</div>
      <div className={cx('ticket-yours', ground, yoursClass ?? 'p-4')}>{yours}</div>
    </div>
  )
}

/**
 * A perforation across a panel that is not cut (the stage). Its notches are painted in the page's background colour.
 */
export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('perforation', className)} />
}
