/** Uploads: the call that takes a picture, what other modules do with pictures, and public pictures. */
import { createHash } from 'node:crypto'
import type { upload, UploadPurpose } from '@fairlot/contract/media/upload'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import type { FileHandler } from '../../platform/http/http-handler.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import { createSealing, type Sealing } from '../../platform/sealing.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createMedia, type Media } from './media/media.ts'
import { createPictures } from './pictures.ts'
import { uploadJobs } from './uploads.jobs.ts'
import { erasePictures, openPicture, takeUpload, usePictures, type OpenedPicture } from './uploads.ts'

export { uploadsCopy } from './uploads.copy.ts'
export { checkFiles, dropUnknownFiles, uploadChecks, type UploadFiles } from './uploads.checks.ts'
export { UPLOAD_SETTINGS } from './uploads.settings.ts'
export { erasePictures, usePictures, type OpenedPicture } from './uploads.ts'
export { publishPictures, withdrawPictures, type Media } from './media/media.ts'

/** The ring of keys that encrypt pictures. @param key 32 bytes, outside of the database */
export const uploadSealing = (key: Uint8Array, random: Random): Sealing =>
  createSealing([{ id: 'upload-1', key }], random)

export type UploadsOptions = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly settings: Values
  readonly jobs: Jobs
  readonly storage: Storage
  /** encrypts the files; 32 bytes, outside of the database */
  readonly key: Uint8Array
  readonly utcOffsetMinutes: number
}

export type Uploads = {
  /** handles the call `upload` */
  readonly take: FileHandler<typeof upload>
  /** takes a picture that the program itself made. @returns its id */
  add(memberId: string, purpose: UploadPurpose, file: Uint8Array): Promise<string>
  /** uses pictures for something, in the transaction of the caller. @throws Refusal UPLOAD_GONE */
  readonly use: typeof usePictures
  /** erases pictures, in the transaction of the caller */
  readonly erase: typeof erasePictures
  /** opens a picture for an operator; the caller writes the audit log. undefined: it is not there, or erased */
  open(db: Executor | Tx, memberId: string, id: string): Promise<OpenedPicture | undefined>
  /** pictures that everybody can see */
  readonly media: Media
}

/** Creates uploads and registers their job. Call it before `jobs.start()`. */
export function createUploads(options: UploadsOptions): Uploads {
  const { db, clock, random, settings, storage, utcOffsetMinutes } = options
  const sealing = uploadSealing(options.key, random)
  const pictures = createPictures()
  const deps = { db, clock, random, settings, sealing, storage, pictures, utcOffsetMinutes }
  uploadJobs(options.jobs, { db, storage })
  return {
    take: ({ member, input, readFile }) => takeUpload(deps, member.memberId, input, readFile),
    add: async (memberId, purpose, file) => {
      const sha256 = createHash('sha256').update(file).digest('hex')
      return (await takeUpload(deps, memberId, { purpose, sha256 }, async () => file)).id
    },
    use: usePictures,
    erase: erasePictures,
    open: (executor, memberId, id) => openPicture(deps, executor, memberId, id),
    media: createMedia({
      ...deps,
      openUpload: (memberId, uploadId) => openPicture(deps, db, memberId, uploadId),
    }),
  }
}
