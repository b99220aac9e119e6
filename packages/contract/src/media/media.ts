/** Public pictures: of products, and of published reviews. media-path.ts has their addresses. */
import * as z from 'zod/mini'
import { count } from '../schemas.ts'

/** What is public. */
export const MEDIA_KINDS = ['product', 'review'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

export const mediaName = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** A public picture as answers name it; width and height of the largest file, in pixels. */
export const picture = z.object({ name: mediaName, width: count, height: count })
export type PublicPicture = z.output<typeof picture>
