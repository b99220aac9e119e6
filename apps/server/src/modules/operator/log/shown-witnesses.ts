/** The configured witnesses as operators see them: what each has signed, and what they promise together. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import { quorumFigures, witnessStanding, type QuorumFigures, type Witness } from '../../fair/index.ts'

export type ShownWitnesses = Pick<Output<Endpoints['logShow']>, 'witnesses' | 'quorum'>

export async function showWitnesses(db: Executor, witnesses: readonly Witness[]): Promise<ShownWitnesses> {
  const shown: ShownWitnesses['witnesses'] = []
  for (const witness of witnesses) shown.push(await showWitness(db, witness))
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

/** What new openings promise by these witnesses; null: there are none. */
export function quorumOf(witnesses: readonly Witness[]): QuorumFigures | null {
  return quorumFigures(witnesses.map(({ key, own }) => (own ? { ...key, own } : key)))
}
