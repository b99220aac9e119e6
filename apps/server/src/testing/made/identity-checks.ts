/** Uploads and identity checks of test members. The pictures are stored without decoding, which the tests of uploads cover. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Input, Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import type { UploadPurpose } from '@fairlot/contract/media/upload'
import { fromHex } from '@fairlot/fairness/bytes'
import type { Context } from '../../context.ts'
import { uploadSealing } from '../../modules/uploads/index.ts'
import { insertUpload, countUpload, markStored } from '../../modules/uploads/uploads.queries.ts'
import { sealSubject } from '../../modules/uploads/uploads.ts'
import type { TestMember } from '../factories.ts'

type Place = { context: Context }

/** An unused picture of a member. @returns its id */
export async function makeUpload(
  { context }: Place,
  memberId: string,
  purpose: UploadPurpose = 'identity',
): Promise<string> {
  const { db, storage, secrets, random } = context
  const [id, name, picture] = [randomUUID(), randomBytes(16).toString('hex'), randomBytes(200)]
  const sealing = uploadSealing(fromHex(secrets.uploadEncryption, 32), random)
  const { bytes, keyId } = sealing.seal(sealSubject(memberId, id), picture)
  const storedSha256 = createHash('sha256').update(bytes).digest()
  await db.tx(async (tx) => {
    const size = { bytes: picture.length, utcOffsetMinutes: 0, perDay: 1_000, maxBytes: 10_000_000 }
    await countUpload(tx, { memberId, ...size })
    await insertUpload(tx, {
      memberId,
      id,
      purpose,
      name,
      keyId,
      width: 200,
      height: 120,
      bytes: picture.length,
      storedSha256,
    })
  })
  await storage.put(name, bytes)
  await markStored(db, memberId, id)
  return id
}

const SLOTS = ['front', 'address', 'selfie'] as const

/** What a member sends to begin a check. */
export async function checkInput(
  place: Place,
  memberId: string,
  more: Partial<Input<Endpoints['identitySubmit']>> = {},
): Promise<Input<Endpoints['identitySubmit']>> {
  const pictures = []
  for (const slot of SLOTS) pictures.push({ slot, upload: await makeUpload(place, memberId) })
  return {
    document: 'passport',
    name: 'Asha Rao',
    birthDate: '1990-05-03',
    documentNumber: `K-${randomUUID().slice(0, 8)}`,
    pictures,
    requestId: randomUUID(),
    ...more,
  }
}

/** A check that waits for its decision. */
export async function makeCheck(
  place: Place,
  { memberId, client }: Pick<TestMember, 'memberId' | 'client'>,
  more: Partial<Input<Endpoints['identitySubmit']>> = {},
): Promise<Output<Endpoints['identitySubmit']>> {
  return client.call(ENDPOINTS.identitySubmit, await checkInput(place, memberId, more))
}

/** A check that two operators have approved. */
export async function approvedCheck(
  place: Place,
  member: Pick<TestMember, 'memberId' | 'client'>,
  more: Partial<Input<Endpoints['identitySubmit']>> = {},
): Promise<Output<Endpoints['identitySubmit']>> {
  const check = await makeCheck(place, member, more)
  const { db, identityChecks } = place.context
  for (const reviewer of ['01', '02']) {
    const by = { operatorId: randomUUID(), reviewer }
    await db.tx((tx) => identityChecks.desk.approve(tx, check.number, by))
  }
  return check
}
