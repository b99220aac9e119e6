/** Routes of games and finance products. */
import { createRoute } from '@tanstack/react-router'
import {
  GAME_NAMES,
  maybe,
  needed,
  oneOf,
  PRODUCT,
  PERIOD,
  searchShape,
  UUID,
} from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root, RAIL } from './root-route.ts'

const GAMES = ['game', 'guard'] as const

const BET_STATUSES = ['wait', 'win', 'lose', 'void'] as const

const ofGame = { game: oneOf(GAME_NAMES) }

// Invest & play: finance products and games.
const gamesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/index',
  ...screen(() => import('../screens/game/hub/hub.tsx'), { messages: [...GAMES, 'finance'] }),
})

const luckyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/game',
  ...screen(() => import('../screens/game/play/lucky.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

const kingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/gameK',
  ...screen(() => import('../screens/game/play/king.tsx'), { messages: GAMES }),
})

const betsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/order',
  ...screen(() => import('../screens/game/records/bets.tsx'), { messages: GAMES, member: true }),
  validateSearch: searchShape({ ...ofGame, status: oneOf(BET_STATUSES) }),
})

const roundsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/history',
  ...screen(() => import('../screens/game/records/rounds.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

// An addition to the specification: the trend of the last 100 rounds, as a page.
const trendRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/trend',
  ...screen(() => import('../screens/game/trend/trend.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

// An addition to the specification: one round, checked on this device.
const roundRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/round',
  ...screen(() => import('../screens/game/round/round.tsx'), {
    messages: [...GAMES, 'round', 'calculation', 'goods'],
  }),
  validateSearch: searchShape({ ...ofGame, period: needed(PERIOD) }),
})

const gamewebRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/gameweb',
  ...screen(() => import('../screens/game/web/gameweb.tsx'), { messages: GAMES, member: true }),
})

const financeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/flist',
  ...screen(() => import('../screens/finance/list/flist.tsx'), { messages: ['finance'] }),
})

const financeProductRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/fdetail',
  ...screen(() => import('../screens/finance/detail/fdetail.tsx'), { messages: ['finance', 'guard'] }),
  validateSearch: searchShape({ code: needed(PRODUCT) }),
})

const financeOrdersRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/order',
  ...screen(() => import('../screens/finance/orders/finance-orders.tsx'), {
    messages: [...RAIL, 'finance'],
    member: true,
  }),
  validateSearch: searchShape({
    status: oneOf(['waiting', 'completed', 'exited']),
    order: maybe(UUID),
    bought: oneOf(['1']),
  }),
})

export const PLAY_ROUTES = [
  gamesRoute,
  luckyRoute,
  kingRoute,
  betsRoute,
  roundsRoute,
  trendRoute,
  roundRoute,
  gamewebRoute,
  financeRoute,
  financeProductRoute,
  financeOrdersRoute,
] as const
