// @vitest-environment happy-dom
import { logout } from '@fairlot/contract/endpoints/identity'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chosenFor, keepOrder } from '../../evidence/keeper.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { MEMBER, openApp, server, setUpApp } from '../../testing/open-app.tsx'
import { setViewport } from '../../testing/viewport.ts'
// The app fetches its pages when they are opened. Here they are there from the start, so that no wait measures their transformation.
import '../../screens/account/account.tsx'
import './log-out-question.tsx'

setUpApp()

beforeEach(() => setViewport(390))

const ORDER = '018f0000-0000-7000-8000-0000000000aa'

test('a log out removes the request ids of the member from this device', async () => {
  server.answer(logout, () => ({}))
  const { session } = useSession.getState()
  await keepOrder(ORDER, ORDER)
  expect(await chosenFor(ORDER)).toEqual({ member: MEMBER.id, requestId: ORDER })
  await openApp(paths.account())
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Log out?')
  fireEvent.click(dialog.querySelectorAll('button')[1]!)
  await expect.poll(() => useSession.getState().session).toBe(null)
  // the same member logs in again
  useSession.setState({ session })
  await expect.poll(() => chosenFor(ORDER)).toBe(null)
})
