/**
 * Holds texts against the glossaries in `packages/contract/glossary`, one file for each language. A glossary gives for
 * each term of the product the word to use and the words that must not be used for it.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OFFERED_LANGUAGES } from '../../packages/contract/src/languages.ts'

/** One term in one language. */
type Term = {
  /** The word to use. */
  use: string
  /**
   * Words that must not be used for the term. A `*` at the beginning or the end stands for the rest of a longer word, so
   * that one entry covers the endings of a language.
   */
  never: string[]
  /** Keys (`namespace:key`, or their beginnings) to which the term is confined. Without it, all texts are held against it. */
  within?: string[]
  /** Keys, or their beginnings, in which the words have another meaning. */
  except?: string[]
}
export type Glossary = Record<string, Term>

/** A text with the file and key that name it, and the key as the glossaries write it. */
export type Text = { file: string; key: string; at: string; text: string }

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A pattern for a word. Chinese has no spaces between words, so a Chinese word may stand inside of others. */
function patternOf(word: string): RegExp {
  const bare = word.replace(/^\*/, '').replace(/\*$/, '')
  const inside = /\p{Script=Han}/u.test(bare)
  const before = inside || word.startsWith('*') ? '' : `(?<!${LETTER})`
  const after = inside || word.endsWith('*') ? '' : `(?!${LETTER})`
  return new RegExp(before + escaped(bare.normalize('NFC')) + after, 'iu')
}

const concerns = (term: Term, at: string): boolean => {
  const begins = (prefix: string) => at.startsWith(prefix)
  return (term.within?.some(begins) ?? true) && !(term.except?.some(begins) ?? false)
}

/** The words that texts use against the glossary of their language, one sentence for each. */
export function checkWords(language: string, glossary: Glossary, texts: readonly Text[]): string[] {
  const rules = Object.entries(glossary).flatMap(([name, term]) =>
    term.never.map((word) => ({ name, term, word, pattern: patternOf(word) })),
  )
  return texts.flatMap(({ file, key, at, text }) => {
    // Placeholders and tags are names of the program, not words.
    const words = text.normalize('NFC').replaceAll(/\{\{?[^}]*\}?\}|<[^>]*>/g, ' ')
    return rules
      .filter(({ term, pattern }) => concerns(term, at) && pattern.test(words))
      .map(
        ({ name, term, word }) =>
          `${language} ${file}: ${key} says “${word}”; the word for “${name}” is “${term.use}”`,
      )
  })
}

/** What is wrong with a glossary itself: terms that English has and it lacks, and the other way round. */
export function checkGlossary(language: string, glossary: Glossary, english: Glossary): string[] {
  const lacks = Object.keys(english).filter((name) => !(name in glossary))
  const extra = Object.keys(glossary).filter((name) => !(name in english))
  const clash = Object.entries(glossary).filter(([, term]) =>
    term.never.some((word) => patternOf(word).test(term.use.normalize('NFC'))),
  )
  return [
    ...lacks.map((name) => `${language} glossary: “${name}” is missing`),
    ...extra.map((name) => `${language} glossary: “${name}” is not an English term`),
    ...clash.map(([name]) => `${language} glossary: “${name}” forbids the word that it asks for`),
  ]
}

/** All glossaries, by language. */
export async function readGlossaries(root: string): Promise<Map<string, Glossary>> {
  const read = async (language: string): Promise<[string, Glossary]> => {
    const file = path.join(root, 'packages/contract/glossary', `${language}.json`)
    return [language, JSON.parse(await readFile(file, 'utf8')) as Glossary]
  }
  return new Map(await Promise.all(OFFERED_LANGUAGES.map(read)))
}
