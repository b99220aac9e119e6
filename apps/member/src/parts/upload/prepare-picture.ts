/** Checks and shrinks a picture on the device, before it is sent. */
import { MAX_UPLOAD_BYTES, MIN_UPLOAD_SIDE } from '@fairlot/contract/media/upload'

/** The longest side that is sent, in pixels: the server keeps less (`MAX_UPLOAD_SIDE`). */
const LONGEST_SIDE = 2000
const JPEG_QUALITY = 0.9

/** What is wrong with a file: not a picture that can be sent, too many bytes, too few pixels. */
export type PictureProblem = 'type' | 'large' | 'small'
export type Prepared = { file: Blob } | { problem: PictureProblem }

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47]
const textAt = (bytes: Uint8Array, from: number): string =>
  String.fromCodePoint(...bytes.subarray(from, from + 4))

/** Whether the server accepts the type. The content decides, not the name of the file. */
function isAccepted(head: Uint8Array): boolean {
  const begins = (magic: readonly number[]) => magic.every((byte, at) => head[at] === byte)
  return begins(JPEG) || begins(PNG) || (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP')
}

/** The decoded picture, upright; null when this browser cannot decode it. */
async function decoded(file: Blob): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== 'function') return null
  try {
    return await createImageBitmap(file)
  } catch {
    // Not a picture, a type that the browser does not know, or too little memory: the server decides.
    return null
  }
}

/** The picture as JPEG with a longest side of at most `LONGEST_SIDE`; null when the browser cannot draw it. */
async function redrawn(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  // JPEG has no transparency: what is transparent becomes paper, not black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}

/**
 * What is sent for a file that the member chose. A large picture is made smaller here, so that a photograph of a phone does not
 * need megabytes; a type that only the browser knows (HEIC on some devices) becomes JPEG.
 */
export async function preparePicture(file: Blob): Promise<Prepared> {
  const accepted = isAccepted(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  const bitmap = await decoded(file)
  if (bitmap === null) {
    if (!accepted) return { problem: 'type' }
    return file.size > MAX_UPLOAD_BYTES ? { problem: 'large' } : { file }
  }
  const { width, height } = bitmap
  try {
    if (Math.min(width, height) < MIN_UPLOAD_SIDE) return { problem: 'small' }
    if (accepted && file.size <= MAX_UPLOAD_BYTES && Math.max(width, height) <= LONGEST_SIDE) return { file }
    const smaller = await redrawn(bitmap)
    if (smaller !== null && smaller.size <= MAX_UPLOAD_BYTES) return { file: smaller }
    if (!accepted) return { problem: 'type' }
    return file.size > MAX_UPLOAD_BYTES ? { problem: 'large' } : { file }
  } finally {
    bitmap.close()
  }
}
