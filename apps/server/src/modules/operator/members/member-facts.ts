/** What the server knows about a member that matters to the operator who lets money of the house or of the member go. */
import type { RelationSignal } from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Db } from '../../../platform/db.ts'
import { sharedSigns, type SharedSign } from '../../growth/index.ts'
import type { Guard } from '../../guard/index.ts'
import { playThrough } from '../../ledger/index.ts'
import { moneyHistory, type MoneyHistory } from '../../wallet/index.ts'
import { ageText, fact, type Fact } from '../approvals/outlook.ts'
import { memberSince } from './members.queries.ts'

/** Below these ages an account, or the newest recharge, deserves a look. */
const YOUNG_MS = 7 * DAY_MS
const FRESH_MS = DAY_MS

const SIGNS: Readonly<Record<RelationSignal, string>> = {
  device: 'shared device',
  payout: 'shared payout account',
  payer: 'shared sender of USDT',
}

/** What a member shares with others, one fact for each sign. */
export function signFacts(signs: readonly SharedSign[], about = ''): Fact[] {
  return signs.map(({ signal, others, some }) => {
    const named = some.length < others ? `${some.join(', ')} and others` : some.join(', ')
    return fact(
      `${about}${SIGNS[signal]}`,
      `with ${others} other member${others === 1 ? '' : 's'}: ${named}`,
      true,
    )
  })
}

function rechargeFact({ recharges, recharged, newest_amount, newest_ms, now_ms }: MoneyHistory): Fact {
  if (newest_amount === null || newest_ms === null) return fact('recharges', 'none', true)
  const age = Number(now_ms - newest_ms)
  const newest = `the newest credit ${formatMoney(newest_amount)}, ${ageText(age)} ago`
  return fact('recharges', `${recharges}, ${formatMoney(recharged)} in all; ${newest}`, age < FRESH_MS)
}

/** @param guard counts the newest lines of the wallet for the net position */
export async function memberFacts(db: Db, guard: Pick<Guard, 'net'>, memberId: string): Promise<Fact[]> {
  const member = await memberSince(db, memberId)
  if (!member) return [fact('account', 'there is none', true)]
  const history = await moneyHistory(db, memberId)
  const play = await playThrough(db, memberId)
  const { deposited, withdrawn, won, rewarded } = await guard.net(memberId)
  const signs = await sharedSigns(db, [memberId])
  const age = Number(history.now_ms - member.created_ms)
  return [
    fact('account', `${member.status}, ${ageText(age)} old`, age < YOUNG_MS || member.status !== 'active'),
    rechargeFact(history),
    fact(
      'withdrawals paid',
      history.withdrawals === 0 ? 'none' : `${history.withdrawals}, ${formatMoney(history.withdrawn)} in all`,
    ),
    fact(
      'net position',
      `paid in ${formatMoney(deposited)}, took out ${formatMoney(withdrawn)} with what is open, won ${formatMoney(won)}, got from the house ${formatMoney(rewarded)}`,
      // more than was paid in and won can only come from gifts
      withdrawn > deposited + won,
    ),
    fact(
      'play-through',
      `${formatMoney(play.played)} of ${formatMoney(play.required)}, ${formatMoney(play.left)} left`,
      play.left > 0n,
    ),
    ...(signs.length === 0
      ? [fact('shared with others', 'no device, payout account or sender')]
      : signFacts(signs)),
  ]
}
