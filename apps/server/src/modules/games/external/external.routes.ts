/** `/gameweb`: the page with the frame of an external game, and its style sheet. The only page that frames another site. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { externalTitle } from '@fairlot/contract/external-games'
import { offeredLanguage, type OfferedLanguage } from '@fairlot/contract/languages'
import type { PlainRoute } from '../../../platform/http/http-handler.ts'
import { page } from '../../../platform/http/http-responses.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { externalGamesOf } from './external.settings.ts'
import { EXTERNAL_PATH, EXTERNAL_STYLE_PATH, externalPage, noExternalPage } from './external-page.ts'

export type ExternalOptions = {
  settings: Values
  defaultLanguage: OfferedLanguage
  /** whether the module is switched on */
  isModuleOn(): boolean
}

/** The external games as members see them. */
export function externalViews(settings: Values, language: OfferedLanguage) {
  return externalGamesOf(settings).games.map((game) => ({
    id: game.id,
    title: externalTitle(game, language),
    host: new URL(game.address).host,
    page: `${EXTERNAL_PATH}?game=${game.id}`,
  }))
}

/** The page reads no session: its address names a game, a language and a theme, and it sends nothing else to the other site. */
export function externalRoutes({ settings, defaultLanguage, isModuleOn }: ExternalOptions): PlainRoute[] {
  const style = readFileSync(path.join(import.meta.dirname, 'external.css'))
  return [
    {
      method: 'GET',
      path: EXTERNAL_PATH,
      handle({ query }) {
        const look = {
          language: offeredLanguage(query.get('lang') ?? '', defaultLanguage),
          theme: query.get('theme') === 'dark' ? ('dark' as const) : ('light' as const),
        }
        const { origins, games } = externalGamesOf(settings)
        const game = isModuleOn() ? games.find(({ id }) => id === query.get('game')) : undefined
        const own = { 'script-src': "'none'", 'connect-src': "'none'" }
        if (!game) return { ...page(noExternalPage(look), own), status: 404 }
        // a game may lead to another site of the list; the browser refuses every other one
        return page(externalPage(game, look), { ...own, 'frame-src': origins.join(' ') })
      },
    },
    {
      method: 'GET',
      path: EXTERNAL_STYLE_PATH,
      handle: () => ({
        status: 200,
        type: 'text/css; charset=utf-8',
        body: style,
        headers: { 'cache-control': 'no-cache' },
      }),
    },
  ]
}
