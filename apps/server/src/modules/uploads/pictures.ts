/**
 * Makes a picture safe to store and to show: it is decoded completely, turned upright, made smaller, and encoded again, so that
 * nothing of the file remains but its pixels. Only the decoders of JPEG, PNG and WebP are open; the library knows many more.
 */
import { MAX_UPLOAD_PIXELS, MAX_UPLOAD_SIDE, MIN_UPLOAD_SIDE } from '@fairlot/contract/media/upload'
import { Refusal } from '../../platform/refusal.ts'

export type Picture = { bytes: Buffer; width: number; height: number }

export type Pictures = {
  /** @throws Refusal UPLOAD_TYPE, UPLOAD_PIXELS, UPLOAD_UNREADABLE, TOO_MANY_CALLS when too many pictures wait */
  read(file: Uint8Array): Promise<Picture>
  /**
   * The same picture in several widths, each at most its own: a picture is never made larger.
   * @throws Refusal as `read`
   */
  inWidths(file: Uint8Array, widths: readonly number[]): Promise<Picture[]>
}

/** The formats by their first bytes. */
function formatOf(file: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined {
  const head = Buffer.from(file.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}

const QUALITY = 82
const SECONDS = 15
const AT_A_TIME = 2
const MAX_WAITING = 30

type Sharp = (typeof import('sharp'))['default']
let opened: Promise<Sharp> | undefined

/** Loads the library at the first picture: most processes never decode one. */
function openSharp(): Promise<Sharp> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    // one thread for each picture, and no memory kept between them
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return opened
}

/** The largest width and height of a copy. */
type Box = { width: number; height: number }
const WHOLE: Box = { width: MAX_UPLOAD_SIDE, height: MAX_UPLOAD_SIDE }

async function decode(file: Uint8Array, box: Box): Promise<Picture> {
  const format = formatOf(file)
  if (format === undefined) throw new Refusal('UPLOAD_TYPE')
  const sharp = await openSharp()
  // the limit of the library is a second line: the head of the picture is read first
  const options = { failOn: 'warning', limitInputPixels: MAX_UPLOAD_PIXELS, animated: false } as const
  const head = await readable(() => sharp(file, options).metadata())
  if (head.format !== format) throw new Refusal('UPLOAD_TYPE')
  const { width, height } = head
  if (width * height > MAX_UPLOAD_PIXELS || Math.min(width, height) < MIN_UPLOAD_SIDE)
    throw new Refusal('UPLOAD_PIXELS')
  const { data, info } = await readable(() =>
    sharp(file, options)
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, width: info.width, height: info.height }
}

/** The library throws plain errors for whatever is wrong with a file. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Error && /pixel limit/i.test(cause.message)) throw new Refusal('UPLOAD_PIXELS')
    throw new Refusal('UPLOAD_UNREADABLE')
  }
}

/** Decodes two pictures at a time: one of 25 million pixels takes about 100 MB of memory. The others wait, thirty at most. */
export function createPictures(): Pictures {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_A_TIME) {
      if (waiting.length >= MAX_WAITING) throw new Refusal('TOO_MANY_CALLS', { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    read: (file) => inTurn(() => decode(file, WHOLE)),
    inWidths: (file, widths) =>
      inTurn(async () => {
        const copies: Picture[] = []
        // one after the other: each holds the decoded picture in memory
        for (const width of widths) copies.push(await decode(file, { width, height: MAX_UPLOAD_SIDE }))
        return copies
      }),
  }
}
