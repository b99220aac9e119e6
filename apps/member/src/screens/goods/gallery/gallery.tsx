import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { mediaPath, mediaSet } from '@fairlot/contract/media/media-path'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { GALLERY_SIZES } from '../../../start/early-picture.ts'
import { cx } from '../../../ui/cx.ts'
import { TILE_CLASS, tileNamed } from '../../../ui/values/tiles.ts'
import type { Issue } from '../use-issue.ts'

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/** A picture at least this much wider than high fills the frame; a higher one is shown whole. */
const FILLS_FROM = 1.15

type GalleryProps = {
  issue: Issue
  /** `phone`: dots below the picture, which a finger swipes; `wide`: a row of thumbnails below it */
  shape: 'phone' | 'wide'
}

/** The product's pictures, one at a time; the drawn portrait of a product without pictures. */
export function Gallery({ issue: { card, images }, shape }: GalleryProps) {
  const { product } = card
  if (images.length === 0)
    return (
      <div className={shape === 'wide' ? 'rounded-sheet desk:h-125 h-93 overflow-hidden' : 'h-full'}>
        <Portrait art={product.art} tile={product.tile} image={null} crop="wide" lazy={false} />
      </div>
    )
  return <Pictures images={images} product={product} shape={shape} />
}

type PicturesProps = Pick<GalleryProps, 'shape'> & {
  images: Issue['images']
  product: Issue['card']['product']
}

function Pictures({ images, product, shape }: PicturesProps) {
  const { t } = useTranslation('goods')
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const count = images.length

  const show = (index: number) => {
    const element = strip.current
    if (!element) return
    const behavior = stillness.matches ? 'instant' : 'smooth'
    // a strip that runs from right to left has negative offsets
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    element.scrollTo({ left: sign * index * element.clientWidth, behavior })
  }
  const onScroll = () => {
    const element = strip.current
    if (!element || element.clientWidth === 0) return
    const index = Math.round(Math.abs(element.scrollLeft) / element.clientWidth)
    setShown(Math.min(count - 1, index))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const target = { [forward]: shown + 1, [back]: shown - 1, Home: 0, End: count - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    show(Math.max(0, Math.min(count - 1, target)))
  }

  const name = (index: number) => t('gallery.picture', { number: index + 1, count, title: product.title })
  return (
    <section aria-label={t('gallery.label')} className={cx(shape === 'phone' && 'relative h-full')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrolling strip, which the keyboard reaches and moves */}
      <div
        ref={strip}
        role="group"
        aria-label={t('gallery.strip')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a strip of one picture does not scroll
        tabIndex={count > 1 ? 0 : undefined}
        onScroll={onScroll}
        onKeyDown={count > 1 ? onKeyDown : undefined}
        className={cx(
          'scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain',
          TILE_CLASS[tileNamed(product.tile)].ground,
          shape === 'wide' ? 'rounded-sheet desk:aspect-auto desk:h-125 aspect-4/3' : 'h-full',
        )}
      >
        {images.map((image, index) => (
          <Slide key={image.name} image={image} alt={name(index)} product={product} eager={index === 0} />
        ))}
      </div>
      {count > 1 && shape === 'phone' && <Dots count={count} shown={shown} />}
      {count > 1 && shape === 'wide' && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {images.map((image, index) => (
            <li key={image.name}>
              <button
                type="button"
                aria-label={name(index)}
                aria-current={index === shown}
                onClick={() => show(index)}
                className={cx(
                  'rounded-tile size-20 cursor-pointer overflow-hidden border-2',
                  index === shown ? 'border-brand' : 'hover:border-line-strong border-transparent',
                )}
              >
                <img
                  src={mediaPath(image.name, 320)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  draggable={false}
                  className="rounded-field size-full object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type SlideProps = {
  image: Issue['images'][number]
  alt: string
  product: PicturesProps['product']
  eager: boolean
}

function Slide({ image, alt, product, eager }: SlideProps) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <div className="size-full shrink-0 snap-center">
        <Portrait art={product.art} tile={product.tile} image={null} crop="wide" title={alt} />
      </div>
    )
  return (
    <img
      src={mediaPath(image.name, 1280)}
      srcSet={mediaSet(image.name)}
      sizes={GALLERY_SIZES}
      width={image.width}
      height={image.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
      className={cx(
        'size-full shrink-0 snap-center',
        image.width / image.height >= FILLS_FROM ? 'object-cover' : 'object-contain',
      )}
    />
  )
}

/** Where the shown picture is among the others. A screen reader hears it in the picture's name. */
function Dots({ count, shown }: { count: number; shown: number }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-10 flex items-center justify-center"
    >
      <span className="bg-surface flex items-center gap-1.5 rounded-full px-2.5 py-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span
            key={index}
            className={cx(
              'h-1.5 rounded-full transition-[width]',
              index === shown ? 'bg-ink w-4' : 'bg-ink-2 w-1.5 opacity-50',
            )}
          />
        ))}
      </span>
    </div>
  )
}
