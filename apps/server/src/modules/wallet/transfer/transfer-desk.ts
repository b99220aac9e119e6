/** What the back office can do with recharges by transfer, and with late ones in USDT. Every act runs in the caller's transaction, which also writes the audit row. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Executor, Tx } from '../../../platform/db.ts'
import type { Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sealing } from '../../../platform/sealing.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { Clock } from '../../../platform/clock.ts'
import { countRechargeEnds, lockWallets } from '../../ledger/index.ts'
import { arrivalEffects, type Arrived } from '../recharge/credits.ts'
import { openPayer, type Payer } from '../recharge/payer.ts'
import { finishRecharge, lockByPayment } from '../recharge/recharge.queries.ts'
import { checkTransition } from '../recharge/recharge.rules.ts'
import { heldTransfers, type HeldTransfers } from '../trc20/held-transfers.ts'
import { walletSettings } from '../wallet.settings.ts'
import {
  checkMatch,
  dismissLine,
  matchByHand,
  matchNewLines,
  requireOpenLine,
  type MatchDeps,
  type MatchedByHand,
} from './match-lines.ts'
import type { Slips } from './proofs.ts'
import { listedRecharges, type RechargeFilter } from './listed-recharges.queries.ts'
import * as receiving from './receiving-accounts.ts'
import {
  listAccounts,
  type DeskAccount,
  type ReceivingLines,
  type ReceivingRow,
} from './receiving-accounts.queries.ts'
import {
  lineById,
  linesOfRecharge,
  waitingLines,
  type LineFilter,
  type LineRow,
} from './statement-lines.queries.ts'
import { takeAlone } from './answered-credits.ts'
import {
  confirmStatement,
  enterLine,
  importStatement,
  type Entry,
  type Imported,
  type ImportFile,
} from './statements.ts'
import { isTransactionKnown, statementById, statementPage, type StatementRow } from './statements.queries.ts'
import { MANUAL } from './transfer-way.ts'
import * as queries from './waiting-transfers.queries.ts'
import type { ListedRecharge, ProofRow, TransferFilter, TransferRow } from './waiting-transfers.queries.ts'
import type { TimelineRow } from '../recharge/recharge.queries.ts'

export type TransferDeskDeps = MatchDeps & {
  readonly random: Random
  readonly clock: Clock
  readonly settings: Values
  readonly sealing: Sealing
  readonly moneyMode: MoneyMode
  /** ISO code of the wallet's currency */
  readonly currency: string
  readonly slips: Slips
  /** while the log is halted nothing is matched */
  readonly isHalted?: (() => Promise<boolean>) | undefined
}

export type ShownTransfer = {
  row: TransferRow
  payer: Payer
  proofs: ProofRow[]
  lines: LineRow[]
  timeline: TimelineRow[]
}

export type TransferDesk = {
  accounts(db: Executor, all: boolean): Promise<DeskAccount[]>
  /** @throws Refusal NO_SUCH_DATA */
  account(db: Executor, code: string): Promise<ReceivingRow>
  /** The lines of an account in normal form. @throws Refusal INPUT_INVALID, RECEIVING_CURRENCY */
  readAccount(given: receiving.GivenAccount): ReceivingLines
  addAccount(
    tx: Tx,
    account: receiving.GivenAccount & { lines: ReceivingLines },
  ): Promise<{ accountId: string; replaced: string | null }>
  /** @throws Refusal NO_SUCH_DATA */
  disableAccount(tx: Tx, code: string): Promise<string>
  waiting(db: Executor, filter: TransferFilter): Promise<TransferRow[]>
  /** Recharges of every kind. */
  listed(db: Executor, filter: RechargeFilter): Promise<ListedRecharge[]>
  /** @throws Refusal NO_SUCH_DATA */
  show(db: Executor, number: string): Promise<ShownTransfer>
  /** A slip that the member sent. @param proof undefined: the newest one with a picture. @throws Refusal NO_SUCH_DATA */
  slip(db: Executor, number: string, proof: number | undefined): Promise<{ proof: number; bytes: Uint8Array }>
  /** Ends a transfer that was not found. `changed`: false when it was ended so before. @throws Refusal NO_SUCH_DATA, RECHARGE_STEP */
  fail(tx: Tx, number: string): Promise<{ row: TransferRow; changed: boolean }>
  /** @throws Refusal STATEMENT_UNREADABLE */
  import(tx: Tx, file: ImportFile): Promise<Imported>
  /** A second operator confirms a statement. @throws Refusal NO_SUCH_DATA, OWN_REQUEST, NOT_PENDING */
  confirm(
    tx: Tx,
    by: { statementId: string; operatorId: string },
  ): Promise<{ statement: StatementRow; changed: boolean }>
  /** Counts a match that one operator makes alone. @returns false: it needs a second one */
  takeAlone(tx: Tx, operatorId: string, amount: bigint): Promise<boolean>
  /** Credits the clear lines of all imports; call it after the commit of an import. */
  matchNew(): Promise<number>
  /** A statement as it is now. */
  statement(db: Executor, statementId: string): Promise<StatementRow>
  statements(db: Executor, before: string | null, limit: number): Promise<StatementRow[]>
  lines(db: Executor, filter: LineFilter): Promise<LineRow[]>
  /** @throws Refusal NO_SUCH_DATA */
  line(db: Executor, lineId: string): Promise<LineRow>
  /** Whether the account of the bank has a line with the bank's id of a transaction. */
  isTransactionKnown(db: Executor, account: ReceivingRow, transactionId: string): Promise<boolean>
  enter(tx: Tx, entry: Entry): Promise<string>
  /** @throws Refusal NO_SUCH_DATA, LINE_ENDED, RECEIVING_CURRENCY */
  checkMatch(tx: Tx, lineId: string, number: string): ReturnType<typeof checkMatch>
  match(tx: Tx, match: Parameters<typeof matchByHand>[2]): Promise<MatchedByHand>
  /** @throws Refusal NO_SUCH_DATA, LINE_ENDED */
  checkOpen(tx: Tx, lineId: string): Promise<LineRow>
  dismiss(tx: Tx, end: Parameters<typeof dismissLine>[1]): Promise<LineRow>
  /** amount from which a match by hand needs a second operator, minor units */
  twoOperatorsFrom(): bigint
  /** Call it after the commit of a match. */
  arrived(arrived: Arrived): void
  /** late transfers in USDT */
  readonly held: HeldTransfers
}

export function createTransferDesk(deps: TransferDeskDeps): TransferDesk {
  const { random, clock, sealing, slips } = deps
  const now = () => clock.now()
  async function shown(db: Executor, number: string): Promise<ShownTransfer> {
    const row = await queries.transferByNumber(db, number)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    const [proofs, lines, timeline] = [
      await queries.proofsOf(db, row),
      await linesOfRecharge(db, row.member_id, row.recharge_id),
      await queries.timelineOf(db, row),
    ]
    return { row, payer: openPayer(sealing, row), proofs, lines, timeline }
  }
  return {
    accounts: listAccounts,
    account: receiving.requireAccount,
    readAccount: (given) => receiving.readAccount(deps, given),
    addAccount: (tx, account) => receiving.addAccount(deps, tx, account, now()),
    disableAccount: receiving.disableAccount,
    waiting: queries.waitingTransfers,
    listed: listedRecharges,
    show: shown,
    async slip(db, number, proof) {
      const { row, proofs } = await shown(db, number)
      const found = proofs.findLast(({ seq, slip_id: id }) => id !== null && (proof ?? seq) === seq)
      const picture = found?.slip_id ? await slips.open(db, row.member_id, found.slip_id) : undefined
      if (!found || !picture) throw new Refusal('NO_SUCH_DATA')
      return { proof: found.seq, bytes: picture.bytes }
    },
    fail: failTransfer,
    import: (tx, file) => importStatement(tx, random, file, now()),
    confirm: confirmStatement,
    takeAlone: (tx, operatorId, amount) => takeAlone(deps, tx, operatorId, amount),
    matchNew: async () => ((await deps.isHalted?.()) ? 0 : matchNewLines(deps)),
    async statement(db, statementId) {
      const row = await statementById(db, statementId)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      return row
    },
    statements: statementPage,
    lines: waitingLines,
    async line(db, lineId) {
      const line = await lineById(db, lineId)
      if (!line) throw new Refusal('NO_SUCH_DATA')
      return line
    },
    isTransactionKnown: (db, account, transactionId) => isTransactionKnown(db, account.origin, transactionId),
    enter: (tx, entry) => enterLine(tx, random, entry, now()),
    checkMatch,
    match: (tx, match) => matchByHand(deps, tx, match),
    checkOpen: requireOpenLine,
    dismiss: dismissLine,
    twoOperatorsFrom: () => walletSettings(deps.settings).matchTwoApproversFrom,
    arrived: (arrived) => arrivalEffects(deps, arrived),
    held: heldTransfers(deps),
  }
}

/**
 * Ends a transfer that an operator did not find: one that is over, or that expired. Its reservation on the deposit limits ends.
 * Lock order: the recharge, then the wallet.
 */
async function failTransfer(tx: Tx, number: string): Promise<{ row: TransferRow; changed: boolean }> {
  const row = await queries.lockTransfer(tx, number)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  if (row.state === 'failed' && row.reason === 'not_found') return { row, changed: false }
  const isExpired = row.state === 'failed' && row.reason === 'expired'
  if (!isExpired && !(row.state === 'processing' && row.is_over)) throw new Refusal('RECHARGE_STEP')
  const locked = await lockByPayment(tx, MANUAL, row.reference)
  if (!locked) throw new Error(`the recharge ${number} has no payment`)
  checkTransition(locked.state, 'failed')
  await finishRecharge(tx, locked, { state: 'failed', reason: 'not_found' }, null)
  if (row.state === 'processing') {
    await lockWallets(tx, [row.member_id])
    await countRechargeEnds(tx, [{ member: row.member_id, end: 'failed', amount: row.amount }])
  }
  return { row: (await queries.transferByNumber(tx, number))!, changed: true }
}
