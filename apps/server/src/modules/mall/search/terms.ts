/** Terms of the search index: words with the language and the weight of the text that they are from, and places of the mall. */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'

/** A word of a title or synonym. */
export const STRONG = ':'
/** A word of a category or description only. */
export const WEAK = '~'

/** The first two letters of a language, which tell all languages apart. */
export const tagOf = (language: string): string => language.slice(0, 2)

/** `en:phone` as a word of lesser weight. */
export const weak = (term: string): string => term.slice(0, 2) + WEAK + term.slice(3)

export const categoryTerm = (category: string): string => `#${category}`
export const zoneTerm = (zone: MallZone): string => `@${zone}`
