/** The name of a member that everybody can see. */

/** The nickname of a closed account. Not a word, so that it needs no translation. */
export const ERASED_NICKNAME = '***'

/**
 * The name that other members see: the first word of the nickname, the rest masked (`Rahim ***`). A word with five or more
 * digits could be a phone number, so only its first three characters are shown.
 */
export function publicName(nickname: string): string {
  if (nickname === ERASED_NICKNAME) return nickname
  const [first = ''] = nickname.trim().split(/\s+/)
  const shown = /\p{Nd}{5,}/u.test(first) ? characters(first).slice(0, 3).join('') : first
  return `${shown} ***`
}

/** User-perceived characters of a word. */
function characters(word: string): string[] {
  return Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
}
