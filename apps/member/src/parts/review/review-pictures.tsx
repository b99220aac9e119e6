import type { PublicPicture } from '@fairlot/contract/media/media'
import { mediaPath } from '@fairlot/contract/media/media-path'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { PictureViewer } from './picture-viewer.tsx'

/** The public pictures of a review as squares; each opens the viewer. */
export function ReviewPictures({ pictures, title }: { pictures: readonly PublicPicture[]; title: string }) {
  const { t } = useTranslation('review')
  const [shown, setShown] = useState<number | null>(null)
  if (pictures.length === 0) return null
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.name}>
            <button
              type="button"
              aria-label={t('picture', { number: index + 1, total: pictures.length, title })}
              onClick={() => setShown(index)}
              className="press rounded-tile bg-sunken block aspect-square w-full cursor-pointer overflow-hidden"
            >
              <img
                src={mediaPath(picture.name, 320)}
                alt=""
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <PictureViewer pictures={pictures} title={title} shown={shown} onShow={setShown} />
    </>
  )
}
