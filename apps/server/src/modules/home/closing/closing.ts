/**
 * Closing an account. From the answer on, the server refuses purchases and recharges. Open orders, prizes and recharges run to
 * their end. Then the server erases the member's personal data, once. The member's id, inviter, purchases, ledger lines and
 * tags stay, so that the books still balance and every draw can still be recomputed.
 *
 * Every step holds the lock of the member's wallet, which purchases and recharges take as well: the closing waits for those
 * that hold the lock before it, and the server refuses those that come after it.
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { endRebates, endRefunds, eraseDevices } from '../../growth/index.ts'
import type { PhoneWait } from '../../guard/index.ts'
import { eraseAddresses, type Identity } from '../../identity/index.ts'
import { balances, frozenNow, lockWallets, markWalletClosing, transfer } from '../../ledger/index.ts'
import { endVouchers, eraseReviews, eraseWishes, openPrizes } from '../../mall/index.ts'
import {
  countOpenRecharges,
  countOpenWithdrawals,
  emptyPiggy,
  eraseNotes,
  erasePayers,
  erasePayouts,
  lockPayers,
  lockRecharges,
} from '../../wallet/index.ts'
import { erasePictures } from '../../uploads/index.ts'
import { CLOSE_ONE, closingJobs } from './closing.jobs.ts'
import {
  deleteClosure,
  finishClosure,
  insertClosure,
  pendingClosures,
  requestedAt,
} from './closing.queries.ts'

export type ClosingOptions = {
  db: Db
  clock: Clock
  random: Random
  jobs: Jobs
  log: { info(fields: object, message: string): void }
  /** sandbox: the server takes remaining play money back; real: the closing waits until the member has withdrawn the balance */
  moneyMode: MoneyMode
  identity: Pick<Identity, 'accounts' | 'codes' | 'exclusions' | 'member' | 'sessions'>
  /** whether business time cannot be believed: what the closing writes for the phone number would have a wrong end */
  isTimeHalted?: () => Promise<boolean>
  /** withdraws an open identity check, and erases what is not kept */
  endIdentityCheck?: (tx: Tx, memberId: string) => Promise<void>
  /** how long the member's phone number cannot register again after the closing */
  phoneWait(at: Executor, memberId: string): Promise<PhoneWait>
}

export type Closing = {
  readonly routes: Handlers<Endpoints, 'closeState' | 'closeAccount' | 'closeKeep'>
  /** Closes an account whose member requested it, if nothing is open. @returns whether this call closed it */
  closeIfReady(memberId: string): Promise<boolean>
}

type State = Output<Endpoints['closeState']>

/** What the closing of an account waits for. */
type Open = {
  orders: number
  prizes: number
  recharges: number
  withdrawals: number
  balance: bigint
  /** whether operators froze the account: nothing is erased before the end */
  frozen: boolean
}

async function readOpen(db: Executor, memberId: string): Promise<Open> {
  const { balance, openOrders } = await balances(db, memberId)
  return {
    orders: openOrders,
    prizes: await openPrizes(db, memberId),
    recharges: await countOpenRecharges(db, memberId),
    withdrawals: await countOpenWithdrawals(db, memberId),
    balance,
    frozen: (await frozenNow(db, memberId)) !== null,
  }
}

/** Wires the calls and registers the jobs. */
export function createClosing(options: ClosingOptions): Closing {
  const { db, clock, random, jobs, log, identity, moneyMode, phoneWait } = options
  const { accounts, codes } = identity
  const balanceReturns = moneyMode === 'sandbox'

  const isReady = ({ orders, prizes, recharges, withdrawals, balance, frozen }: Open) =>
    !frozen &&
    orders === 0 &&
    prizes === 0 &&
    recharges === 0 &&
    withdrawals === 0 &&
    (balance === 0n || balanceReturns)

  /** @throws Refusal SESSION_ENDED when the account has been closed */
  async function stateOf(at: Executor, memberId: string): Promise<State> {
    const status = await accounts.status(at, memberId)
    if (status !== 'active' && status !== 'closing') throw new Refusal('SESSION_ENDED')
    const { balance, ...open } = await readOpen(at, memberId)
    const { hours, exclusion } = await phoneWait(at, memberId)
    return {
      status,
      requestedAt: await requestedAt(at, memberId),
      waitsFor: { ...open, balance: formatMoney(balance) },
      balanceReturns,
      phoneWait: { hours, exclusion },
    }
  }

  /** Locks wallet and member, in this order. @throws Refusal SESSION_ENDED when the account has been closed */
  async function lock(tx: Tx, memberId: string) {
    await lockWallets(tx, [memberId])
    const account = await accounts.lock(tx, memberId)
    if (!account || account.phone === null) throw new Refusal('SESSION_ENDED')
    return { status: account.status, phone: account.phone }
  }

  /** Skips the check when the account is being closed: a repeated call carries a code that the first call used up. */
  async function checkCode(memberId: string, code: string): Promise<void> {
    const isClosing = async () => (await accounts.status(db, memberId)) === 'closing'
    if (await isClosing()) return
    const member = await identity.member(db, memberId)
    if (!member) throw new Refusal('SESSION_ENDED')
    try {
      await codes.check(member.phone, 'close', code)
    } catch (error) {
      if (!(await isClosing())) throw error
    }
  }

  async function requestClosing(memberId: string, code: string): Promise<State> {
    await checkCode(memberId, code)
    return db.tx(async (tx) => {
      const { status, phone } = await lock(tx, memberId)
      if (status === 'active') {
        await codes.use(tx, phone, 'close', code)
        await accounts.mark(tx, memberId, 'closing')
        await insertClosure(tx, memberId)
        await markWalletClosing(tx, memberId, true)
        // the piggy bank goes back to the wallet, whatever its locks
        await emptyPiggy(tx, memberId, uuidv7(clock.now(), random))
        await jobs.send(tx, CLOSE_ONE, { memberId }, { key: memberId })
      }
      return stateOf(tx, memberId)
    })
  }

  async function keepAccount(memberId: string): Promise<State> {
    return db.tx(async (tx) => {
      const { status } = await lock(tx, memberId)
      if (status === 'closing') {
        await accounts.mark(tx, memberId, 'active')
        await deleteClosure(tx, memberId)
        await markWalletClosing(tx, memberId, false)
      }
      return stateOf(tx, memberId)
    })
  }

  /** @returns the sessions that ended; null: the account is not ready */
  async function close(tx: Tx, memberId: string): Promise<string[] | null> {
    // the lock order of opening a recharge: recharges, wallet, member
    await lockRecharges(tx, memberId)
    await lockPayers(tx, memberId)
    await lockWallets(tx, [memberId])
    if ((await accounts.lock(tx, memberId))?.status !== 'closing') return null
    const open = await readOpen(tx, memberId)
    if (!isReady(open)) return null
    // each in its place of the order of locks
    await options.endIdentityCheck?.(tx, memberId)
    await eraseReviews(tx, memberId)
    await erasePictures(tx, memberId, await erasePayers(tx, memberId))
    await endRebates(tx, memberId)
    await endRefunds(tx, memberId)
    await eraseDevices(tx, memberId)
    // closing the account and registering again must not remove a limit or shorten an exclusion
    const { until } = await phoneWait(tx, memberId)
    if (until) await identity.exclusions.exclude(tx, memberId, until)
    await finishClosure(tx, memberId)
    await erasePayouts(tx, memberId)
    await eraseWishes(tx, memberId)
    await eraseNotes(tx, memberId)
    await eraseAddresses(tx, memberId)
    const ended = await accounts.erase(tx, memberId)
    // the accounts of the house come last: everybody waits for them
    await endVouchers(tx, memberId)
    if (open.balance > 0n) {
      const [from, to] = [{ member: memberId }, { house: 'cash' as const }]
      await transfer(tx, { ref: memberId, kind: 'closing', from, to, amount: open.balance })
    }
    return ended
  }

  async function closeIfReady(memberId: string): Promise<boolean> {
    // most accounts wait for long, so the first look takes no lock
    if (!isReady(await readOpen(db, memberId)) || (await options.isTimeHalted?.())) return false
    const ended = await db.tx((tx) => close(tx, memberId))
    if (!ended) return false
    identity.sessions.forget(ended)
    log.info({ member: memberId }, 'account closed and personal data erased')
    return true
  }

  closingJobs(jobs, { closeIfReady, pending: (after, limit) => pendingClosures(db, after, limit) })

  return {
    closeIfReady,
    routes: {
      closeState: ({ member }) => stateOf(db, member.memberId),
      closeAccount: ({ member, input }) => requestClosing(member.memberId, input.code),
      closeKeep: ({ member }) => keepAccount(member.memberId),
    },
  }
}
