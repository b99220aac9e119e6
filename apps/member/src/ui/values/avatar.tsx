import { cx } from '../cx.ts'
import { TILE_CLASS, TILES } from './tiles.ts'
import type { Tile } from './tiles.ts'

/** A character before a letter or sign that never joins it: Latin, Arabic, Devanagari, Bengali, Chinese. */
const ALONE = /^.(?=[ -~À-ɏ\u0620-\u064a\u0915-\u0939\u0995-\u09b9\u4e00-\u9fff])/u

/**
 * The first character with its combining signs (a Bengali vowel stays with its letter). A segmenter costs 50 ms of a computer to
 * begin with, so most names do without it.
 */
export function firstCluster(name: string): string {
  const text = name.trim()
  const first = ALONE.exec(text)?.[0] ?? [...new Intl.Segmenter().segment(text)][0]?.segment
  return first?.toLocaleUpperCase() ?? '·'
}

/** A stable tile colour for a name. */
export function tileOf(name: string): Tile {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0
  return TILES[sum % TILES.length]!
}

type AvatarProps = {
  name: string
  size?: number
  /** a gold ring, for the member's own avatar */
  ring?: boolean
}

/** The avatar: a circle in the name's colour with the first character. */
export function Avatar({ name, size = 36, ring = false }: AvatarProps) {
  const tile = TILE_CLASS[tileOf(name)]
  const avatar = (
    <span
      aria-hidden="true"
      className={cx('relative grid shrink-0 place-items-center overflow-hidden rounded-full', tile.ground)}
      style={{ width: size, height: size }}
    >
      <svg viewBox="0 0 40 40" className="absolute inset-0 size-full">
        <circle cx="24" cy="37" r="16" className={tile.sunFill} />
        <circle
          cx="24"
          cy="37"
          r="22"
          className={cx('fill-none', tile.sunStroke)}
          strokeWidth="1.1"
          strokeDasharray="2.6 2.6"
          strokeLinecap="round"
        />
      </svg>
      <span className={cx('relative font-bold', tile.ink)} style={{ fontSize: size * 0.4, lineHeight: 1.35 }}>
        {firstCluster(name)}
      </span>
    </span>
  )
  if (!ring) return avatar
  return (
    <span className="border-gold grid shrink-0 place-items-center rounded-full border-2 p-0.5">{avatar}</span>
  )
}
