/** Every route of the app: path, search parameters, screen. `paths.ts` has the links. */
import { createRoute } from '@tanstack/react-router'
import { screen } from './router/screen.tsx'
import { ACCOUNT_ROUTES } from './routes/account-routes.ts'
import { GROWTH_ROUTES } from './routes/growth-routes.ts'
import { MONEY_ROUTES } from './routes/money-routes.ts'
import { OPEN_ROUTES } from './routes/open-routes.ts'
import { PLAY_ROUTES } from './routes/play-routes.ts'
import { SHOP_ROUTES } from './routes/shop-routes.ts'
import { root, rootRoute } from './routes/root-route.ts'

const pages = [
  ...SHOP_ROUTES,
  ...ACCOUNT_ROUTES,
  ...MONEY_ROUTES,
  ...PLAY_ROUTES,
  ...GROWTH_ROUTES,
  ...OPEN_ROUTES,
] as const

/** The component sheet and the formula check exist only in development and tests. */
const kitPages =
  import.meta.env.MODE === 'production'
    ? []
    : [
        createRoute({
          getParentRoute: root,
          path: '/pages/kit',
          ...screen(() => import('./kit/kit.tsx'), { messages: [] }),
        }),
        createRoute({
          getParentRoute: root,
          path: '/pages/vectors',
          ...screen(() => import('./kit/vectors.tsx'), { messages: [] }),
        }),
      ]

export const routeTree = rootRoute.addChildren([...pages, ...kitPages])
