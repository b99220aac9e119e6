/** The calls with which operators read, write and publish the texts of the house. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { RULE_KEYS, type RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  AGREED,
  builtInTexts,
  figureWarnings,
  listDrafts,
  nameInForce,
  readDraft,
  setDraft,
  type Content,
  type Texts,
  type Version,
} from '../../content/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import {
  draftsOf,
  publicationOf,
  rulePublication,
  ruleWithdrawal,
  type RuleChangeDeps,
} from './rule-changes.ts'

export type ContentDeskDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  content: RuleChangeDeps['content'] & Pick<Content, 'versions' | 'texts' | 'isComing'>
  settings: RuleChangeDeps['settings']
  onPublished: RuleChangeDeps['onPublished']
  /** minutes east of UTC */
  utcOffsetMinutes: number
}

type Names = 'contentList' | 'contentShow' | 'contentSet' | 'contentPublish' | 'contentWithdraw'
type Published = Output<Endpoints['contentShow']>['versions'][number]

const having = (texts: Texts) => OFFERED_LANGUAGES.filter((language) => texts[language] !== undefined)
const lacking = (texts: Texts) => OFFERED_LANGUAGES.filter((language) => texts[language] === undefined)

/** The endpoints of texts. Registers the changes `rule.publish` and `rule.withdraw`. */
export function contentDeskRoutes(deps: ContentDeskDeps): Handlers<Endpoints, Names> {
  const { db, audit, approvals, content, settings } = deps
  const publication = rulePublication(deps)
  const withdrawal = ruleWithdrawal(deps)
  approvals.register(publication)
  approvals.register(withdrawal)

  function stateOf(version: Version): Published['state'] {
    if (version.withdrawn) return 'withdrawn'
    if (content.isComing(version)) return 'coming'
    return content.inForce(version.rule) === version ? 'in-force' : 'replaced'
  }

  const publishedView = async (version: Version): Promise<Published> => ({
    version: version.version,
    builtIn: version.builtIn,
    helps: version.helps,
    languages: having(await content.texts(version)),
    hash: version.hash,
    at: version.inForceMs,
    publishedAt: version.publishedMs,
    state: stateOf(version),
  })

  /** The texts of a version; without one of the version in force. @throws Refusal NO_SUCH_DATA */
  async function textsOf(key: RuleKey, version: string | null): Promise<{ version: string; texts: Texts }> {
    const current = content.inForce(key)
    const name = nameInForce(current, key)
    if (version === null || version === name)
      return {
        version: name,
        texts: current && !current.builtIn ? await content.texts(current) : builtInTexts(key),
      }
    const one = content.versions(key).find((each) => each.version === version)
    if (!one) throw new Refusal('NO_SUCH_DATA')
    return { version, texts: await content.texts(one) }
  }

  async function shown(key: RuleKey, language: OfferedLanguage, version: string | undefined) {
    const draft = (await listDrafts(db, key)).find((one) => one.language === language)
    const versions = await Promise.all(content.versions(key).map(publishedView))
    if (version === undefined && draft) {
      const { texts } = await draftsOf(db, key)
      return {
        key,
        language,
        version: null,
        markdown: draft.text,
        changedBy: { id: draft.operator_id, name: draft.operator_name },
        changedAt: Number(draft.changed_ms),
        warnings: figureWarnings(key, texts, settings),
        versions,
      }
    }
    const found = await textsOf(key, version ?? null)
    const markdown = found.texts[language] ?? found.texts['en-us']!
    const warnings = figureWarnings(key, found.texts, settings)
    return {
      key,
      language,
      version: found.version,
      markdown,
      changedBy: null,
      changedAt: null,
      warnings,
      versions,
    }
  }

  return {
    async contentList() {
      const drafts = await listDrafts(db, null)
      const items = RULE_KEYS.map((key) => {
        const own = drafts
          .filter(({ rule }) => rule === key)
          .map(({ language, text }) => [language, text] as const)
        const texts: Texts = Object.fromEntries(own)
        const coming = content.versions(key).filter(content.isComing)
        return {
          key,
          version: nameInForce(content.inForce(key), key),
          coming: coming.map(({ version, inForceMs }) => ({ version, at: inForceMs })),
          drafts: having(texts),
          missing: own.length === 0 ? [] : lacking(texts),
          consent: AGREED.includes(key),
        }
      })
      return { items }
    },
    contentShow: ({ input: { key, language, version } }) => shown(key, language, version),
    async contentSet(call) {
      const { key, language, text } = call.input
      const title = readDraft(text).title
      await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'content.change')
        await setDraft(tx, { rule: key, language, text, operatorId: call.operator.operatorId })
        await audit.write(tx, actorOf(call), {
          action: 'content.draft',
          subject: `rule:${key}`,
          after: { language, title, characters: text.length },
        })
      })
      const { texts } = await draftsOf(db, key)
      return {
        drafts: having(texts),
        missing: lacking(texts),
        warnings: figureWarnings(key, texts, settings),
      }
    },
    async contentPublish(call) {
      const { key, from, helps, reason, requestId } = call.input
      const fromMs = Date.parse(`${from}T00:00:00Z`) - deps.utcOffsetMinutes * MINUTE_MS
      if (Number.isNaN(fromMs)) throw new Refusal('INPUT_INVALID', { fields: { from: 'INVALID' } })
      const asked = { key, from, fromMs, helps }
      const params = await publicationOf(db, deps, asked)
      return approvals.request(call, publication, { params, asked, reason, requestId })
    },
    contentWithdraw(call) {
      const { key, version, reason, requestId } = call.input
      return approvals.request(call, withdrawal, { params: { key, version }, reason, requestId })
    },
  }
}
