/**
 * The identity check of a member: the member states name, birth date and document and sends pictures; two operators or a company
 * decide. A member has one open check at most. The rules of money ask only for its result.
 */
import { createHash } from 'node:crypto'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import {
  IDENTITY_DOCUMENTS,
  IDENTITY_FORMS,
  IDENTITY_LIFE,
  type IdentityCheckState,
  type IdentityDocument,
  type IdentitySlot,
  type IdentityState,
} from '@fairlot/contract/life/identity-life'
import { hasUnseen } from '@fairlot/contract/typed-text'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import { recordNumber } from '../../platform/record-number.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Sealing } from '../../platform/sealing.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Uploads } from '../uploads/index.ts'
import { identitySettingsOf } from './identity-check.settings.ts'
import { SEND } from './identity-jobs.ts'
import * as details from './identity-details.ts'
import { MANUAL, type IdentityProvider } from './provider.ts'
import * as queries from './identity-check.queries.ts'

export type IdentityCheckDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly settings: Values
  readonly jobs: Jobs
  readonly uploads: Pick<Uploads, 'use' | 'erase' | 'open'>
  readonly sealing: Sealing
  /** key of the fingerprints, 32 bytes */
  readonly fingerprintKey: Uint8Array
  readonly moneyMode: MoneyMode
  readonly utcOffsetMinutes: number
  /** undefined: two operators decide */
  readonly provider: IdentityProvider | undefined
  /** tells a member in the transaction that the check has a result, or needs pictures again */
  readonly tell: (tx: Tx, memberId: string, number: string) => Promise<void>
  /** called after the commit that takes a check to another state */
  readonly onMoved?: ((memberId: string) => void) | undefined
}

type Input = ParsedInput<Endpoints['identitySubmit']>
export type CheckView = Output<Endpoints['identitySubmit']>

/** The pictures that a document needs. */
export function slotsOf(document: IdentityDocument, proofOfAddress: boolean): IdentitySlot[] {
  const slots: readonly IdentitySlot[] = IDENTITY_FORMS[document]
  return slots.filter((slot) => slot !== 'address' || proofOfAddress)
}

export const formsOf = (proofOfAddress: boolean) =>
  IDENTITY_DOCUMENTS.map((document) => ({ document, slots: slotsOf(document, proofOfAddress) }))

/** Where a member stands. @param today business day */
export function stateOf(
  row: Pick<queries.CheckRow, 'state' | 'valid_until'> | undefined,
  today: string,
): IdentityState {
  if (!row || row.state === 'withdrawn') return 'none'
  if (row.state === 'approved' && row.valid_until !== null && row.valid_until < today) return 'expired'
  return row.state
}

/** The name of a check; null after the erasure. */
export function personOf(
  { sealing }: Pick<IdentityCheckDeps, 'sealing'>,
  row: Pick<queries.CheckRow, 'member_id' | 'check_id' | 'sealed' | 'key_id'>,
): details.Person | null {
  if (row.sealed === null) return null
  const of = { memberId: row.member_id, checkId: row.check_id }
  return details.openPerson(sealing, of, { bytes: row.sealed, keyId: row.key_id })
}

/** The wire form of a check for its member. */
export function checkView(deps: Pick<IdentityCheckDeps, 'sealing'>, row: queries.CheckRow): CheckView {
  const decision = row.timeline.findLast(({ step }) => step === 'approved' || step === 'refused')
  return {
    id: row.check_id,
    number: row.number,
    state: row.state,
    document: row.document,
    name: personOf(deps, row)?.name ?? null,
    pictures: row.pictures.map(({ slot, state }) => ({ slot, state })),
    note: row.note,
    reason: row.reason,
    createdAt: Number(row.created_ms),
    decidedAt: row.decided_ms === null ? null : Number(row.decided_ms),
    reviewer: decision?.reviewer ?? null,
    validUntil: row.valid_until,
    erasedFrom: row.erased || row.erase_ms === null ? null : Number(row.erase_ms),
    timeline: row.timeline.map(({ step, at }) => ({ step, at })),
    looks: row.looks.map(({ slot, reviewer, at }) => ({ slot, reviewer, at })),
  }
}

/** @throws Error when the life cycle has no such transition, which is a defect */
export function checkMove(from: IdentityCheckState, to: IdentityCheckState): void {
  const next: readonly IdentityCheckState[] = IDENTITY_LIFE[from]
  if (!next.includes(to)) throw new Error(`an identity check does not go from ${from} to ${to}`)
}

/** @throws Refusal INPUT_INVALID with the fields that are wrong */
function checkInput(
  input: Input,
  { today, minimumAge, slots }: { today: string; minimumAge: number; slots: IdentitySlot[] },
) {
  const fields: Record<string, string> = {}
  const age = details.ageOn(input.birthDate, today)
  if (age < 0 || age > 130) fields['birthDate'] = 'BIRTH_DATE'
  else if (age < minimumAge) fields['birthDate'] = 'ADULT_REQUIRED'
  if (!/\p{L}/u.test(input.name) || hasUnseen(input.name)) fields['name'] = 'HOLDER_NAME'
  if (input.validUntil !== undefined && input.validUntil < today) fields['validUntil'] = 'DOCUMENT_ENDED'
  const sent = new Set(input.pictures.map(({ slot }) => slot))
  if (sent.size !== slots.length || !slots.every((slot) => sent.has(slot))) fields['pictures'] = 'PICTURES'
  if (Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
}

/**
 * Begins a check. A repeated call with the same request id answers the same check.
 * @throws Refusal INPUT_INVALID, IDENTITY_OPEN, UPLOAD_GONE, REQUEST_ID_REUSED
 */
export async function submitCheck(
  deps: IdentityCheckDeps,
  memberId: string,
  input: Input,
): Promise<queries.CheckRow> {
  const { db, settings } = deps
  const name = details.tidyName(input.name)
  const { requestId, pictures, ...stated } = input
  const inputHash = createHash('sha256')
    .update(
      JSON.stringify([
        { ...stated, name },
        pictures.map(({ slot, upload }) => `${slot}:${upload}`).toSorted(),
      ]),
    )
    .digest()
  const requireSame = (row: queries.CheckRow) => {
    if (!row.input_hash.equals(inputHash)) throw new Refusal('REQUEST_ID_REUSED')
    return row
  }
  const earlier = await queries.checkByRequest(db, memberId, requestId)
  if (earlier) return requireSame(earlier)
  const { minimumAge, proofOfAddress } = identitySettingsOf(settings, deps.moneyMode)
  const submitted = await db.tx(async (tx) => {
    const { today, nowMs } = await queries.todayOf(tx, deps.utcOffsetMinutes)
    checkInput(input, { today, minimumAge, slots: slotsOf(input.document, proofOfAddress) })
    const open = stateOf(await queries.newestCheck(tx, memberId), today)
    if (open === 'approved') throw new Refusal('IDENTITY_OPEN')
    const id = uuidv7(nowMs, deps.random)
    const of = { memberId, checkId: id }
    const person = details.sealPerson(deps.sealing, of, { name, birthDate: input.birthDate })
    const sealedNumber = details.sealNumber(deps.sealing, of, input.documentNumber.trim())
    const inserted = await queries.insertCheck(tx, {
      memberId,
      id,
      number: recordNumber('C', id),
      requestId,
      inputHash,
      provider: deps.provider?.name ?? MANUAL,
      document: input.document,
      sealed: person.bytes,
      sealedDocument: sealedNumber.bytes,
      keyId: person.keyId,
      fingerprint: details.fingerprintOf(deps.fingerprintKey, input.document, input.documentNumber),
      validUntil: input.validUntil ?? null,
    })
    if (!inserted) {
      const meanwhile = await queries.checkByRequest(tx, memberId, requestId)
      if (meanwhile) return requireSame(meanwhile)
      throw new Refusal('IDENTITY_OPEN')
    }
    const check = { member_id: memberId, check_id: id }
    await attach(deps, tx, check, pictures)
    return (await queries.checkById(tx, memberId, id))!
  })
  deps.onMoved?.(memberId)
  return submitted
}

/** Uses uploads as pictures of a check, which then waits for its decision. */
async function attach(
  deps: IdentityCheckDeps,
  tx: Tx,
  check: { member_id: string; check_id: string },
  pictures: Input['pictures'],
): Promise<void> {
  const { member_id, check_id } = check
  const uploads = pictures.map(({ upload }) => upload)
  await deps.uploads.use(tx, member_id, uploads, { purpose: 'identity', usedBy: `identity:${check_id}` })
  await queries.addPictures(tx, check, pictures)
  await queries.addStep(tx, check, 'waiting', null)
  if (deps.provider)
    await deps.jobs.send(tx, SEND, { memberId: member_id, checkId: check_id }, { key: check_id })
}

/**
 * Takes the pictures that were asked for again. A repeated call with the same pictures answers the check.
 * @throws Refusal IDENTITY_STEP, INPUT_INVALID, UPLOAD_GONE
 */
export async function sendAgain(
  deps: IdentityCheckDeps,
  memberId: string,
  { pictures }: ParsedInput<Endpoints['identityAgain']>,
): Promise<queries.CheckRow> {
  const sent = await deps.db.tx(async (tx) => {
    const newest = await queries.newestCheck(tx, memberId)
    const row = newest && (await queries.lockCheck(tx, memberId, newest.check_id))
    if (!row) throw new Refusal('IDENTITY_STEP')
    const present = new Set(row.pictures.map(({ slot, upload_id }) => `${slot}:${upload_id}`))
    if (row.state === 'waiting' && pictures.every(({ slot, upload }) => present.has(`${slot}:${upload}`)))
      return row
    if (row.state !== 'again') throw new Refusal('IDENTITY_STEP')
    const asked = new Set(row.pictures.filter(({ state }) => state === 'again').map(({ slot }) => slot))
    if (asked.size !== pictures.length || !pictures.every(({ slot }) => asked.has(slot)))
      throw new Refusal('INPUT_INVALID', { fields: { pictures: 'PICTURES' } })
    checkMove(row.state, 'waiting')
    const replaced = await queries.markPictures(tx, row, [...asked], 'replaced')
    await deps.uploads.erase(tx, memberId, replaced)
    await queries.moveCheck(tx, row, { state: 'waiting', keptDays: null })
    await attach(deps, tx, row, pictures)
    return (await queries.checkById(tx, memberId, row.check_id))!
  })
  deps.onMoved?.(memberId)
  return sent
}

/** Where members stand, and the names of approved checks, for the rules of money. */
export async function stateOfMember(
  deps: Pick<IdentityCheckDeps, 'utcOffsetMinutes'>,
  db: Executor,
  memberId: string,
): Promise<IdentityState> {
  const { today } = await queries.todayOf(db, deps.utcOffsetMinutes)
  return stateOf(await queries.newestCheck(db, memberId), today)
}

/** The names of members with an approved check. */
export async function namesOf(
  deps: Pick<IdentityCheckDeps, 'sealing'>,
  db: Executor,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const row of await queries.approvedChecks(db, [...new Set(memberIds)])) {
    const person = personOf(deps, row)
    if (person) names.set(row.member_id, person.name)
  }
  return names
}
