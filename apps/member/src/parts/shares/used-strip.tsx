import { Strip } from '../../ui/strip.tsx'
import { useFirstSeen } from './share-strip.tsx'

type UsedStripProps = { label: string; part: number; text: string; stubs?: number }

/** A used part (of a limit, of a play-through) as a row of stubs. `text` says it in words. */
export function UsedStrip({ label, part, text, stubs = 24 }: UsedStripProps) {
  const [element, seen] = useFirstSeen<HTMLDivElement>()
  return (
    <div
      ref={element}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(part * 100)}
      aria-valuetext={text}
    >
      <Strip stubs={stubs} seen={seen} fills={[{ part, className: 'bg-sold' }]} />
    </div>
  )
}
