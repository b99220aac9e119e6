/** Changes that may wait for a second person: how they are shown. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { ApprovalAction } from '@fairlot/contract/operator-roles'
import type { Desk } from '../desk.ts'
import { facts, grouped, localTime } from '../print.ts'

export type Approval = Output<Endpoints['approvalShow']>
type Change = Output<Endpoints['approvalApprove']>

/**
 * What became of a change.
 * @param done the sentence when it was carried out
 * @param action which it was, where the answer does not tell
 */
export async function printChange(
  change: Change,
  desk: Desk,
  done: string,
  action?: ApprovalAction,
): Promise<void> {
  const { state, approval } = change
  if (state === 'done') desk.out(done)
  else desk.out('Asked for: somebody else has to approve it.')
  if (approval) desk.lines(await approvalLines(approval, desk))
  printOneTime(change, desk, action)
}

/** The one-time password of a change, or where it went. @param action which it was, where the answer does not tell */
export function printOneTime(
  { state, approval, oneTimePassword }: Change,
  desk: Desk,
  action?: ApprovalAction,
): void {
  if (oneTimePassword !== null) {
    desk.lines(facts([['one-time password', oneTimePassword]]))
    desk.note('It is shown this once, and good for 24 hours, for setting up only. Hand it over in person.')
  } else if (state === 'done' && NEWCOMERS.includes(action ?? approval?.action ?? '')) {
    // an answer that is asked for again has no secrets
    desk.note(
      'Its one-time password was in an answer that is lost. Make another: npm run operator -- staff reset',
    )
  }
}

/** What gives somebody a one-time password. */
const NEWCOMERS: readonly string[] = [
  'staff.create',
  'staff.reset',
  'staff.enable',
] satisfies ApprovalAction[]

/** A request and what became of it. */
export async function approvalLines(approval: Approval, desk: Desk): Promise<string[]> {
  const lines = await requestLines(approval, desk)
  return approval.mayDecide
    ? [...lines, `Approve it: npm run operator -- approval approve ${approval.id}`]
    : lines
}

/** The same without a word on how to go on. */
export async function requestLines(approval: Approval, desk: Desk): Promise<string[]> {
  const { id, action, state, params, reason, requestedBy, requestedAt, expiresAt } = approval
  return facts([
    ['request', id],
    ['action', action],
    ...(await paramPairs(params, desk)),
    ['reason', reason],
    ['state', state],
    ['asked by', `${requestedBy.name}, ${localTime(requestedAt)}`],
    ...decision(approval),
    ['open until', state === 'pending' ? localTime(expiresAt) : null],
  ])
}

/** What became of it alone. */
export const decisionLines = (approval: Approval): string[] => facts(decision(approval))

function decision({ decidedBy, decidedAt, note }: Approval): [string, string | null][] {
  const when = decidedAt === null ? '' : `, ${localTime(decidedAt)}`
  return [
    ['decided by', decidedBy && `${decidedBy.name}${when}`],
    ['note', note],
  ]
}

/** What is asked for, in a line. */
export function inShort(params: Approval['params']): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${name === 'amount' ? grouped(value) : value || '–'}`)
    .join(', ')
}

async function paramPairs(params: Approval['params'], desk: Desk): Promise<[string, string][]> {
  const pairs = Object.entries(params)
  const money = pairs.some(([name]) => name === 'amount') ? await desk.money() : null
  return pairs.map(([name, value]) => {
    const shown = name === 'amount' && money ? money.full(value) : value
    return [`  ${name}`, shown === '' ? '–' : shown]
  })
}
