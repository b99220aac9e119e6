// @vitest-environment happy-dom
/** The first page is loaded before anything is rendered (main.tsx). */
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { hrefOf, paths } from '../paths.ts'
import { useSession } from '../stores/session.ts'
import { createAppRouter } from './router.tsx'

test("the address of a member's page leads a visitor without a session to the log in", async () => {
  useSession.setState({ session: null })
  const orders = hrefOf(paths.orders())
  const router = createAppRouter(createMemoryHistory({ initialEntries: [orders] }))
  await router.load()
  expect(router.latestLocation.href).toBe(hrefOf(paths.login({ next: orders })))
  expect(router.state.matches.at(-1)?.routeId).toBe(paths.login().to)
})
