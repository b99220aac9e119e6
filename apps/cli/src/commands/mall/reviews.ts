/** Reviews of won products: list, read, save pictures, publish, refuse, hide. */
import type { Input, Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
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
import { facts, localTime } from '../../print.ts'
import { PICTURE_FILE, savePicture } from '../../save-picture.ts'
import { printNext } from '../staff/approvals.ts'

type Shown = Output<Endpoints['reviewShow']>
type Decision = Input<Endpoints['reviewRefuse']>

const GROUP = 'Reviews'
const NUMBER: Parameter = { name: 'number', about: 'number of the order, such as TEA-0001-3' }
const REASON: Parameter = { name: 'reason', about: 'why' }
const NOTE: Option = { name: 'note', value: 'text', about: 'what the author reads, 3 to 500 characters' }
const REASONS =
  'Reasons: personal_data, offensive, advertising, unrelated, not_own, illegal. Criticism is not a reason.'

const words = (text: string) => text.replaceAll('_', ' ')

const list = calling({
  name: 'reviews list',
  group: GROUP,
  about: 'List the reviews that wait for a moderator, oldest first',
  details: 'States: waiting, published, refused, hidden; reported: published reviews with reports.',
  endpoint: 'reviewList',
  options: [{ name: 'state', value: 'state', about: 'another state, or reported' }, ...PAGE],
  fields: { list: 'state' },
  input: (given) => ({ ...pageOf(given), list: given.maybe('state') }),
  print({ items, next }, desk) {
    desk.table(
      [
        'number',
        'state',
        'title',
        { title: 'pictures', right: true },
        { title: 'reports', right: true },
        'posted',
      ],
      items.map(({ number, state, title, pictures, reports, postedAt }) => [
        number,
        state,
        title ?? '',
        String(pictures),
        reports === 0 ? '' : { text: String(reports), look: 'yellow' },
        localTime(postedAt),
      ]),
      'There is no such review.',
    )
    printNext(next, desk)
  },
})

const factsOf = (shown: Shown) =>
  facts([
    ['order', shown.number],
    ['product', shown.product],
    ['member', shown.member],
    ['state', shown.state],
    ['name', shown.named ? 'shown' : 'not shown'],
    ['title', shown.title],
    ['text', shown.content],
    ['pictures', String(shown.pictures)],
    ['reports', shown.reported.map(({ reason, count }) => `${words(reason)} (${count})`).join(', ') || null],
    ['reason', shown.reason === null ? null : words(shown.reason)],
    ['note', shown.note],
  ])

const show = calling({
  name: 'reviews show',
  group: GROUP,
  about: 'Show a review with its reports',
  details: 'The audit log names you. Pictures: reviews save.',
  endpoint: 'reviewShow',
  parameters: [NUMBER],
  input: (given) => ({ number: given.text('number') }),
  print(shown, desk) {
    desk.lines(factsOf(shown))
    desk.out('')
    desk.table(
      ['step', 'reason', 'at', 'by'],
      shown.timeline.map(({ step, reason, at, by }) => [
        step,
        reason === null ? '' : words(reason),
        localTime(at),
        by?.name ?? 'the author',
      ]),
    )
  },
})

const save: Command = {
  name: 'reviews save',
  group: GROUP,
  about: 'Write one picture of a review into a file',
  details: 'The audit log names you. Only you can read the file (WebP). Delete it after the decision.',
  parameters: [NUMBER, { name: 'position', about: 'which picture, from 1' }],
  options: [PICTURE_FILE],
  endpoint: 'reviewPicture',
  run: (desk, given) =>
    savePicture(desk, given, () =>
      desk.call('reviewPicture', { number: given.text('number'), position: Number(given.text('position')) }),
    ),
}

/** Shows the review and asks. @throws Problem when the operator does not confirm */
async function confirmFor(desk: Desk, given: Given, act: string): Promise<void> {
  if (desk.json) return
  desk.lines(factsOf(await desk.call('reviewShow', { number: given.text('number') })))
  await confirm(desk, given, `${act}?`, 'The review is unchanged.')
}

const publish = calling({
  name: 'reviews publish',
  group: GROUP,
  about: 'Publish a review, or keep a reported review published',
  details: 'Shows the review and asks for confirmation. Look at its pictures first (reviews save).',
  endpoint: 'reviewPublish',
  parameters: [NUMBER],
  options: [YES],
  async input(given, desk) {
    await confirmFor(desk, given, 'Publish this review with its pictures')
    return { number: given.text('number') }
  },
  print: ({ number }, desk) => desk.out(`The review of ${number} is published.`),
})

const decisionOf = (given: Given): Decision => ({
  number: given.text('number'),
  // the server checks the name of the reason
  reason: given.text('reason') as Decision['reason'],
  note: given.maybe('note'),
})

const refuse = calling({
  name: 'reviews refuse',
  group: GROUP,
  about: 'Refuse to publish a review; the author reads why',
  details: REASONS,
  endpoint: 'reviewRefuse',
  parameters: [NUMBER, REASON],
  options: [NOTE, YES],
  async input(given, desk) {
    await confirmFor(desk, given, `Refuse this review (${given.text('reason')})`)
    return decisionOf(given)
  },
  print: ({ number }, desk) => desk.out(`The review of ${number} is refused. The author reads the reason.`),
})

const hide = calling({
  name: 'reviews hide',
  group: GROUP,
  about: 'Hide a published review and its pictures',
  details: REASONS,
  endpoint: 'reviewHide',
  parameters: [NUMBER, REASON],
  options: [NOTE, YES],
  async input(given, desk) {
    await confirmFor(desk, given, `Hide this review (${given.text('reason')})`)
    return decisionOf(given)
  },
  print: ({ number }, desk) => desk.out(`The review of ${number} is hidden. The author reads the reason.`),
})

export const REVIEWS: readonly Command[] = [list, show, save, publish, refuse, hide]
