/** Prints changes that may need the approval of another operator. */
import type { ApprovalAction } from '@fairlot/contract/operator/approvals'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Desk } from '../../desk.ts'
import { facts, grouped, localTime } from '../../print.ts'

type Change = Output<Endpoints['approvalApprove']>
export type Approval = NonNullable<Change['approval']>
type Outlook = NonNullable<Output<Endpoints['approvalShow']>['outlook']>
type Shown = Approval & { outlook?: Outlook | null }

/**
 * Prints the result of a change.
 * @param done the message when the change was carried out
 * @param action the action, for answers that do not contain it
 */
export async function printChange(
  change: Change,
  desk: Desk,
  done: string,
  action?: ApprovalAction,
): Promise<void> {
  const { state, approval } = change
  desk.out(state === 'done' ? done : 'Requested. Another operator must approve it.')
  if (approval) desk.lines(await approvalLines(approval, desk))
  printOneTimePassword(change, desk, action)
}

/** Prints the one-time password of a change. @param action the action, for answers that do not contain it */
export function printOneTimePassword(
  { state, approval, oneTimePassword }: Change,
  desk: Desk,
  action?: ApprovalAction,
): void {
  const done = action ?? approval?.action
  if (oneTimePassword !== null) {
    desk.lines(facts([['one-time password', oneTimePassword]]))
    desk.note(
      'The password is shown only once and expires in 24 hours. It allows setup only. Hand it over in person.',
    )
  } else if (done !== undefined && ISSUES_PASSWORD.includes(done)) {
    desk.note(
      state === 'done'
        ? `The one-time password was in an earlier answer that got lost. Issue another one: ${desk.hint('staff reset <who>')}`
        : 'The operator who approves the request gets the one-time password.',
    )
  }
}

/** Actions that issue a one-time password. */
const ISSUES_PASSWORD: readonly ApprovalAction[] = ['staff.create', 'staff.reset', 'staff.enable']

/** A request, its decision, and the command that approves it. */
export async function approvalLines(approval: Shown, desk: Desk): Promise<string[]> {
  const lines = await requestLines(approval, desk)
  return approval.mayDecide
    ? [...lines, `Approve it: ${desk.hint(`approval approve ${approval.id}`)}`]
    : lines
}

/** A request and its decision; with its outlook every field that takes effect, the money, and what the server found. */
export async function requestLines(approval: Shown, desk: Desk): Promise<string[]> {
  const { outlook = null } = approval
  const lines = await aboutLines(approval, desk)
  return outlook ? [...lines, ...outlookLines(outlook, desk)] : lines
}

async function aboutLines(approval: Shown, desk: Desk): Promise<string[]> {
  const { id, action, state, params, reason, requestedBy, requestedAt, expiresAt, outlook } = approval
  return facts([
    ['request', id],
    ['action', action],
    ...(outlook ? await effectPairs(outlook, desk) : await paramPairs(params, desk)),
    ['reason', reason],
    ['state', state],
    ['requested by', `${requestedBy.name}, ${localTime(requestedAt)}`],
    ...decision(approval),
    ['expires', state === 'pending' ? localTime(expiresAt) : null],
  ])
}

/** Every field that takes effect; where it replaces another value, both. */
async function effectPairs({ effect, before }: Outlook, desk: Desk): Promise<[string, string][]> {
  const now = Object.fromEntries(await paramPairs(before, desk))
  const isChange = Object.keys(before).length > 0
  return (await paramPairs(effect, desk)).map(([name, value]) => {
    const was = now[name]
    if (was === undefined) return [name, isChange ? `${value} (new)` : value]
    return [name, was === value ? `${value} (as now)` : `${was} → ${value}`]
  })
}

/** What the server found; what deserves a look is marked. */
export const factLines = (found: Outlook['facts']): string[] =>
  facts(found.map(({ name, value, warns }) => [`${warns ? '!' : ' '} ${name}`, value]))

function outlookLines({ money, facts: found, refused }: Outlook, desk: Desk): string[] {
  const amounts = Object.entries(money).map(([name, value]) => [`  ${name}`, value] as const)
  return [
    ...(amounts.length === 0 ? [] : ['', desk.style('bold', 'money'), ...facts(amounts)]),
    ...(found.length === 0 ? [] : ['', desk.style('bold', 'looked at now'), ...factLines(found)]),
    ...(refused === null ? [] : ['', desk.style('red', `An approval would be refused now: ${refused}`)]),
  ]
}

/** The decision of a request. */
export const decisionLines = (approval: Approval): string[] => facts(decision(approval))

function decision({ decidedBy, decidedAt, note }: Approval): [string, string | null][] {
  const when = decidedAt === null ? '' : `, ${localTime(decidedAt)}`
  return [
    ['decided by', decidedBy && `${decidedBy.name}${when}`],
    ['note', note],
  ]
}

/** The parameters of requests that are amounts of money. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'minimum spend'])

/** Characters of a parameter in a list; a description is long. */
const LONGEST = 80

const shortened = (value: string) =>
  value.length > LONGEST ? `${value.slice(0, LONGEST - 1).trimEnd()}…` : value

/** The parameters of a request on one line. */
export function paramsLine(params: Approval['params']): string {
  return Object.entries(params)
    .map(([name, value]) => `${name} ${AMOUNTS.has(name) ? grouped(value) : shortened(value) || '–'}`)
    .join(', ')
}

async function paramPairs(params: Approval['params'], desk: Desk): Promise<[string, string][]> {
  const pairs = Object.entries(params)
  const money = pairs.some(([name]) => AMOUNTS.has(name)) ? await desk.money() : null
  return pairs.map(([name, value]) => {
    const shown = AMOUNTS.has(name) && money ? money.full(value) : value
    return [`  ${name}`, shown === '' ? '–' : shown]
  })
}
