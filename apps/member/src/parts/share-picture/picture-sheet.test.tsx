// @vitest-environment happy-dom
/** A member shares a picture of a win: preview, share menu, download, retry. The canvas of this environment only notes texts. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { ISSUE, issueWith } from '../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const winner = { code: 1_000_042, name: 'Rahima ***', quantity: 3, mine: true }
const drawn = { status: 'drawn' as const, sold: 100, mine: 3, drawAt: 1, drawnAt: 1, winner }

let texts: string[]
let hasCanvas: boolean
let saved: string[]

beforeEach(() => {
  texts = []
  saved = []
  hasCanvas = true
  const context = new Proxy(
    {
      measureText: (text: string) => ({ width: text.length * 10 }),
      fillText: (text: string) => texts.push(text),
    },
    { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
  )
  vi.stubGlobal('Path2D', Object)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() =>
    hasCanvas ? (context as unknown as CanvasRenderingContext2D) : null,
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue(undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  server.answer(goodsDetail, () =>
    issueWith(drawn, {
      mine: [{ order: '018f0000-0000-7000-8000-0000000000a1', first: 1_000_040, quantity: 3, at: 1 }],
    }),
  )
  const fetchCalls = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.includes('.svg') || input.startsWith('data:image/svg')
      ? Promise.resolve(new Response('<svg viewBox="0 0 200 200"/>'))
      : fetchCalls(input, init),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function openPicture() {
  const user = await openApp(paths.goods(ISSUE), { width: PHONE_PX })
  await user.click(await screen.findByRole('button', { name: 'Share a picture' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('shows the picture with its alternative text, without the name until the member chooses it', async () => {
  const { user, dialog } = await openPicture()
  expect(await dialog.findByRole('img', { name: /Won with 3 of 100 shares\. A phone\./ })).toBeTruthy()
  expect(texts).toEqual(expect.arrayContaining(['Won with 3 of 100 shares', 'A phone', 'Play money']))
  expect(texts.join(' ')).not.toContain('***')
  await user.click(dialog.getByRole('checkbox', { name: 'Show my name as Rahima ***' }))
  expect(await dialog.findByRole('img', { name: /shares · Rahima \*\*\*/ })).toBeTruthy()
})

test('a device whose share menu takes files gets the picture and the address of the proof', async () => {
  const shared: ShareData[] = []
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      canShare: () => true,
      share: (data: ShareData) => {
        shared.push(data)
        return Promise.resolve()
      },
    }),
  )
  const { user, dialog } = await openPicture()
  await dialog.findByRole('img', { name: /Won with/ })
  await user.click(dialog.getByRole('button', { name: 'Share' }))
  expect(shared).toHaveLength(1)
  expect(shared[0]?.files?.[0]).toMatchObject({ name: `fairlot-${ISSUE}.png`, type: 'image/png' })
  expect(shared[0]?.text).toContain(`/pages/goods/calculation?issue=${ISSUE}`)
  expect(saved).toEqual([])
})

test('a device without such a menu, or one that refuses it, saves the picture', async () => {
  const { user, dialog } = await openPicture()
  await dialog.findByRole('img', { name: /Won with/ })
  await user.click(dialog.getByRole('button', { name: 'Save the picture' }))
  expect(saved).toEqual([`fairlot-${ISSUE}.png`])
  expect(await screen.findByText('Picture saved')).toBeTruthy()
})

test('a picture that cannot be drawn is drawn after a retry', async () => {
  hasCanvas = false
  const { user, dialog } = await openPicture()
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  hasCanvas = true
  await user.click(retry)
  expect(await dialog.findByRole('img', { name: /Won with/ })).toBeTruthy()
})

test('a member alone at a table of two invites a friend to the free seat', async () => {
  const seat = { first: 1_000_001, quantity: 50, name: 'Rahima ***', mine: true }
  server.answer(goodsDetail, () =>
    issueWith({
      mode: 'pk',
      sold: 50,
      mine: 50,
      seats: { price: '50.00', places: [seat, { ...seat, first: 1_000_051, name: null, mine: false }] },
    }),
  )
  const shared: ShareData[] = []
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      canShare: () => true,
      share: (data: ShareData) => Promise.resolve(void shared.push(data)),
    }),
  )
  const user = await openApp(paths.goods(ISSUE), { width: PHONE_PX })
  await user.click(await screen.findByRole('button', { name: 'Invite a friend' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('img', { name: /One seat is free/ })
  expect(texts).toEqual(expect.arrayContaining(['Scan to take the second seat.']))
  expect(texts.join(' ')).toContain('1 of 2 seats wins.')
  await user.click(dialog.getByRole('button', { name: 'Share' }))
  expect(shared[0]?.text).toContain(`/p/${ISSUE}`)
})
