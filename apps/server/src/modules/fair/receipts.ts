/** Signed receipts of orders, bets and participants of events, which members keep as evidence. A receipt is signed at the first request and never changes. */
import { fromHex, toHex } from '@fairlot/fairness/bytes'
import { eventName } from '@fairlot/fairness/entries'
import { signReceipt, type Receipt, type SignedReceipt } from '@fairlot/fairness/receipt'
import type { Db } from '../../platform/db.ts'
import type { LogWriter } from './log/log-writer.ts'
import { Refusal } from '../../platform/refusal.ts'
import { latestCheckpoint, logOf } from './log/log.reads.ts'

/** The content of a receipt. */
export type ReceiptOrder = {
  memberId: string
  orderId: string
  /** issue number */
  issue: string
  /** the member's tag in the issue's rows */
  tag: string
  /** Unix milliseconds */
  ms: number
  first: number
  quantity: number
  /** minor units */
  amount: bigint
  /** version of the log's rules that the issue opened under */
  rules: number
  /** hash of what the issue opened with */
  content: string
  /** the number of the order's row in the issue */
  seq: number
  /** computes the running hash over the rows 1 to `seq`, hex; called only when the receipt is signed */
  running(): Promise<string>
}

/** The content of the receipt of a bet. */
export type ReceiptBet = {
  memberId: string
  betId: string
  game: string
  period: string
  /** id of the round's hash chain, which has its terms in the log */
  chainId: string
  /** the member's tag in the round's rows */
  tag: string
  /** Unix milliseconds */
  ms: number
  picks: readonly string[]
  /** minor units */
  amount: bigint
  /** version of the rules of the round */
  rules: 2 | 3
  /** the number of the bet's row in the round */
  seq: number
}

/** The content of the receipt of a participant of a prize-share event. */
export type ReceiptParticipant = {
  memberId: string
  /** id of the participation, which the receipt names */
  participantId: string
  /** id of the event */
  event: string
  /** the member's tag in the event's rows, with the tag key of `eventName(event)` */
  tag: string
  /** when the member joined, Unix milliseconds */
  ms: number
  /** of the participant's row: 1000000 and its number */
  first: number
}

export type Receipts = {
  /** The receipt of an order. The caller has checked that the order belongs to the member. */
  ofOrder(order: ReceiptOrder): Promise<SignedReceipt>
  /** The receipt of a bet. The caller has checked that the bet belongs to the member. */
  ofBet(bet: ReceiptBet): Promise<SignedReceipt>
  /** The receipt of a participant. The caller has checked that the participation is the member's. */
  ofParticipant(participant: ReceiptParticipant): Promise<SignedReceipt>
}

type Row = { content: string; signature: Uint8Array; publicKey: Uint8Array }

const FIND = {
  name: 'receipt.find',
  text: `select content, signature, public_key as "publicKey" from receipt where member_id = $1 and subject_id = $2`,
}
const KEEP = {
  name: 'receipt.keep',
  text: `with kept as (
      insert into receipt (member_id, subject_id, content, signature, public_key, signed_at)
      values ($1, $2, $3, $4, $5, business_now()) on conflict (member_id, subject_id) do nothing returning member_id)
    insert into receipt_count as c (member_id, receipts) select member_id, 1 from kept
    on conflict (member_id) do update set receipts = c.receipts + 1`,
}

/** @param seed seed of the log's key, 32 bytes hex */
export function createReceipts({ db, writer, seed }: { db: Db; writer: LogWriter; seed: string }): Receipts {
  async function find(memberId: string, orderId: string): Promise<SignedReceipt | null> {
    const [row] = await db.query<Row>(FIND, [memberId, orderId])
    return row
      ? { receipt: row.content, signature: toHex(row.signature), publicKey: toHex(row.publicKey) }
      : null
  }

  /** The newest checkpoint of the log that has the terms. @throws Refusal PENDING while the log is halted */
  async function stateOfLog(kind: 'issue-open' | 'game-chain' | 'event-open', subject: string) {
    if (!(await writer.covers(db, kind, subject))) {
      await writer.flush(db, { checkpoint: true })
      if (!(await writer.covers(db, kind, subject))) throw new Refusal('PENDING')
    }
    const checkpoint = await latestCheckpoint(db, await logOf(db, subject))
    if (!checkpoint) throw new Error('the log has no checkpoint')
    return { logSize: checkpoint.size, logRoot: checkpoint.root }
  }

  async function sign(memberId: string, receipt: Receipt): Promise<SignedReceipt> {
    const signed = signReceipt(seed, receipt)
    const keys = [fromHex(signed.signature), fromHex(signed.publicKey)]
    await db.query(KEEP, [memberId, receipt.id, signed.receipt, ...keys])
    // two simultaneous requests both get the stored receipt
    return (await find(memberId, receipt.id)) ?? signed
  }

  return {
    async ofOrder(of) {
      const { memberId, orderId, issue, tag, ms, first, quantity, amount, rules, content } = of
      const known = await find(memberId, orderId)
      if (known) return known
      const order = {
        kind: 'order' as const,
        issue,
        id: orderId,
        tag,
        ms,
        first,
        quantity,
        amount: String(amount),
        ...(await stateOfLog('issue-open', issue)),
        seq: of.seq,
        running: await of.running(),
      }
      return sign(
        memberId,
        rules < 3 ? { t: 'receipt', ...order } : { t: 'receipt/3', ...order, order: orderId, content },
      )
    },
    async ofBet({ memberId, betId, game, period, chainId, tag, ms, picks, amount, rules, seq }) {
      const known = await find(memberId, betId)
      if (known) return known
      const bet = {
        kind: 'bet' as const,
        game,
        period,
        id: betId,
        tag,
        ms,
        picks,
        amount: String(amount),
        ...(await stateOfLog('game-chain', chainId)),
      }
      return sign(
        memberId,
        rules === 3 ? { t: 'receipt/3', ...bet, seq, order: betId, content: null } : { t: 'receipt', ...bet },
      )
    },
    async ofParticipant({ memberId, participantId, event, tag, ms, first }) {
      const known = await find(memberId, participantId)
      if (known) return known
      return sign(memberId, {
        t: 'receipt',
        kind: 'event',
        event,
        id: participantId,
        tag,
        ms,
        first,
        quantity: 1,
        amount: '0',
        ...(await stateOfLog('event-open', eventName(event))),
      })
    },
  }
}
