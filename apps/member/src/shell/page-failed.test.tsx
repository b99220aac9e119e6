// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { openApp, setUpApp } from '../testing/open-app.tsx'

vi.mock('../screens/vouchers/vouchers.tsx', () => {
  throw new Error('404')
})

setUpApp()

test('a page whose code does not arrive says that there may be a new version, and loads the page again', async () => {
  const user = await openApp(paths.vouchers())
  await screen.findByText('Reload the page: there may be a new version.')
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})
