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

/** Every rule text by its key. */
export const RULES: Record<RuleKey, Rule> = { draw, terms, privacy, play }

/** Version of the terms and of the privacy statement in force; members agree to both together. */
export const TERMS_VERSION = terms.version

/** Endpoints of texts. A language without texts gets those of the default language. */
export function contentRoutes(options: { defaultLanguage: OfferedLanguage }): Handlers<Endpoints, 'rule'> {
  return {
    rule({ input: { key }, language }) {
      const { version, since, texts } = RULES[key]
      const shown = isOffered(language) ? language : options.defaultLanguage
      const { title, intro, sections } = texts[shown]
      return { key, version, since, language: shown, title, intro, sections: [...sections] }
    },
  }
}

function isOffered(language: Language): language is OfferedLanguage {
  return (OFFERED_LANGUAGES as readonly string[]).includes(language)
}
