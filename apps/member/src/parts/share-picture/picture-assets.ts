/** What a picture to share is made of, fetched before it is drawn. */
import { mediaPath } from '@fairlot/contract/media/media-path'
import { artUrl } from '../../portraits/art.ts'
import { tileNamed } from '../../ui/values/tiles.ts'
import type { SharedCard } from './shared.ts'

/** Drawings are scaled up from vectors, so that they are sharp. */
const DRAWING_PX = 900
const MEDIA_PX = 1280

/** @throws when the picture cannot be fetched or decoded */
async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** The product: its first picture, or its drawing. */
export async function productImage({ art, image }: SharedCard['product']): Promise<HTMLImageElement> {
  if (image !== null) return decoded(mediaPath(image, MEDIA_PX))
  const answer = await fetch(artUrl(art))
  if (!answer.ok) throw new Error(`no drawing ${art}: ${answer.status}`)
  // Not every browser puts a drawing without width and height on a canvas.
  const sized = (await answer.text()).replace('<svg ', `<svg width="${DRAWING_PX}" height="${DRAWING_PX}" `)
  const url = URL.createObjectURL(new Blob([sized], { type: 'image/svg+xml' }))
  try {
    return await decoded(url)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The modules of a QR code, true where dark, without a margin. */
export async function qrModules(text: string): Promise<boolean[][]> {
  const { encodeQR } = await import('qr')
  // The library always makes a margin.
  const rows = encodeQR(text, 'raw', { border: 1, ecc: 'medium' })
  return rows.slice(1, -1).map((row) => row.slice(1, -1))
}

/** The light values of the design's tokens, whatever theme the page has. */
export function lightTokens(): (name: string) => string {
  const probe = document.createElement('span')
  probe.dataset['theme'] = 'light'
  probe.hidden = true
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const values = new Map<string, string>()
  for (const name of TOKENS) values.set(name, style.getPropertyValue(`--${name}`).trim())
  probe.remove()
  return (name) => values.get(name) ?? ''
}

const TILES = ['sea', 'sun', 'rose', 'iris', 'leaf'].flatMap((tile) => [`t-${tile}`, `t-${tile}-2`])
const TOKENS = [
  'stage',
  'stage-2',
  'on-stage',
  'on-brand-2',
  'sun-pale',
  'gold',
  'on-gold',
  'cell',
  'on-cell',
  'scrim',
  ...TILES,
]

/** The tile behind the product. On a gold ticket, the sea is in place of the sun. */
export const tileOf = (card: SharedCard): string => {
  const tile = tileNamed(card.product.tile)
  return tile === 'sun' ? 'sea' : tile
}

/** The fonts of the app. */
export const fontFamily = (): string => getComputedStyle(document.documentElement).fontFamily || 'sans-serif'

/** Has the fonts ready that the texts need. A font that does not arrive is replaced by the device's own. */
export async function fontsFor(texts: readonly string[], family: string): Promise<void> {
  const all = texts.join(' ')
  await Promise.allSettled([430, 700].map((weight) => document.fonts?.load(`${weight} 32px ${family}`, all)))
}
