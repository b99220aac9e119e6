/** A complete server for tests of the members' protection, with issues on sale and a business clock that tests move. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import type { Failure } from '@fairlot/contract/flags'
import type { LimitKind, LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import type { TestClient } from '../../testing/client.ts'
import { makeMember, type TestMember } from '../../testing/factories.ts'
import { breaches } from '../../testing/mall.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { homeChecks } from '../home/home.checks.ts'
import { walletChecks } from '../wallet/index.ts'
import { guardChecks } from './index.ts'

export type State = Output<Endpoints['limits']>

export type RefusedCall = Omit<Failure, 'code'> & { code: string }

/** The refusal of a call; its code is 'answered' when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<RefusedCall> {
  try {
    await call
    return { code: 'answered', message: '' }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.failure
  }
}

/** Finds one limit in a state. */
export function limitOf(state: State, kind: LimitKind, period: LimitPeriod) {
  const limit = state.limits.find((one) => one.kind === kind && one.period === period)
  if (!limit) throw new Error(`the state has no ${kind} limit per ${period}`)
  return limit
}

/** Without the checks of recharges (INV-14): members of these tests get their money without one. */
const DEPOSIT_CHECKS = walletChecks.filter(({ id }) => id === 'INV-17')

let products = 0

export async function guardWorld() {
  const server: TestServer = await testServer()
  const { context, database, db, owner } = server
  await owner.query(`insert into category (category, position, tile) values ('phones', 1, 'sea')`)

  /** Opens an issue whose shares cost one currency unit. @returns its number */
  async function issue(shares = 10_000): Promise<string> {
    const code = `G${++products}`
    await context.mall.createProduct({
      code,
      category: 'phones',
      art: 'phone',
      tile: 'sea',
      texts: { 'en-us': { title: code, description: 'For tests.' } },
      marketPrice: 10_000n * BigInt(shares),
      sharePrice: 10_000n,
      shares,
      saleDays: 300,
    })
    const opening = await context.mall.openIssue(code)
    if (!opening) throw new Error(`product ${code} has no issue on sale`)
    return opening.number
  }

  const buy = (client: TestClient, number: string, quantity = 1) =>
    client.call(ENDPOINTS.buy, { issue: number, quantity, requestId: randomUUID() })

  return {
    server,
    context,
    database,
    db,
    owner,
    issue,
    buy,
    member: (balance = '10000.00'): Promise<TestMember> => makeMember(server, { balance }),
    /** Opens another session of the member, as on a second device. */
    async session({ memberId, client }: TestMember): Promise<void> {
      client.session = await context.identity.openSession(memberId)
    },
    /** The doctor's checks that fail. */
    async breaches(): Promise<string[]> {
      const found = await breaches(db)
      for (const { title, sql } of [...guardChecks, ...homeChecks, ...DEPOSIT_CHECKS]) {
        const [row] = await owner.query<{ breaches: bigint; figure: string }>(sql)
        if (row?.breaches !== 0n) found.push(`${title}: ${String(row?.breaches)} (${String(row?.figure)})`)
      }
      return found
    },
    close: () => server.close(),
  }
}

export type GuardWorld = Awaited<ReturnType<typeof guardWorld>>
