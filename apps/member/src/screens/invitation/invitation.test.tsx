// @vitest-environment happy-dom
import { taskList } from '@fairlot/contract/endpoints/growth/tasks'
import { userInviteList, userShare } from '@fairlot/contract/endpoints/growth/team'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { friendWith, invitationWith, tasksWith } from '../../testing/growth.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const LINK = invitationWith().link

beforeEach(() => {
  server.answer(userShare, () => invitationWith())
  server.answer(taskList, () => tasksWith())
})
afterEach(() => {
  vi.restoreAllMocks()
})

const open = () => openApp(paths.invitation(), { width: PHONE_PX })
const sharedOf = () => server.inputs(userShare).filter(({ shared }) => shared === true)

const shareWith = (share: (data: ShareData) => Promise<void>) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share, canShare: () => true }))

describe('the invitation', () => {
  test('shows code, link and rates with the extra of the VIP level', async () => {
    await open()
    expect(await screen.findByRole('img', { name: 'K7P2XQ' })).toBeTruthy()
    expect(screen.getByText(LINK)).toBeTruthy()
    const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent
    expect(value('Friends you invite')).toBe('1%')
    expect(value('Extra from your VIP level')).toBe('+0.1%')
    expect(value('Friends of your friends')).toBe('0.5%')
    expect(screen.getByText('Finance orders that run for less than 7 days or end early')).toBeTruthy()
    expect(screen.getByText(/^Most shares do not win\. 18 and over\./)).toBeTruthy()
  })

  test('completes a link that names no host', async () => {
    server.answer(userShare, () => invitationWith({ link: '/#/pages/login/regist?code=K7P2XQ' }))
    await open()
    expect(await screen.findByText(`${location.origin}/#/pages/login/regist?code=K7P2XQ`)).toBeTruthy()
  })

  test('says since when new orders earn nothing', async () => {
    server.answer(userShare, () => invitationWith({ pausedSince: 1_790_000_000_000 }))
    await open()
    expect(await screen.findByText(/^Since .* new orders earn no rebate/)).toBeTruthy()
  })

  test('says that rebates are switched off', async () => {
    server.answer(userShare, () => invitationWith({ on: false }))
    await open()
    expect(await screen.findByText('Rebates are switched off at the moment.')).toBeTruthy()
  })
})

describe('sharing', () => {
  test('gives the link to the share menu and notes it once', async () => {
    const given: ShareData[] = []
    shareWith((data) => Promise.resolve(void given.push(data)))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Share the link' }))
    expect(given).toMatchObject([{ url: LINK }])
    await waitFor(() => expect(sharedOf()).toHaveLength(1))
  })

  test('a closed share menu notes nothing', async () => {
    shareWith(() => Promise.reject(new DOMException('closed', 'AbortError')))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Share the link' }))
    expect(sharedOf()).toHaveLength(0)
  })

  test('without a share menu copies the link', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Share the link' }))
    await waitFor(() => expect(sharedOf()).toHaveLength(1))
  })
})

describe('the poster', () => {
  let texts: string[]
  let saved: string[]
  beforeEach(() => {
    texts = []
    saved = []
    const context = new Proxy(
      {
        measureText: (text: string) => ({ width: text.length * 10 }),
        fillText: (text: string) => texts.push(text),
      },
      { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
    )
    vi.stubGlobal('Path2D', Object)
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
      () => context as unknown as CanvasRenderingContext2D,
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
  })

  test('says the code, the rate and the odds, is saved and noted', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Make a poster' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('img', { name: /^Picture to share: You are invited/ })
    expect(texts.join('')).toContain('K7P2XQ')
    const said = texts.join(' ')
    expect(said).toContain('Your friend gets 1.1% of what you order.')
    expect(said).toContain('Most shares do not win.')
    await user.click(dialog.getByRole('button', { name: 'Save the picture' }))
    expect(saved).toEqual(['fairlot-K7P2XQ.png'])
    await waitFor(() => expect(sharedOf()).toHaveLength(1))
  })

  test('names no rate while new orders earn nothing', async () => {
    server.answer(userShare, () => invitationWith({ pausedSince: 1_790_000_000_000 }))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Make a poster' }))
    await within(await screen.findByRole('dialog')).findByRole('img', { name: /^Picture to share/ })
    expect(texts.join(' ')).not.toContain('%')
  })
})

describe('invited friends', () => {
  test('have their states, and a review says why nothing is paid', async () => {
    server.answer(userInviteList, ({ state }) => ({
      items: [
        friendWith(),
        friendWith({ id: '2', name: 'Nabila ***', held: true }),
        friendWith({ id: '3', name: 'Rafi ***', samePerson: true }),
      ].filter((friend) => state === undefined || friend.state === state),
      next: null,
    }))
    await openApp(paths.friends(), { width: PHONE_PX })
    const list = await screen.findByRole('list', { name: 'Invited friends' })
    const [counts, held, same] = within(list).getAllByRole('listitem')
    expect(within(counts!).getByText('Qualified')).toBeTruthy()
    expect(within(counts!).getByText('₫120.00')).toBeTruthy()
    expect(within(held!).getByText(/^We are checking/)).toBeTruthy()
    expect(within(same!).getByText('Same person')).toBeTruthy()
  })

  test('are filtered by state', async () => {
    server.answer(userInviteList, () => ({ items: [], next: null }))
    const user = await openApp(paths.friends(), { width: PHONE_PX })
    await screen.findByText('No friends yet')
    await user.click(screen.getByRole('radio', { name: 'Topped up' }))
    await screen.findByText('No friends here')
    await waitFor(() => expect(server.inputs(userInviteList).at(-1)).toMatchObject({ state: 'recharged' }))
  })
})
