/** What the approver of a credit, a reversal or a chargeback sees beside the request. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import type { Guard } from '../../guard/index.ts'
import { balances, isMoveKnown } from '../../ledger/index.ts'
import type { CorrectionDesk } from '../../wallet/index.ts'
import { fact, houseAccount, paidFrom, type Outlook } from '../approvals/outlook.ts'
import type { ChargebackParams, CreditParams, ReversalParams } from './corrections.ts'
import { memberFacts } from './member-facts.ts'
import { memberStatus } from './members.queries.ts'

export type OutlookDeps = {
  corrections: Pick<CorrectionDesk, 'list' | 'find' | 'chargeable'>
  guard: Pick<Guard, 'net'>
}

export async function creditOutlook(
  { corrections, guard }: OutlookDeps,
  db: Db,
  { member, amount, account }: CreditParams,
): Promise<Outlook> {
  const { money, facts } = await paidFrom(db, account, parseMoney(amount))
  const earlier = (await corrections.list(db, member)).filter(
    ({ kind, reversed }) => kind === 'credit' && !reversed,
  )
  const sum = earlier.reduce((all, one) => all + one.amount, 0n)
  const status = await memberStatus(db, member)
  const isGone = status === undefined || status === 'closed'
  return {
    money: { 'the wallet gets': amount, ...money },
    facts: [
      ...facts,
      ...(earlier.length === 0
        ? []
        : [fact('earlier credits', `${earlier.length}, ${formatMoney(sum)} in all`, true)]),
      ...(await memberFacts(db, guard, member)),
    ],
    members: [member],
    refused: isGone ? 'NO_SUCH_DATA' : facts.length > 0 ? 'HOUSE_BOUND' : null,
  }
}

export async function reversalOutlook(
  { corrections, guard }: OutlookDeps,
  db: Db,
  { member, credit, amount }: ReversalParams,
): Promise<Outlook> {
  const found = await corrections.find(db, member, credit)
  const { balance } = await balances(db, member)
  const back = parseMoney(amount)
  const isChanged = found.reversed || back > found.amount || back > balance
  return {
    money: {
      'the credit was': formatMoney(found.amount),
      'wallet now': formatMoney(balance),
      'wallet after': formatMoney(balance - back),
      [`${found.account} gets`]: amount,
    },
    facts: await memberFacts(db, guard, member),
    members: [member],
    refused: found.kind === 'credit' ? (isChanged ? 'CHANGED_MEANWHILE' : null) : 'NO_SUCH_DATA',
  }
}

export async function chargebackOutlook(
  { corrections, guard }: OutlookDeps,
  db: Db,
  params: ChargebackParams,
): Promise<Outlook> {
  const { number, account, fromMember } = params
  const amount = parseMoney(params.amount)
  const { memberId, most, taken, isReturning } = await corrections.chargeable(db, number)
  const fromNow = taken < amount ? taken : amount
  const { balance, available } = await houseAccount(db, account)
  const isUsed = await isMoveKnown(db, params)
  const refused = amount > most ? 'CHANGED_MEANWHILE' : amount > available + taken ? 'HOUSE_BOUND' : null
  return {
    money: {
      'from the member now': formatMoney(fromNow),
      [`${account} now`]: formatMoney(balance),
      [`${account} after`]: formatMoney(balance + fromNow - amount),
    },
    facts: [
      ...(fromNow === parseMoney(fromMember)
        ? []
        : [fact('from the member', `${fromMember} at the request, ${formatMoney(fromNow)} now`, true)]),
      ...(isReturning
        ? [fact('on its way back', 'a withdrawal returns a part of this recharge: reject it first', true)]
        : []),
      ...(await memberFacts(db, guard, memberId)),
    ],
    members: [memberId],
    refused: isUsed ? 'REFERENCE_USED' : refused,
  }
}
