/** What the doctor checks about uploads: the rows by SQL, the files by reading them. */
import { createHash } from 'node:crypto'
import { MEDIA_WIDTHS } from '@fairlot/contract/media/media-path'
import type { Executor } from '../../platform/db.ts'
import type { Sealing } from '../../platform/sealing.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { MEDIA_FILES, type MediaFileRow } from './media/media.queries.ts'
import { mediaFile } from './media/media.ts'
import { FILES, type FileRow } from './uploads.queries.ts'
import { sealSubject } from './uploads.ts'

export const uploadChecks = [
  {
    id: 'INV-28',
    title: "the size that counts for a member's limit is that of the member's pictures",
    sql: `
      select count(*) filter (where coalesce(total.bytes, 0) <> coalesce(kept.bytes, 0)) as breaches,
        coalesce(sum(kept.bytes), 0) || ' bytes' as figure
      from (select member_id, sum(bytes)::bigint as bytes from upload where erased_at is null group by member_id) kept
      full join upload_total total using (member_id)`,
  },
  {
    id: 'INV-28',
    title: 'no picture is used before it is stored, or removed before it is erased',
    sql: `
      select count(*) filter (where used_at < created_at or erased_at < created_at or removed_at < erased_at
        or used_by is not null and not stored) as breaches, count(*) || ' pictures' as figure from upload`,
  },
  {
    id: 'INV-28',
    title: 'no public picture is shown before it is stored, or removed before it is erased',
    sql: `
      select count(*) filter (where used_at < created_at or erased_at < created_at or removed_at < erased_at
        or used_by is not null and not stored) as breaches, count(*) || ' public pictures' as figure from media`,
  },
]

/** The storage, and the key of its files. */
export type UploadFiles = { storage: Storage; sealing: Sealing }

/** The newest files of each kind whose content is checked; whether the others exist is checked, too. */
const CONTENTS = 500

/** A file that a row names. `live`: it has to be there. */
type Known = {
  name: string
  what: string
  live: boolean
  isWhole(bytes: Buffer): boolean
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Every file that a row names: of uploads, then of public pictures, the newest first. */
async function knownFiles(
  db: Executor,
  sealing: Sealing | undefined,
): Promise<{ uploads: Known[]; media: Known[] }> {
  const uploads = (await db.query<FileRow>(FILES)).map((row) => ({
    name: row.name,
    what: row.upload_id,
    live: row.live,
    isWhole: (bytes: Buffer) =>
      sha256(bytes).equals(row.stored_sha256) && (!sealing || isOpened(row, bytes, sealing)),
  }))
  const media = (await db.query<MediaFileRow>(MEDIA_FILES)).map(({ name, place, live, sha256: expected }) => {
    const width = MEDIA_WIDTHS[place - 1]!
    const what = `the public picture ${name} of ${width} pixels`
    return {
      name: mediaFile(name, width),
      what,
      live,
      isWhole: (bytes: Buffer) => sha256(bytes).equals(expected),
    }
  })
  return { uploads, media }
}

/** Compares the storage with the rows: a missing, changed or unknown file is a breach. */
export async function checkFiles(
  snapshot: Executor,
  { storage, sealing }: UploadFiles,
): Promise<{ figure: string; breaches: number }> {
  const { uploads, media } = await knownFiles(snapshot, sealing)
  const known = new Set([...uploads, ...media].map(({ name }) => name))
  const unknown: string[] = []
  const present = new Set<string>()
  for await (const name of storage.list()) {
    if (known.has(name)) present.add(name)
    else unknown.push(name)
  }
  const live = [uploads, media].map((files) => files.filter((file) => file.live))
  const missing = live.flat().filter(({ name }) => !present.has(name))
  const changed: string[] = []
  for (const file of live.flatMap((files) => files.slice(0, CONTENTS))) {
    if (!present.has(file.name)) continue
    const bytes = await storage.get(file.name)
    if (!bytes || !file.isWhole(bytes)) changed.push(file.what)
  }
  const wrong = [
    ...missing.map(({ what }) => `${what} is missing`),
    ...changed.map((what) => `${what} was changed`),
    ...unknown.map((name) => `${name} belongs to no picture`),
  ]
  return {
    figure: wrong.length > 0 ? wrong.slice(0, 20).join(', ') : `${live.flat().length} files`,
    breaches: wrong.length,
  }
}

/** Whether the key opens a sealed picture, as the one of its row. */
function isOpened(row: FileRow, bytes: Buffer, sealing: Sealing): boolean {
  try {
    sealing.open(sealSubject(row.member_id, row.upload_id), { bytes, keyId: row.key_id })
    return true
  } catch {
    // the key does not fit, or the file belongs to another picture
    return false
  }
}

/** Deletes the files that no row names: a backup copies files after the database, and so may hold newer ones. */
export async function dropUnknownFiles(db: Executor, storage: Storage): Promise<number> {
  const { uploads, media } = await knownFiles(db, undefined)
  const known = new Set([...uploads, ...media].map(({ name }) => name))
  const unknown: string[] = []
  for await (const name of storage.list()) if (!known.has(name)) unknown.push(name)
  for (const name of unknown) await storage.delete(name)
  return unknown.length
}
