/** The decision of an identity check: by two different operators, or by a company. */
import type { IdentityReason, IdentitySlot } from '@fairlot/contract/life/identity-life'
import type { Tx } from '../../platform/db.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OpenedPicture } from '../uploads/index.ts'
import { identitySettingsOf } from './identity-check.settings.ts'
import { checkMove, personOf, type IdentityCheckDeps } from './identity-check.ts'
import { ageOn } from './identity-details.ts'
import * as queries from './identity-check.queries.ts'
import type { CheckRow, Reviewer } from './identity-check.queries.ts'
import type { CheckNotice } from './provider.ts'

/** Locks a check by its number. @throws Refusal NO_SUCH_DATA */
async function lockByNumber(tx: Tx, number: string): Promise<CheckRow> {
  const found = await queries.checkByNumber(tx, number)
  const row = found && (await queries.lockCheck(tx, found.member_id, found.check_id))
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
}

async function again(tx: Tx, row: CheckRow): Promise<CheckRow> {
  return (await queries.checkById(tx, row.member_id, row.check_id))!
}

/** Why neither operators nor a company can approve a check; null: they can. */
async function obstacle(deps: IdentityCheckDeps, tx: Tx, row: CheckRow): Promise<Refusal | null> {
  const { today } = await queries.todayOf(tx, deps.utcOffsetMinutes)
  const { minimumAge } = identitySettingsOf(deps.settings, deps.moneyMode)
  const person = personOf(deps, row)
  if (!person || ageOn(person.birthDate, today) < minimumAge)
    return new Refusal('UNDER_AGE', { values: { age: minimumAge } })
  return row.valid_until !== null && row.valid_until < today ? new Refusal('DOCUMENT_ENDED') : null
}

async function decide(
  deps: IdentityCheckDeps,
  tx: Tx,
  row: CheckRow,
  to: { state: 'approved' } | { state: 'refused'; reason: IdentityReason; note: string },
  by: Reviewer | null,
): Promise<void> {
  checkMove(row.state, to.state)
  const { retentionDays } = identitySettingsOf(deps.settings, deps.moneyMode)
  await queries.addStep(tx, row, to.state, by)
  await queries.moveCheck(tx, row, { ...to, keptDays: retentionDays })
  await deps.tell(tx, row.member_id, row.number)
}

export type Reviewed = { row: CheckRow; decided: boolean }

/**
 * One operator approves; the second one decides.
 * @throws Refusal NO_SUCH_DATA, IDENTITY_STEP, ALREADY_REVIEWED, UNDER_AGE, DOCUMENT_ENDED
 */
export async function approveCheck(
  deps: IdentityCheckDeps,
  tx: Tx,
  number: string,
  by: Reviewer,
): Promise<Reviewed> {
  const row = await lockByNumber(tx, number)
  if (row.state !== 'waiting') throw new Refusal('IDENTITY_STEP')
  const refusal = await obstacle(deps, tx, row)
  if (refusal) throw refusal
  const last = row.timeline.at(-1)
  if (last?.step !== 'first_approved') {
    await queries.addStep(tx, row, 'first_approved', by)
    return { row: await again(tx, row), decided: false }
  }
  if (last.operator_id === by.operatorId) throw new Refusal('ALREADY_REVIEWED')
  await decide(deps, tx, row, { state: 'approved' }, by)
  return { row: await again(tx, row), decided: true }
}

/** One operator refuses. @throws Refusal NO_SUCH_DATA, IDENTITY_STEP */
export async function refuseCheck(
  deps: IdentityCheckDeps,
  tx: Tx,
  number: string,
  { reason, note, by }: { reason: IdentityReason; note: string; by: Reviewer },
): Promise<Reviewed> {
  const row = await lockByNumber(tx, number)
  if (row.state !== 'waiting' && row.state !== 'again') throw new Refusal('IDENTITY_STEP')
  await decide(deps, tx, row, { state: 'refused', reason, note }, by)
  return { row: await again(tx, row), decided: true }
}

async function ask(
  deps: IdentityCheckDeps,
  tx: Tx,
  row: CheckRow,
  { slots, note, by }: { slots: readonly IdentitySlot[]; note: string; by: Reviewer | null },
): Promise<void> {
  checkMove(row.state, 'again')
  await queries.markPictures(tx, row, slots, 'again')
  await queries.addStep(tx, row, 'again', by)
  await queries.moveCheck(tx, row, { state: 'again', note, keptDays: null })
  await deps.tell(tx, row.member_id, row.number)
}

/** Asks for some pictures again. @throws Refusal NO_SUCH_DATA, IDENTITY_STEP, INPUT_INVALID */
export async function askAgain(
  deps: IdentityCheckDeps,
  tx: Tx,
  number: string,
  asked: { slots: readonly IdentitySlot[]; note: string; by: Reviewer },
): Promise<Reviewed> {
  const row = await lockByNumber(tx, number)
  if (row.state !== 'waiting') throw new Refusal('IDENTITY_STEP')
  const known = new Set(row.pictures.map(({ slot }) => slot))
  if (!asked.slots.every((slot) => known.has(slot)))
    throw new Refusal('INPUT_INVALID', { fields: { slots: 'INVALID' } })
  await ask(deps, tx, row, asked)
  return { row: await again(tx, row), decided: false }
}

/**
 * Opens a picture for an operator, and records it for the member. The caller writes the audit log in the same transaction.
 * @throws Refusal NO_SUCH_DATA
 */
export async function lookAt(
  deps: IdentityCheckDeps,
  tx: Tx,
  number: string,
  { slot, by }: { slot: IdentitySlot; by: Reviewer },
): Promise<{ picture: OpenedPicture; memberId: string }> {
  const row = await queries.checkByNumber(tx, number)
  const picture = row?.pictures.find((one) => one.slot === slot && one.state !== 'erased')
  const opened = row && picture && (await deps.uploads.open(tx, row.member_id, picture.upload_id))
  if (!opened) throw new Refusal('NO_SUCH_DATA')
  await queries.addLook(tx, row, { id: uuidv7(deps.clock.now(), deps.random), slot, by })
  return { picture: opened, memberId: row.member_id }
}

/**
 * Takes a notice of the company. It takes effect once; one that comes after the decision, or about pictures that were sent
 * again, changes nothing. An approval of a member who is too young, or of a document that has ended, refuses the check.
 */
export async function takeCheckNotice(
  deps: IdentityCheckDeps,
  notice: CheckNotice,
): Promise<'taken' | 'unknown' | 'reused'> {
  const memberId = await queries.memberOfCheck(deps.db, notice.check)
  if (memberId === undefined) return 'unknown'
  const taken = await deps.db.tx(async (tx) => {
    const row = await queries.lockCheck(tx, memberId, notice.check)
    if (row?.provider !== 'http') return 'unknown'
    const kept = await queries.takeNotice(tx, notice)
    if (kept === 'reused') return 'reused'
    const { result } = notice
    const isOpen = row.state === 'waiting' || (row.state === 'again' && result.state === 'refused')
    if (kept === 'repeated' || !isOpen) return 'taken'
    if (result.state === 'refused') await decide(deps, tx, row, result, null)
    else if (result.state === 'approved') await decide(deps, tx, row, await approvalOr(deps, tx, row), null)
    else await ask(deps, tx, row, { ...result, by: null })
    return 'taken'
  })
  if (taken === 'taken') deps.onMoved?.(memberId)
  return taken
}

/** The approval, or the refusal that the rules of this server require. */
async function approvalOr(deps: IdentityCheckDeps, tx: Tx, row: CheckRow) {
  const refusal = await obstacle(deps, tx, row)
  if (!refusal) return { state: 'approved' } as const
  const reason: IdentityReason = refusal.code === 'UNDER_AGE' ? 'under_age' : 'document_ended'
  return { state: 'refused', reason, note: reason } as const
}

/** Withdraws an open check of an account that closes, and erases what is not kept by law. */
export async function endForClosing(deps: IdentityCheckDeps, tx: Tx, memberId: string): Promise<void> {
  const newest = await queries.newestCheck(tx, memberId)
  const row = newest && (await queries.lockCheck(tx, memberId, newest.check_id))
  if (row && (row.state === 'waiting' || row.state === 'again')) {
    checkMove(row.state, 'withdrawn')
    await queries.addStep(tx, row, 'withdrawn', null)
    // nothing was decided, so there is nothing to keep
    await queries.moveCheck(tx, row, { state: 'withdrawn', keptDays: 0 })
    await eraseOne(deps, tx, row, false)
  }
  await queries.forgetMember(tx, memberId)
}

/** Erases the pictures and the number of a decided check. */
export async function eraseOne(
  deps: Pick<IdentityCheckDeps, 'uploads'>,
  tx: Tx,
  row: CheckRow,
  keepsName: boolean,
): Promise<void> {
  const slots = row.pictures.map(({ slot }) => slot)
  await deps.uploads.erase(tx, row.member_id, await queries.markPictures(tx, row, slots, 'erased'))
  await queries.eraseCheck(tx, row, keepsName)
}
