// @vitest-environment happy-dom
import { limits } from '@fairlot/contract/endpoints/guard'
import { system } from '@fairlot/contract/endpoints/home'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { openApp, server, setUpApp, systemInfo } from '../testing/open-app.tsx'

setUpApp()

test.each([
  ['halted', /paused while we check our records/],
  ['drill', /copy of the shop for a restore test/],
] as const)('a page says that the log is in the standing %s', async (standing, text) => {
  server.answer(system, () => ({ ...systemInfo(), standing }))
  server.answer(limits, () => ({
    limits: [],
    exclusion: null,
    closing: false,
    realityCheckMinutes: 30,
    increaseHours: 24,
    adultDeclaredAt: 0,
    declaredAge: 18,
  }))
  await openApp(paths.limits())
  await waitFor(() => expect(screen.getByText(text)).toBeTruthy())
})
