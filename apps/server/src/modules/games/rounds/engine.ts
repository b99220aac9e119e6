/** The rounds of the games as the server runs them: the loop, the proofs, and their end when a log was lost. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { RoundProof } from '@fairlot/fairness/proof/round-types'
import type { RoundProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Fair, Witnesses } from '../../fair/index.ts'
import { loseOpenRounds } from './lose-rounds.ts'
import { proofOfRound } from './round-proof.ts'
import { createRounds, type Rounds, type RoundsOptions } from './rounds.jobs.ts'
import { ROUND_WITNESS_PATIENCE } from './rounds.settings.ts'
import { zoneOfOffset } from './chains/zone.ts'

export type RoundEngineOptions = Pick<
  RoundsOptions,
  | 'db'
  | 'clock'
  | 'clockWatch'
  | 'settings'
  | 'bets'
  | 'isOn'
  | 'sliceOf'
  | 'memberLimitOf'
  | 'chainLengthOf'
  | 'log'
  | 'moneyMode'
  | 'onChange'
> & {
  fair: Fair
  witnesses: Witnesses
  /** offset of business time, minutes east of UTC */
  utcOffsetMinutes: number
}

export type RoundEngine = {
  /** Runs the steps of rounds. The server calls `start()` when it starts, and `stop()` before it closes the bets. */
  rounds: Rounds
  /** @throws Refusal NO_SUCH_DATA, NOT_SEALED */
  proofOf(game: GameId, period: string): Promise<RoundProof | RoundProof3>
  /** Ends every round that is open or sealed, because its log was lost. */
  loseOpenRounds(tx: Tx): Promise<bigint>
}

export function createRoundEngine(options: RoundEngineOptions): RoundEngine {
  const { fair, witnesses, settings, utcOffsetMinutes } = options
  const { salts, tagKeys, beacons, writer } = fair
  const rounds = createRounds({
    ...options,
    salts,
    tagKeys,
    beacons,
    writer,
    zone: zoneOfOffset(utcOffsetMinutes),
    witnesses: witnesses.noteKeys,
    askWitnesses: witnesses,
    witnessPatienceMs: () => settings.get(ROUND_WITNESS_PATIENCE) * MINUTE_MS,
  })
  witnesses.onNews(() => rounds.wake())
  return {
    rounds,
    proofOf: (game, period) => proofOfRound({ ...options, beacons, tagKeys, writer }, game, period),
    loseOpenRounds: (tx) => loseOpenRounds(tx, writer),
  }
}
