import { cx } from '../../ui/cx.ts'
import { stubFill, useFirstSeen } from './share-strip.tsx'

const STUBS = 24

/** A used part (of a limit, of a play-through) as a row of stubs. `text` says it in words. */
export function UsedStrip({ label, part, text }: { label: string; part: number; text: string }) {
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
      className={cx('strip flex h-2 gap-0.5', seen && 'strip-seen')}
    >
      {Array.from({ length: STUBS }, (_, index) => {
        const fill = stubFill(index, STUBS, part)
        return (
          <span key={index} className="strip-stub bg-sunken relative flex-1 overflow-hidden">
            {fill > 0 && (
              <span
                className="strip-fill bg-sold absolute inset-y-0 start-0"
                style={{ width: `${fill * 100}%` }}
              />
            )}
          </span>
        )
      })}
    </div>
  )
}
