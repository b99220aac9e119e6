/**
 * Whether bytes of a statement are Vietnamese in Windows-1258. Its letters stand where Windows-1252 has other ones, so each file of one is
 * a text of the other; only how Vietnamese and Portuguese are spelled tells them apart.
 */

/** The five tones, which Windows-1258 writes as marks of their own behind the vowel. */
const TONES = '\u0300\u0301\u0303\u0309\u0323'
const VOWELS = 'aăâeêioôơuưyàáèéíóùú'
/** All letters that Windows-1258 has for Vietnamese, and signs that texts of banks have. */
const LETTERS = new RegExp(`^[\\0-\\x7f${VOWELS}đ${TONES}\\u00a0₫€–—‘’“”…]*$`, 'iu')
const TONE_ALONE = new RegExp(`(?<![${VOWELS}])[${TONES}]`, 'iu')
/** ă ends no syllable, and no vowel but i, u and a follows ơ. */
const NO_SYLLABLE = new RegExp(`ă(?![${TONES}]?[cmnpt])|ơ[${TONES}]?[eos]`, 'iu')
const WORDS = /[\p{L}\p{M}]*[^\0-\x7f][\p{L}\p{M}]*/gu

/** Letters of Windows-1252 that no language of its banks has here, and ã and õ where Portuguese has none. */
const NOT_LATIN = /[ÌÒÞìòÐðÝýþ]|ã[cmnpt]|õ(?!e)/i
/** A small letter before a capital one with an accent: what a Vietnamese tone looks like in Windows-1252. */
const TONE_AS_LATIN = /[a-z\xdf-\xff][ÌÒÞ]/

/**
 * @param as1258 the file read as Windows-1258
 * @param as1252 the same bytes read as Windows-1252
 * @returns `yes`; `no`; `unclear`: it has tones as Vietnamese has, and something that Vietnamese has not
 */
export function isVietnamese(as1258: string, as1252: string): 'yes' | 'no' | 'unclear' {
  const isSpelled = LETTERS.test(as1258) && !TONE_ALONE.test(as1258) && !NO_SYLLABLE.test(as1258)
  if (!isSpelled) return TONE_AS_LATIN.test(as1252) ? 'unclear' : 'no'
  if (!NOT_LATIN.test(as1252)) return 'no'
  // the words of other code pages consist of letters beyond ASCII
  const words = as1258.match(WORDS) ?? []
  const mixed = words.filter((word) => /[a-z]/i.test(word))
  return mixed.length * 2 >= words.length ? 'yes' : 'unclear'
}
