/** Texts of the deployment: the rule texts. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { CompanyMarks } from './company.ts'
import type { Rule } from './rule.ts'
import { draw } from './rules/draw.ts'
import { event } from './rules/event.ts'
import { invitation } from './rules/invitation.ts'
import { play } from './rules/play.ts'
import { privacy } from './rules/privacy.ts'
import { terms } from './rules/terms.ts'
import { vip } from './rules/vip.ts'

export { companyMarks, unstatedFacts } from './company.ts'
export { CONTENT_SETTINGS } from './content.settings.ts'

/** Every rule text by its key. */
export const RULES: Record<RuleKey, Rule> = { draw, terms, privacy, play, vip, invitation, event }

/** Version of the terms and of the privacy statement in force; members agree to both together. */
export const TERMS_VERSION = terms.version

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

/** Endpoints of texts. A language without texts gets those of the default language. */
export function contentRoutes(options: {
  defaultLanguage: OfferedLanguage
  marks(language: OfferedLanguage): RuleMarks
}): Handlers<Endpoints, 'rule'> {
  return {
    rule({ input: { key }, language }) {
      const { version, since, texts } = RULES[key]
      const shown = isOffered(language) ? language : options.defaultLanguage
      const { title, intro, sections } = texts[shown]
      const marks = Object.entries(options.marks(shown))
      const filled = (text: string) =>
        marks.reduce((done, [mark, value]) => done.replaceAll(mark, () => value), text)
      return {
        key,
        version,
        since,
        language: shown,
        title,
        intro,
        sections: sections.map((section) => ({ ...section, text: filled(section.text) })),
      }
    },
  }
}

function isOffered(language: Language): language is OfferedLanguage {
  return (OFFERED_LANGUAGES as readonly string[]).includes(language)
}
