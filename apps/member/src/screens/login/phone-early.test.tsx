// @vitest-environment happy-dom
/** The number is typed before the phone library has loaded. */
import { phoneCode } from '@fairlot/contract/endpoints/identity'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'
import './login.tsx'

const library = vi.hoisted(() => {
  process.env.TZ = 'Asia/Dhaka'
  return Promise.withResolvers<void>()
})
vi.mock('../../ui/fields/phones.ts', async (original) => {
  await library.promise
  return original()
})

setUpApp()

test('a right number is taken while the phone library loads, and an error of that time goes when it has come', async () => {
  useSession.getState().end()
  server.answer(phoneCode, () => ({ resendAfter: 60, validFor: 300 }))
  const user = await openApp(paths.login())
  const field = await screen.findByLabelText<HTMLInputElement>('Phone number')
  await user.type(field, '01712345678')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await waitFor(() => expect(server.inputs(phoneCode)[0]?.phone).toBe('+8801712345678'))
  await user.clear(field)
  await user.type(field, '0171')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Please enter a valid phone number.')
  await user.type(field, '2345678')
  await act(async () => library.resolve())
  await screen.findByRole('button', { name: 'Country code: +880' })
  expect(screen.queryByText('Please enter a valid phone number.')).toBeNull()
})
