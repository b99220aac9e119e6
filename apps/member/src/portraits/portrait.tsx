import { mediaPath } from '@fairlot/contract/media/media-path'
import { cx } from '../ui/cx.ts'
import { TILE_CLASS, tileNamed } from '../ui/values/tiles.ts'
import { artUrl } from './art.ts'

/** The radii of the rings around the sun; each ring is a tenth fainter than the one inside it. */
const RINGS = [66, 78, 90, 102, 114, 126, 138, 150]
const WIDE_RINGS = [...RINGS, 162, 174, 186, 198, 210, 222]

export type PortraitProps = {
  /** the product's `art` */
  art: string
  /** the product's `tile` */
  tile: string
  /** name of the product's first picture, which is shown in place of the drawing; null: it has none */
  image: string | null
  /** `square` for thumbnails, `card` 6:5, `wide` fills its parent, and the rings run off the edges */
  crop?: 'square' | 'card' | 'wide'
  /** what the picture shows; without it, the picture is decoration (its title is beside it) */
  title?: string
  /** loads when it comes near the screen; off for pictures in view at once */
  lazy?: boolean
  className?: string
}

const BOARDS = {
  square: { view: '0 0 200 200', width: 320, shape: 'aspect-square', image: 'inset-0 size-full' },
  card: {
    view: '-20 0 240 200',
    width: 640,
    shape: 'aspect-[6/5]',
    image: 'inset-y-0 start-[8.333%] h-full w-[83.333%]',
  },
  wide: { view: '0 0 200 200', width: 1280, shape: 'size-full', image: 'inset-0 size-full object-contain' },
} as const

/**
 * A product on its ground. Tile colour, sun and rings follow the theme. The product itself is a separate drawing file,
 * so that a list of products adds no code and each drawing is fetched once. A product with pictures shows its first one instead.
 */
export function Portrait({
  art,
  tile,
  image,
  crop = 'square',
  title,
  lazy = true,
  className,
}: PortraitProps) {
  const { ground, sunFill, sunStroke } = TILE_CLASS[tileNamed(tile)]
  const board = BOARDS[crop]
  const loading = lazy ? 'lazy' : 'eager'
  if (image !== null)
    return (
      <span className={cx('relative block overflow-hidden', ground, board.shape, className)}>
        <img
          src={mediaPath(image, board.width)}
          alt={title ?? ''}
          loading={loading}
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      </span>
    )
  const rings = crop === 'wide' ? WIDE_RINGS : RINGS
  return (
    <span className={cx('relative block overflow-hidden', ground, board.shape, className)}>
      <svg
        viewBox={board.view}
        preserveAspectRatio={crop === 'wide' ? 'xMidYMid meet' : 'xMidYMid slice'}
        className="absolute inset-0 size-full overflow-visible"
        aria-hidden="true"
      >
        <circle cx="100" cy="112" r="60" className={sunFill} />
        {rings.map((radius, index) => (
          <circle
            key={radius}
            cx="100"
            cy="112"
            r={radius}
            className={cx('fill-none', sunStroke)}
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeDasharray="5 5"
            opacity={Math.max(0.1, 1 - index * (crop === 'wide' ? 0.07 : 0.1))}
          />
        ))}
      </svg>
      <img
        src={artUrl(art)}
        alt={title ?? ''}
        width="200"
        height="200"
        loading={loading}
        decoding="async"
        draggable={false}
        className={cx('absolute max-w-none', board.image)}
      />
    </span>
  )
}
