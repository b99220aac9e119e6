import { MEDIA_WIDTHS } from '@fairlot/contract/media/media-path'
import { UPLOAD_UNUSED_HOURS } from '@fairlot/contract/media/upload'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Db } from '../../platform/db.ts'
import { defineSchedule, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import * as media from './media/media.queries.ts'
import { mediaFile } from './media/media.ts'
import * as queries from './uploads.queries.ts'

const TIDY = defineSchedule({ name: 'uploads.tidy', schedule: { everyMs: 30 * MINUTE_MS } })

const CHUNK = 500
/**
 * Minutes between the erasure and the end of the file. A backup copies the database first and then the files; a file that is
 * removed at once would be missing in a backup whose database still has its row.
 */
export const REMOVED_AFTER_MINUTES = 60

/** Erases what no call has used, and removes the files of what is erased. */
export function uploadJobs(jobs: Jobs, { db, storage }: { db: Db; storage: Storage }): void {
  jobs.handle(TIDY, async ({ signal }) => {
    for (let full = true; full && !signal.aborted;) {
      const members = await queries.unusedUploads(db, UPLOAD_UNUSED_HOURS, CHUNK)
      for (const { member_id, ids } of members) await db.tx((tx) => queries.eraseUploads(tx, member_id, ids))
      full = members.reduce((sum, { ids }) => sum + ids.length, 0) === CHUNK
    }
    for (let full = true; full && !signal.aborted;) {
      const rows = await queries.uploadsToRemove(db, REMOVED_AFTER_MINUTES, CHUNK)
      for (const { member_id, upload_id, name } of rows) {
        // the file first: a crash in between repeats both
        await storage.delete(name)
        await queries.markRemoved(db, member_id, upload_id)
      }
      full = rows.length === CHUNK
    }
    await tidyMedia(db, storage, signal)
  })
}

/** The same for public pictures. */
async function tidyMedia(db: Db, storage: Storage, signal: AbortSignal): Promise<void> {
  for (let full = true; full && !signal.aborted;) {
    const names = await media.unusedMedia(db, UPLOAD_UNUSED_HOURS, CHUNK)
    await media.eraseMedia(db, names)
    full = names.length === CHUNK
  }
  for (let full = true; full && !signal.aborted;) {
    const names = await media.mediaToRemove(db, REMOVED_AFTER_MINUTES, CHUNK)
    for (const name of names) {
      for (const width of MEDIA_WIDTHS) await storage.delete(mediaFile(name, width))
      await media.markMediaRemoved(db, name)
    }
    full = names.length === CHUNK
  }
}
