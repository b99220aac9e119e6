import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'

/** Light modules around the code, without which a camera may not find it. */
const QUIET = 2

type Drawn = { text: string; size: number; path: string }

/** The dark modules of a text as one path of squares; undefined until the library is there, null without it. */
function useModules(text: string): Drawn | null | undefined {
  const [drawn, setDrawn] = useState<Drawn | null>()
  useEffect(() => {
    let isGone = false
    import('qr').then(
      ({ encodeQR }) => {
        const rows = encodeQR(text, 'raw', { border: QUIET, ecc: 'medium' })
        const path = rows
          .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
          .join('')
        if (!isGone) setDrawn({ text, size: rows.length, path })
      },
      () => {
        if (!isGone) setDrawn(null)
      },
    )
    return () => {
      isGone = true
    }
  }, [text])
  return drawn === null || drawn?.text === text ? drawn : undefined
}

type QrCodeProps = {
  value: string
  /** the accessible name: what a camera reads */
  label: string
  className?: string
}

/**
 * A QR code, drawn on the device: dark on white in both themes. Its text is elsewhere on the page, so nothing is shown
 * when the library cannot be fetched.
 */
export function QrCode({ value, label, className }: QrCodeProps) {
  const { t } = useTranslation()
  const drawn = useModules(value)
  if (drawn === null) return null
  return (
    <div
      className={cx(
        'bg-cell text-on-cell ring-line rounded-tile grid aspect-square place-items-center p-1.5 ring-1 ring-inset',
        className,
      )}
    >
      {drawn === undefined ? (
        <span role="status">
          <span className="sr-only">{t('loading')}</span>
          <Spinner />
        </span>
      ) : (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={drawn.path} fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
