import { Eye } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'

const TINTS = [
  'bg-brand-soft text-brand',
  'bg-ok-soft text-ok',
  'bg-gold-soft text-gold-ink',
  'bg-sunken text-ink-2',
] as const

/** The sign of a witness; one that the house operates itself is hatched. @param place in the list */
export function WitnessDisc({ place, own }: { place: number; own: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-full',
        own
          ? 'ring-ink-2 bg-[repeating-linear-gradient(135deg,var(--ink-2)_0_1.5px,transparent_1.5px_6px)] ring-1 ring-inset'
          : TINTS[place % TINTS.length],
      )}
    >
      {!own && <Eye size={18} strokeWidth={1.9} />}
    </span>
  )
}
