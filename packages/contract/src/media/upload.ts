/**
 * Uploads of pictures: `POST /api/upload` with a body of the type `multipart/form-data`.
 *
 * The body begins with the five fields of the envelope (`date`, `sign`, `language`, `token`, `param`), each once; one file
 * follows, in the field `file`, and nothing after it. `param` is the JSON of `{"purpose", "sha256"}`: the signature covers the
 * hash of the file, and so the file. The answer is that of every call: `{flag, data}`.
 *
 * The server decodes the picture, turns it upright, makes it at most 1600 pixels long and stores it as WebP without metadata
 * (place, camera, time). It does not keep the file that was sent.
 *
 * `POST /api/operator/upload` is the same for operators, with the pictures of products.
 */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { picture } from './media.ts'
import { count, hex, id } from '../schemas.ts'

/**
 * What a picture is for. `slip`: the proof of a transfer; `identity`: a picture of the identity check; `review`: a picture of a
 * review, which is public once a moderator has published the review.
 */
export const UPLOAD_PURPOSES = ['slip', 'identity', 'review'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

/** The accepted types, by content; the name and the stated type of the file do not matter. For the `accept` of a file field. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
/** Width × height, before the picture is made smaller. */
export const MAX_UPLOAD_PIXELS = 25_000_000
/** Sides of the stored picture in pixels: it is made smaller, never larger. */
export const MAX_UPLOAD_SIDE = 1600
export const MIN_UPLOAD_SIDE = 64
/** Uploads of one member that the server reads at a time; the answer to a further one is TOO_MANY_CALLS. */
export const UPLOADS_AT_A_TIME = 2
/** Hours after which a picture that no call has used is erased. */
export const UPLOAD_UNUSED_HOURS = 24
/** Name of the field that carries the file. */
export const UPLOAD_FILE_FIELD = 'file'

/** The call. It is not among the endpoints of the table, because its body is not a form. */
export const upload = endpoint({
  path: '/upload',
  summary: 'Send a picture (multipart/form-data): the fields of the envelope, then the field `file`',
  auth: 'member',
  input: z.strictObject({
    purpose: z.enum(UPLOAD_PURPOSES),
    /** SHA-256 of the bytes of the file, lower-case hex */
    sha256: hex(32),
  }),
  output: z.object({
    /** names the picture in the call that uses it; it can be used once */
    id,
    /** of the stored picture, in pixels */
    width: count,
    height: count,
    /** size of the stored picture */
    bytes: count,
  }),
  errors: [
    'UPLOAD_TYPE',
    'UPLOAD_TOO_LARGE',
    'UPLOAD_PIXELS',
    'UPLOAD_UNREADABLE',
    'UPLOAD_DAMAGED',
    'UPLOAD_LIMIT',
    'UPLOAD_QUOTA',
  ],
})

/**
 * The call of operators, with the same body: a picture for a product. It is public once `/operator/productimages` names it.
 */
export const operatorUpload = endpoint({
  path: '/operator/upload',
  summary:
    'Send a picture of a product (multipart/form-data): the fields of the envelope, then the field `file`',
  auth: 'operator',
  permission: 'product.change',
  input: z.strictObject({
    /** SHA-256 of the bytes of the file, lower-case hex */
    sha256: hex(32),
  }),
  output: picture,
  errors: ['UPLOAD_TYPE', 'UPLOAD_TOO_LARGE', 'UPLOAD_PIXELS', 'UPLOAD_UNREADABLE', 'UPLOAD_DAMAGED'],
})
