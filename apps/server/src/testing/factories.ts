/** Creates members with sessions and money by the product's own code, without log in. */
import { randomInt } from 'node:crypto'
import { parseMoney } from '@fairlot/contract/money/money'
import type { Context } from '../context.ts'
import type { OpenedSession } from '../modules/identity/index.ts'
import { transfer } from '../modules/ledger/index.ts'
import { uuidv7 } from '../platform/random.ts'
import { testClient, type TestClient } from './client.ts'

/** A random valid mobile number. */
export function somePhone(): string {
  return `+88017${String(randomInt(100_000_000)).padStart(8, '0')}`
}

/** A password that fits the policy and is not common. */
export const SOME_PASSWORD = 'gH7-marrow-q2'

export type MemberOptions = {
  phone?: string
  /** as on the wire, `"100.00"`; by default no money */
  balance?: string
  /** by default none, because hashing is slow */
  password?: string
  inviterId?: string
}

export type TestMember = { memberId: string; phone: string; session: OpenedSession; client: TestClient }

/** Creates a logged-in member with the given balance. */
export async function makeMember(
  { context, url }: { context: Context; url: string },
  options: MemberOptions = {},
): Promise<TestMember> {
  const { identity } = context
  const phone = options.phone ?? somePhone()
  const memberId = await identity.enrol({
    phone,
    password: options.password ?? null,
    ...(options.inviterId === undefined ? {} : { inviterId: options.inviterId }),
  })
  if (options.balance !== undefined) await giveMoney(context, memberId, options.balance)
  const session = await identity.openSession(memberId)
  return { memberId, phone, session, client: testClient({ url, session }) }
}

/** Credits a wallet as a recharge does. `amount`: as on the wire. */
export async function giveMoney(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  memberId: string,
  amount: string,
): Promise<void> {
  await db.tx((tx) =>
    transfer(tx, {
      ref: uuidv7(clock.now(), random),
      kind: 'recharge',
      from: { house: 'cash' },
      to: { member: memberId },
      amount: parseMoney(amount),
    }),
  )
}
