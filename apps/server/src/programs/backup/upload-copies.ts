/**
 * The uploaded pictures and the public ones in a backup: as they are stored (private ones encrypted), each a file of the manifest,
 * whether the storage is a directory or a bucket.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { storageName, storageOf, type StoragePlace } from '../../platform/storage/place.ts'
import { STORED_NAME, type Storage } from '../../platform/storage/storage.ts'
import { checkFreeSpace, forEachFile, makeDirectories, writeDurably, type CopiedFile } from './copy-files.ts'
import { checkFile, type Manifest } from './manifest.ts'

/** The folder of a backup that holds them. */
export const UPLOADS = 'uploads'

/** Copies every picture. One that the server removes meanwhile was erased for an hour. */
export async function copyUploads(
  storage: Storage,
  draft: string,
  signal: AbortSignal,
): Promise<CopiedFile[]> {
  const names: string[] = []
  for await (const name of storage.list()) names.push(name)
  if (names.length === 0) return []
  await makeDirectories(path.join(draft, UPLOADS), [])
  const files: CopiedFile[] = []
  await forEachFile(names, async (name) => {
    signal.throwIfAborted()
    const bytes = await storage.get(name)
    if (!bytes) return
    const copied = await writeDurably(path.join(draft, UPLOADS, name), bytes)
    files.push({ path: `${UPLOADS}/${name}`, ...copied })
  })
  return files
}

const isUpload = (at: string) =>
  at.startsWith(`${UPLOADS}/`) && STORED_NAME.test(at.slice(UPLOADS.length + 1))

/**
 * Puts the pictures of a backup into a new place and compares every file with the manifest.
 *
 * @throws Error with a sentence that names a damaged file, or says that the place is not empty
 */
export async function placeUploads(
  { folder, manifest }: { folder: string; manifest: Manifest },
  place: StoragePlace,
  signal: AbortSignal,
): Promise<void> {
  const files = manifest.files.filter(({ path: at }) => isUpload(at))
  const storage = storageOf(place)
  await refuseFiles(storage, place)
  if (files.length === 0) return
  if (!place.uploadsBucket) {
    const to = storageName(place)
    await mkdir(to, { recursive: true, mode: 0o700 })
    await checkFreeSpace(
      to,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  }
  await forEachFile(files, async (file) => {
    signal.throwIfAborted()
    const bytes = await readBackup(folder, file.path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    checkFile(folder, file, { bytes: bytes.length, sha256 })
    await storage.put(file.path.slice(UPLOADS.length + 1), bytes)
  })
}

async function readBackup(folder: string, at: string): Promise<Buffer> {
  try {
    return await readFile(path.join(folder, at))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`The backup ${folder} lacks ${at}. Choose another backup.`, { cause: error })
  }
}

/** @throws Error with a sentence when the place has pictures: a restore never overwrites data */
async function refuseFiles(storage: Storage, place: StoragePlace): Promise<void> {
  for await (const _ of storage.list()) {
    const variable = place.uploadsBucket ? 'UPLOADS_S3_URL' : 'UPLOADS_DIR'
    throw new Error(
      `${storageName(place)} is not empty, and a restore never overwrites pictures. Choose another ${variable}.`,
    )
  }
}
