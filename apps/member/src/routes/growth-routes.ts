/** Routes of tasks, levels, invitations, team and the prize-share event. */
import { createRoute } from '@tanstack/react-router'
import { ISSUE, maybe, oneOf, searchShape } from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root, RAIL } from './root-route.ts'

const taskRoute = createRoute({
  getParentRoute: root,
  path: '/pages/task/task',
  ...screen(() => import('../screens/task/hub/task.tsx'), {
    messages: ['task', 'team', 'vip', 'invite', 'event', 'guard'],
    member: true,
  }),
})

const vipRoute = createRoute({
  getParentRoute: root,
  path: '/pages/task/member',
  ...screen(() => import('../screens/task/vip/member.tsx'), { messages: [...RAIL, 'vip'], member: true }),
})

const invitationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/invitation/invitation',
  ...screen(() => import('../screens/invitation/invitation.tsx'), {
    messages: ['invite', 'team', 'picture'],
    member: true,
  }),
})

const friendsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/invitation/idetail',
  ...screen(() => import('../screens/invitation/friends.tsx'), {
    messages: [...RAIL, 'invite'],
    member: true,
  }),
  validateSearch: searchShape({ state: oneOf(['registered', 'recharged', 'qualified']) }),
})

const TEAM = [...RAIL, 'team', 'invite'] as const

const teamRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/team',
  ...screen(() => import('../screens/account/team/team.tsx'), { messages: TEAM, member: true }),
})

const teamDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/teamDetail',
  ...screen(() => import('../screens/account/team/team-detail.tsx'), { messages: TEAM, member: true }),
  validateSearch: searchShape({ level: oneOf(['1', '2']) }),
})

const bonusRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/bonus',
  ...screen(() => import('../screens/account/team/bonus.tsx'), { messages: TEAM, member: true }),
  validateSearch: searchShape({ state: oneOf(['pending', 'queued', 'held', 'paid', 'void']) }),
})

const prizeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/prize/prize',
  ...screen(() => import('../screens/prize/prize.tsx'), {
    messages: ['event', 'guard', 'round', 'calculation', 'goods'],
  }),
  validateSearch: searchShape({ event: maybe(ISSUE) }),
})

export const GROWTH_ROUTES = [
  taskRoute,
  vipRoute,
  invitationRoute,
  friendsRoute,
  teamRoute,
  teamDetailRoute,
  bonusRoute,
  prizeRoute,
] as const
