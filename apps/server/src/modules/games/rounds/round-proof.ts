/** The proof document of a round (of version 3: round-proof-3.ts): all data that a verifier needs, and no data that identifies a member. */
import { KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import type { BetRow } from '@fairlot/fairness/games/bets'
import { parseKey } from '@fairlot/fairness/note'
import { PROOF_VERSION } from '@fairlot/fairness/proof'
import type { RoundLog, RoundProof, RoundResult, RoundTerms } from '@fairlot/fairness/proof/round-types'
import type { RoundProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { timesOf } from '@fairlot/fairness/games/periods'
import { gameResult } from '@fairlot/fairness/games/result'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { roundLog, type Beacons, type LogWriter, type TagKeys } from '../../fair/index.ts'
import { CHAIN_COLUMNS, type Chain } from './chains/chains.queries.ts'
import { chainTerms } from './chains/chains.ts'
import type { BetHooks } from './hooks.ts'
import { readBets } from './round-bets.ts'
import { proofOfResult3, proofOfRound3 } from './round-proof-3.ts'

export type RoundProofOptions = {
  db: Executor
  beacons: Beacons
  tagKeys: TagKeys
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
  bets: Pick<BetHooks, 'rows'>
}

export type RoundProofRow = Chain & {
  roundId: string
  period: string
  status: string
  index: number | null
  bets: number
  digest: string | null
  secret: string | null
  sealedMs: number | null
  beaconRound: number | null
  signature: string | null
  hash: string | null
}

const READ = {
  name: 'round_proof.read',
  text: `
select ${CHAIN_COLUMNS}, r.round_id as "roundId", r.period, r.status, s.chain_index as index, s.bets, s.digest, s.secret,
  s.sealed_ms::float8 as "sealedMs", s.beacon_round::float8 as "beaconRound", d.signature, d.hash
from round r join game_chain c using (chain_id) left join round_seal s using (round_id) left join round_result d using (round_id)
where r.round_id = round_id_of($1, $2)`,
}

/**
 * The proof of a round that is sealed, has its result, or is void. While no checkpoint covers the result, the round is shown
 * as sealed.
 * @throws Refusal NO_SUCH_DATA, NOT_SEALED (also while no checkpoint covers the entry of a void round)
 */
export async function proofOfRound(
  options: RoundProofOptions,
  game: GameId,
  period: string,
): Promise<RoundProof | RoundProof3> {
  const [row] = await options.db.query<RoundProofRow>(READ, [game, period])
  if (!row) throw new Refusal('NO_SUCH_DATA')
  if (row.rules === 3) return proofOfRound3(options, game, row)
  if (row.status === 'void') {
    const log = await logOf(options, row, 'round-void')
    if (!log) throw new Refusal('NOT_SEALED')
    return documentOf(options, row, { log, rows: [], end: 'round-void' })
  }
  if (row.sealedMs === null) throw new Refusal('NOT_SEALED')
  const rows = row.bets === 0 ? [] : await plainBets(options, row)
  const decided = row.hash === null ? null : await logOf(options, row, 'round-result')
  if (decided) return documentOf(options, row, { log: decided, rows, end: 'round-result' })
  return documentOf(options, row, { log: await logOf(options, row, null), rows, end: null })
}

/**
 * The proof of a round with a result, for the doctor: its `log` is null while no checkpoint covers the result.
 * @throws Refusal NO_SUCH_DATA, NOT_SEALED
 */
export async function proofOfResult(
  options: RoundProofOptions,
  game: GameId,
  period: string,
): Promise<RoundProof | RoundProof3> {
  const [row] = await options.db.query<RoundProofRow>(READ, [game, period])
  if (!row) throw new Refusal('NO_SUCH_DATA')
  if (row.hash === null) throw new Refusal('NOT_SEALED')
  if (row.rules === 3) return proofOfResult3(options, game, row)
  return documentOf(options, row, {
    log: await logOf(options, row, 'round-result'),
    rows: await plainBets(options, row),
    end: 'round-result',
  })
}

/** The rows of version 2, which have no claims. */
async function plainBets({ db, bets, tagKeys }: RoundProofOptions, row: RoundProofRow): Promise<BetRow[]> {
  const rows = await readBets(db, bets, tagKeys, row)
  return rows.map(({ seq, ms, bet, stake, tag }) => ({ seq, ms, bet, stake, tag }))
}

function logOf(
  { db, beacons, writer }: RoundProofOptions,
  { game, period, chainId, beaconChain, beaconRound, witnesses }: RoundProofRow,
  end: 'round-result' | 'round-void' | null,
): Promise<RoundLog | null> {
  const beacon = beacons.of(beaconChain).chain
  const keys = (witnesses ?? []).flatMap((text) => parseKey(text) ?? [])
  const round = { game, period, chainId, beacon, beaconRound, end, witnesses: keys }
  return roundLog(db, round, writer.publicKey)
}

type Shown = { log: RoundLog | null; rows: RoundProof['rows']; end: 'round-result' | 'round-void' | null }

function documentOf(
  { beacons, writer }: RoundProofOptions,
  row: RoundProofRow,
  { log, rows, end }: Shown,
): RoundProof {
  const { bets, digest, secret, sealedMs, beaconRound, signature, beaconChain } = row
  const isSealed = end !== 'round-void' && digest !== null && secret !== null && sealedMs !== null
  const beacon = beacons.of(beaconChain)
  const isDecided = end === 'round-result' && signature !== null
  return {
    version: PROOF_VERSION,
    kind: 'round',
    deployment: (log && parseCheckpoint(log.checkpoint)?.deployment) ?? writer.deployment,
    terms: termsOf(row, end),
    rows,
    seal: isSealed ? { bets, digest, secret, sealedAt: sealedMs, round: beaconRound! } : null,
    beacon: isDecided
      ? {
          chain: beaconChain,
          round: beaconRound!,
          signature,
          ...(beacon.local && { publicKey: beacon.chain.publicKey }),
        }
      : null,
    result: isDecided ? resultOf(row) : null,
    log,
  }
}

function termsOf(row: RoundProofRow, end: Shown['end']): RoundTerms {
  const times = timesOf(row, row.period)
  if (times === null) throw new Error(`${row.game} has no round ${row.period}`)
  const index = end === 'round-void' ? null : row.index
  return {
    ...chainTerms(row),
    period: row.period,
    index,
    previous: index === null ? null : index - 1,
    opensAt: times.opensAt,
    closesAt: times.closesAt,
  }
}

function resultOf({ game, hash }: RoundProofRow): RoundResult {
  return { ...gameResult(KIND_OF_GAME[game], hash!), entropy: hash! }
}
