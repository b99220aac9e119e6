import { createRouter } from '@tanstack/react-router'
import { bindDestinations } from '../api/reactions.ts'
import { paths } from '../paths.ts'
import { routeTree } from '../routes.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { PagePending } from '../shell/page-pending.tsx'
import { LAZY_DELAY_MS } from '../timing.ts'
import { createHashedHistory } from './history.ts'
import { parseSearch, stringifySearch } from './search.ts'

export const router = createRouter({
  routeTree,
  history: createHashedHistory(),
  parseSearch,
  stringifySearch,
  defaultPendingMs: LAZY_DELAY_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

bindDestinations({
  path: () => router.history.location.href,
  isLogin: () => router.history.location.pathname === paths.login().to,
  login: (next) => void router.navigate(paths.login({ next })),
  recharge: (options = {}) => void router.navigate(paths.recharge(options)),
})
