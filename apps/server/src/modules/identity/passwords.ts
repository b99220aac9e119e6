/** Password hashes: argon2id with a pepper. Few run at a time, because each takes 19 MiB and one core. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'

/** OWASP's first choice of argon2id parameters; `memoryCost` in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 4
const QUEUE = 32

/** A well-formed hash that matches no password: its digest is all zero. */
export const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export type Passwords = {
  /**
   * Runs `work` when fewer than AT_ONCE others run.
   * @throws Refusal TOO_MANY_CALLS when too many wait
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** PHC text of a password. Call it inside `inTurn`. */
  hash(password: string): Promise<string>
  /** Whether the password fits; for an undefined hash it takes the same time and returns false. Call it inside `inTurn`. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** @param pepper 32 bytes, hex; a thief of the database cannot test passwords without it */
export function createPasswords(pepper: string): Passwords {
  const options = { ...COST, secret: Buffer.from(pepper, 'hex') }
  const waiting: (() => void)[] = []
  let running = 0
  let unusedHash: Promise<string> | undefined

  return {
    async inTurn(work) {
      if (running < AT_ONCE) running++
      else {
        if (waiting.length >= QUEUE) throw new Refusal('TOO_MANY_CALLS', { retryAfter: 2 })
        // a finished call passes its place on, so `running` does not change
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
      unusedHash ??= hash('a password of no account', options)
      await verify(await unusedHash, password, options)
      return false
    },
  }
}
