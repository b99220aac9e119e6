/** Statements of uploads. Sizes in bytes, times in Unix milliseconds. */
import type { UploadPurpose } from '@fairlot/contract/media/upload'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'

export type Totals = { uploads: number; bytes: bigint }

const TOTALS: Statement = {
  name: 'upload.totals',
  text: `
    select case when total.day = period_start('day', clock.at, $2) then total.uploads else 0 end as uploads, total.bytes
    from upload_total total, business_clock clock where total.member_id = $1`,
}

/** What a member has sent today, and the size of all that is kept. */
export async function uploadTotals(
  db: Executor,
  memberId: string,
  utcOffsetMinutes: number,
): Promise<Totals> {
  const [row] = await db.query<Totals>(TOTALS, [memberId, utcOffsetMinutes])
  return row ?? { uploads: 0, bytes: 0n }
}

const COUNT: Statement = {
  name: 'upload.count',
  text: `
    insert into upload_total (member_id, day, uploads, bytes)
    select $1, period_start('day', at, $3), 1, $2 from business_clock
    on conflict (member_id) do update set
      uploads = case when upload_total.day = excluded.day then upload_total.uploads + 1 else 1 end,
      day = excluded.day, bytes = upload_total.bytes + excluded.bytes
    where (upload_total.day <> excluded.day or upload_total.uploads < $4) and upload_total.bytes + excluded.bytes <= $5
    returning 1`,
}

/** Counts one upload. @returns false when it is over the count of the day, or over the size */
export async function countUpload(
  tx: Tx,
  counted: { memberId: string; bytes: number; utcOffsetMinutes: number; perDay: number; maxBytes: number },
): Promise<boolean> {
  const { memberId, bytes, utcOffsetMinutes, perDay, maxBytes } = counted
  return (await tx.query(COUNT, [memberId, bytes, utcOffsetMinutes, perDay, maxBytes])).length > 0
}

export type NewUpload = {
  memberId: string
  id: string
  purpose: UploadPurpose
  name: string
  keyId: string
  width: number
  height: number
  bytes: number
  storedSha256: Uint8Array
}

const INSERT: Statement = {
  name: 'upload.insert',
  text: `
    insert into upload (member_id, upload_id, purpose, name, key_id, width, height, bytes, stored_sha256, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, at from business_clock`,
}

export async function insertUpload(tx: Tx, row: NewUpload): Promise<void> {
  const { memberId, id, purpose, name, keyId, width, height, bytes, storedSha256 } = row
  await tx.query(INSERT, [memberId, id, purpose, name, keyId, width, height, bytes, storedSha256])
}

const STORED: Statement = {
  name: 'upload.stored',
  text: 'update upload set stored = true where member_id = $1 and upload_id = $2 and erased_at is null returning 1',
}

/** @returns false when the row was erased meanwhile */
export async function markStored(db: Executor, memberId: string, id: string): Promise<boolean> {
  return (await db.query(STORED, [memberId, id])).length > 0
}

const USE: Statement = {
  name: 'upload.use',
  text: `
    update upload set used_by = $4, used_at = clock.at from business_clock clock
    where member_id = $1 and upload_id = any($2::uuid[]) and purpose = $3 and stored and used_by is null and erased_at is null
    returning upload_id`,
}

/** @returns how many were unused */
export async function useUploads(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
  { purpose, usedBy }: { purpose: UploadPurpose; usedBy: string },
): Promise<number> {
  return (await tx.query(USE, [memberId, ids, purpose, usedBy])).length
}

const ERASE: Statement = {
  name: 'upload.erase',
  text: `
    with erased as (
      update upload set erased_at = clock.at from business_clock clock
      where member_id = $1 and upload_id = any($2::uuid[]) and erased_at is null returning bytes)
    update upload_total set bytes = upload_total.bytes - (select coalesce(sum(bytes), 0) from erased) where member_id = $1`,
}

/** From now on nobody can open these pictures. Repeating it changes nothing. */
export async function eraseUploads(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await tx.query(ERASE, [memberId, ids])
}

const UNUSED: Statement = {
  name: 'upload.unused',
  text: `
    select member_id, array_agg(upload_id) as ids
    from (select member_id, upload_id from upload, settled_clock clock
      where used_by is null and erased_at is null and created_at < clock.at - make_interval(hours => $1)
      order by created_at limit $2) due
    group by member_id order by member_id`,
}

/** Pictures that no call has used for `hours`, by member. Time alone ends them: two looks at the clock have to agree. */
export function unusedUploads(
  db: Executor,
  hours: number,
  limit: number,
): Promise<{ member_id: string; ids: string[] }[]> {
  return db.query(UNUSED, [hours, limit])
}

const TO_REMOVE: Statement = {
  name: 'upload.to_remove',
  text: `
    select member_id, upload_id, name from upload, business_clock clock
    where erased_at is not null and removed_at is null and erased_at <= clock.at - make_interval(mins => $1)
    order by erased_at limit $2`,
}
const REMOVED: Statement = {
  name: 'upload.removed',
  text: 'update upload set removed_at = (select at from business_clock) where member_id = $1 and upload_id = $2 and removed_at is null',
}

export function uploadsToRemove(
  db: Executor,
  minutes: number,
  limit: number,
): Promise<{ member_id: string; upload_id: string; name: string }[]> {
  return db.query(TO_REMOVE, [minutes, limit])
}

export async function markRemoved(db: Executor, memberId: string, id: string): Promise<void> {
  await db.query(REMOVED, [memberId, id])
}

export type StoredRow = {
  member_id: string
  upload_id: string
  purpose: UploadPurpose
  name: string
  key_id: string
  width: number
  height: number
  bytes: number
  used_by: string | null
  created_ms: bigint
}

const COLUMNS = `member_id, upload_id, purpose, name, key_id, width, height, bytes, used_by, ${MS('created_at')} as created_ms`
const BY_ID: Statement = {
  name: 'upload.by_id',
  text: `select ${COLUMNS} from upload where member_id = $1 and upload_id = $2 and stored and erased_at is null`,
}

/** @returns undefined when it is not there, or erased */
export async function uploadById(db: Executor, memberId: string, id: string): Promise<StoredRow | undefined> {
  return (await db.query<StoredRow>(BY_ID, [memberId, id]))[0]
}

export type FileRow = Pick<StoredRow, 'member_id' | 'upload_id' | 'name' | 'key_id'> & {
  stored_sha256: Buffer
  live: boolean
}

/** Every row whose file may be there; `live`: the file has to be there. */
export const FILES = `
  select member_id, upload_id, name, key_id, stored_sha256, stored and erased_at is null as live
  from upload where removed_at is null order by created_at desc, upload_id`
