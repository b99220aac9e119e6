/**
 * Public pictures: of products, and of published reviews.
 *
 * A public picture is made from the pixels of an upload only: it is decoded, turned upright and encoded as WebP in three widths
 * without metadata, so no byte of the sent file is ever served. The row is written before the files and says `stored` after them;
 * a second step publishes it in the transaction of what shows it. A picture that nothing publishes is erased after a day.
 */
import { createHash } from 'node:crypto'
import type { MediaKind, PublicPicture } from '@fairlot/contract/media/media'
import { MEDIA_WIDTHS, type MediaWidth } from '@fairlot/contract/media/media-path'
import type { operatorUpload } from '@fairlot/contract/media/upload'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { FileHandler, PlainRoute } from '../../../platform/http/http-handler.ts'
import { notFound } from '../../../platform/http/http-responses.ts'
import type { Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Pictures } from '../pictures.ts'
import type { OpenedPicture } from '../uploads.ts'
import * as queries from './media.queries.ts'

const NAME_BYTES = 16

export type MediaDeps = {
  readonly db: Db
  readonly random: Random
  readonly storage: Storage
  readonly pictures: Pictures
  /** opens a picture that a member sent for something public */
  openUpload(memberId: string, uploadId: string): Promise<OpenedPicture | undefined>
}

export type Media = {
  /**
   * Stores a picture that an operator or the program itself sends. It is not public before `publishPictures`.
   * @throws Refusal UPLOAD_TYPE, UPLOAD_PIXELS, UPLOAD_UNREADABLE, TOO_MANY_CALLS
   */
  preparePicture(kind: MediaKind, file: Uint8Array): Promise<PublicPicture>
  /**
   * Stores the public copy of a picture that a member sent with the purpose `review`. It is not public before `publishPictures`.
   * The sealed upload stays as it is.
   * @throws Refusal UPLOAD_GONE when it is not there, erased, or for another purpose
   */
  prepareUpload(memberId: string, uploadId: string): Promise<PublicPicture>
  /** shows pictures to everybody */
  readonly publishPictures: typeof publishPictures
  /** ends that */
  readonly withdrawPictures: typeof withdrawPictures
  /** handles the operators' call `operatorUpload` */
  readonly take: FileHandler<typeof operatorUpload>
  /** `GET /media/<name>-<width>.webp` */
  readonly route: PlainRoute
}

/** The name of a file in the storage. */
export const mediaFile = (name: string, width: MediaWidth) => `${name}-${width}`

/**
 * Shows pictures to everybody, in the transaction of what shows them.
 *
 * @param use what shows them: `product:<code>`, `review:<id>`
 * @throws Refusal UPLOAD_GONE when one is not prepared, was erased, is published already, or is of another kind
 */
export async function publishPictures(
  tx: Tx,
  names: readonly string[],
  use: { kind: MediaKind; usedBy: `${MediaKind}:${string}` },
): Promise<void> {
  if (names.length === 0) return
  const published = await queries.publishMedia(tx, names, use)
  if (published !== names.length || new Set(names).size !== names.length) throw new Refusal('UPLOAD_GONE')
}

/** From now on nobody can see these pictures, and their files are removed within two hours. */
export async function withdrawPictures(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await queries.eraseMedia(tx, names)
}

export function createMedia(deps: MediaDeps): Media {
  return {
    preparePicture: (kind, file) => prepare(deps, kind, file),
    async prepareUpload(memberId, uploadId) {
      const opened = await deps.openUpload(memberId, uploadId)
      if (opened?.purpose !== 'review') throw new Refusal('UPLOAD_GONE')
      return prepare(deps, 'review', opened.bytes)
    },
    publishPictures,
    withdrawPictures,
    async take({ input, readFile }) {
      const file = await readFile()
      if (createHash('sha256').update(file).digest('hex') !== input.sha256)
        throw new Refusal('UPLOAD_DAMAGED')
      return prepare(deps, 'product', file)
    },
    route: { method: 'GET', path: '/media/*', handle: ({ rest }) => serve(deps, rest) },
  }
}

async function prepare(deps: MediaDeps, kind: MediaKind, file: Uint8Array): Promise<PublicPicture> {
  const copies = await deps.pictures.inWidths(file, MEDIA_WIDTHS)
  const name = Buffer.from(deps.random.bytes(NAME_BYTES)).toString('hex')
  const { width, height } = copies.at(-1)!
  await queries.insertMedia(deps.db, {
    name,
    kind,
    width,
    height,
    bytes: copies.reduce((sum, { bytes }) => sum + bytes.length, 0),
    hashes: copies.map(({ bytes }) => createHash('sha256').update(bytes).digest()),
  })
  for (const [at, { bytes }] of copies.entries())
    await deps.storage.put(mediaFile(name, MEDIA_WIDTHS[at]!), bytes)
  if (!(await queries.markMediaStored(deps.db, name)))
    throw new Error('a public picture was erased while it was stored')
  return { name, width, height }
}

const FILE = /^([0-9a-f]{32})-(\d+)\.webp$/

/** A name never gets another content. The policy keeps a browser from treating the answer as a page of this site. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

async function serve(
  { db, storage }: { db: Executor; storage: Storage },
  rest: string,
): Promise<Awaited<ReturnType<PlainRoute['handle']>>> {
  const [, name, digits] = FILE.exec(rest) ?? []
  const width = MEDIA_WIDTHS.find((one) => String(one) === digits)
  if (name === undefined || width === undefined || !(await queries.isPublicMedia(db, name))) return notFound()
  const body = await storage.get(mediaFile(name, width))
  if (!body) throw new Error(`the file of the public picture ${name} is missing`)
  return { status: 200, type: 'image/webp', body, headers: HEADERS }
}
