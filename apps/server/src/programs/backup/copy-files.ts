/** Copies files durably and computes their SHA-256 on the way. Every copy is on disk (fsync) when its promise resolves. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, rm, statfs, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

/** A file of a backup: its path below the backup's folder, with `/`; its size; SHA-256 in hex. */
export type CopiedFile = { path: string; bytes: number; sha256: string }

const CHUNK_BYTES = 1024 * 1024
/** Files that are copied at a time: enough to keep a disk busy while others wait for fsync. */
const AT_A_TIME = 8
/** Room that stays free on the disk of a copy. */
const RESERVE_BYTES = 64 * 1024 * 1024

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function pour(from: FileHandle, to: FileHandle): Promise<Omit<CopiedFile, 'path'>> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const hash = createHash('sha256')
  for (let bytes = 0; ;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, bytes)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await to.writeFile(chunk)
    bytes += bytesRead
  }
}

/** Creates a file of mode 0600 that must not exist, lets `fill` write it, and syncs it to disk. */
async function create<T>(target: string, fill: (to: FileHandle) => Promise<T>): Promise<T> {
  const to = await open(target, 'wx', 0o600)
  try {
    const filled = await fill(to)
    await to.sync()
    return filled
  } finally {
    await to.close()
  }
}

/** Writes a new file of mode 0600 to disk. @throws Error when it exists */
export async function writeDurably(
  target: string,
  content: string | Buffer,
): Promise<Omit<CopiedFile, 'path'>> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  await create(target, (to) => to.writeFile(bytes))
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Copies a file to a new one of mode 0600. @returns undefined when there is no such source */
export async function copyDurably(
  source: string,
  target: string,
): Promise<Omit<CopiedFile, 'path'> | undefined> {
  let from: FileHandle
  try {
    from = await open(source, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  try {
    return await create(target, (to) => pour(from, to))
  } finally {
    await from.close()
  }
}

/** Size and SHA-256 of a file on disk. */
export async function hashFile(file: string): Promise<Omit<CopiedFile, 'path'>> {
  const from = await open(file, 'r')
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of from.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await from.close()
  }
}

/** Runs `work` on every item, several at a time; the first failure stops it. */
export async function forEachFile<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let failed = false
  const worker = async () => {
    for (let item = items[next++]; item !== undefined && !failed; item = items[next++]) {
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, worker))
  const broken = ended.find((worked) => worked.status === 'rejected')
  if (broken) throw broken.reason
}

/** Creates directories of mode 0700 below `root`, parents first; the umask does not matter. */
export async function makeDirectories(root: string, directories: readonly string[]): Promise<void> {
  for (const directory of ['', ...directories.toSorted()]) {
    const at = path.join(root, directory)
    await mkdir(at, { recursive: true, mode: 0o700 })
    await chmod(at, 0o700)
  }
}

/** Syncs a file that another program wrote. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs a directory, so that the names in it survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs a directory and every directory below it. */
export async function syncTree(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncTree(path.join(root, entry.name))
  }
  await syncDirectory(root)
}

/** @throws Error with a sentence when the disk of `folder` has no room for `bytes` and a reserve */
export async function checkFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + RESERVE_BYTES) return
  throw new Error(
    `the disk of ${folder} has ${megabytes(free)} free and this needs ${megabytes(bytes + RESERVE_BYTES)}. ` +
      'Free some space, or choose a folder on another disk.',
  )
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Removes a folder of a copy that failed. */
export const discard = (folder: string) => rm(folder, { recursive: true, force: true })
