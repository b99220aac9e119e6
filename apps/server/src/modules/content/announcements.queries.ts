/** Announcements in the database. The end that counts is the last one of `announcement_end`, or else the approved one. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { MS, type Executor, type Tx } from '../../platform/db.ts'

export type AnnouncementTexts = Readonly<Partial<Record<OfferedLanguage, { title: string; text: string }>>>

export type AnnouncementRow = {
  number: number
  texts: AnnouncementTexts
  link: string | null
  country: string | null
  starts_ms: bigint
  ends_ms: bigint
  published_ms: bigint
}

/** SQL of the end of the announcement `a`. */
const ENDS = `coalesce((select e.ends_at from announcement_end e where e.number = a.number order by e.at desc limit 1), a.ends_at)`
const COLUMNS = `a.number, a.texts, a.link, a.country, ${MS('a.starts_at')} as starts_ms, ${MS(ENDS)} as ends_ms,
  ${MS('a.published_at')} as published_ms`

const SHOWN = {
  name: 'announcement.shown',
  text: `
    select ${COLUMNS} from announcement a
    where a.starts_at <= business_now() and ${ENDS} > business_now()
      and (a.country is null or a.country = (select m.country from member m where m.member_id = $1))
    order by a.starts_at desc, a.number desc limit 20`,
}
const LIST = {
  name: 'announcement.list',
  text: `select ${COLUMNS} from announcement a order by a.number desc limit 100`,
}
const FIND = { name: 'announcement.find', text: `select ${COLUMNS} from announcement a where a.number = $1` }
const HASH = {
  name: 'announcement.hash',
  text: `select encode(sha256(convert_to($1::jsonb::text, 'UTF8')), 'hex') as hash`,
}
const ADD = {
  name: 'announcement.add',
  text: `
    insert into announcement (number, texts, hash, link, country, starts_at, ends_at, approval_id)
    select coalesce(max(number), 0) + 1, $1::jsonb, sha256(convert_to($1::jsonb::text, 'UTF8')), $2, $3,
      greatest(to_timestamp($4 / 1000.0), (select at from business_clock)), to_timestamp($5 / 1000.0), $6
    from announcement returning number`,
}
const END = {
  name: 'announcement.end',
  text: `
    insert into announcement_end (number, ends_at, operator_id)
    select $1, greatest(to_timestamp($2 / 1000.0), at), $3 from business_clock`,
}

/**
 * SQL of how often announcements began, ended, or got another end: a part of the version of notices.
 */
export const ANNOUNCEMENT_VERSION = `(
  select count(*) filter (where a.starts_at <= business_now()) + count(*) filter (where ${ENDS} <= business_now()) from announcement a)
  + (select count(*) from announcement_end)`

/** What the member reads now, the newest first. */
export const shownAnnouncements = (db: Executor, memberId: string) =>
  db.query<AnnouncementRow>(SHOWN, [memberId])
export const listAnnouncements = (db: Executor) => db.query<AnnouncementRow>(LIST)

export async function findAnnouncement(db: Executor, number: number): Promise<AnnouncementRow | undefined> {
  return (await db.query<AnnouncementRow>(FIND, [number]))[0]
}

/** SHA-256 of the texts as the database keeps them; hex. */
export async function announcementHash(db: Executor, texts: AnnouncementTexts): Promise<string> {
  const [row] = await db.query<{ hash: string }>(HASH, [JSON.stringify(texts)])
  return row!.hash
}

export type NewAnnouncement = {
  texts: AnnouncementTexts
  link: string | null
  country: string | null
  /** Unix milliseconds; a beginning in the past is the present */
  fromMs: number
  untilMs: number
  /** null: of the demo world */
  approvalId: string | null
}

/** The caller holds the back-office lock. @returns its number */
export async function insertAnnouncement(tx: Tx, one: NewAnnouncement): Promise<number> {
  const { texts, link, country, fromMs, untilMs, approvalId } = one
  const values = [JSON.stringify(texts), link, country, fromMs, untilMs, approvalId]
  const [row] = await tx.query<{ number: number }>(ADD, values)
  return row!.number
}

/** @param untilMs a time in the past is the present */
export async function endAnnouncement(
  tx: Tx,
  number: number,
  untilMs: number,
  operatorId: string,
): Promise<void> {
  await tx.query(END, [number, untilMs, operatorId])
}
