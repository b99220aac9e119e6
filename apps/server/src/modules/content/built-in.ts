/** The texts that the release brings. */
import { createHash } from 'node:crypto'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import type { Rule } from './rule.ts'
import { markdownOf } from './rule-text.ts'
import { about } from './rules/about.ts'
import { draw } from './rules/draw.ts'
import { event } from './rules/event.ts'
import { invitation } from './rules/invitation.ts'
import { play } from './rules/play.ts'
import { privacy } from './rules/privacy.ts'
import { terms } from './rules/terms.ts'
import { vip } from './rules/vip.ts'
import type { Texts } from './versions.queries.ts'

/** Every rule text by its key. */
export const RULES: Record<RuleKey, Rule> = { draw, terms, privacy, play, vip, invitation, event, about }

/**
 * Version of the terms and of the privacy statement of the release; members agree to both together.
 * @internal
 */
export const TERMS_VERSION = terms.version

/**
 * The rules whose text the house cannot replace: they say what the software does and what it promises. Members read the text of the
 * release below that of the house.
 */
export const FACTS: readonly RuleKey[] = ['draw', 'play', 'vip', 'invitation', 'event']

const textsOf = (rule: Rule): Texts =>
  Object.fromEntries(OFFERED_LANGUAGES.map((language) => [language, markdownOf(rule.texts[language])]))

/** The texts of the release as the database keeps them. */
const BUILT_IN = Object.fromEntries(
  Object.entries(RULES).map(([key, rule]) => [key, textsOf(rule)]),
) as Record<RuleKey, Texts>

export const builtInTexts = (key: RuleKey): Texts => BUILT_IN[key]

/** As the database writes JSON: keys of one length in their order. */
const asStored = (texts: Texts) =>
  `{${Object.entries(texts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, text]) => `${JSON.stringify(language)}: ${JSON.stringify(text)}`)
    .join(', ')}}`

/** SHA-256 of the texts of a rule of the release, as the database has it; hex. */
export const builtInHash = (key: RuleKey): string =>
  createHash('sha256').update(asStored(BUILT_IN[key])).digest('hex')
