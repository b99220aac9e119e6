import { LazyWitnessLanes } from '../../parts/proof/witnesses/lazy-parts.tsx'
import type { Check } from '../../parts/proof/use-check.ts'

/** Who signed before the random number existed, once the document has been checked; nothing where no quorum vouches. */
export function WhoSigned({ check }: { check: Check }) {
  if (check.state !== 'done' || check.checked.vouched === null) return null
  const { vouched, trusted } = check.checked
  return <LazyWitnessLanes vouched={vouched} trusted={trusted} promised="draw" onTrusted={check.start} />
}
