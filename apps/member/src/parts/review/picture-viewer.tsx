import type { PublicPicture } from '@fairlot/contract/media/media'
import { MEDIA_WIDTHS, mediaPath } from '@fairlot/contract/media/media-path'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'

type PictureViewerProps = {
  pictures: readonly PublicPicture[]
  /** of the review */
  title: string
  /** the picture that is open; null: none */
  shown: number | null
  onShow: (index: number | null) => void
}

/** The pictures of a review, one at a time, over the page. Arrow keys and buttons go to the others. */
export function PictureViewer({ pictures, title, shown, onShow }: PictureViewerProps) {
  const { t } = useTranslation('review')
  const count = pictures.length
  const index = Math.min(shown ?? 0, count - 1)
  const picture = pictures[index]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onShow(Math.max(0, Math.min(count - 1, index + step)))
  }
  if (!picture) return null
  const name = t('picture', { number: index + 1, total: count, title })
  return (
    <Sheet
      open={shown !== null}
      onOpenChange={(open) => {
        if (!open) onShow(null)
      }}
      title={t('pictureOf', { number: index + 1, total: count })}
      size="form"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys do what the buttons do */}
      <div role="group" aria-label={title} onKeyDown={onKeyDown}>
        <img
          key={picture.name}
          src={mediaPath(picture.name, 1280)}
          srcSet={MEDIA_WIDTHS.map((width) => `${mediaPath(picture.name, width)} ${width}w`).join(', ')}
          sizes="(min-width: 48rem) 584px, 100vw"
          width={picture.width}
          height={picture.height}
          alt={name}
          className="rounded-card bg-sunken max-h-[60vh] w-full object-contain"
        />
        {count > 1 && (
          <div className="mt-3 flex justify-between">
            <IconButton
              label={t('previous')}
              look="sunken"
              disabled={index === 0}
              onClick={() => onShow(index - 1)}
              className="disabled:opacity-40"
            >
              <ChevronLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('next')}
              look="sunken"
              disabled={index === count - 1}
              onClick={() => onShow(index + 1)}
              className="disabled:opacity-40"
            >
              <ChevronRight size={22} className="rtl:-scale-x-100" aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
    </Sheet>
  )
}
