/**
 * Splits texts into the words that search compares. The server makes the words of texts and of queries by the same rules, so
 * that the result does not depend on the collation or the extensions of a database.
 *
 * A word is lower case, without the marks that people leave out (accents of Latin letters, short vowels of Arabic, nukta of
 * Indic scripts), with Latin digits. Vowel signs of Indic scripts stay: they distinguish words. Chinese has no spaces: a run
 * of Chinese characters becomes the run, its pairs and its single characters.
 */

/** A piece of a text: a word, or a run of Chinese characters. `shown`: as it is written, in lower case. */
export type Piece = { readonly word: string; readonly shown: string; readonly isHan: boolean }

/** Longer words are cut. */
const MAX_LENGTH = 24
/** Longer runs of Chinese characters are searched by their pairs only. */
export const MAX_RUN = 8

const PIECES = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu
/** Marks that readers do without: Latin accents, Arabic vowels, the nukta of Devanagari and Bengali. */
const MARKS = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u09bc]/g
/** Characters without a width, and the Arabic stroke that lengthens a word. */
const SILENT = /[\p{Cf}\u0640]/gu
/** The first digits of the scripts that members write. */
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6]
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g
/** Letters that people use for each other. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ['đ', 'd'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ة', 'ه'],
  ['ک', 'ك'],
  // candrabindu and anusvara
  ['\u0901', '\u0902'],
])
const ALIKE_LETTERS = /đ|ø|ł|ى|ی|ة|ک|\u0901/gu
/** The Arabic article is written together with its word. */
const ARTICLE = /^ال(?=.{3})/u

/** The code points of a word: errors are counted in them. */
export const lettersOf = (word: string): string[] => Array.from(word)

function latinDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  const zero = ZEROS.findLast((first) => first <= at) ?? at
  return String(at - zero)
}

/** One word without marks and variants. */
function plain(word: string): string {
  const bare = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(ALIKE_LETTERS, (letter) => ALIKE.get(letter) ?? letter)
    .replace(ARTICLE, '')
  return lettersOf(bare).slice(0, MAX_LENGTH).join('')
}

/** The pieces of a text in their order. */
export function piecesOf(text: string): Piece[] {
  const clean = text
    .normalize('NFC')
    .toLowerCase()
    .replace(SILENT, '')
    .replace(/['’ʼ]/g, '')
    .replace(DIGITS, latinDigit)
    // 1.8 and 1,200 are one number
    .replace(/(?<=\d)[.,](?=\d)/g, '')
  return [...clean.matchAll(PIECES)].flatMap(([shown]) => {
    const word = plain(shown)
    return word === '' ? [] : [{ word, shown, isHan: /^\p{Script=Han}/u.test(shown) }]
  })
}

/** The pairs of a run of Chinese characters: of 智能手机 智能, 能手, 手机. */
export function pairsOf(run: string): string[] {
  const letters = lettersOf(run)
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** What a run of Chinese characters is found by: itself when it is short, its pairs, its characters. */
function ofRun(run: string): string[] {
  const letters = lettersOf(run)
  return [...(letters.length <= MAX_RUN ? [run] : []), ...pairsOf(run), ...letters]
}

/** 256gb is also found as 256 and gb. */
function partsOf(word: string): string[] {
  const parts = word.match(/\d+|\D+/g) ?? []
  return parts.length > 1 ? [word, ...parts] : [word]
}

/**
 * The words of a text, each once, with the way they are written.
 *
 * @param joined also two words that follow each other as one: «rice cooker» is found as «ricecooker», «256 GB» as «256gb»
 */
export function wordsOf(text: string, joined = false): Map<string, string> {
  const words = new Map<string, string>()
  const add = (word: string, shown: string) => {
    if (!words.has(word)) words.set(word, shown)
  }
  let before: Piece | undefined
  for (const piece of piecesOf(text)) {
    if (piece.isHan) for (const word of ofRun(piece.word)) add(word, word)
    else {
      for (const word of partsOf(piece.word)) add(word, word === piece.word ? piece.shown : word)
      if (joined && before && !before.isHan)
        add(
          lettersOf(before.word + piece.word)
            .slice(0, MAX_LENGTH)
            .join(''),
          before.shown + piece.shown,
        )
    }
    before = piece
  }
  return words
}
