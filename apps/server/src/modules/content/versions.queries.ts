/** Versions of the texts, drafts and consents in the database. */
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { MS, type Executor, type Tx } from '../../platform/db.ts'
import { ANNOUNCEMENT_VERSION } from './announcements.queries.ts'

/** Language → Markdown */
export type Texts = Readonly<Partial<Record<OfferedLanguage, string>>>

export type VersionRow = {
  rule: RuleKey
  number: number
  /** `13` or `house-1` */
  version: string
  /** SHA-256 of the texts, hex */
  hash: string
  helps: boolean
  in_force_ms: bigint
  published_ms: bigint
  approval_id: string | null
  withdrawn: boolean
}

const LIST = {
  name: 'content.versions',
  text: `
    select rule, number, version, encode(hash, 'hex') as hash, helps, ${MS('in_force_at')} as in_force_ms,
      ${MS('published_at')} as published_ms, v.approval_id, w.at is not null as withdrawn
    from rule_version v left join rule_withdrawal w using (rule, number) order by in_force_at, number`,
}
const TEXTS = {
  name: 'content.texts',
  text: `select rule, number, texts from rule_version where encode(hash, 'hex') = any($1)`,
}
const DRAFTS = {
  name: 'content.drafts',
  text: `
    select d.rule, d.language, d.text, ${MS('d.changed_at')} as changed_ms, d.operator_id, o.name as operator_name
    from rule_draft d join operator o using (operator_id) where $1::text is null or d.rule = $1 order by d.language`,
}
const SET_DRAFT = {
  name: 'content.setDraft',
  text: `
    insert into rule_draft (rule, language, text, operator_id) values ($1, $2, $3, $4)
    on conflict (rule, language) do update set text = $3, operator_id = $4, changed_at = business_now()`,
}
const DRAFT_HASH = {
  name: 'content.draftHash',
  text: `
    select encode(sha256(convert_to(jsonb_object_agg(language, text)::text, 'UTF8')), 'hex') as hash
    from rule_draft where rule = $1 having bool_or(language = 'en-us')`,
}
const PUBLISH = {
  name: 'content.publish',
  text: `
    insert into rule_version (rule, number, version, texts, hash, helps, notice_days, in_force_at, approval_id)
    select $1, count(v.number) + 1, 'house-' || count(v.approval_id) + 1, draft.texts,
      sha256(convert_to(draft.texts::text, 'UTF8')), $2, $3,
      greatest(to_timestamp($4 / 1000.0), at), $5
    from (select jsonb_object_agg(language, text) as texts from rule_draft where rule = $1) draft
    cross join business_clock left join rule_version v on v.rule = $1 group by draft.texts, at
    returning version, encode(hash, 'hex') as hash, ${MS('in_force_at')} as in_force_ms`,
}
const WITHDRAW = {
  name: 'content.withdraw',
  text: `
    insert into rule_withdrawal (rule, number, approval_id)
    select rule, number, $3 from rule_version v where (rule, version) = ($1, $2)`,
}
const RECORD = {
  name: 'content.record',
  text: `
    insert into rule_version (rule, number, version, texts, hash, helps, notice_days, in_force_at)
    select $1, count(v.number) + 1, $2, $3::jsonb, sha256(convert_to($3::jsonb::text, 'UTF8')), false, 0, at
    from business_clock left join rule_version v on v.rule = $1 group by at
    having not coalesce(bool_or(v.version = $2), false)`,
}
const AGREE = {
  name: 'content.agree',
  text: 'insert into rule_consent (member_id, version) values ($1, $2)',
}
const AGREED = {
  name: 'content.agreed',
  text: `
    select ${MS('greatest(m.terms_agreed_at, (select max(c.at) from rule_consent c where c.member_id = $1))')} as agreed_ms
    from member m where m.member_id = $1`,
}
const HAS_MEMBERS = {
  name: 'content.hasMembers',
  text: `select exists (select from member) as yes`,
}

const NOW = { name: 'content.now', text: `select ${MS('business_now()')} as now` }
/** Business time, Unix milliseconds. */
export async function businessNow(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(NOW)
  return Number(row!.now)
}

export const listVersions = (db: Executor) => db.query<VersionRow>(LIST)

/**
 * SQL of the rows (member, version) of the texts of the house, for live updates: how often a text was published, taken back, or came into
 * force, and an announcement began, ended, or got another end.
 * @param members SQL of a list of ids
 */
export const CONTENT_VERSIONS = (members: string) => `
  select wanted.member_id as member, (select count(*) + count(*) filter (where in_force_at <= business_now()) from rule_version
      where approval_id is not null) + (select count(*) from rule_withdrawal)
    + ${ANNOUNCEMENT_VERSION} as version
  from unnest(${members}::uuid[]) as wanted(member_id)`

/** The texts of versions, by their hash. */
export async function textsOf(db: Executor, hashes: readonly string[]) {
  return db.query<{ rule: RuleKey; number: number; texts: Texts }>(TEXTS, [hashes])
}

export type DraftRow = {
  rule: RuleKey
  language: OfferedLanguage
  text: string
  changed_ms: bigint
  operator_id: string
  operator_name: string
}
/** @param rule null: of every rule */
export const listDrafts = (db: Executor, rule: RuleKey | null) => db.query<DraftRow>(DRAFTS, [rule])

/** The caller holds the back-office lock. */
export async function setDraft(
  tx: Tx,
  draft: { rule: RuleKey; language: OfferedLanguage; text: string; operatorId: string },
): Promise<void> {
  await tx.query(SET_DRAFT, [draft.rule, draft.language, draft.text, draft.operatorId])
}

/** SHA-256 of the drafts of a rule, hex; undefined without a draft in English. */
export async function draftHash(db: Executor, rule: RuleKey): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(DRAFT_HASH, [rule])
  return row?.hash
}

export type NewVersion = {
  rule: RuleKey
  helps: boolean
  noticeDays: number
  /** Unix milliseconds; a time in the past is the present */
  fromMs: number
  approvalId: string
}
/** Makes the drafts the next version. The caller holds the back-office lock. */
export async function insertVersion(tx: Tx, { rule, helps, noticeDays, fromMs, approvalId }: NewVersion) {
  const [row] = await tx.query<{ version: string; hash: string; in_force_ms: bigint }>(PUBLISH, [
    rule,
    helps,
    noticeDays,
    fromMs,
    approvalId,
  ])
  return row!
}

export async function insertWithdrawal(tx: Tx, rule: RuleKey, version: string, approvalId: string) {
  await tx.query(WITHDRAW, [rule, version, approvalId])
}

/** Records a text of the release, unless it is recorded. */
export async function recordBuiltIn(tx: Tx, rule: RuleKey, version: string, texts: Texts): Promise<void> {
  await tx.query(RECORD, [rule, version, JSON.stringify(texts)])
}

export async function insertConsent(tx: Tx, memberId: string, version: string): Promise<void> {
  await tx.query(AGREE, [memberId, version])
}

/** When the member agreed last, Unix milliseconds. */
export async function agreedAt(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ agreed_ms: bigint }>(AGREED, [memberId])
  return Number(row?.agreed_ms ?? 0n)
}

export async function hasMembers(db: Executor): Promise<boolean> {
  const [row] = await db.query<{ yes: boolean }>(HAS_MEMBERS)
  return row?.yes === true
}
