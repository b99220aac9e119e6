/**
 * Uploads: pictures that members send, and that a later call uses: the slip of a transfer, a picture of the identity check or of
 * a review. They stay private; media/media.ts makes the public copies.
 *
 * A picture is decoded and encoded again before anything is stored, and encrypted with a key that is outside of the database. The
 * row is written before the file and says `stored` after it, so that a crash leaves no file without a row.
 */
import { createHash } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { upload, UploadPurpose } from '@fairlot/contract/media/upload'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Sealing } from '../../platform/sealing.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Pictures } from './pictures.ts'
import * as queries from './uploads.queries.ts'
import { uploadSettings } from './uploads.settings.ts'

export type UploadDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly settings: Values
  readonly sealing: Sealing
  readonly storage: Storage
  readonly pictures: Pictures
  readonly utcOffsetMinutes: number
}

const MEGABYTE = 1024 * 1024
const NAME_BYTES = 16

export const sealSubject = (memberId: string, uploadId: string) => `upload/${memberId}/${uploadId}`

/** @throws Refusal UPLOAD_LIMIT, UPLOAD_QUOTA */
async function checkTotals(deps: UploadDeps, memberId: string, bytes: number): Promise<void> {
  const { perDay, megabytes } = uploadSettings(deps.settings)
  const totals = await queries.uploadTotals(deps.db, memberId, deps.utcOffsetMinutes)
  if (totals.uploads >= perDay) throw new Refusal('UPLOAD_LIMIT', { values: { count: perDay } })
  if (totals.bytes + BigInt(bytes) > BigInt(megabytes * MEGABYTE))
    throw new Refusal('UPLOAD_QUOTA', { values: { size: megabytes } })
}

/**
 * Takes a picture.
 *
 * @param read reads the file; it is called after the member's limits were checked
 * @throws Refusal as the call declares
 */
export async function takeUpload(
  deps: UploadDeps,
  memberId: string,
  { purpose, sha256 }: ParsedInput<typeof upload>,
  read: () => Promise<Uint8Array>,
): Promise<Output<typeof upload>> {
  await checkTotals(deps, memberId, 1)
  const file = await read()
  if (createHash('sha256').update(file).digest('hex') !== sha256) throw new Refusal('UPLOAD_DAMAGED')
  const picture = await deps.pictures.read(file)
  const id = uuidv7(deps.clock.now(), deps.random)
  const name = Buffer.from(deps.random.bytes(NAME_BYTES)).toString('hex')
  const sealed = deps.sealing.seal(sealSubject(memberId, id), picture.bytes)
  const { width, height } = picture
  const bytes = picture.bytes.length
  const { perDay, megabytes } = uploadSettings(deps.settings)
  const counted = await deps.db.tx(async (tx) => {
    const limits = { utcOffsetMinutes: deps.utcOffsetMinutes, perDay, maxBytes: megabytes * MEGABYTE }
    if (!(await queries.countUpload(tx, { memberId, bytes, ...limits }))) return false
    const storedSha256 = createHash('sha256').update(sealed.bytes).digest()
    await queries.insertUpload(tx, {
      memberId,
      id,
      purpose,
      name,
      keyId: sealed.keyId,
      width,
      height,
      bytes,
      storedSha256,
    })
    return true
  })
  if (!counted) {
    await checkTotals(deps, memberId, bytes)
    // the limit was reached and left again between the two looks
    throw new Refusal('UPLOAD_LIMIT', { values: { count: perDay } })
  }
  await deps.storage.put(name, sealed.bytes)
  if (!(await queries.markStored(deps.db, memberId, id)))
    throw new Error('an upload was erased while it was stored')
  return { id, width, height, bytes }
}

/**
 * Uses pictures for something: from now on no other call can use them.
 *
 * @param usedBy what uses them: `recharge:<id>`
 * @throws Refusal UPLOAD_GONE when one is not the member's, was used or erased, or is for another purpose
 */
export async function usePictures(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
  use: { purpose: UploadPurpose; usedBy: string },
): Promise<void> {
  const used = await queries.useUploads(tx, memberId, ids, use)
  if (used !== ids.length || new Set(ids).size !== ids.length) throw new Refusal('UPLOAD_GONE')
}

/** Erases pictures: nobody can open them from now on, and their files are removed within two hours. */
export async function erasePictures(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queries.eraseUploads(tx, memberId, ids)
}

export type OpenedPicture = {
  bytes: Buffer
  width: number
  height: number
  purpose: UploadPurpose
  usedBy: string | null
}

/**
 * Opens a picture. The caller decides who may see it, and writes that to the audit log.
 *
 * @returns undefined when it is not there, or erased
 */
export async function openPicture(
  deps: Pick<UploadDeps, 'sealing' | 'storage'>,
  db: Executor,
  memberId: string,
  id: string,
): Promise<OpenedPicture | undefined> {
  const row = await queries.uploadById(db, memberId, id)
  if (!row) return undefined
  const bytes = await deps.storage.get(row.name)
  if (!bytes) throw new Error(`the file of the upload ${id} is missing`)
  const opened = deps.sealing.open(sealSubject(memberId, id), { bytes, keyId: row.key_id })
  const { width, height, purpose, used_by: usedBy } = row
  return { bytes: Buffer.from(opened), width, height, purpose, usedBy }
}
