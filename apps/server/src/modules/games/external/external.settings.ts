/** External games: the origins that may be framed, and the games. Both are empty at first: no external game is shown. */
import {
  formExternalGames,
  frameOrigin,
  readExternalGames,
  type ExternalGame,
} from '@fairlot/contract/external-games'
import {
  defineSetting,
  type Setting,
  type SettingRule,
  type Values,
} from '../../../platform/settings/settings.ts'
import type { SettingKind } from '../../../platform/settings/settings.kinds.ts'

const MOST_ORIGINS = 20

/** Comma-separated https origins, sorted; an empty text means none. */
const origins: SettingKind<readonly string[]> = {
  type: 'origins',
  read(text) {
    const entered = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const read = entered.map((part) => {
      const origin = frameOrigin(part)
      if (origin === null) throw new SyntaxError('not an https origin')
      return origin
    })
    if (read.length > MOST_ORIGINS) throw new RangeError('too many origins')
    return [...new Set(read)].toSorted()
  },
  form: (list) => list.join(','),
}

const externalGames: SettingKind<readonly ExternalGame[]> = {
  type: 'frames',
  read: readExternalGames,
  form: formExternalGames,
}

const ORIGINS = defineSetting({
  name: 'games.web.origins',
  about: 'Sites whose pages may be shown in the frame of external games. Empty: external games are off.',
  kind: origins,
  initial: '',
  effect: 'all',
  twoPersons: true,
})
const FRAMES = defineSetting({
  name: 'games.web.frames',
  about: 'The external games, as JSON; the commands `frame set` and `frame remove` change it.',
  kind: externalGames,
  initial: '',
  effect: 'all',
  twoPersons: true,
})

export const EXTERNAL_SETTINGS: readonly Setting<unknown>[] = [ORIGINS, FRAMES] as readonly Setting<unknown>[]

/** Each external game is on a site of the list. */
export const EXTERNAL_RULE: SettingRule = {
  about: [ORIGINS, FRAMES] as readonly Setting<unknown>[],
  broken: (values) => {
    const allowed = values.get(ORIGINS)
    return values.get(FRAMES).some(({ address }) => !allowed.includes(new URL(address).origin))
  },
}

/** The sites that may be framed, and the external games on them. */
export function externalGamesOf(settings: Values): {
  origins: readonly string[]
  games: readonly ExternalGame[]
} {
  const allowed = settings.get(ORIGINS)
  // another process may have refreshed one of the settings before the other
  const games = settings.get(FRAMES).filter(({ address }) => allowed.includes(new URL(address).origin))
  return { origins: allowed, games }
}
