/**
 * The picture at the head of an issue's page. It is the page's largest paint, so the inline script of index.html asks for it as soon as
 * the early call has its answer, while the app's code is still on its way.
 */
import { mediaPath, mediaSet } from '@fairlot/contract/media/media-path'

/** The width at which the gallery shows a picture (`screens/goods/gallery`). */
export const GALLERY_SIZES = '(min-width: 64rem) 664px, (min-width: 48rem) 50vw, 100vw'

/** What the script reads of the answer to `/goods/detail`. */
type Detail = {
  flag?: number
  data?: { images?: { name?: string }[]; card?: { product?: { art?: string } } }
}

/** Attributes of the preload link for the first picture of an issue, or for its drawing; undefined where there is neither. */
export function pictureLink(
  answer: unknown,
  drawings: Readonly<Record<string, string>>,
): { href: string; imageSrcset?: string; imageSizes?: string } | undefined {
  const { data } = (answer ?? {}) as Detail
  const name = data?.images?.[0]?.name
  if (name !== undefined)
    return { href: mediaPath(name, 1280), imageSrcset: mediaSet(name), imageSizes: GALLERY_SIZES }
  const drawing = drawings[data?.card?.product?.art ?? '']
  return drawing === undefined ? undefined : { href: `/${drawing}` }
}
