/** Texts of the deployment: the rule texts. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Rule } from './rule.ts'
import { draw } from './rules/draw.ts'
import { play } from './rules/play.ts'
import { privacy } from './rules/privacy.ts'
import { terms } from './rules/terms.ts'
import { LEVELS, vip } from './rules/vip.ts'

/** Every rule text by its key. */
export const RULES: Record<RuleKey, Rule> = { draw, terms, privacy, play, vip }

/** Version of the terms and of the privacy statement in force; members agree to both together. */
export const TERMS_VERSION = terms.version

/** Endpoints of texts. A language without texts gets those of the default language. */
export function contentRoutes(options: {
  defaultLanguage: OfferedLanguage
  /** what members must have spent for the VIP levels 1, 2 …, as texts show amounts */
  vipSpends(language: OfferedLanguage): readonly string[]
}): Handlers<Endpoints, 'rule'> {
  return {
    rule({ input: { key }, language }) {
      const { version, since, texts } = RULES[key]
      const shown = isOffered(language) ? language : options.defaultLanguage
      const { title, intro, sections } = texts[shown]
      const levels = () =>
        options
          .vipSpends(shown)
          .map((spend, n) => `VIP\u00a0${n + 1}: ${spend}`)
          .join('\n')
      return {
        key,
        version,
        since,
        language: shown,
        title,
        intro,
        sections: sections.map((section) =>
          section.text.includes(LEVELS)
            ? { ...section, text: section.text.replace(LEVELS, levels) }
            : section,
        ),
      }
    },
  }
}

function isOffered(language: Language): language is OfferedLanguage {
  return (OFFERED_LANGUAGES as readonly string[]).includes(language)
}
