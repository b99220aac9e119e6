/** Approval requests and the audit log. */
import { calling, PAGE, pageOf, REASON, type Command, type Given, type Parameter } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime, type Cell } from '../../print.ts'
import { approvalLines, decisionLines, paramsLine, printOneTimePassword, requestLines } from './changes.ts'
import { operatorId } from './staff.ts'

const ID: Parameter = { name: 'id', about: 'request id from `approvals`' }

export function printNext(next: string | null, desk: Desk): void {
  if (next !== null) desk.note(`More results: add --cursor=${next}`)
}

function stateCell(state: string): Cell {
  if (state === 'pending') return { text: state, look: 'yellow' }
  return state === 'approved' ? { text: state, look: 'green' } : state
}

const list = calling({
  name: 'approvals',
  aliases: ['approval list'],
  group: 'Approvals',
  about: 'List approval requests, newest first',
  endpoint: 'approvalList',
  options: [{ name: 'state', value: 'state', about: 'only requests in this state' }, ...PAGE],
  input: (given) => ({ ...pageOf(given), state: given.maybe('state') }),
  print({ items, next }, desk) {
    desk.table(
      [
        'request',
        'state',
        'requested by',
        'requested at',
        'action',
        { title: 'change', wraps: true },
        { title: 'reason', wraps: true },
      ],
      items.map(({ id, state, requestedBy, requestedAt, action, params, reason }) => [
        id,
        stateCell(state),
        requestedBy.name,
        localTime(requestedAt),
        action,
        paramsLine(params),
        reason,
      ]),
      'No results.',
    )
    printNext(next, desk)
  },
})

const show = calling({
  name: 'approval show',
  group: 'Approvals',
  about: 'Show one request',
  endpoint: 'approvalShow',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  print: async (approval, desk) => desk.lines(await approvalLines(approval, desk)),
})

const CONFIRMED = 'Shows the request and asks for confirmation on a terminal.'

/** Shows the request and asks the operator to confirm the decision. @throws Problem when they do not */
async function showAndConfirm(given: Given, desk: Desk, verb: 'Approve' | 'Reject'): Promise<void> {
  if (desk.json) return
  const approval = await desk.call('approvalShow', { id: given.text('id') })
  desk.lines(await requestLines(approval, desk))
  // the server answers with the reason why this operator cannot decide
  if (approval.mayDecide) await confirm(desk, given, `${verb}?`, 'The request is unchanged.')
}

const approve = calling({
  name: 'approval approve',
  group: 'Approvals',
  about: "Approve another operator's request and carry it out",
  details: CONFIRMED,
  endpoint: 'approvalApprove',
  parameters: [ID],
  options: [YES],
  async input(given, desk) {
    await showAndConfirm(given, desk, 'Approve')
    return { id: given.text('id') }
  },
  print(change, desk) {
    desk.out('Approved and carried out.')
    if (change.approval) desk.lines(decisionLines(change.approval))
    printOneTimePassword(change, desk)
  },
})

const reject = calling({
  name: 'approval reject',
  group: 'Approvals',
  about: "Reject another operator's request",
  details: CONFIRMED,
  endpoint: 'approvalReject',
  parameters: [ID],
  options: [REASON, YES],
  fields: { note: 'reason' },
  async input(given, desk) {
    await showAndConfirm(given, desk, 'Reject')
    return { id: given.text('id'), note: given.text('reason') }
  },
  print: (approval, desk) => desk.lines(['Rejected.', ...decisionLines(approval)]),
})

const withdraw = calling({
  name: 'approval withdraw',
  group: 'Approvals',
  about: 'Withdraw your own request',
  endpoint: 'approvalWithdraw',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  print: async (approval, desk) => desk.lines(['Withdrawn.', ...(await approvalLines(approval, desk))]),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A subject as typed: an id alone is that of a member. */
const subjectOf = (typed: string | undefined): string | undefined =>
  typed !== undefined && UUID.test(typed) ? `member:${typed.toLowerCase()}` : typed

const audit = calling({
  name: 'audit',
  aliases: ['audit list'],
  group: 'Audit',
  about: 'List the audit log, newest first',
  details: 'Each entry has the operator, the values before and after, and the reason.',
  endpoint: 'auditList',
  options: [
    { name: 'operator', value: 'who', about: 'only changes by this operator: login name or id' },
    {
      name: 'action',
      value: 'action',
      about: 'only this action (setting.change), or all of its kind (setting)',
    },
    {
      name: 'subject',
      value: 'subject',
      about: 'only changes of this subject, such as setting:<name>; an id alone is that of a member',
    },
    ...PAGE,
  ],
  input: async (given, desk) => {
    const who = given.maybe('operator')
    return {
      ...pageOf(given),
      ...(who !== undefined && { operator: await operatorId(desk, who) }),
      action: given.maybe('action'),
      subject: subjectOf(given.maybe('subject')),
    }
  },
  print({ items, next }, desk) {
    const actorOf = ({ operator, address }: (typeof items)[number]) =>
      operator?.name ?? (address === null ? 'the server' : 'not logged in')
    for (const entry of items) {
      const { at, action, subject, reason, approval, before, after, address } = entry
      const head = [localTime(at), actorOf(entry), action, subject ?? ''].map(clean).join('  ').trimEnd()
      desk.out(desk.style('bold', head))
      desk.lines(facts(Object.entries({ reason, approval, before, after, address }), '    '))
    }
    if (items.length === 0) desk.out('No results.')
    printNext(next, desk)
  },
})

export const APPROVALS: readonly Command[] = [list, show, approve, reject, withdraw]
export const AUDIT: readonly Command[] = [audit]
