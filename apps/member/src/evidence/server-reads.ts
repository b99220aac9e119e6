/** The public calls of the server about its log. */
import { fairAbout, fairCheckpoint, fairConsistency, fairLog } from '@fairlot/contract/endpoints/fair'
import { system } from '@fairlot/contract/endpoints/home'
import { call } from '../api/api.ts'
import { orNull } from '../parts/proof/or-null.ts'
import type { LogReads } from './look.ts'

export const serverReads: LogReads = {
  about: async () => {
    const { deployment, publicKey } = await call(fairAbout, {})
    return { deployment, publicKey }
  },
  checkpoint: async () => orNull(call(fairCheckpoint, {})),
  consistency: async (range) => (await orNull(call(fairConsistency, range)))?.path ?? null,
  firstEntry: async (log) => {
    const entries = await orNull(call(fairLog, { sort: 'oldest', from: 0, limit: 1, log }))
    return entries?.items.find(({ index }) => index === 0)?.bytes ?? null
  },
  isHalted: async () => (await call(system, {})).standing !== 'ok',
}
