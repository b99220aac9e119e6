/** Statements of identity checks. Times in Unix milliseconds, days as `2031-05-03`. */
import type {
  IdentityCheckState,
  IdentityDocument,
  IdentityReason,
  IdentitySlot,
  IdentityStep,
} from '@fairlot/contract/life/identity-life'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'

export type PictureState = 'kept' | 'again' | 'replaced' | 'erased'
export type StepRow = { step: IdentityStep; operator_id: string | null; reviewer: string | null; at: number }
export type LookRow = { slot: IdentitySlot; operator_id: string; reviewer: string; at: number }
export type PictureRow = { upload_id: string; slot: IdentitySlot; state: Exclude<PictureState, 'replaced'> }

export type CheckRow = {
  member_id: string
  check_id: string
  number: string
  input_hash: Buffer
  provider: 'manual' | 'http'
  document: IdentityDocument
  sealed: Buffer | null
  sealed_document: Buffer | null
  key_id: string
  fingerprint: Buffer
  valid_until: string | null
  state: IdentityCheckState
  reason: IdentityReason | null
  note: string | null
  created_ms: bigint
  decided_ms: bigint | null
  erase_ms: bigint | null
  erased: boolean
  timeline: StepRow[]
  pictures: PictureRow[]
  looks: LookRow[]
}

const OF = 'where (one.member_id, one.check_id) = (c.member_id, c.check_id)'
const COLUMNS = `
  c.member_id, c.check_id, c.number, c.input_hash, c.provider, c.document, c.sealed, c.sealed_document, c.key_id, c.fingerprint,
  c.valid_until::text as valid_until, c.state, c.reason, c.note, ${MS('c.created_at')} as created_ms,
  ${MS('c.decided_at')} as decided_ms, ${MS('c.erase_from')} as erase_ms, c.erased_at is not null as erased`
const CHECKS = `
  select ${COLUMNS},
    (select json_agg(json_build_object('step', one.step, 'operator_id', one.operator_id, 'reviewer', one.reviewer,
        'at', ${MS('one.at')}) order by one.seq) from identity_step one ${OF}) as timeline,
    (select coalesce(json_agg(json_build_object('upload_id', one.upload_id, 'slot', one.slot, 'state', one.state)
        order by array_position(array['front', 'back', 'address', 'selfie'], one.slot)), '[]')
      from identity_picture one ${OF} and one.state <> 'replaced') as pictures,
    (select coalesce(json_agg(json_build_object('slot', one.slot, 'operator_id', one.operator_id, 'reviewer', one.reviewer,
        'at', ${MS('one.at')}) order by one.at desc, one.look_id desc), '[]') from identity_look one ${OF}) as looks
  from identity_check c`

const NEWEST: Statement = {
  name: 'identity_check.newest',
  text: `${CHECKS} where c.member_id = $1 and c.state <> 'withdrawn' order by c.check_id desc limit 1`,
}
const BY_REQUEST: Statement = {
  name: 'identity_check.by_request',
  text: `${CHECKS} where c.member_id = $1 and c.request_id = $2`,
}
const BY_NUMBER: Statement = { name: 'identity_check.by_number', text: `${CHECKS} where c.number = $1` }
const BY_ID: Statement = {
  name: 'identity_check.by_id',
  text: `${CHECKS} where c.member_id = $1 and c.check_id = $2`,
}
const MEMBER_OF: Statement = {
  name: 'identity_check.member_of',
  text: 'select member_id from identity_check where check_id = $1',
}

const first = async (db: Executor, statement: Statement, values: readonly unknown[]) =>
  (await db.query<CheckRow>(statement, values))[0]

export const newestCheck = (db: Executor, memberId: string) => first(db, NEWEST, [memberId])
export const checkByRequest = (db: Executor, memberId: string, requestId: string) =>
  first(db, BY_REQUEST, [memberId, requestId])
export const checkByNumber = (db: Executor, number: string) => first(db, BY_NUMBER, [number])
export const checkById = (db: Executor, memberId: string, checkId: string) =>
  first(db, BY_ID, [memberId, checkId])

/** @returns undefined when there is no such check */
export async function memberOfCheck(db: Executor, checkId: string): Promise<string | undefined> {
  return (await db.query<{ member_id: string }>(MEMBER_OF, [checkId]))[0]?.member_id
}

const TODAY: Statement = {
  name: 'identity_check.today',
  text: `select period_start('day', at, $1)::text as today, ${MS('at')} as now_ms from business_clock`,
}

/** The business day and the business time. */
export async function todayOf(
  db: Executor,
  utcOffsetMinutes: number,
): Promise<{ today: string; nowMs: number }> {
  const [row] = await db.query<{ today: string; now_ms: bigint }>(TODAY, [utcOffsetMinutes])
  return { today: row!.today, nowMs: Number(row!.now_ms) }
}

const LOCK: Statement = {
  name: 'identity_check.lock',
  text: 'select 1 from identity_check where member_id = $1 and check_id = $2 for update',
}

/** Locks a check and reads it. */
export async function lockCheck(tx: Tx, memberId: string, checkId: string): Promise<CheckRow | undefined> {
  await tx.query(LOCK, [memberId, checkId])
  return checkById(tx, memberId, checkId)
}

export type NewCheck = {
  memberId: string
  id: string
  number: string
  requestId: string
  inputHash: Buffer
  provider: 'manual' | 'http'
  document: IdentityDocument
  sealed: Uint8Array
  sealedDocument: Uint8Array
  keyId: string
  fingerprint: Buffer
  validUntil: string | null
}

const INSERT: Statement = {
  name: 'identity_check.insert',
  text: `
    insert into identity_check (member_id, check_id, number, request_id, input_hash, provider, document, sealed, sealed_document,
      key_id, fingerprint, valid_until, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::date, at from business_clock
    on conflict do nothing returning 1`,
}

/** @returns false when the member has an open check, or a check of this request: calls at once can meet either index first */
export async function insertCheck(tx: Tx, row: NewCheck): Promise<boolean> {
  const { memberId, id, number, requestId, inputHash, provider, document } = row
  const { sealed, sealedDocument, keyId, fingerprint, validUntil } = row
  const values = [memberId, id, number, requestId, inputHash, provider, document]
  const rest = [sealed, sealedDocument, keyId, fingerprint, validUntil]
  return (await tx.query(INSERT, [...values, ...rest])).length > 0
}

/** The first step, which is counted, says what never changes in the check. */
const STEP: Statement = {
  name: 'identity_check.step',
  text: `
    insert into identity_step (member_id, check_id, seq, step, operator_id, reviewer, at, fingerprint, valid_until)
    select c.member_id, c.check_id, next.seq, $3, $4, $5, clock.at, case next.seq when 1 then c.fingerprint end,
      case next.seq when 1 then c.valid_until end
    from identity_check c cross join business_clock clock
    cross join lateral (
      select coalesce(max(seq), 0) + 1 as seq from identity_step s where (s.member_id, s.check_id) = (c.member_id, c.check_id)) next
    where c.member_id = $1 and c.check_id = $2`,
}

/** Who decides: an operator with the number that members read; null: the member, the company or the server. */
export type Reviewer = { operatorId: string; reviewer: string }

type Of = Pick<CheckRow, 'member_id' | 'check_id'>

export async function addStep(tx: Tx, check: Of, step: IdentityStep, by: Reviewer | null): Promise<void> {
  await tx.query(STEP, [check.member_id, check.check_id, step, by?.operatorId ?? null, by?.reviewer ?? null])
}

const PICTURES: Statement = {
  name: 'identity_check.pictures',
  text: `
    insert into identity_picture (member_id, check_id, upload_id, slot)
    select $1, $2, upload_id, slot from unnest($3::uuid[], $4::text[]) as sent (upload_id, slot)`,
}

export async function addPictures(
  tx: Tx,
  check: Of,
  sent: readonly { slot: IdentitySlot; upload: string }[],
): Promise<void> {
  const [uploads, slots] = [sent.map(({ upload }) => upload), sent.map(({ slot }) => slot)]
  await tx.query(PICTURES, [check.member_id, check.check_id, uploads, slots])
}

const MARK: Statement = {
  name: 'identity_check.mark_pictures',
  text: `
    update identity_picture set state = $4 where member_id = $1 and check_id = $2 and slot = any($3::text[])
      and state in ('kept', 'again') returning upload_id`,
}

/** @returns the uploads of the pictures */
export async function markPictures(
  tx: Tx,
  check: Of,
  slots: readonly IdentitySlot[],
  state: 'again' | 'replaced' | 'erased',
): Promise<string[]> {
  const rows = await tx.query<{ upload_id: string }>(MARK, [check.member_id, check.check_id, slots, state])
  return rows.map(({ upload_id }) => upload_id)
}

const MOVE: Statement = {
  name: 'identity_check.move',
  text: `
    update identity_check set state = $3, reason = $4, note = $5,
      decided_at = case when $6::int is not null then clock.at end,
      erase_from = case when $6::int is not null then clock.at + make_interval(days => $6) end
    from business_clock clock where member_id = $1 and check_id = $2`,
}

/** @param keptDays days until the pictures are erased, with a decision; null: no decision */
export async function moveCheck(
  tx: Tx,
  check: Of,
  to: { state: IdentityCheckState; reason?: IdentityReason; note?: string; keptDays: number | null },
): Promise<void> {
  const { state, reason = null, note = null, keptDays } = to
  await tx.query(MOVE, [check.member_id, check.check_id, state, reason, note, keptDays])
}

const LOOK: Statement = {
  name: 'identity_check.look',
  text: `
    insert into identity_look (member_id, check_id, look_id, slot, operator_id, reviewer, at)
    select $1, $2, $3, $4, $5, $6, at from business_clock`,
}

export async function addLook(
  tx: Tx,
  check: Of,
  look: { id: string; slot: IdentitySlot; by: Reviewer },
): Promise<void> {
  const { id, slot, by } = look
  await tx.query(LOOK, [check.member_id, check.check_id, id, slot, by.operatorId, by.reviewer])
}

/**
 * How many steps the checks of each member have taken, and how often a reviewer opened a picture. Steps and looks are only added, so
 * their number only grows. A member has few checks, and each has few of both. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const CHECK_VERSIONS = (members: string) => `
  select wanted.member_id as member, (select count(*) from identity_step step where step.member_id = wanted.member_id)
    + (select count(*) from identity_look look where look.member_id = wanted.member_id) as version
  from unnest(${members}::uuid[]) as wanted(member_id)`

const SAME: Statement = {
  name: 'identity_check.same',
  text: `
    select distinct member_id from identity_check where fingerprint = any($1::bytea[]) and member_id <> $2 and state <> 'withdrawn'
    order by member_id limit 10`,
}

/** Members besides this one who have shown a document with one of these fingerprints. */
export async function sameDocument(
  db: Executor,
  fingerprints: readonly Buffer[],
  memberId: string,
): Promise<string[]> {
  const rows = await db.query<{ member_id: string }>(SAME, [fingerprints, memberId])
  return rows.map((row) => row.member_id)
}

const APPROVED: Statement = {
  name: 'identity_check.approved',
  text: `
    select distinct on (c.member_id) ${COLUMNS} from identity_check c
    where c.member_id = any($1::uuid[]) and c.state = 'approved' order by c.member_id, c.check_id desc`,
}

export type ApprovedRow = Pick<CheckRow, 'member_id' | 'check_id' | 'sealed' | 'key_id' | 'valid_until'>

/** The newest approved check of each member, with what it states. */
export function approvedChecks(db: Executor, memberIds: readonly string[]): Promise<ApprovedRow[]> {
  return db.query<ApprovedRow>(APPROVED, [memberIds])
}

const TO_ERASE: Statement = {
  name: 'identity_check.to_erase',
  text: `
    select member_id, check_id from identity_check, settled_clock clock
    where erased_at is null and erase_from <= clock.at order by erase_from limit $1`,
}

/** Decided checks whose retention is over. Time alone ends it: two looks at the clock have to agree. */
export function checksToErase(db: Executor, limit: number): Promise<Of[]> {
  return db.query<Of>(TO_ERASE, [limit])
}

const ERASE: Statement = {
  name: 'identity_check.erase',
  text: `
    update identity_check set erased_at = clock.at, sealed_document = null, sealed = case when $3 then sealed end
    from business_clock clock where member_id = $1 and check_id = $2`,
}

/** @param keepsName an approved check of an open account keeps name and birth date */
export async function eraseCheck(tx: Tx, check: Of, keepsName: boolean): Promise<void> {
  await tx.query(ERASE, [check.member_id, check.check_id, keepsName])
}

const FORGET: Statement = {
  name: 'identity_check.forget',
  text: `
    update identity_check set note = null, sealed = case when erased_at is null then sealed end
    where member_id = $1 and (note is not null or erased_at is not null and sealed is not null)`,
}

/** Erases what was kept for an open account: names, and what reviewers wrote to the member. */
export async function forgetMember(tx: Tx, memberId: string): Promise<void> {
  await tx.query(FORGET, [memberId])
}

const NOTICE: Statement = {
  name: 'identity_check.notice',
  text: `
    insert into identity_notice (event_id, check_id, body, at) select $1, $2, $3, at from business_clock
    on conflict do nothing returning 1`,
}
const NOTICE_OF: Statement = {
  name: 'identity_check.notice_of',
  text: 'select check_id from identity_notice where event_id = $1',
}

/** @returns `new`, `repeated`, or `reused` when the event id belongs to another check */
export async function takeNotice(
  tx: Tx,
  { eventId, check, body }: { eventId: string; check: string; body: string },
): Promise<'new' | 'repeated' | 'reused'> {
  if ((await tx.query(NOTICE, [eventId, check, body])).length > 0) return 'new'
  const [known] = await tx.query<{ check_id: string }>(NOTICE_OF, [eventId])
  return known?.check_id === check ? 'repeated' : 'reused'
}

const SIZES: Statement = {
  name: 'identity_check.sizes',
  text: `
    select upload_id, width, height from upload
    where member_id = $1 and upload_id = any($2::uuid[])`,
}

/** Width and height of the pictures of a check, by upload. */
export async function pictureSizes(
  db: Executor,
  { member_id, pictures }: Pick<CheckRow, 'member_id' | 'pictures'>,
): Promise<Map<string, { width: number; height: number }>> {
  const ids = pictures.map(({ upload_id }) => upload_id)
  const rows = await db.query<{ upload_id: string; width: number; height: number }>(SIZES, [member_id, ids])
  return new Map(rows.map(({ upload_id, width, height }) => [upload_id, { width, height }]))
}
