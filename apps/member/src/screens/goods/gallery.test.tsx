// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { ISSUE, issueWith } from '../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const images = ['a', 'b', 'c'].map((digit) => ({ name: digit.repeat(32), width: 1280, height: 960 }))
const open = async (more: Parameters<typeof issueWith>[1]) => {
  server.answer(goodsDetail, () => issueWith({}, more))
  const user = await openApp(paths.goods(ISSUE))
  await screen.findByRole('heading', { level: 1, name: 'A phone' })
  return user
}

test('the pictures of a product have names, and arrow keys go from one to the next', async () => {
  await open({ images })
  const gallery = within(screen.getByRole('region', { name: 'Pictures of the product' }))
  expect(gallery.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'Picture 1 of 3: A phone',
    'Picture 2 of 3: A phone',
    'Picture 3 of 3: A phone',
  ])
  expect(gallery.getAllByRole('img')[0]!.getAttribute('srcset')).toContain(
    `/media/${'a'.repeat(32)}-640.webp 640w`,
  )
  const strip = gallery.getByRole('group')
  expect(strip.tabIndex).toBe(0)
  const moves: unknown[] = []
  strip.scrollTo = (to?: unknown) => void moves.push((to as ScrollToOptions).left)
  Object.defineProperty(strip, 'clientWidth', { value: 400 })
  for (const key of ['ArrowRight', 'End', 'Home', 'a']) fireEvent.keyDown(strip, { key })
  expect(moves).toEqual([400, 800, 0])
})

test('a picture that cannot be loaded leaves the drawn portrait, under the same name', async () => {
  await open({ images: images.slice(0, 1) })
  const gallery = within(screen.getByRole('region', { name: 'Pictures of the product' }))
  expect(gallery.getByRole('group').tabIndex).toBe(-1)
  fireEvent.error(gallery.getByRole('img'))
  expect(gallery.getByRole('img', { name: 'Picture 1 of 1: A phone' }).getAttribute('src')).not.toContain(
    '/media/',
  )
})

test('a product without pictures has no gallery', async () => {
  await open({ images: [] })
  expect(screen.queryByRole('region', { name: 'Pictures of the product' })).toBeNull()
})

test('a description is shown as headings, lists and strong words, and its language is named when it is another', async () => {
  const user = await open({
    textLanguage: 'bn-bd',
    text: [
      { kind: 'heading', text: [{ text: 'In the box' }] },
      { kind: 'list', ordered: false, items: [[{ text: '<b>cable</b>', strong: true }], [{ text: 'case' }]] },
    ],
  })
  await user.click(screen.getByRole('radio', { name: 'Details' }))
  const heading = await screen.findByRole('heading', { name: 'In the box' })
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(expect.arrayContaining(['<b>cable</b>', 'case']))
  expect(screen.getByText('<b>cable</b>').tagName).toBe('STRONG')
  expect(heading.parentElement!.getAttribute('lang')).toBe('bn-bd')
  screen.getByText('Not in your language yet. Shown in বাংলা.')
})
