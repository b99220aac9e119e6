import type { ReactNode } from 'react'

/** The drawing of empty states: an outlined gold ticket. */
export function TicketDrawing() {
  return (
    <svg viewBox="0 0 112 62" width="112" height="62" aria-hidden="true">
      <path
        d="M10 3h92a7 7 0 0 1 7 7v11a10 10 0 0 0 0 20v11a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7V41a10 10 0 0 0 0-20V10a7 7 0 0 1 7-7z"
        className="fill-gold-soft stroke-gold"
        strokeWidth="2.2"
      />
      <path
        d="M77 8v46"
        className="stroke-gold"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray="0.1 6"
      />
      <path d="M24 25h34M24 37h20" className="stroke-gold" strokeWidth="4" strokeLinecap="round" />
    </svg>
  )
}

type EmptyStateProps = {
  title: string
  text?: string
  /** one `Button` or `ButtonLink` */
  action?: ReactNode
}

/** A heading, a sentence and one action inside a dashed frame. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <section className="border-line-strong rounded-card my-2 flex flex-col items-center border-2 border-dashed px-6 py-9 text-center">
      <TicketDrawing />
      <h2 className="text-lead mt-5">{title}</h2>
      {text !== undefined && <p className="text-ink-2 mt-1 max-w-72">{text}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </section>
  )
}
