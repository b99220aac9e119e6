import type { ReactNode } from 'react'

/** A named part of the component sheet. */
export function KitSection({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} data-kit={name}>
      <h2 className="text-cap text-ink-2 mb-2 font-semibold">{name}</h2>
      <div className="flex flex-col gap-3">{children}</div>
    </section>
  )
}
