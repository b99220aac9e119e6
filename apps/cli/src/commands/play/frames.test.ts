import { describe, expect, test } from 'vitest'
import { loggedIn, testDesk } from '../../operate.fixture.ts'

describe('external games', () => {
  const CHESS = { id: 'chess', address: 'https://play.example.org/chess', title: 'Chess' }
  const DONE = { state: 'done', approval: null, oneTimePassword: null }
  const SET = [
    'frame',
    'set',
    'go',
    '--address',
    'https://play.example.org/go',
    '--title',
    'Go',
    '--reason',
    'new',
  ]

  async function desk() {
    const made = await loggedIn(testDesk())
    made.answers['/operator/settingshow'] = () => ({
      setting: { name: 'games.web.frames', value: JSON.stringify([CHESS]), version: 2 },
      related: [{ name: 'games.web.origins', value: 'https://play.example.org' }],
      history: [],
    })
    made.answers['/operator/settingsave'] = () => DONE
    return made
  }
  const saved = (made: Awaited<ReturnType<typeof desk>>) => {
    const call = made.heard.findLast(({ path: at }) => at === '/operator/settingsave')
    const { name, value, version } = call!.input as { name: string; value: string; version: number }
    return { name, version, games: JSON.parse(value || '[]') as unknown }
  }

  test('are listed with their sites', async () => {
    const { out } = await (await desk()).run('frames')
    expect(out).toContain('Sites: https://play.example.org')
    expect(out).toMatch(/chess +Chess +https:\/\/play\.example\.org\/chess/)
  })

  test('are added and replaced in the list that the operator saw', async () => {
    const made = await desk()
    const added = await made.run(...SET, '--titles', 'bn-bd=গো,zh-cn=围棋')
    expect(added).toMatchObject({ status: 0, out: 'The external game go is listed.' })
    const go = { id: 'go', address: 'https://play.example.org/go', title: 'Go' }
    expect(saved(made)).toEqual({
      name: 'games.web.frames',
      version: 2,
      games: [CHESS, { ...go, titles: { 'bn-bd': 'গো', 'zh-cn': '围棋' } }],
    })
    await made.run(...SET.with(2, 'chess'))
    expect(saved(made).games).toEqual([{ ...go, id: 'chess' }])
  })

  test('are removed, and an unknown one is refused', async () => {
    const made = await desk()
    expect(await made.run('frame', 'remove', 'go', '--reason', 'gone')).toMatchObject({
      status: 1,
      notes: expect.stringContaining('There is no external game go.'),
    })
    await made.run('frame', 'remove', 'chess', '--reason', 'gone')
    expect(saved(made).games).toEqual([])
  })

  test('are refused without https, and with titles that name no language', async () => {
    const made = await desk()
    const plain = await made.run(...SET.with(4, 'http://play.example.org/go'))
    expect(plain).toMatchObject({ status: 1, notes: expect.stringContaining('has https') })
    const nameless = await made.run(...SET, '--titles', 'xx=Go')
    expect(nameless).toMatchObject({ status: 1, notes: expect.stringContaining('not a language') })
    expect(made.heard.some(({ path: at }) => at === '/operator/settingsave')).toBe(false)
  })
})
