/** The changes `rule.publish` and `rule.withdraw`: two owners decide what members agree to, and from when. */
import * as z from 'zod/mini'
import { RULE_KEYS, type RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import {
  AGREED,
  businessNow,
  draftHash,
  figureWarnings,
  hasMembers,
  insertVersion,
  insertWithdrawal,
  listDrafts,
  NOTICE_DAYS,
  versionsIn,
  type Content,
  type Texts,
} from '../../content/index.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

export type RuleChangeDeps = {
  content: Pick<Content, 'refresh' | 'inForce'>
  settings: Values & Pick<Settings, 'definitions' | 'stored' | 'read'>
  /** after the commit of a published text */
  onPublished(): void
}

const key = z.enum(RULE_KEYS)
const publication = z.object({
  key,
  /** ISO date, as the approver reads it */
  from: z.string(),
  /** its beginning, Unix milliseconds */
  fromMs: z.number(),
  helps: z.boolean(),
  /** of the drafts; hex */
  hash: z.string(),
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type Publication = z.infer<typeof publication>

/** Of a rule without a draft in English. */
const NO_DRAFT = ''

/** The drafts of a rule, and the languages that have none. */
export async function draftsOf(db: Executor, rule: RuleKey): Promise<{ texts: Texts; missing: string[] }> {
  const rows = await listDrafts(db, rule)
  const texts: Texts = Object.fromEntries(rows.map(({ language, text }) => [language, text]))
  return { texts, missing: OFFERED_LANGUAGES.filter((language) => texts[language] === undefined) }
}

/** What a request to publish the drafts says. */
export async function publicationOf(
  db: Executor,
  { settings }: Pick<RuleChangeDeps, 'settings'>,
  wanted: Pick<Publication, 'key' | 'from' | 'fromMs' | 'helps'>,
): Promise<Publication> {
  const hash = (await draftHash(db, wanted.key)) ?? NO_DRAFT
  const { texts, missing } = await draftsOf(db, wanted.key)
  return { ...wanted, hash, missing, warnings: figureWarnings(wanted.key, texts, settings) }
}

/**
 * Checks that members are told early enough.
 * @returns the days of notice: none where the text only helps members, and before there are members
 * @throws Refusal NOTHING_TO_PUBLISH, CHANGED_MEANWHILE when the drafts are others than those of the request, NOTICE_TOO_SHORT
 */
async function noticeOf(
  tx: Tx,
  { content, settings }: RuleChangeDeps,
  { key: rule, helps, hash, fromMs }: Publication,
): Promise<number> {
  if (hash === NO_DRAFT || content.inForce(rule)?.hash === hash) throw new Refusal('NOTHING_TO_PUBLISH')
  if ((await draftHash(tx, rule)) !== hash) throw new Refusal('CHANGED_MEANWHILE')
  if (helps || !(await hasMembers(tx))) return 0
  const days = (await settings.read(tx)).get(NOTICE_DAYS)
  if (fromMs < (await businessNow(tx)) + days * DAY_MS)
    throw new Refusal('NOTICE_TOO_SHORT', { values: { days } })
  return days
}

const none = (list: readonly string[], sign: string) => (list.length === 0 ? 'none' : list.join(sign))

export function rulePublication(deps: RuleChangeDeps): ApprovalDefinition<Publication> {
  return {
    action: 'rule.publish',
    schema: publication,
    view: ({ key: rule, from, helps, hash, missing, warnings }) => ({
      text: rule,
      from,
      'only helps members': helps ? 'yes' : 'no',
      'members agree again': AGREED.includes(rule) && !helps ? 'yes' : 'no',
      'English instead of': none(missing, ', '),
      warnings: none(warnings, '; '),
      hash,
    }),
    async check(tx, params) {
      await noticeOf(tx, deps, params)
    },
    async execute(tx, params, { approvalId }) {
      if (approvalId === null) throw new Error('a rule is published by two owners')
      const { key: rule, helps, fromMs } = params
      const noticeDays = await noticeOf(tx, deps, params)
      const before = deps.content.inForce(rule)
      const made = await insertVersion(tx, { rule, helps, noticeDays, fromMs, approvalId })
      return {
        subject: `rule:${rule}`,
        ...(before && { before: { version: before.version, hash: before.hash } }),
        after: { version: made.version, hash: made.hash, inForceAt: Number(made.in_force_ms) },
      }
    },
    async afterCommit() {
      await deps.content.refresh()
      deps.onPublished()
    },
  }
}

const withdrawal = z.object({ key, version: z.string() })

export function ruleWithdrawal(deps: RuleChangeDeps): ApprovalDefinition<z.infer<typeof withdrawal>> {
  /** @throws Refusal NO_SUCH_DATA, IN_FORCE */
  async function check(tx: Tx, { key: rule, version }: z.infer<typeof withdrawal>): Promise<void> {
    const one = (await versionsIn(tx)).find((each) => each.rule === rule && each.version === version)
    if (!one) throw new Refusal('NO_SUCH_DATA')
    if (one.withdrawn || one.builtIn || one.inForceMs <= (await businessNow(tx)))
      throw new Refusal('IN_FORCE')
  }
  return {
    action: 'rule.withdraw',
    schema: withdrawal,
    view: ({ key: rule, version }) => ({ text: rule, version }),
    check,
    async execute(tx, params, { approvalId }) {
      if (approvalId === null) throw new Error('a rule is taken back by two owners')
      await check(tx, params)
      await insertWithdrawal(tx, params.key, params.version, approvalId)
      return {
        subject: `rule:${params.key}`,
        before: { version: params.version },
        after: { withdrawn: true },
      }
    },
    async afterCommit() {
      await deps.content.refresh()
      deps.onPublished()
    },
  }
}
