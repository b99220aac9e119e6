/** What the approver of a payout, a cost, a correction or a release sees beside the request. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Executor } from '../../../platform/db.ts'
import { isMoveKnown, otherSide } from '../../ledger/index.ts'
import { fact, houseAccount, paidFrom, refusalOf, type Fact, type Outlook } from '../approvals/outlook.ts'
import type { BookedParams, PayoutParams } from './house-moves.ts'
import { pendingMoves, takeOutNow } from './house-moves.queries.ts'
import { requireOwner } from './payout-receiver.ts'

/** Other requests for the same kind of move, which would take money that this one counts on. */
async function otherRequests(
  db: Executor,
  { kind, reference }: Pick<PayoutParams | BookedParams, 'kind' | 'reference'>,
): Promise<Fact[]> {
  const folded = foldedReference(reference)
  const others = (await pendingMoves(db, kind)).filter((one) => foldedReference(one) !== folded)
  return others.map((other) => fact('other request', `reference ${other} for the same kind of move`, true))
}

export async function payoutOutlook(
  db: Executor,
  utcOffsetMinutes: number,
  params: PayoutParams,
): Promise<Outlook> {
  const { account, to, reference } = params
  const amount = parseMoney(params.amount)
  const takeOut = await takeOutNow(db, utcOffsetMinutes)
  const { money } = await paidFrom(db, account, amount)
  const isUsed = await isMoveKnown(db, params)
  const notOwner = await refusalOf(() => requireOwner(db, params))
  return {
    effect: { account, amount: params.amount, to, reference },
    money: { ...money, 'may be taken out now': formatMoney(takeOut[account]) },
    facts: [
      ...(takeOut.unbooked > 0n
        ? [fact('less at banks than in the books', formatMoney(takeOut.unbooked), true)]
        : []),
      ...(await otherRequests(db, params)),
    ],
    refused: isUsed ? 'REFERENCE_USED' : (notOwner ?? (amount > takeOut[account] ? 'HOUSE_BOUND' : null)),
  }
}

export async function bookingOutlook(db: Executor, params: BookedParams): Promise<Outlook> {
  const { kind, account, direction } = params
  const amount = parseMoney(params.amount)
  const moved = direction === 'out' ? -amount : amount
  const other = otherSide(kind)
  const own = await houseAccount(db, account)
  const { balance: across } = await houseAccount(db, other)
  const isUsed = await isMoveKnown(db, params)
  return {
    money: {
      [`${account} now`]: formatMoney(own.balance),
      [`${account} after`]: formatMoney(own.balance + moved),
      [`${other} now`]: formatMoney(across),
      [`${other} after`]: formatMoney(across - moved),
    },
    facts: [
      ...(own.balance === own.available ? [] : [fact('bound', formatMoney(own.balance - own.available))]),
      ...(await otherRequests(db, params)),
    ],
    refused: isUsed ? 'REFERENCE_USED' : own.available + moved < 0n && moved < 0n ? 'HOUSE_BOUND' : null,
  }
}
