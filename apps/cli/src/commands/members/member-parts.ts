/** What several commands about one member share. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Given, Parameter } from '../../command.ts'
import { confirm } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'

type GuardState = Output<Endpoints['memberShow']>['guard']

export const ID: Parameter = { name: 'id', about: 'member id from `member find`' }

const EXCLUSIONS = { break: 'break', self_exclusion: 'self-exclusion' } as const

/** What protects a member. */
export async function printGuard({ limits, exclusion, ...rest }: GuardState, desk: Desk): Promise<void> {
  const { closing, adultDeclaredAt, declaredAge, realityCheckMinutes } = rest
  desk.lines(
    facts([
      ['exclusion', exclusion ? `${EXCLUSIONS[exclusion.kind]} until ${localTime(exclusion.until)}` : 'none'],
      ['closing', closing ? 'yes' : 'no'],
      ['reality check', `every ${realityCheckMinutes} min of use`],
      ['declared age', `${declaredAge} or older, declared ${localTime(adultDeclaredAt)}`],
    ]),
  )
  const { label, plain } = await desk.money()
  const rows = limits
    .filter(({ cap, pendingIncrease }) => cap !== null || pendingIncrease)
    .map(({ kind, period, cap, used, resetsAt, pendingIncrease }) => {
      const text = (amount: string | null) => {
        if (amount === null) return 'none'
        return kind === 'time' ? `${amount} min` : plain(amount)
      }
      const pending = pendingIncrease
        ? `${text(pendingIncrease.cap)}, from ${localTime(pendingIncrease.confirmFrom)}`
        : ''
      return [kind, period, text(cap), used === null ? '' : text(used), localTime(resetsAt), pending]
    })
  if (rows.length === 0) {
    desk.out('The member has no limits.')
    return
  }
  desk.out('')
  desk.table(
    [
      'limit',
      'period',
      { title: `cap (${label})`, right: true },
      { title: 'used', right: true },
      'resets',
      { title: 'pending increase', wraps: true },
    ],
    rows,
  )
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Shows who the member is, and asks the operator to confirm a change that only time or the member can undo.
 * @throws Problem when there is no such member, or the operator does not confirm
 */
export async function confirmFor(
  desk: Desk,
  given: Given,
  question: (nickname: string) => string,
): Promise<void> {
  if (desk.json) return
  const id = given.text('id')
  const { items } = UUID.test(id) ? await desk.call('memberFind', { query: id }) : { items: [] }
  const member = items.find((one) => one.id === id.toLowerCase())
  if (!member)
    throw new Problem(
      `There is no member with the id ${id}. Find the id: ${desk.hint('member find <phone>')}`,
    )
  const { nickname, phone, status, memberSince } = member
  desk.lines(
    facts([
      ['nickname', nickname],
      ['phone', phone],
      ['status', status],
      ['member since', localTime(memberSince)],
    ]),
  )
  await confirm(desk, given, question(clean(nickname)), 'The member is unchanged.')
}
