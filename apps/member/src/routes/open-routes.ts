/** Routes that need no member: log in, register, rules, fairness. */
import { createRoute } from '@tanstack/react-router'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { INSIDE, maybe, oneOf, searchShape } from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root } from './root-route.ts'

/** The rule texts, in the order in which they are offered. */
const RULE_KEYS: Record<RuleKey, true> = {
  draw: true,
  play: true,
  vip: true,
  invitation: true,
  event: true,
  terms: true,
  privacy: true,
  about: true,
}

export const ruleKeys = Object.keys(RULE_KEYS) as RuleKey[]

const loginRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/login',
  ...screen(() => import('../screens/login/login.tsx'), { messages: ['auth'] }),
  validateSearch: searchShape({ next: maybe(INSIDE), mode: oneOf(['code', 'password', 'reset']) }),
})

const registerRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/regist',
  ...screen(() => import('../screens/login/register.tsx'), { messages: ['auth'] }),
  validateSearch: searchShape({
    next: maybe(INSIDE),
    code: maybe(/^[A-Za-z0-9]{1,12}$/),
  }),
})

const landingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/index/index',
  ...screen(() => import('../screens/landing/landing.tsx'), { messages: ['landing'] }),
})

const ruleRoute = createRoute({
  getParentRoute: root,
  path: '/pages/richtext/rule',
  ...screen(() => import('../screens/rules/rule.tsx'), { messages: ['rule'] }),
  validateSearch: searchShape({ key: oneOf(ruleKeys) }),
})

// An addition to the specification: how draws are made and checked, in plain words.
const fairRoute = createRoute({
  getParentRoute: root,
  path: '/pages/fair/fair',
  ...screen(() => import('../screens/fair/fair.tsx'), { messages: ['fair', 'goods', 'evidence'] }),
})

// An addition to the specification: what members own and what the house has.
const solvencyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/fair/solvency',
  ...screen(() => import('../screens/solvency/solvency.tsx'), { messages: ['solvency'] }),
  validateSearch: searchShape({ day: maybe(/^\d{4}-\d{2}-\d{2}$/) }),
})

export const OPEN_ROUTES = [
  loginRoute,
  registerRoute,
  landingRoute,
  ruleRoute,
  fairRoute,
  solvencyRoute,
] as const
