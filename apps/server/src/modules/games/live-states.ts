/** The state of games for live updates. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { gameVersion } from '@fairlot/contract/endpoints/stream'
import type { Executor } from '../../platform/db.ts'
import type { Beacons } from '../fair/index.ts'
import { roundView } from './views/round-views.ts'
import { newestRounds } from './views/rounds.queries.ts'

/** The newest round of each game, the one before it, and the version of both. Games without a round are omitted. */
export async function gameStates(
  { db, beacons }: { db: Executor; beacons: Beacons },
  games: readonly GameId[],
) {
  const rows = await newestRounds(db, games, 2)
  return games.flatMap((game) => {
    const [round, previous] = rows.filter((row) => row.game === game).map((row) => roundView(beacons, row))
    if (!round) return []
    const { result: _, game: __, ...current } = round
    return {
      game,
      version: gameVersion(round, previous ?? null),
      round: current,
      previous: previous ? withoutSums(previous) : null,
    }
  })
}

const withoutSums = ({
  period,
  status,
  opensAt,
  closesAt,
  endsAt,
  drawAt,
  result,
}: ReturnType<typeof roundView>) => ({
  period,
  status,
  opensAt,
  closesAt,
  endsAt,
  drawAt,
  result,
})
