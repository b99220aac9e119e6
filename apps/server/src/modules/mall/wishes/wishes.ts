/** Products that members save, and the calls about reminders and notices. What happens to reminders is in reminders.ts. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TermsReader } from '../issues/issue-terms.ts'
import {
  addReminder,
  askForOpenings,
  countUnread,
  hasHappened,
  isProduct,
  isSaved,
  markRead,
  readNotices,
  remindersOf,
  removeReminder,
  save,
  unsave,
  type NoticeRow,
} from './wishes.queries.ts'

/** Saved products of a member, and reminders that wait. */
const MOST_SAVED = 200

/** Numbers and titles of events in a language, by their ids. */
export type EventNames = (
  eventIds: readonly string[],
  language: OfferedLanguage,
) => Promise<ReadonlyMap<string, { number: string; title: string }>>

export type WishOptions = { db: Db; terms: TermsReader; defaultLanguage: string; eventNames: EventNames }
export type WishEndpoints = 'favourite' | 'remind' | 'notices' | 'noticesRead'

const noticeKey = z.tuple([cursorTime, z.uuid()])
const tooMany = () => new Refusal('TOO_MANY_SAVED', { values: { count: MOST_SAVED } })

async function setFavourite(
  { db }: WishOptions,
  member: string,
  { product, on }: ParsedInput<Endpoints['favourite']>,
): Promise<Output<Endpoints['favourite']>> {
  if (!(await isProduct(db, product))) throw new Refusal('NO_SUCH_DATA')
  if (on) await save(db, member, product, MOST_SAVED)
  else await unsave(db, member, product)
  const favourite = await isSaved(db, member, product)
  if (on && !favourite) throw tooMany()
  return { favourite }
}

/** Stores or removes what the member asks to be told about an issue. @throws Refusal */
export async function setReminder(
  { db, terms }: WishOptions,
  member: string,
  { issue, kind, on }: ParsedInput<Endpoints['remind']>,
): Promise<Output<Endpoints['remind']>> {
  const found = await terms.byNumber(issue)
  if (!found) throw new Refusal('NO_SUCH_DATA')
  if (kind === 'opened') {
    if (on) await save(db, member, found.code, MOST_SAVED)
    await askForOpenings(db, member, found.code, on)
    const reminders = await remindersOf(db, member, found.issueId)
    if (on && !reminders.includes(kind)) throw tooMany()
    return { reminders }
  }
  if (on) await addReminder(db, member, found.issueId, kind, MOST_SAVED)
  else await removeReminder(db, member, found.issueId, kind)
  const reminders = await remindersOf(db, member, found.issueId)
  if (on && !reminders.includes(kind))
    throw (await hasHappened(db, found.issueId, kind)) ? new Refusal('ALREADY_HAPPENED') : tooMany()
  return { reminders }
}

type Notice = Output<Endpoints['notices']>['items'][number]

function noticeView(
  { atMs, amount, event, ...notice }: NoticeRow,
  events: Awaited<ReturnType<EventNames>>,
): Notice {
  const named = event === null ? undefined : events.get(event)
  return {
    ...notice,
    title: notice.title ?? named?.title ?? null,
    event: named?.number ?? null,
    amount: amount === null ? null : formatMoney(amount),
    at: Number(atMs),
  }
}

export function wishRoutes(options: WishOptions): Handlers<Endpoints, WishEndpoints> {
  const { db, defaultLanguage, eventNames } = options
  return {
    favourite: ({ member, input }) => setFavourite(options, member.memberId, input),
    remind: ({ member, input }) => setReminder(options, member.memberId, input),
    async notices({ member, language, input: { cursor, limit } }) {
      const key = decodeCursor(cursor, noticeKey)
      const before = key && { atMs: key[0], id: key[1] }
      const [rows, unread] = await Promise.all([
        readNotices(db, member.memberId, [language, defaultLanguage], before, limit + 1),
        countUnread(db, member.memberId),
      ])
      const page = pageOf(rows, limit, ({ atMs, id }) => [Number(atMs), id])
      const eventIds = page.items.flatMap(({ event }) => (event === null ? [] : [event]))
      const events = eventIds.length === 0 ? new Map() : await eventNames(eventIds, language)
      return { ...page, items: page.items.map((notice) => noticeView(notice, events)), unread }
    },
    async noticesRead({ member, input }) {
      await markRead(db, member.memberId, input.until)
      return {}
    },
  }
}
