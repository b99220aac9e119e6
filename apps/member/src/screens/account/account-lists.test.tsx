// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { openApp, PHONE_PX, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the links of the account are in groups, and each begins with its most used page', async () => {
  await openApp(paths.account(), { width: PHONE_PX })
  await screen.findByRole('list', { name: 'Money' })
  const firsts = ['Money', 'Prizes', 'Friends', 'Settings'].map(
    (name) => within(screen.getByRole('list', { name })).getAllByRole('link')[0]?.textContent,
  )
  expect(firsts).toEqual(['Wallet statement', 'Saved products', 'Invite friends', 'Notices'])
})

test('the settings of a member begin with language and theme and end with closing the account', async () => {
  await openApp(paths.setting(), { width: PHONE_PX })
  await screen.findByRole('link', { name: 'Close account' })
  expect(headings().slice(0, 3)).toEqual(['Language', 'Theme', 'Play safely'])
  const links = within(screen.getByRole('main')).getAllByRole('link')
  expect(links.at(-1)?.textContent).toBe('Close account')
})
