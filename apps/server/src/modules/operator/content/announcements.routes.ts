/** The calls with which operators tell something to all members, and the change `announcement.add`. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { announcementAdd } from '@fairlot/contract/endpoints/operator/announcements'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db, Executor } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  announcementHash,
  businessNow,
  endAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  type AnnouncementRow,
  type AnnouncementTexts,
} from '../../content/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'

export type AnnouncementDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  /** after the commit of an announcement or another end */
  onPublished(): void
}

type Shown = Output<Endpoints['announcementList']>['items'][number]
const params = z.object({
  ...z.omit(announcementAdd.input, { reason: true, requestId: true }).shape,
  /** of the texts; hex */
  hash: z.string(),
})
type Params = z.infer<typeof params>

/** The longest time that members see an announcement. */
const LONGEST_MS = 90 * DAY_MS

const textsOf = (params_: Pick<Params, 'texts'>): AnnouncementTexts =>
  Object.fromEntries(params_.texts.map(({ language, title, text }) => [language, { title, text }]))
const lacking = (texts: AnnouncementTexts) =>
  OFFERED_LANGUAGES.filter((language) => texts[language] === undefined)
const iso = (ms: number | undefined) =>
  ms === undefined ? 'when it is approved' : new Date(ms).toISOString()
const wrong = (field: string) => new Refusal('INPUT_INVALID', { fields: { [field]: 'INVALID' } })

function shownView(row: AnnouncementRow, nowMs: number): Shown {
  const [from, until] = [Number(row.starts_ms), Number(row.ends_ms)]
  const begun = from > nowMs ? 'coming' : 'shown'
  return {
    number: row.number,
    state: until <= nowMs ? 'ended' : begun,
    texts: OFFERED_LANGUAGES.flatMap((language) => {
      const text = row.texts[language]
      return text ? [{ language, ...text }] : []
    }),
    missing: lacking(row.texts),
    link: row.link,
    country: row.country,
    from,
    until,
  }
}

/** @throws Refusal INPUT_INVALID for texts without English, and for a period that is over or too long */
async function checkAnnouncement(db: Executor, { texts, from, until }: Omit<Params, 'hash'>): Promise<void> {
  const languages = texts.map(({ language }) => language)
  if (!languages.includes('en-us') || new Set(languages).size < languages.length) throw wrong('texts')
  const now = await businessNow(db)
  const start = Math.max(from ?? now, now)
  if (until <= start || until > start + LONGEST_MS) throw wrong('until')
}

function addition(onPublished: () => void): ApprovalDefinition<Params> {
  return {
    action: 'announcement.add',
    schema: params,
    // every language: who approves it is the only other person who sees it before the members
    view(one) {
      const texts = one.texts.flatMap(({ language, title, text }) => [
        [`${language} title`, title],
        [`${language} text`, text],
      ])
      return {
        ...(Object.fromEntries(texts) as Record<string, string>),
        'English instead of': lacking(textsOf(one)).join(', ') || 'none',
        link: one.link ?? '',
        members: one.country ?? 'all',
        from: iso(one.from),
        until: iso(one.until),
        hash: one.hash,
      }
    },
    check: checkAnnouncement,
    async execute(tx, one, { approvalId }) {
      await checkAnnouncement(tx, one)
      const { link = null, country = null, from = 0, until: untilMs, hash } = one
      const texts = textsOf(one)
      const number = await insertAnnouncement(tx, { texts, link, country, fromMs: from, untilMs, approvalId })
      return { subject: `announcement:${number}`, after: { hash, link, country, until: untilMs } }
    },
    afterCommit: onPublished,
  }
}

type Names = 'announcementList' | 'announcementAdd' | 'announcementEnd'

/** The endpoints of announcements. Registers the change `announcement.add`. */
export function announcementRoutes(deps: AnnouncementDeps): Handlers<Endpoints, Names> {
  const { db, audit, approvals, onPublished } = deps
  const definition = addition(onPublished)
  approvals.register(definition)
  return {
    async announcementList() {
      const now = await businessNow(db)
      return { items: (await listAnnouncements(db)).map((row) => shownView(row, now)) }
    },
    async announcementAdd(call) {
      const { reason, requestId, ...asked } = call.input
      const hash = await announcementHash(db, textsOf(asked))
      return approvals.request(call, definition, { params: { ...asked, hash }, reason, requestId })
    },
    async announcementEnd(call) {
      const { number, until, reason } = call.input
      const shown = await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'content.change')
        const [row, now] = [await findAnnouncement(tx, number), await businessNow(tx)]
        if (!row || shownView(row, now).state === 'ended') throw new Refusal('NO_SUCH_DATA')
        const untilMs = Math.max(until ?? now, now)
        if (untilMs > Number(row.starts_ms) + LONGEST_MS) throw wrong('until')
        await endAnnouncement(tx, number, untilMs, call.operator.operatorId)
        await audit.write(tx, actorOf(call), {
          action: 'announcement.end',
          subject: `announcement:${number}`,
          reason,
          before: { until: Number(row.ends_ms) },
          after: { until: untilMs },
        })
        return shownView((await findAnnouncement(tx, number))!, await businessNow(tx))
      })
      onPublished()
      return shown
    },
  }
}
