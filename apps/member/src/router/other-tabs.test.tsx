// @vitest-environment happy-dom
import { account } from '@fairlot/contract/endpoints/home'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { SESSION_KEY } from '../stores/session.ts'
import { accountOf, MEMBER, openApp, server, setUpApp } from '../testing/open-app.tsx'
import { setViewport } from '../testing/viewport.ts'
// The app fetches its pages when they are opened. Here they are there from the start, so that no wait measures their transformation.
import '../screens/account/account.tsx'
import '../screens/login/login.tsx'

setUpApp()

// The desktop layout shows the name twice: in the rail and in the account.
beforeEach(() => setViewport(390))

/** What another tab of this browser does. */
async function inAnotherTab(session: object | null): Promise<void> {
  if (session === null) localStorage.removeItem(SESSION_KEY)
  else localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  await act(async () => {
    globalThis.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }))
  })
}

test('a log out in another tab leads pages of members to the log in', async () => {
  await openApp(paths.account())
  await screen.findByText(MEMBER.nickname)
  await inAnotherTab(null)
  await screen.findByRole('heading', { name: 'Log in' })
  expect(screen.queryByText(MEMBER.nickname)).toBeNull()
})

test('a log in of another member in another tab shows that member', async () => {
  await openApp(paths.account())
  await screen.findByText(MEMBER.nickname)
  server.answer(account, () => accountOf({ member: { ...accountOf().member, nickname: 'Karim' } }))
  const member = { ...MEMBER, id: '018f0000-0000-7000-8000-000000000009', nickname: 'Karim' }
  await inAnotherTab({ token: 'other', member, expiresAt: Date.now() + 3_600_000 })
  await screen.findByText('Karim')
})
