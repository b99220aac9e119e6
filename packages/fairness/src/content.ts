/**
 * The content of a prize: its title and description in every language, its pictures and its drawn portrait. An issue or a prize-share
 * event shows the content that it opened with, and the hash names it.
 */
import { label, toHex, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { sha256 } from './hash.ts'
import { readHex, readList, readObject, readText, refuse } from './read.ts'

/** What a prize is, in one language. The description is Markdown and can be empty. */
export type ContentText = { readonly title: string; readonly description: string }

export type Content = {
  /** name of the drawn portrait; null: none */
  readonly art: string | null
  /** by language, e.g. `en-us`; a language without text is left out */
  readonly texts: Readonly<Record<string, ContentText>>
  /** SHA-256 (hex) of the largest WebP of each picture, in the gallery's order */
  readonly pictures: readonly string[]
}

/**
 * SHA256("fairlot/content/1\0" ‖ canonical JSON of the content), hex.
 * @throws TypeError for a text with a lone surrogate
 */
export function contentHash({ art, texts, pictures }: Content): string {
  const named = Object.fromEntries(
    Object.entries(texts).map(([language, { title, description }]) => [language, { title, description }]),
  )
  return toHex(sha256(label('fairlot/content/1'), utf8(canonicalJson({ art, texts: named, pictures }))))
}

const ART = /^[a-z0-9-]{1,40}$/
const LANGUAGE = /^[a-z]{2,3}-[a-z]{2,4}$/
const MAX_LANGUAGES = 100
const MAX_PICTURES = 100
/** UTF-16 code units */
const MAX_TITLE = 1_000
const MAX_DESCRIPTION = 100_000

/** Reads a content. @throws ReadError that names the field */
export function readContent(value: unknown, place = 'content'): Content {
  const { art, texts, pictures } = readObject(value, place, ['art', 'texts', 'pictures'])
  return {
    art: art === null ? null : readText(art, `${place}.art`, ART, 'the name of a portrait'),
    texts: readTexts(texts, `${place}.texts`),
    pictures: readList(pictures, `${place}.pictures`, 0, MAX_PICTURES).map((picture, at) =>
      readHex(picture, `${place}.pictures[${at}]`, 32),
    ),
  }
}

function readTexts(value: unknown, place: string): Record<string, ContentText> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'is not an object')
  const entries = Object.entries(value)
  if (entries.length > MAX_LANGUAGES) refuse(place, `has more than ${MAX_LANGUAGES} languages`)
  return Object.fromEntries(
    entries.map(([language, text]) => {
      readText(language, place, LANGUAGE, 'a text by language')
      const at = `${place}.${language}`
      const { title, description } = readObject(text, at, ['title', 'description'])
      const read = {
        title: readWords(title, `${at}.title`, MAX_TITLE),
        description: readWords(description, `${at}.description`, MAX_DESCRIPTION),
      }
      if (read.title === '' && read.description === '') refuse(at, 'is a language without text')
      return [language, read]
    }),
  )
}

function readWords(value: unknown, place: string, max: number): string {
  if (typeof value !== 'string' || !value.isWellFormed()) refuse(place, 'is not a text')
  if (value.length > max) refuse(place, `is longer than ${max}`)
  return value
}
