/** The root of all routes, and what several areas share. */
import { createRootRoute } from '@tanstack/react-router'
import { Shell } from '../shell/shell.tsx'
import { NotFound } from '../shell/not-found.tsx'

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })

export const root = () => rootRoute

/** The messages of the rail beside every page of the account. */
export const RAIL = ['account', 'setting'] as const
