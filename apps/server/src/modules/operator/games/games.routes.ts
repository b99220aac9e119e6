/** What operators see of the games. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { exposureForOperators, gamesForOperators } from '../../games/index.ts'
import type { ModuleTable } from '../../guard/index.ts'

export type GamesRoutesDeps = { db: Executor; settings: Values; modules: ModuleTable }

export function gamesRoutes({
  db,
  settings,
  modules,
}: GamesRoutesDeps): Handlers<Endpoints, 'operatorGames' | 'gameExposure'> {
  return {
    operatorGames: () => gamesForOperators(db, settings, settings.get(modules.games.enabled)),
    gameExposure: ({ input }) => exposureForOperators(db, input.game ?? null),
  }
}
