/** INV-7 for rounds: results are recomputed as a member would, from the published proof alone. Run by the doctor. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { verifyRound } from '@fairlot/fairness/verify/round'
import type { Executor } from '../../../../platform/db.ts'
import { createBetHooks } from '../../bets/bet-hooks.ts'
import { proofOfResult, type RoundProofOptions } from '../round-proof.ts'

/** The rules of the log recompute every result; what a proof adds to them is checked of so many. */
const NEWEST = 300

const RESULTS = `
  select r.game, r.period from round r join round_result d using (round_id) order by (r.bets > 0) desc, d.drawn_at desc limit ${NEWEST}`

type Attempt = <T>(work: () => Promise<T>) => Promise<{ value: T } | { error: Error }>

export async function checkRoundResults(
  snapshot: Executor,
  fair: Pick<RoundProofOptions, 'beacons' | 'tagKeys' | 'writer'>,
  attempt: Attempt,
): Promise<{ figure: string; breaches: number }> {
  const options = { db: snapshot, ...fair, bets: createBetHooks(() => undefined) }
  const rounds = await snapshot.query<{ game: GameId; period: string }>(RESULTS)
  const failed: string[] = []
  for (const { game, period } of rounds) {
    const proof = await attempt(() => proofOfResult(options, game, period))
    if ('error' in proof) failed.push(`${game} ${period}: ${proof.error.message}`)
    else {
      const result = verifyRound(proof.value)
      const isShown = result.failed === undefined
      if (!isShown) failed.push(`${game} ${period} at ${result.failed}`)
    }
  }
  return {
    figure: failed.length > 0 ? failed.slice(0, 20).join(', ') : `${rounds.length} results`,
    breaches: failed.length,
  }
}
