/** Statements of public pictures. */
import type { MediaKind } from '@fairlot/contract/media/media'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'

export type NewMedia = {
  name: string
  kind: MediaKind
  width: number
  height: number
  bytes: number
  /** SHA-256 of the files, smallest width first */
  hashes: readonly Uint8Array[]
}

const INSERT: Statement = {
  name: 'media.insert',
  text: `
    insert into media (name, kind, width, height, bytes, hashes, created_at)
    select $1, $2, $3, $4, $5, $6::bytea[], at from business_clock`,
}

export async function insertMedia(db: Executor, row: NewMedia): Promise<void> {
  const { name, kind, width, height, bytes, hashes } = row
  await db.query(INSERT, [name, kind, width, height, bytes, hashes])
}

const STORED: Statement = {
  name: 'media.stored',
  text: 'update media set stored = true where name = $1 and erased_at is null returning 1',
}

/** @returns false when the row was erased meanwhile */
export async function markMediaStored(db: Executor, name: string): Promise<boolean> {
  return (await db.query(STORED, [name])).length > 0
}

const PUBLISH: Statement = {
  name: 'media.publish',
  text: `
    update media set used_by = $3, used_at = clock.at from business_clock clock
    where name = any($1::text[]) and kind = $2 and stored and used_by is null and erased_at is null
    returning name`,
}

/** @returns how many were unused */
export async function publishMedia(
  tx: Tx,
  names: readonly string[],
  { kind, usedBy }: { kind: MediaKind; usedBy: string },
): Promise<number> {
  return (await tx.query(PUBLISH, [names, kind, usedBy])).length
}

const ERASE: Statement = {
  name: 'media.erase',
  text: `
    update media set erased_at = clock.at from business_clock clock
    where name = any($1::text[]) and erased_at is null`,
}

/** From now on nobody can see these pictures. Repeating it changes nothing. */
export async function eraseMedia(db: Executor, names: readonly string[]): Promise<void> {
  await db.query(ERASE, [names])
}

const IS_PUBLIC: Statement = {
  name: 'media.is_public',
  text: 'select 1 from media where name = $1 and used_by is not null and erased_at is null',
}

export async function isPublicMedia(db: Executor, name: string): Promise<boolean> {
  return (await db.query(IS_PUBLIC, [name])).length > 0
}

const UNUSED: Statement = {
  name: 'media.unused',
  text: `
    select name from media, settled_clock clock
    where used_by is null and erased_at is null and created_at < clock.at - make_interval(hours => $1)
    order by created_at limit $2`,
}
const TO_REMOVE: Statement = {
  name: 'media.to_remove',
  text: `
    select name from media, business_clock clock
    where erased_at is not null and removed_at is null and erased_at <= clock.at - make_interval(mins => $1)
    order by erased_at limit $2`,
}
const REMOVED: Statement = {
  name: 'media.removed',
  text: 'update media set removed_at = (select at from business_clock) where name = $1 and removed_at is null',
}

const namesOf = async (db: Executor, statement: Statement, values: unknown[]) =>
  (await db.query<{ name: string }>(statement, values)).map(({ name }) => name)

/** Pictures that nothing has published for `hours`. Time alone ends them: two looks at the clock have to agree. */
export const unusedMedia = (db: Executor, hours: number, limit: number) => namesOf(db, UNUSED, [hours, limit])

/** Pictures that were erased `minutes` ago and whose files may still be there. */
export const mediaToRemove = (db: Executor, minutes: number, limit: number) =>
  namesOf(db, TO_REMOVE, [minutes, limit])

export async function markMediaRemoved(db: Executor, name: string): Promise<void> {
  await db.query(REMOVED, [name])
}

export type MediaFileRow = { name: string; sha256: Buffer; place: number; live: boolean }

/** One row per file that may be there, newest first; `place` counts the widths from 1; `live`: the file has to be there. */
export const MEDIA_FILES = `
  select name, hashed.sha256, hashed.place::int as place, stored and erased_at is null as live
  from media cross join unnest(hashes) with ordinality as hashed(sha256, place)
  where removed_at is null order by created_at desc, name, place`
