/** External games: pages of other sites, which members see in a frame. Their list is the setting `games.web.frames`. */
import {
  formExternalGames,
  frameAddress,
  readExternalGames,
  type ExternalGame,
} from '@fairlot/contract/external-games'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { calling, REASON, type Command, type Given } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'
import { relating, settingChange } from '../installation/settings.ts'

const FRAMES = 'games.web.frames'
const ORIGINS = 'games.web.origins'

const list = calling({
  name: 'frames',
  aliases: ['frame list'],
  group: 'Games',
  about: 'List the external games, and the sites that may be framed',
  endpoint: 'settingShow',
  input: () => ({ name: FRAMES }),
  print({ setting, related }, desk) {
    const origins = related.find(({ name }) => name === ORIGINS)?.value ?? ''
    desk.out(origins === '' ? 'No site may be framed: external games are off.' : `Sites: ${origins}`)
    desk.table(
      ['id', { title: 'title', wraps: true }, { title: 'address', wraps: true }],
      readExternalGames(setting.value).map(({ id, title, titles = {}, address }) => [
        id,
        [title, ...Object.entries(titles).map(([language, own]) => `${language} ${own}`)].join(', '),
        address,
      ]),
      'There is no external game.',
    )
  },
})

/** The list after a change, as the input of a call that saves it. */
async function changed(
  desk: Desk,
  given: Given,
  change: (games: readonly ExternalGame[]) => readonly ExternalGame[],
) {
  const { setting } = await desk.call('settingShow', { name: FRAMES })
  return settingChange(desk, given, FRAMES, formExternalGames(change(readExternalGames(setting.value))))
}

/** `bn-bd=দাবা,hi-in=शतरंज` */
function titlesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [language = '', ...title] = part.trim().split('=')
      if (!OFFERED_LANGUAGES.some((one) => one === language) || title.length === 0)
        throw new Problem(`${part} is not a language with a title, such as bn-bd=দাবা.`)
      return [language, title.join('=')]
    }),
  )
}

function entered(given: Given): ExternalGame {
  const address = frameAddress(given.text('address'))
  if (address === null)
    throw new Problem(
      'The address of an external game has https, the name of a public host, and no user name.',
    )
  const titles = given.maybe('titles')
  const game = { id: given.text('id'), address, title: given.text('title') }
  return { ...game, ...(titles === undefined ? {} : { titles: titlesIn(titles) }) }
}

const set = calling({
  name: 'frame set',
  group: 'Games',
  about: 'Add an external game, or replace the one with this id',
  details: `Its site is in the setting ${ORIGINS}. The address is the same for every member: the server adds nothing to it.`,
  endpoint: 'settingSave',
  parameters: [{ name: 'id', about: 'up to 30 lower-case letters, digits and dashes' }],
  options: [
    { name: 'address', value: 'url', about: 'the https address that the frame opens', required: true },
    { name: 'title', value: 'text', about: 'title, up to 40 characters', required: true },
    { name: 'titles', value: 'list', about: 'other titles by language: bn-bd=…,hi-in=…' },
    REASON,
  ],
  input: (given, desk) => {
    const game = entered(given)
    return changed(desk, given, (games) =>
      games.some(({ id }) => id === game.id)
        ? games.map((one) => (one.id === game.id ? game : one))
        : [...games, game],
    )
  },
  print: (answer, desk, given) =>
    printChange(answer, desk, `The external game ${given.text('id')} is listed.`),
})

const remove = calling({
  name: 'frame remove',
  group: 'Games',
  about: 'Remove an external game',
  endpoint: 'settingSave',
  parameters: [{ name: 'id', about: 'id of the game' }],
  options: [REASON],
  input: (given, desk) =>
    changed(desk, given, (games) => {
      const id = given.text('id')
      if (!games.some((one) => one.id === id))
        throw new Problem(`There is no external game ${id}. List them: ${desk.hint('frame list')}`)
      return games.filter((one) => one.id !== id)
    }),
  print: (answer, desk, given) =>
    printChange(answer, desk, `The external game ${given.text('id')} is removed.`),
})

export const FRAME_COMMANDS: readonly Command[] = [list, relating(set, () => FRAMES), remove]
