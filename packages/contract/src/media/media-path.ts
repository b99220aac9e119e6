/** Addresses of public pictures. Apart from media.ts, because lists of products show pictures and need no schemas. */

/** The widths in pixels in which every public picture exists. A small picture is never made larger. */
export const MEDIA_WIDTHS = [320, 640, 1280] as const
export type MediaWidth = (typeof MEDIA_WIDTHS)[number]

/** `GET` serves the picture to everybody. */
export const mediaPath = (name: string, width: MediaWidth) => `/media/${name}-${width}.webp`

/** All widths of a picture, as the text of `srcset`. */
export const mediaSet = (name: string) =>
  MEDIA_WIDTHS.map((width) => `${mediaPath(name, width)} ${width}w`).join(', ')
