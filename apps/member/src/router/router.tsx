import { createRouter } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/history'
import { bindDestinations } from '../api/reactions.ts'
import { paths } from '../paths.ts'
import { routeTree } from '../routes.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { PagePending } from '../shell/page-pending.tsx'
import { queryClient } from '../queries/query-client.ts'
import { followOtherTabs } from '../stores/session.ts'
import { LAZY_DELAY_MS } from '../timing.ts'
import { restorePlaces } from './places.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** Makes the app's router and binds the reactions to refused calls to it. */
export function createAppRouter(history: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPendingMs: LAZY_DELAY_MS,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    // The router's own page is English only (src/main.tsx).
    disableGlobalCatchBoundary: true,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
  restorePlaces(router, history)
  bindDestinations({
    path: () => router.history.location.href,
    isEnd: () => {
      const { pathname } = router.history.location
      return pathname === paths.login().to || pathname === paths.closed().to
    },
    login: (next) => void router.navigate(paths.login({ next })),
    recharge: (options = {}) => void router.navigate(paths.recharge(options)),
    isVipConfirm: () => router.history.location.pathname === '/pages/goods/fconfirm',
    vip: () => void router.navigate(paths.vip()),
    payOrder: (options = {}) => void router.navigate(paths.chooseWay('1', options)),
  })
  // The page is judged again: without a session, pages of members lead to the log in.
  followOtherTabs(() => {
    queryClient.clear()
    void router.invalidate()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
