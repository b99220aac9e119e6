/** Identity checks: list, look at, save pictures, approve, refuse, ask for pictures again. */
import type { Input, Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { WithdrawalAge } from '@fairlot/contract/life/withdrawal-life'
import {
  calling,
  PAGE,
  pageOf,
  type Command,
  type Given,
  type Option,
  type Parameter,
} from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime, type Cell } from '../../print.ts'
import { PICTURE_FILE, savePicture } from '../../save-picture.ts'
import { printNext } from '../staff/approvals.ts'

type Shown = Output<Endpoints['identityShow']>

const GROUP = 'Identity checks'
const NUMBER: Parameter = { name: 'number', about: 'number of the check, such as C0123456789AB' }
const NOTE: Option = {
  name: 'note',
  value: 'text',
  about: 'what the member reads, 3 to 500 characters',
  required: true,
}
const CONFIRMED = "Shows the member's masked phone, name and document, and asks for confirmation."

const words = (text: string) => text.replaceAll('_', ' ')

const AGES: Readonly<Record<WithdrawalAge, Cell>> = {
  fresh: '',
  late: { text: 'over 2 h', look: 'yellow' },
  overdue: { text: 'over 2 working days', look: 'red' },
}

const list = calling({
  name: 'identity list',
  group: GROUP,
  about: 'List the identity checks that wait, oldest first',
  endpoint: 'identityList',
  options: PAGE,
  input: pageOf,
  print({ items, next }, desk) {
    desk.table(
      ['number', 'document', 'decided by', 'approvals', { title: 'age (h)', right: true }, ''],
      items.map(({ number, document, decidedBy, approvals, ageHours, age }) => [
        number,
        words(document),
        decidedBy === 'http' ? 'the company' : 'two operators',
        `${approvals} of 2`,
        String(ageHours),
        AGES[age],
      ]),
      'No identity checks are waiting.',
    )
    printNext(next, desk)
  },
})

const same = (others: readonly string[]) =>
  others.length === 0 ? null : `shown by ${others.length} other members: ${others.join(', ')}`

const factsOf = (shown: Shown) =>
  facts([
    ['check', shown.number],
    ['member', shown.member],
    ['phone', shown.phone],
    ['state', words(shown.state)],
    ['name', shown.name],
    ['born', shown.birthDate === null ? null : `${shown.birthDate} (${shown.years ?? '?'} years)`],
    ['document', `${words(shown.document)} ${shown.documentNumber ?? ''}`.trim()],
    ['valid until', shown.validUntil],
    ['same document', same(shown.sameDocument)],
    ['approvals', `${shown.approvals} of 2`],
    ['reason', shown.reason === null ? null : words(shown.reason)],
    ['note', shown.note],
    ['erased from', shown.erasedFrom === null ? null : localTime(shown.erasedFrom)],
  ])

const show = calling({
  name: 'identity show',
  group: GROUP,
  about: 'Show what a member states in an identity check',
  details: 'The audit log names you. Pictures: identity save.',
  endpoint: 'identityShow',
  parameters: [NUMBER],
  input: (given) => ({ number: given.text('number') }),
  print(shown, desk) {
    desk.lines(factsOf(shown))
    desk.out('')
    desk.table(
      ['picture', 'state', 'size'],
      shown.pictures.map(({ slot, state, width, height }) => [slot, state, `${width} × ${height}`]),
      'There are no pictures.',
    )
    desk.out('')
    desk.table(
      ['step', 'at', 'by'],
      [
        ...shown.timeline.map(({ step, at, by }) => ({ what: words(step), at, by: by?.name ?? '' })),
        ...shown.looks.map(({ slot, at, by }) => ({ what: `opened ${slot}`, at, by: by.name })),
      ]
        .toSorted((a, b) => a.at - b.at)
        .map(({ what, at, by }) => [what, localTime(at), by]),
    )
  },
})

const save: Command = {
  name: 'identity save',
  group: GROUP,
  about: 'Write one picture of an identity check into a file',
  details:
    'The audit log names you, and the member reads that you opened it. Only you can read the file (WebP). Delete it after the decision.',
  parameters: [NUMBER, { name: 'picture', about: 'front, back, address or selfie' }],
  options: [PICTURE_FILE],
  endpoint: 'identityPicture',
  fields: { slot: 'picture' },
  run: (desk, given) =>
    savePicture(desk, given, () => {
      // the server checks the name of the picture
      const slot = given.text('picture') as Input<Endpoints['identityPicture']>['slot']
      return desk.call('identityPicture', { number: given.text('number'), slot })
    }),
}

/** Shows whom an act concerns and asks. @throws Problem when the operator does not confirm */
async function confirmFor(desk: Desk, given: Given, act: string): Promise<void> {
  if (desk.json) return
  desk.lines(factsOf(await desk.call('identityShow', { number: given.text('number') })))
  await confirm(desk, given, `${act}?`, 'The identity check is unchanged.')
}

const approve = calling({
  name: 'identity approve',
  group: GROUP,
  about: 'Approve an identity check; it takes two operators',
  details: `${CONFIRMED} Look at every picture first (identity save).`,
  endpoint: 'identityApprove',
  parameters: [NUMBER],
  options: [YES],
  async input(given, desk) {
    await confirmFor(desk, given, 'Do the pictures show this person and this document')
    return { number: given.text('number') }
  },
  print({ state, number }, desk) {
    desk.out(
      state === 'approved'
        ? `${number} is approved.`
        : `${number} has your approval. Another operator must approve it too.`,
    )
  },
})

const refuse = calling({
  name: 'identity refuse',
  group: GROUP,
  about: 'Refuse an identity check; the member can begin another one',
  details: `${CONFIRMED} Reasons: unreadable, name_differs, under_age, document_ended, not_genuine, used_by_another, other.`,
  endpoint: 'identityRefuse',
  parameters: [NUMBER, { name: 'reason', about: 'why' }],
  options: [NOTE, YES],
  async input(given, desk) {
    await confirmFor(desk, given, `Refuse this identity check (${given.text('reason')})`)
    return { number: given.text('number'), reason: given.text('reason'), note: given.text('note') }
  },
  print: ({ number }, desk) => desk.out(`${number} is refused. The member reads the reason and your note.`),
})

const again = calling({
  name: 'identity again',
  group: GROUP,
  about: 'Ask the member to send some pictures again',
  endpoint: 'identityAskAgain',
  parameters: [NUMBER, { name: 'pictures', about: 'front, back, address, selfie, separated by commas' }],
  fields: { slots: 'pictures' },
  options: [NOTE],
  input: (given) => ({
    number: given.text('number'),
    slots: given.text('pictures').split(','),
    note: given.text('note'),
  }),
  print: ({ number }, desk) => desk.out(`The member is asked to send pictures of ${number} again.`),
})

export const IDENTITY: readonly Command[] = [list, show, save, approve, refuse, again]
