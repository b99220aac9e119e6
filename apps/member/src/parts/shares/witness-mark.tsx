import { Eye } from 'lucide-react'

/** In place of the code while an issue waits for a witness: nothing is drawn yet. */
export function WitnessMark() {
  return (
    <span
      aria-hidden="true"
      className="bg-stage-raised text-gold inline-grid size-14 place-items-center rounded-full"
    >
      <Eye size={28} strokeWidth={1.8} />
    </span>
  )
}
