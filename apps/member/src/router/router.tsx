import { createRouter } from '@tanstack/react-router'
import { bindDestinations } from '../api/reactions.ts'
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
  login: (next) => void router.navigate({ to: '/pages/login/login', search: { next } }),
  recharge: (way = {}) => void router.navigate({ to: '/pages/payment/recharge', search: way }),
  // The VIP page and the choice of a payment method come with the VIP zone; until then the account leads on.
  vip: () => void router.navigate({ to: '/pages/account/account' }),
  paymentMethod: () => void router.navigate({ to: '/pages/payment/recharge' }),
})
