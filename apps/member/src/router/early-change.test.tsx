// @vitest-environment happy-dom
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useEarlyChange } from './early-change.ts'
import { createHashedHistory } from './history.ts'

afterEach(cleanup)

function made() {
  const root = createRootRoute({
    component: function Root() {
      useEarlyChange()
      return <Outlet />
    },
  })
  const page = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{`page ${path}`}</p> })
  return createRouter({
    routeTree: root.addChildren([page('first'), page('second')]),
    history: createHashedHistory(),
  })
}

/** The address changes as a browser changes it. */
function type(hash: string): void {
  history.pushState(null, '', hash)
  dispatchEvent(new PopStateEvent('popstate'))
}

test.each(['while the first page loads', 'after the first page loaded'])(
  'an address that changes before the first frame, %s, is the page that is shown',
  async (when) => {
    type('#/first')
    const router = made()
    const loading = router.load()
    if (when.startsWith('while')) type('#/second')
    await loading
    if (when.startsWith('after')) type('#/second')
    render(<RouterProvider router={router} />)
    expect(await screen.findByText('page second')).toBeDefined()
  },
)
