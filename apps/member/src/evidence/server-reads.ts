/** The public calls of the server about its log. */
import { fairAbout, fairCheckpoint, fairConsistency, fairLog } from '@fairlot/contract/endpoints/fair'
import { system } from '@fairlot/contract/endpoints/home'
import { call, CallError } from '../api/api.ts'
import type { LogReads } from './look.ts'

/** Null when the server has no such data. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && error.code === 'NO_SUCH_DATA') return null
    throw error
  }
}

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
