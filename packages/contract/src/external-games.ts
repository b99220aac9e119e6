/** External games: pages of other sites that the operator lists. The setting `games.web.frames` is their list as JSON. */
import * as z from 'zod/mini'
import { OFFERED_LANGUAGES, type OfferedLanguage } from './languages.ts'

/** Characters that hide or reorder letters, and line breaks. */
const SHOWN_AS_WRITTEN = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(SHOWN_AS_WRITTEN))

const externalGame = z.strictObject({
  /** in the address of the game's page */
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/)),
  /** as `frameAddress` returns it */
  address: z.string(),
  title,
  /** the title in languages that have another one */
  titles: z.optional(z.partialRecord(z.enum(OFFERED_LANGUAGES), title)),
})
export type ExternalGame = z.infer<typeof externalGame>

const externalGames = z.array(externalGame).check(z.maxLength(20))

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Whether an address has https, the name of a public host, and neither user name nor password. */
function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return protocol === 'https:' && HOST.test(hostname) && username === '' && password === ''
}

/** The canonical text of an origin: `https://host`, or `https://host:port`. @returns null for anything else */
export function frameOrigin(text: string): string | null {
  if (!isPublicHttps(text)) return null
  const { origin, pathname, search, hash } = new URL(text)
  return pathname === '/' && search === '' && hash === '' ? origin : null
}

/** The canonical text of the address of an external game. @returns null when it is not https, has a user name or no public host */
export function frameAddress(text: string): string | null {
  return isPublicHttps(text) ? new URL(text).href : null
}

/** @throws SyntaxError when the text is not such a list, or two games have the same id */
export function readExternalGames(text: string): readonly ExternalGame[] {
  if (text === '') return []
  const { success, data } = externalGames.safeParse(JSON.parse(text))
  if (!success) throw new SyntaxError('not a list of external games')
  const games = data.map((game) => ({ ...game, address: frameAddress(game.address) ?? '' }))
  if (games.some(({ address }) => address === '')) throw new SyntaxError('not an https address')
  if (new Set(games.map(({ id }) => id)).size < games.length) throw new SyntaxError('two games share an id')
  return games
}

/** The canonical text; an empty list is an empty text. */
export const formExternalGames = (games: readonly ExternalGame[]): string =>
  games.length === 0 ? '' : JSON.stringify(games)

/** The title of an external game in a language. */
export const externalTitle = ({ title: own, titles }: ExternalGame, language: OfferedLanguage): string =>
  titles?.[language] ?? own
