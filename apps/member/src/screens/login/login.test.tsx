// @vitest-environment happy-dom
/** Opening the log in with a session from before. */
import { account, home, kinds } from '@fairlot/contract/endpoints/home'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { hrefOf, paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { appHistory, openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

beforeEach(() => {
  server.answer(kinds, () => ({ categories: [], modes: [] }))
  server.answer(home, () => ({
    drawingNext: null,
    almostFull: [],
    justOpened: [],
    justDrawn: [],
    winners: [],
    prize: null,
    serverTime: Date.now(),
  }))
})

const LOGIN = paths.login({ mode: 'password' })

test('a dead session leaves the page in the mode in which it was opened', async () => {
  server.refuse(account, 'SESSION_ENDED')
  await openApp(LOGIN)
  await waitFor(() => expect(useSession.getState().session).toBeNull())
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toBeTruthy()
  expect(appHistory.location.href).toBe(hrefOf(LOGIN))
})

test('a session that lives leads on', async () => {
  await openApp(LOGIN)
  await waitFor(() => expect(appHistory.location.href).toBe(hrefOf(paths.home())))
})
