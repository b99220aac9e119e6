/** Saved products, reminders and notices of members. */
import type {
  IssueReminderKind,
  NoticeKind,
  PrizeNoticeKind,
  ReminderKind,
} from '@fairlot/contract/kinds/issue-kinds'
import { MS, type Executor, type Tx } from '../../../platform/db.ts'
import { issueArtOf, issueTextIn } from '../contents/prize-content.queries.ts'

const IS_PRODUCT = { name: 'wishes.product', text: 'select 1 from product where code = $1' }
const SAVE = {
  name: 'wishes.save',
  text: `
insert into favourite (member_id, code, created_at)
select $1, $2, business_now() where (select count(*) from favourite where member_id = $1) < $3
on conflict do nothing`,
}
const UNSAVE = { name: 'wishes.unsave', text: 'delete from favourite where member_id = $1 and code = $2' }
const SAVED = { name: 'wishes.saved', text: 'select 1 from favourite where member_id = $1 and code = $2' }

export async function isProduct(db: Executor, code: string): Promise<boolean> {
  return (await db.query(IS_PRODUCT, [code])).length > 0
}

/** The member knows the issues that have opened: the newest one of a product can wait for its time. */
const TELL_OPENINGS = {
  name: 'wishes.tellOpenings',
  text: `
update favourite set told_sequence = coalesce((
  select sequence from product_issue numbered join issue using (issue_id)
  where numbered.code = favourite.code and issue.status <> 'scheduled' order by sequence desc limit 1), 0)
where member_id = $1 and code = $2 and told_sequence is null`,
}
const LEAVE_OPENINGS = {
  name: 'wishes.leaveOpenings',
  text: 'update favourite set told_sequence = null where member_id = $1 and code = $2',
}

/** Tells the member when a new issue of a saved product opens, or no longer. */
export async function askForOpenings(db: Executor, member: string, code: string, on: boolean): Promise<void> {
  await db.query(on ? TELL_OPENINGS : LEAVE_OPENINGS, [member, code])
}

/** Saves a product unless the member has saved `most`. */
export async function save(db: Executor, member: string, code: string, most: number): Promise<void> {
  await db.query(SAVE, [member, code, most])
}
export async function unsave(db: Executor, member: string, code: string): Promise<void> {
  await db.query(UNSAVE, [member, code])
}
export async function isSaved(db: Executor, member: string, code: string): Promise<boolean> {
  return (await db.query(SAVED, [member, code])).length > 0
}

/**
 * Whether what a reminder waits for has happened. A member who asks for ten shares left is told that the issue sold out when
 * the last purchase took more than ten, and both kinds learn that an issue was refunded.
 */
const HAPPENED = (kind: string) => `
  case ${kind}
    when 'ten_left' then issue.status not in ('scheduled', 'selling', 'expired') or issue.shares - issue.sold <= 10
    else issue.status in ('drawn', 'refunded') end`

const REMIND = {
  name: 'wishes.remind',
  text: `
insert into reminder (member_id, issue_id, kind, created_at)
select $1, issue.issue_id, $3, business_now() from issue
where issue.issue_id = $2 and not (${HAPPENED('$3')}) and (select count(*) from reminder where member_id = $1) < $4
on conflict do nothing`,
}
const FORGET = {
  name: 'wishes.forget',
  text: 'delete from reminder where member_id = $1 and issue_id = $2 and kind = $3',
}
/** The reminders of an issue, and `opened` when the member asks for the issues after it: of a saved product. */
export const REMINDERS_OF = (member: string, issue: string) => `
  select kind from reminder where reminder.member_id = ${member} and reminder.issue_id = ${issue}
  union all
  select 'opened' from favourite join issue_terms terms using (code)
  where favourite.member_id = ${member} and terms.issue_id = ${issue} and favourite.told_sequence is not null
  order by kind desc`
const REMINDERS = { name: 'wishes.reminders', text: REMINDERS_OF('$1', '$2') }
const IS_OVER = {
  name: 'wishes.isOver',
  text: `select ${HAPPENED('$2')} as over from issue where issue_id = $1`,
}

/** Stores a reminder unless it has happened, or the member has `most`. */
export async function addReminder(
  db: Executor,
  member: string,
  issueId: string,
  kind: IssueReminderKind,
  most: number,
): Promise<void> {
  await db.query(REMIND, [member, issueId, kind, most])
}
export async function removeReminder(
  db: Executor,
  member: string,
  issueId: string,
  kind: IssueReminderKind,
): Promise<void> {
  await db.query(FORGET, [member, issueId, kind])
}
export async function remindersOf(db: Executor, member: string, issueId: string): Promise<ReminderKind[]> {
  const rows = await db.query<{ kind: ReminderKind }>(REMINDERS, [member, issueId])
  return rows.map(({ kind }) => kind)
}
export async function hasHappened(db: Executor, issueId: string, kind: IssueReminderKind): Promise<boolean> {
  const [row] = await db.query<{ over: boolean }>(IS_OVER, [issueId, kind])
  return row?.over ?? false
}

/** A UUIDv8 that follows from what the notice is about. */
export const NOTICE_ID = (about: string) =>
  `overlay(overlay(md5(${about}) placing '8' from 13) placing '8' from 17)::uuid`

/**
 * One statement, so that a reminder becomes a notice exactly once. A member on a break or self-exclusion is not told that
 * shares are left: it would invite to buy.
 * Its time is whole milliseconds, which clients name when they have read it.
 *
 * | part | purpose |
 * |---|---|
 * | due | reminders of the issues $1 (null: of all) whose time has come, at most $2; another process's are left to it |
 * | gone | removes them |
 * | told | the notices |
 */
const TELL = {
  name: 'wishes.tell',
  text: `
with due as materialized (
  select reminder.member_id, reminder.issue_id, reminder.kind,
    case when issue.status in ('expired', 'refunded') then 'refunded'
      when reminder.kind = 'drawn' then 'drawn'
      when issue.status = 'selling' then 'ten_left' else 'sold_out' end as notice,
    reminder.kind = 'ten_left' and wallet.excluded_until > business_now() as quiet
  from reminder join issue using (issue_id) left join wallet using (member_id)
  where ($1::uuid[] is null or reminder.issue_id = any($1::uuid[])) and ${HAPPENED('reminder.kind')}
  order by reminder.member_id, reminder.issue_id, reminder.kind limit $2 for update of reminder skip locked),
gone as (
  delete from reminder using due
  where (reminder.member_id, reminder.issue_id, reminder.kind) = (due.member_id, due.issue_id, due.kind)
  returning due.member_id, due.issue_id, due.notice, due.quiet),
told as (
  insert into member_notice (member_id, notice_id, kind, issue_id, at)
  select distinct member_id, ${NOTICE_ID(`member_id || '/' || issue_id || '/' || notice`)}, notice, issue_id,
    date_trunc('milliseconds', business_now())
  from gone where quiet is not true
  on conflict do nothing returning member_id)
select (select count(*) from gone)::int as reminders, array(select distinct member_id::text from told) as members`,
}

/** Turns due reminders into notices. @returns how many reminders, and the members with a new notice */
export async function tellDue(
  db: Executor,
  issueIds: readonly string[] | null,
  limit: number,
): Promise<{ reminders: number; members: string[] }> {
  const [row] = await db.query<{ reminders: number; members: string[] }>(TELL, [issueIds, limit])
  return row ?? { reminders: 0, members: [] }
}

/**
 * A new issue of a saved product, with the same rules. A member who has not read the notice of an earlier issue of the product
 * gets no second one. A stopped process leaves openings of at most a day to the job.
 */
const tellOpened = (name: string, opened: string) => ({
  name,
  text: `
with due as materialized (
  select saved.member_id, saved.code, terms.issue_id, terms.sequence,
    wallet.excluded_until > business_now() or exists (
      select from member_notice unread join issue_terms earlier using (issue_id)
      where unread.member_id = saved.member_id and unread.read_at is null and unread.kind = 'opened'
        and earlier.code = saved.code) as quiet
  from issue join issue_terms terms using (issue_id)
  join favourite saved on saved.code = terms.code and saved.told_sequence < terms.sequence
  left join wallet using (member_id)
  where issue.status = 'selling' and ${opened}
  order by saved.member_id, saved.code limit $2 for update of saved skip locked),
known as (
  update favourite set told_sequence = due.sequence from due
  where (favourite.member_id, favourite.code) = (due.member_id, due.code)
  returning due.member_id, due.issue_id, due.quiet),
told as (
  insert into member_notice (member_id, notice_id, kind, issue_id, at)
  select member_id, ${NOTICE_ID(`member_id || '/' || issue_id || '/opened'`)}, 'opened', issue_id,
    date_trunc('milliseconds', business_now())
  from known where quiet is not true
  on conflict do nothing returning member_id)
select (select count(*) from known)::int as reminders, array(select distinct member_id::text from told) as members`,
})
const TELL_OPENED = tellOpened('wishes.tellOpened', 'issue.issue_id = any($1::uuid[])')
const TELL_OPENED_LATELY = tellOpened(
  'wishes.tellOpenedLately',
  `$1::uuid[] is null and issue.opened_at > business_now() - interval '1 day'`,
)

/** Tells members of the issues that opened: of `issueIds`, null: of the last day. */
export async function tellOpenings(
  db: Executor,
  issueIds: readonly string[] | null,
  limit: number,
): Promise<{ reminders: number; members: string[] }> {
  const statement = issueIds === null ? TELL_OPENED_LATELY : TELL_OPENED
  const [row] = await db.query<{ reminders: number; members: string[] }>(statement, [issueIds, limit])
  return row ?? { reminders: 0, members: [] }
}

const TELL_PRIZE = {
  name: 'wishes.tellPrize',
  text: `
insert into member_notice (member_id, notice_id, kind, issue_id, purchase_id, nth, at)
select $1, ${NOTICE_ID(`$1::text || '/' || $3::text || '/' || $4::text || '/' || next.nth`)}, $4, $3, $2, next.nth,
  date_trunc('milliseconds', business_now())
from (
  select coalesce(max(nth), 0) + 1 as nth from member_notice
  where member_id = $1::uuid and issue_id = $3::uuid and kind = $4::text) next`,
}

/** Stores a notice of a prize, whose row the caller has locked. */
export async function noticePrize(
  tx: Tx,
  { member, order, issueId }: { member: string; order: string; issueId: string },
  kind: PrizeNoticeKind,
): Promise<void> {
  await tx.query(TELL_PRIZE, [member, order, issueId, kind])
}

export type NoticeRow = {
  id: string
  kind: NoticeKind
  order: string | null
  issue: string | null
  event: string | null
  amount: bigint | null
  level: number | null
  title: string | null
  art: string | null
  tile: string | null
  atMs: bigint
  read: boolean
}

const SHOWN = { hash: 'opened.hash', code: 'terms.code' }

const NOTICES = {
  name: 'wishes.notices',
  text: `
select notice.notice_id as id, notice.kind, notice.purchase_id as "order", terms.number as issue, notice.event_id as event, notice.amount, notice.level,
  coalesce(text.title, terms.code) as title, ${issueArtOf(SHOWN, 'product.art')} as art, product.tile, ${MS('notice.at')} as "atMs", notice.read_at is not null as read
from member_notice notice
left join issue_terms terms using (issue_id)
left join product on product.code = terms.code
left join issue_content opened using (issue_id)
left join ${issueTextIn(SHOWN, '$2', '$3')} text on true
where notice.member_id = $1 and (notice.at, notice.notice_id) <
  (coalesce($4::timestamptz, 'infinity'), coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by notice.at desc, notice.notice_id desc limit $6`,
}
const UNREAD = {
  name: 'wishes.unread',
  text: 'select count(*)::int as unread from member_notice where member_id = $1 and read_at is null',
}
const READ = {
  name: 'wishes.read',
  text: `update member_notice set read_at = business_now() where member_id = $1 and read_at is null and at <= $2`,
}
/**
 * SQL of the rows (member, version) of members' notices, for live updates: their number, which only grows.
 * @param members SQL of a list of ids
 */
export const NOTICE_VERSIONS = (members: string) => `
  select wanted.member_id as member, count(notice.member_id) as version
  from unnest(${members}::uuid[]) as wanted(member_id) left join member_notice notice using (member_id) group by 1`

export function readNotices(
  db: Executor,
  member: string,
  languages: readonly [string, string],
  before: { atMs: number; id: string } | null,
  limit: number,
): Promise<NoticeRow[]> {
  const at = before ? new Date(before.atMs) : null
  return db.query<NoticeRow>(NOTICES, [member, ...languages, at, before?.id ?? null, limit])
}
export async function countUnread(db: Executor, member: string): Promise<number> {
  const [row] = await db.query<{ unread: number }>(UNREAD, [member])
  return row?.unread ?? 0
}
export async function markRead(db: Executor, member: string, untilMs: number): Promise<void> {
  await db.query(READ, [member, new Date(untilMs)])
}

/** Removes what a member saved and was told, when the account closes. */
export async function eraseWishes(tx: Tx, member: string): Promise<void> {
  await tx.query('delete from favourite where member_id = $1', [member])
  await tx.query('delete from reminder where member_id = $1', [member])
  await tx.query('delete from member_notice where member_id = $1', [member])
}
