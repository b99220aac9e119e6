/** Where the files of an installation are: in a directory, or in a bucket when one is configured. */
import { directoryStorage, uploadsDirectory } from './directory-storage.ts'
import { s3Storage, type S3Options } from './s3-storage.ts'
import type { Storage } from './storage.ts'

export type StoragePlace = {
  dataDir: string
  uploadsDir?: string | undefined
  /** undefined: the directory */
  uploadsBucket?: S3Options | undefined
}

export const storageOf = (place: StoragePlace): Storage =>
  place.uploadsBucket ? s3Storage(place.uploadsBucket) : directoryStorage(uploadsDirectory(place))

/** For messages to operators. */
export const storageName = (place: StoragePlace): string =>
  place.uploadsBucket?.url ?? uploadsDirectory(place)
