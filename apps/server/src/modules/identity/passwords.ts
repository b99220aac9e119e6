/** Password hashes: argon2id with a pepper, a few at a time, because each takes 19 MiB and a core for its time. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'

/** OWASP's first choice of argon2id parameters; `memoryCost` in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 4
const QUEUE = 32

/** A well-formed hash that no password has: its digest is all zero. */
export const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export type Passwords = {
  /**
   * Waits for a turn to hash, and keeps it while `work` runs.
   * @throws Refusal TOO_MANY_CALLS when too many wait already
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** PHC text of a password. Only in a turn. */
  hash(password: string): Promise<string>
  /** Takes the same time for an account without a hash, and answers false. Only in a turn. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** @param pepper 32 bytes, hex; without it the hashes of a stolen database cannot be tried */
export function createPasswords(pepper: string): Passwords {
  const options = { ...COST, secret: Buffer.from(pepper, 'hex') }
  const waiting: (() => void)[] = []
  let running = 0
  let nobody: Promise<string> | undefined

  return {
    async inTurn(work) {
      if (running < AT_ONCE) running++
      else {
        if (waiting.length >= QUEUE) throw new Refusal('TOO_MANY_CALLS', { retryAfter: 2 })
        // whoever ends hands its place on, so `running` stays as it is
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
    hash: (password) => hash(password, options),
    async verify(passwordHash, password) {
      if (passwordHash !== undefined) return verify(passwordHash, password, options)
      nobody ??= hash('a password that nobody has', options)
      await verify(await nobody, password, options)
      return false
    },
  }
}
