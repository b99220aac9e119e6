/**
 * Password hashes: argon2id with a pepper. Few run at a time, because each takes 19 MiB and one core. The key of a hash derives from the
 * pepper and the id of its account, so that the hash of one account fits no other one.
 */
import { createHmac } from 'node:crypto'
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
  /** PHC text of a password, bound to the account. Call it inside `inTurn`. @param account id of a member or operator */
  hash(account: string, password: string): Promise<string>
  /** Whether the password fits; without an account it takes the same time and returns false. Call it inside `inTurn`. */
  verify(account: PasswordOf | undefined, password: string): Promise<boolean>
}

export type PasswordOf = {
  /** of the member or operator */
  id: string
  password_hash: string
  /** false: an older hash, whose key is that of all accounts; the next log in replaces it */
  password_bound: boolean
}

/** @param pepper 32 bytes, hex; a thief of the database cannot test passwords without it */
export function createPasswords(pepper: string): Passwords {
  const key = Buffer.from(pepper, 'hex')
  const options = { ...COST, secret: key }
  const boundTo = (account: string) => ({
    ...COST,
    secret: createHmac('sha256', key).update(`fairlot/password/2\0${account}`).digest(),
  })
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
    hash: (account, password) => hash(password, boundTo(account)),
    async verify(account, password) {
      if (account !== undefined)
        return verify(account.password_hash, password, account.password_bound ? boundTo(account.id) : options)
      unusedHash ??= hash('a password of no account', options)
      await verify(await unusedHash, password, options)
      return false
    },
  }
}
