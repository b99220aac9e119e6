/** The page of an external game: HTML without scripts. What it says stands outside of the frame, where the other site cannot change it. */
import { externalTitle, type ExternalGame } from '@fairlot/contract/external-games'
import { RIGHT_TO_LEFT, type OfferedLanguage } from '@fairlot/contract/languages'
import { escapeHtml as escape } from '../../../platform/http/http-responses.ts'
import { EXTERNAL_WORDS } from './external-words.ts'

export const EXTERNAL_PATH = '/gameweb'
export const EXTERNAL_STYLE_PATH = '/gameweb.css'

/** The list of external games in the member app. */
const LIST = '/#/pages/game/gameweb'

export type Look = { readonly language: OfferedLanguage; readonly theme: 'light' | 'dark' }

function layout({ language, theme }: Look, title: string, body: string): string {
  const { back } = EXTERNAL_WORDS[language]
  const right = RIGHT_TO_LEFT.includes(language)
  return `<!doctype html>
<html lang="${language.slice(0, 2)}" dir="${right ? 'rtl' : 'ltr'}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="stylesheet" href="${EXTERNAL_STYLE_PATH}">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<a class="back" href="${LIST}" aria-label="${escape(back)}"><span class="arrow" aria-hidden="true"></span></a>
<h1>${escape(title)}</h1>
</header>
${body}
</body>
</html>
`
}

/**
 * The frame. `sandbox` gives it scripts and nothing else: an origin of its own without storage, no forms, no new windows, no dialogs,
 * and no way to change the address of this page.
 */
export function externalPage(game: ExternalGame, look: Look): string {
  const { warning } = EXTERNAL_WORDS[look.language]
  const title = externalTitle(game, look.language)
  const host = `<bdi dir="ltr">${escape(new URL(game.address).host)}</bdi>`
  return layout(
    look,
    title,
    `<main class="game">
<p class="warning">${escape(warning).replace('{host}', () => host)}</p>
<iframe src="${escape(game.address)}" title="${escape(title)}" sandbox="allow-scripts" referrerpolicy="no-referrer" allow=""></iframe>
</main>`,
  )
}

/** The page for an unknown game, and while external games are off. */
export function noExternalPage(look: Look): string {
  const { off, offText, back } = EXTERNAL_WORDS[look.language]
  return layout(
    look,
    off,
    `<main class="notice"><p>${escape(offText)}</p><p><a class="link" href="${LIST}">${escape(back)}</a></p></main>`,
  )
}
