import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { STRIP_FILL_MS } from '../../timing.ts'
import { cx } from '../../ui/cx.ts'

/** The colours of an empty and of a sold stub. */
const TONES = {
  house: { empty: 'bg-sunken', sold: 'bg-sold' },
  gold: { empty: 'bg-gold-rail', sold: 'bg-gold-ink' },
  stage: { empty: 'bg-stage-raised', sold: 'bg-on-brand-2' },
} as const

/** The width of one stub, as in base.css. */
const STUB_FILL_MS = 300

type ShareStripProps = {
  /** the product, for screen readers */
  name: string
  sold: number
  total: number
  /** the member's shares: gold, from the start edge, at least one stub */
  mine?: number
  /** 16 in a card, 20 to 24 elsewhere */
  stubs?: number
  /** `house` on surfaces; `gold` on the gold-soft VIP card; `stage` on the dark panel */
  tone?: keyof typeof TONES
  className?: string
}

/** The filled part of stub `index` of `count`, from 0 to 1. */
export const stubFill = (index: number, count: number, part: number): number =>
  Math.min(1, Math.max(0, part * count - index))

/** Progress as a row of stubs: yours, sold, empty. It fills once, when it is first seen. */
export function ShareStrip({
  name,
  sold,
  total,
  mine = 0,
  stubs = 16,
  tone = 'house',
  className,
}: ShareStripProps) {
  const { t } = useTranslation()
  const [element, seen] = useFirstSeen<HTMLDivElement>()
  const part = total > 0 ? sold / total : 0
  const ownStubs = mine > 0 ? Math.max(1, Math.round((mine / total) * stubs)) : 0
  const values = { sold: formatNumber(sold), total: formatNumber(total), mine: formatNumber(mine) }
  return (
    <div
      ref={element}
      role="progressbar"
      aria-label={t('strip.label', { name })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={sold}
      aria-valuetext={mine > 0 ? t('strip.valueMine', values) : t('strip.value', values)}
      className={cx('strip flex h-2 gap-0.5', seen && 'strip-seen', className)}
    >
      {Array.from({ length: stubs }, (_, index) => {
        const own = index < ownStubs
        const fill = own ? 1 : stubFill(index, stubs, part)
        return (
          <span key={index} className={cx('strip-stub relative flex-1 overflow-hidden', TONES[tone].empty)}>
            {fill > 0 && (
              <span
                className={cx('strip-fill absolute inset-y-0 start-0', own ? 'bg-gold' : TONES[tone].sold)}
                style={{
                  width: `${fill * 100}%`,
                  transitionDelay: `${(index / stubs) * (STRIP_FILL_MS - STUB_FILL_MS)}ms`,
                }}
              />
            )}
            {/* Gold and the light of a sold stub are alike on the stage: the member's stubs have a dot too. */}
            {own && tone === 'stage' && (
              <span className="bg-on-gold absolute inset-0 m-auto size-1 rounded-full" />
            )}
          </span>
        )
      })}
    </div>
  )
}

/** True from the moment the element is first on screen. */
export function useFirstSeen<T extends Element>() {
  const element = useRef<T>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || seen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [seen])
  return [element, seen] as const
}
