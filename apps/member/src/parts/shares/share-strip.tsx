import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Strip } from '../../ui/strip.tsx'

/** The colours of an empty and of a sold stub. */
const TONES = {
  house: { empty: 'bg-sunken', sold: 'bg-sold' },
  gold: { empty: 'bg-gold-rail', sold: 'bg-gold-ink' },
  stage: { empty: 'bg-stage-raised', sold: 'bg-on-brand-2' },
} as const

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
  const fills = [
    { part, className: TONES[tone].sold },
    // Gold and the light of a sold stub are alike on the stage: the member's stubs have a dot too.
    ...(ownStubs > 0 ? [{ part: ownStubs / stubs, className: 'bg-gold', dots: tone === 'stage' }] : []),
  ]
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
      className={className}
    >
      <Strip stubs={stubs} seen={seen} empty={TONES[tone].empty} fills={fills} />
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
