/** The configured witnesses as operators see them: what each has signed, and what they promise together. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import { formatKey } from '@fairlot/fairness/note'
import {
  quorumFigures,
  witnessStanding,
  type QuorumFigures,
  type Reported,
  type Witness,
  type Witnesses,
} from '../../fair/index.ts'

export type ShownWitnesses = Pick<Output<Endpoints['logShow']>, 'witnesses' | 'quorum'>

export async function showWitnesses(
  db: Executor,
  witnesses: readonly Witness[],
  { reports }: Pick<Witnesses, 'reports'>,
): Promise<ShownWitnesses> {
  const reported = reports()
  const shown: ShownWitnesses['witnesses'] = []
  for (const witness of witnesses) {
    const items = reported.get(formatKey(witness.key))
    shown.push({ ...(await showWitness(db, witness)), reported: items ? items.length : null })
  }
  return { witnesses: shown, quorum: quorumOf(witnesses) }
}

async function showWitness(db: Executor, { key, own = false }: Witness) {
  const last = await witnessStanding(db, { key })
  return {
    name: key.name,
    own,
    size: last && last.size,
    signedAt: last && last.signedAtMs,
    current: last?.current ?? false,
  }
}

/** What the witnesses report, at most 50 items of each. */
export function showReports(witnesses: readonly Witness[], { reports }: Pick<Witnesses, 'reports'>) {
  const reported = reports()
  return witnesses.flatMap(({ key }) =>
    (reported.get(formatKey(key)) ?? [])
      .slice(0, MOST)
      .map((item: Reported) => ({ witness: key.name, ...item })),
  )
}
const MOST = 50

/** What new openings promise by these witnesses; null: there are none. */
export function quorumOf(witnesses: readonly Witness[]): QuorumFigures | null {
  return quorumFigures(witnesses.map(({ key, own }) => (own ? { ...key, own } : key)))
}
