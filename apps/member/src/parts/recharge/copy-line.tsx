import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

type CopyLineProps = {
  name: string
  /** what is copied, and shown without `children` */
  value: string
  /** the accessible name of the button */
  label: string
  children?: ReactNode
}

/** A line of a list of facts, with a button that copies its value. */
export function CopyLine({ name, value, label, children }: CopyLineProps) {
  const copy = useCopy()
  return (
    <div className="border-line grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b py-1.5 last:border-transparent">
      <dt className="text-cap text-ink-2">{name}</dt>
      <dd className="col-start-1 font-semibold [overflow-wrap:anywhere]">{children ?? <bdi>{value}</bdi>}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <IconButton label={label} className="-me-2.5" onClick={() => void copy(value)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </dd>
    </div>
  )
}
