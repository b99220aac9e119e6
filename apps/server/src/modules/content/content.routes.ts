/** The texts of the house for members: in the language of the call, with what the settings say in place of the marks. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { RULE_KEYS, type RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import type { Executor } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { shownAnnouncements } from './announcements.queries.ts'
import { FACTS, RULES } from './built-in.ts'
import type { CompanyMarks } from './company.ts'
import { filledRule, plainText, readRule } from './rule-text.ts'
import { nameInForce, type Content, type Version } from './versions.ts'

/** What texts show of the settings, by the mark that a text has in its place. */
export type RuleMarks = Readonly<{
  /** the list of VIP levels with what members must have spent */
  '{levels}': string
  /** percentages of the rebates to the direct and the indirect inviter */
  '{direct}': string
  '{indirect}': string
  /** the shortest term of a finance order that earns a rebate, in days */
  '{days}': string
}> &
  CompanyMarks

export type ContentRoutesOptions = {
  db: Executor
  content: Pick<Content, 'versions' | 'inForce' | 'isComing' | 'texts' | 'agree'>
  defaultLanguage: OfferedLanguage
  /** minutes east of UTC: a version comes into force on a business day */
  utcOffsetMinutes: number
  marks(language: OfferedLanguage): RuleMarks
}

type Shown = Output<Endpoints['rule']>
type Text = Pick<Shown, 'version' | 'since' | 'language' | 'title' | 'intro' | 'sections'>

function isOffered(language: Language): language is OfferedLanguage {
  return (OFFERED_LANGUAGES as readonly string[]).includes(language)
}

export function contentRoutes(
  options: ContentRoutesOptions,
): Handlers<Endpoints, 'rule' | 'agree' | 'announcements'> {
  const { content, defaultLanguage, marks } = options
  const dayOf = (ms: number) => new Date(ms + options.utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
  const filling = (language: OfferedLanguage) => {
    const all = Object.entries(marks(language))
    return (text: string) => all.reduce((done, [mark, value]) => done.replaceAll(mark, () => value), text)
  }

  /** The text of the release. */
  function ofRelease(key: RuleKey, language: OfferedLanguage): Text {
    const { version, since, texts } = RULES[key]
    const { title, intro, sections } = texts[language]
    const fill = filling(language)
    const shown = sections.map((section) => ({
      title: section.title,
      text: fill(section.text),
      blocks: null,
    }))
    return { version, since, language, title, intro, sections: shown }
  }

  /** A recorded text: of the house, or of an earlier release. English stands where the language has none. */
  async function ofVersion(version: Version, wanted: OfferedLanguage): Promise<Text> {
    const texts = await content.texts(version)
    const language = texts[wanted] === undefined ? 'en-us' : wanted
    const { title, intro, sections } = filledRule(readRule(texts[language]!), filling(language))
    return {
      version: version.version,
      since: dayOf(version.inForceMs),
      language,
      title,
      intro,
      sections: sections.map(({ title: head, blocks }) => ({
        title: head,
        text: plainText(blocks),
        blocks,
      })),
    }
  }

  return {
    async rule({ input: { key, version: wanted }, language }) {
      const shown = isOffered(language) ? language : defaultLanguage
      const current = content.inForce(key)
      const versions = content.versions(key).filter(({ withdrawn }) => !withdrawn)
      const name = nameInForce(current, key)
      const isNow = wanted === undefined || wanted === name
      const one = isNow ? current : versions.find(({ version }) => version === wanted)
      if (one === undefined) throw new Refusal('NO_SUCH_DATA')
      const text =
        one === null || (isNow && one.builtIn) ? ofRelease(key, shown) : await ofVersion(one, shown)
      const isOfHouse = one !== null && !one.builtIn
      return {
        key,
        ...text,
        facts: isOfHouse && FACTS.includes(key) ? ofRelease(key, shown) : null,
        versions: versions.map((each) => ({
          version: each.version,
          since: dayOf(each.inForceMs),
          at: each.inForceMs,
          coming: content.isComing(each),
        })),
      }
    },
    async announcements({ language, member: { memberId } }) {
      const wanted = isOffered(language) ? language : defaultLanguage
      const items = (await shownAnnouncements(options.db, memberId)).map((row) => {
        const shown = row.texts[wanted] === undefined ? 'en-us' : wanted
        const { number, link, starts_ms: at } = row
        return { number, language: shown, ...row.texts[shown]!, link, at: Number(at) }
      })
      const coming = RULE_KEYS.flatMap((key) => content.versions(key).filter(content.isComing))
      const rules = coming
        .map(({ rule, version, inForceMs }) => ({ key: rule, version, at: inForceMs }))
        .toSorted((a, b) => a.at - b.at)
      return { items, rules }
    },
    async agree({ input, member: { memberId } }) {
      await content.agree(memberId, input.terms)
      return {}
    },
  }
}
