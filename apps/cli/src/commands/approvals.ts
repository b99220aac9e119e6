/** The second person's part, and who did what. */
import {
  calling,
  PAGE,
  pageOf,
  REASON,
  type Command,
  type Given,
  type Option,
  type Parameter,
} from '../command.ts'
import type { Desk } from '../desk.ts'
import { clean, facts, localTime, table, type Cell } from '../print.ts'
import { EXIT, Problem } from '../problem.ts'
import { approvalLines, decisionLines, inShort, printOneTime, requestLines } from './changes.ts'
import { operatorId } from './staff.ts'

const ID: Parameter = { name: 'id', about: 'of the request, as `approvals` shows it' }

export function printNext(next: string | null, desk: Desk): void {
  if (next !== null) desk.note(`There are more: --cursor=${next}`)
}

function stateCell(state: string): Cell {
  if (state === 'pending') return { text: state, look: 'yellow' }
  return state === 'approved' ? { text: state, look: 'green' } : state
}

const list = calling({
  name: 'approvals',
  group: 'Two persons',
  about: 'What waits for a second person, or was decided; newest first',
  endpoint: 'approvalList',
  options: [
    { name: 'state', value: 'state', about: 'pending, approved, rejected, withdrawn or expired' },
    ...PAGE,
  ],
  input: (given) => ({ ...pageOf(given), state: given.maybe('state') }),
  print({ items, next }, desk) {
    const columns = ['request', 'state', 'asked by', 'asked at', 'action', 'what', 'reason']
    const rows = items.map(({ id, state, requestedBy, requestedAt, action, params, reason }) => [
      id,
      stateCell(state),
      requestedBy.name,
      localTime(requestedAt),
      action,
      inShort(params),
      reason,
    ])
    if (rows.length === 0) desk.out('There is nothing.')
    else
      desk.lines(
        table(
          columns.map((title) => ({ title })),
          rows,
          desk.style,
        ),
      )
    printNext(next, desk)
  },
})

const show = calling({
  name: 'approval show',
  group: 'Two persons',
  about: 'One request',
  endpoint: 'approvalShow',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  print: async (approval, desk) => desk.lines(await approvalLines(approval, desk)),
})

const YES: Option = { name: 'yes', about: 'does not ask first' }

/** Shows the whole request, and a person says whether to go on. @throws Problem when they do not */
async function look(given: Given, desk: Desk, verb: 'Approve' | 'Reject'): Promise<void> {
  if (desk.json) return
  const approval = await desk.call('approvalShow', { id: given.text('id') })
  desk.lines(await requestLines(approval, desk))
  // the server says why it cannot be decided
  if (!approval.mayDecide || !desk.ask.person || given.has('yes')) return
  const answer = await desk.ask({ text: `${verb}? [y/N] `, echo: true })
  if (!/^y(es)?$/i.test(answer.trim())) throw new Problem('Nothing was decided.', EXIT.cancelled)
}

const approve = calling({
  name: 'approval approve',
  group: 'Two persons',
  about: "Approve somebody else's request: it is shown whole, and carried out at once",
  endpoint: 'approvalApprove',
  parameters: [ID],
  options: [YES],
  async input(given, desk) {
    await look(given, desk, 'Approve')
    return { id: given.text('id') }
  },
  print(change, desk) {
    desk.out('Approved and carried out.')
    if (change.approval) desk.lines(decisionLines(change.approval))
    printOneTime(change, desk)
  },
})

const reject = calling({
  name: 'approval reject',
  group: 'Two persons',
  about: "Reject somebody else's request: it is shown whole first",
  endpoint: 'approvalReject',
  parameters: [ID],
  options: [REASON, YES],
  fields: { note: 'reason' },
  async input(given, desk) {
    await look(given, desk, 'Reject')
    return { id: given.text('id'), note: given.text('reason') }
  },
  print: (approval, desk) => desk.lines(['Rejected.', ...decisionLines(approval)]),
})

const withdraw = calling({
  name: 'approval withdraw',
  group: 'Two persons',
  about: 'Take the own request back',
  endpoint: 'approvalWithdraw',
  parameters: [ID],
  input: (given) => ({ id: given.text('id') }),
  print: async (approval, desk) => desk.lines(['Withdrawn.', ...(await approvalLines(approval, desk))]),
})

const audit = calling({
  name: 'audit',
  group: 'Two persons',
  about: 'Who changed what, with before and after; newest first',
  endpoint: 'auditList',
  options: [
    { name: 'operator', value: 'who', about: 'log in name or id' },
    { name: 'action', value: 'action', about: 'like setting.change, or its first part' },
    { name: 'subject', value: 'subject', about: 'what was changed, like setting:<name>' },
    ...PAGE,
  ],
  input: async (given, desk) => {
    const who = given.maybe('operator')
    return {
      ...pageOf(given),
      ...(who !== undefined && { operator: await operatorId(desk, who) }),
      action: given.maybe('action'),
      subject: given.maybe('subject'),
    }
  },
  print({ items, next }, desk) {
    const whoIs = ({ operator, address }: (typeof items)[number]) =>
      operator?.name ?? (address === null ? 'the machine' : 'somebody not let in')
    for (const entry of items) {
      const { at, action, subject, reason, approval, before, after, address } = entry
      const head = [localTime(at), whoIs(entry), action, subject ?? ''].map(clean).join('  ').trimEnd()
      desk.out(desk.style('bold', head))
      desk.lines(facts(Object.entries({ reason, approval, before, after, address }), '    '))
    }
    if (items.length === 0) desk.out('There is nothing.')
    printNext(next, desk)
  },
})

export const APPROVALS: readonly Command[] = [list, show, approve, reject, withdraw, audit]
