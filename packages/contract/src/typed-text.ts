/** Text as people type it. The app and the server read it by the same rules. */

/** Zeros of the scripts whose keyboards type digits of their own. The nine digits after each follow it in Unicode. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0xa9d0,
  0xff10,
]

/** The text with the digits of every script as Latin ones: `০১৭` → `017`. Nothing else changes. */
export function latinDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = ZEROS.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

/** The text with its Latin digits as those of each other script: how somebody with such a keyboard types it. */
export const inEveryScript = (text: string): string[] =>
  ZEROS.map((zero) => text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit))))

/**
 * A reference of a bank in the form in which two of them are compared: one transfer has one reference, in whatever case, width, script of
 * its digits and spaces somebody copied it.
 */
export const foldedReference = (text: string): string =>
  latinDigits(text.normalize('NFKC')).trim().replaceAll(/\s+/g, ' ').toUpperCase()

/**
 * Characters that nobody sees: they turn the direction of a text, are empty, or hide a mark in it. Joiners and variation selectors are
 * not among them: words of Bengali, Hindi and Persian and pictures need them.
 */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|\u115f|\u1160|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu

/** Whether a text has characters that nobody sees. */
export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0

/** Whether there is anything to see in a text. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(withoutUnseen(text))

/** A typed or pasted text without characters that nobody sees. Phones put them around a copied number. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')

/** The text as it is printed for a person: characters that nobody sees are named, so that they neither hide nor turn anything. */
export const printed = (text: string): string =>
  text.replaceAll(UNSEEN, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)

/** Marks within names: hyphens, apostrophes, full stops, and the dot between the parts of a name in Chinese. */
const NAME_MARKS = "\\-\u2010\u2011'\u2018\u2019\u02bb\u02bc`\u00b4.\u00b7\u30fb"
const NAME = new RegExp(`^[\\p{L}\\p{M}\\p{Nd} \u200c\u200d${NAME_MARKS}]{1,80}$`, 'u')

/** The name of a person, as people write it: letters of any script, digits, spaces, hyphens, apostrophes and full stops. */
export const isPersonName = (text: string): boolean =>
  NAME.test(text) && /\p{L}/u.test(withoutUnseen(text)) && !hasUnseen(text)

const APOSTROPHES = /['\u2018\u2019\u02bb\u02bc`\u00b4]/g

/** A name with letters, digits and spaces only, as banks take it: `O'Neil-Md. Karim` → `ONeil Md Karim`. */
export const plainName = (name: string): string =>
  name
    .replaceAll(APOSTROPHES, '')
    .replaceAll(new RegExp(`[${NAME_MARKS}]`, 'g'), ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
