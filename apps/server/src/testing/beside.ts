import { AsyncLocalStorage } from 'node:async_hooks'

const outside = AsyncLocalStorage.snapshot()

/** Begins a call of its own while a test holds a transaction open. The call may use the pool, which `createDb({ strict: true })` refuses inside. */
export const beside = <T>(work: () => T): T => outside(work)
