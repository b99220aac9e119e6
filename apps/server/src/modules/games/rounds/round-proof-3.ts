/** The proof document of a round of version 3. */
import { KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { gameResult } from '@fairlot/fairness/games/result'
import { PROOF_VERSION_3 } from '@fairlot/fairness/proof/types'
import type { RoundLog3, RoundProof3, RoundTerms3 } from '@fairlot/fairness/proof/version-3/documents'
import { scheduleOf } from '@fairlot/fairness/games/schedule'
import { Refusal } from '../../../platform/refusal.ts'
import { roundLog3 } from '../../fair/index.ts'
import { chainTerms3 } from './chains/chains.ts'
import { readBets } from './round-bets.ts'
import type { RoundProofOptions, RoundProofRow } from './round-proof.ts'

/**
 * The proof of a round that is sealed or has its result. While no checkpoint covers the result, the round is shown as sealed.
 * @throws Refusal NOT_SEALED; no document shows a round that a lost log ended
 */
export async function proofOfRound3(
  options: RoundProofOptions,
  game: GameId,
  row: RoundProofRow,
): Promise<RoundProof3> {
  if (row.status === 'void' || row.sealedMs === null) throw new Refusal('NOT_SEALED')
  const decided = row.hash === null ? null : await logOf(options, row, true)
  const rows = await readBets(options.db, options.bets, options.tagKeys, { ...row, game })
  if (decided) return documentOf(options, row, { log: decided, rows, isDecided: true })
  return documentOf(options, row, { log: await logOf(options, row, false), rows, isDecided: false })
}

/** The proof of a round with a result, for the doctor: its `log` is null while no checkpoint covers the result. */
export async function proofOfResult3(
  options: RoundProofOptions,
  game: GameId,
  row: RoundProofRow,
): Promise<RoundProof3> {
  const rows = await readBets(options.db, options.bets, options.tagKeys, { ...row, game })
  return documentOf(options, row, { log: await logOf(options, row, true), rows, isDecided: true })
}

function logOf(
  { db, writer }: RoundProofOptions,
  { game, period, chainId, firstMs, witnesses }: RoundProofRow,
  isDecided: boolean,
): Promise<RoundLog3 | null> {
  const round = { game, period, chainId, firstMs: firstMs!, isDecided, witnesses: witnesses ?? [] }
  return roundLog3(db, round, writer.publicKey)
}

type Shown = { log: RoundLog3 | null; rows: RoundProof3['rows']; isDecided: boolean }

function documentOf(
  { beacons, writer }: RoundProofOptions,
  row: RoundProofRow,
  { log, rows, isDecided }: Shown,
): RoundProof3 {
  const { game, bets, digest, secret, sealedMs, beaconRound: round, signature, hash, beaconChain } = row
  const beacon = beacons.of(beaconChain)
  return {
    version: PROOF_VERSION_3,
    kind: 'round',
    deployment: (log && parseCheckpoint(log.checkpoint)?.deployment) ?? writer.deployment,
    terms: termsOf(row),
    rows,
    seal: { bets, digest: digest!, secret: secret!, sealedAt: sealedMs!, round: round! },
    beacon: isDecided
      ? {
          chain: beaconChain,
          round: round!,
          signature: signature!,
          ...(beacon.local && { publicKey: beacon.chain.publicKey }),
        }
      : null,
    result: isDecided ? { ...gameResult(KIND_OF_GAME[game], hash!), entropy: hash! } : null,
    log,
  }
}

function termsOf(row: RoundProofRow): RoundTerms3 {
  const chain = chainTerms3(row)
  const schedule = scheduleOf(chain, row.period)
  if (schedule === null) throw new Error(`the chain of ${row.game} has no round ${row.period}`)
  const { index, opensAt, closesAt } = schedule
  return { ...chain, period: row.period, index, opensAt, closesAt }
}
