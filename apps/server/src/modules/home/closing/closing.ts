/**
 * Closing an account: from the answer on nothing new can be bought or paid in; what is open runs to its end; then the
 * person is erased, once. The member's id, inviter, purchases, lines of the ledger and tags stay, so that the books still
 * balance and every draw can still be recomputed.
 *
 * Every step holds the lock of the member's wallet, which purchases and recharges take as well: what came before it is
 * waited for, what comes after it is refused.
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PhoneWait } from '../../guard/index.ts'
import type { Identity } from '../../identity/index.ts'
import { balances, lockWallets, markWalletClosing, transfer } from '../../ledger/index.ts'
import { pendingPrizes } from '../../mall/index.ts'
import { countOpenRecharges, lockRecharges } from '../../wallet/index.ts'
import { CLOSE_ONE, closingJobs } from './closing.jobs.ts'
import { requestedAt, dropClosure, finishClosure, putClosure, waiting } from './closing.queries.ts'

export type ClosingOptions = {
  db: Db
  jobs: Jobs
  log: { info(fields: object, message: string): void }
  /** in a sandbox left-over play money goes back by itself; real money waits until it is paid out */
  moneyMode: 'sandbox' | 'real'
  identity: Pick<Identity, 'accounts' | 'codes' | 'exclusions' | 'member' | 'sessions'>
  /** what keeps the member's phone number from registering anew once the account is closed */
  phoneWait(at: Executor, memberId: string): Promise<PhoneWait>
}

export type Closing = {
  readonly routes: Handlers<Endpoints, 'closeState' | 'closeAccount' | 'closeKeep'>
  /** Closes an account that asks for it when nothing is open any more. @returns whether this call did */
  closeIfReady(memberId: string): Promise<boolean>
}

type State = Output<Endpoints['closeState']>

/** What an account waits for. */
type Open = { orders: number; prizes: number; recharges: number; balance: bigint }

async function openOf(db: Executor, memberId: string): Promise<Open> {
  const { balance, openOrders } = await balances(db, memberId)
  return {
    orders: openOrders,
    prizes: await pendingPrizes(db, memberId),
    recharges: await countOpenRecharges(db, memberId),
    balance,
  }
}

/** Wires the calls, and registers the jobs that close what is ready. */
export function createClosing(options: ClosingOptions): Closing {
  const { db, jobs, log, identity, moneyMode, phoneWait } = options
  const { accounts, codes } = identity
  const balanceReturns = moneyMode === 'sandbox'

  const isReady = ({ orders, prizes, recharges, balance }: Open) =>
    orders === 0 && prizes === 0 && recharges === 0 && (balance === 0n || balanceReturns)

  /** @throws Refusal SESSION_ENDED when the account is closed meanwhile */
  async function stateOf(at: Executor, memberId: string): Promise<State> {
    const status = await accounts.status(at, memberId)
    if (status !== 'active' && status !== 'closing') throw new Refusal('SESSION_ENDED')
    const { balance, ...open } = await openOf(at, memberId)
    const { hours, stopped } = await phoneWait(at, memberId)
    return {
      status,
      askedAt: await requestedAt(at, memberId),
      waitsFor: { ...open, balance: formatMoney(balance) },
      balanceReturns,
      phoneWait: { hours, stopped },
    }
  }

  /** Locks wallet and member, in this order. @throws Refusal SESSION_ENDED when the account is closed meanwhile */
  async function lock(tx: Tx, memberId: string) {
    await lockWallets(tx, [memberId])
    const account = await accounts.lock(tx, memberId)
    if (!account || account.phone === null) throw new Refusal('SESSION_ENDED')
    return { status: account.status, phone: account.phone }
  }

  /** A repeated call brings a code that the first one has used up: the account is being closed, so there is nothing to check. */
  async function checkCode(memberId: string, code: string): Promise<void> {
    const isClosing = async () => (await accounts.status(db, memberId)) === 'closing'
    if (await isClosing()) return
    const member = await identity.member(memberId)
    if (!member) throw new Refusal('SESSION_ENDED')
    try {
      await codes.check(member.phone, 'close', code)
    } catch (error) {
      if (!(await isClosing())) throw error
    }
  }

  async function ask(memberId: string, code: string): Promise<State> {
    await checkCode(memberId, code)
    return db.tx(async (tx) => {
      const { status, phone } = await lock(tx, memberId)
      if (status === 'active') {
        await codes.use(tx, phone, 'close', code)
        await accounts.mark(tx, memberId, 'closing')
        await putClosure(tx, memberId)
        await markWalletClosing(tx, memberId, true)
        await jobs.send(tx, CLOSE_ONE, { memberId }, { key: memberId })
      }
      return stateOf(tx, memberId)
    })
  }

  async function keep(memberId: string): Promise<State> {
    return db.tx(async (tx) => {
      const { status } = await lock(tx, memberId)
      if (status === 'closing') {
        await accounts.mark(tx, memberId, 'active')
        await dropClosure(tx, memberId)
        await markWalletClosing(tx, memberId, false)
      }
      return stateOf(tx, memberId)
    })
  }

  /** @returns the sessions that ended, null: it is not ready */
  async function close(tx: Tx, memberId: string): Promise<string[] | null> {
    // in the order in which a recharge is opened: its own lock, the wallet, the member
    await lockRecharges(tx, memberId)
    await lockWallets(tx, [memberId])
    if ((await accounts.lock(tx, memberId))?.status !== 'closing') return null
    const open = await openOf(tx, memberId)
    if (!isReady(open)) return null
    if (open.balance > 0n) {
      const [from, to] = [{ member: memberId }, { house: 'cash' as const }]
      await transfer(tx, { ref: memberId, kind: 'closing', from, to, amount: open.balance })
    }
    // nobody sheds a limit or shortens a break by closing the account and registering anew
    const { until } = await phoneWait(tx, memberId)
    if (until) await identity.exclusions.exclude(tx, memberId, until)
    await finishClosure(tx, memberId)
    return accounts.erase(tx, memberId)
  }

  async function closeIfReady(memberId: string): Promise<boolean> {
    // most that wait do so for long: looked at without a lock
    if (!isReady(await openOf(db, memberId))) return false
    const ended = await db.tx((tx) => close(tx, memberId))
    if (!ended) return false
    identity.sessions.forget(ended)
    log.info({ member: memberId }, 'an account was closed, and its person erased')
    return true
  }

  closingJobs(jobs, { closeIfReady, waiting: (after, limit) => waiting(db, after, limit) })

  return {
    closeIfReady,
    routes: {
      closeState: ({ member }) => stateOf(db, member.memberId),
      closeAccount: ({ member, input }) => ask(member.memberId, input.code),
      closeKeep: ({ member }) => keep(member.memberId),
    },
  }
}
