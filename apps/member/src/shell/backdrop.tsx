import { useTranslation } from '../i18n/i18n.ts'
import { BrandMark } from '../parts/brand/brand-mark.tsx'

const RINGS = Array.from({ length: 14 }, (_, index) => 120 + index * 58)

/** The background of wide screens: rings, and from 1200 px the brand beside the column. */
export function Backdrop() {
  const { t } = useTranslation()
  return (
    <div
      className="backdrop wide:block pointer-events-none fixed inset-0 -z-10 hidden overflow-hidden"
      aria-hidden="true"
    >
      <svg
        viewBox="-900 -900 1800 1800"
        className="absolute start-1/2 -bottom-[900px] size-[1800px] -translate-x-1/2 rtl:translate-x-1/2"
      >
        {RINGS.map((radius, index) => (
          <circle
            key={radius}
            r={radius}
            className="stroke-line-strong fill-none"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeDasharray="13 13"
            opacity={Math.max(0.12, 0.75 - index * 0.05)}
          />
        ))}
      </svg>
      <div className="backdrop-brand absolute top-10 flex items-center gap-3">
        <BrandMark size={44} />
        <div>
          <p className="text-title">{t('brand')}</p>
          <p className="text-ink-2 max-w-60">{t('tagline')}</p>
        </div>
      </div>
    </div>
  )
}
