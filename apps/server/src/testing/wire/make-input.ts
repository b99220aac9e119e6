/** How an input of the authorization matrix is made. */
import { randomUUID } from 'node:crypto'
import type { AuthWorld, Caller, OwnKind } from './auth-world.ts'

export const REASON = 'requested by a test'

export const change = () => ({ reason: REASON, requestId: randomUUID() })

export type MakeInput = ((world: AuthWorld, caller: Caller) => object | Promise<object>) & {
  kinds?: readonly OwnKind[]
}

/** An input that names data of the caller, of these kinds. */
export function own<K extends OwnKind>(
  kinds: readonly K[],
  input: (data: Record<K, string>) => object,
): MakeInput {
  const make: MakeInput = (_, { column, data }) => {
    const missing = kinds.filter((kind) => data[kind] === undefined)
    if (missing.length > 0) throw new Error(`${column} has no ${missing.join(', ')}`)
    return input(data as Record<K, string>)
  }
  return Object.assign(make, { kinds })
}
