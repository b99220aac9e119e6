/** Announcements to members: list, request one, change its end. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { clean, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { textOf } from '../../text-file.ts'
import { printChange } from '../staff/changes.ts'

const GROUP = 'Texts'

type Shown = Output<Endpoints['announcementList']>['items'][number]

/** `[en-us] Title`, then its text, for each language. @throws Problem for another form */
function textsIn(file: string) {
  const [before = '', ...parts] = textOf(file)
    .replaceAll('\r\n', '\n')
    .split(/^\[([a-z]{2}-[a-z]{2})\][ \t]*/m)
  if (before.trim() !== '' || parts.length === 0)
    throw new Problem(`${file} does not begin with a language and a title: [en-us] Closed tonight`)
  return parts.flatMap((language, at) => {
    if (at % 2 === 1) return []
    const [title = '', ...lines] = parts[at + 1]!.split('\n')
    // safe cast: the server checks the name of the language
    return [{ language: language as 'en-us', title: title.trim(), text: lines.join('\n').trim() }]
  })
}

/** Unix milliseconds of a time as an operator types it. @throws Problem */
function timeIn(text: string, option: string): number {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new Problem(`--${option} is no time. Example: --${option} 2026-12-24T18:00Z`)
  return at
}

function printAll(items: readonly Shown[], desk: Desk) {
  desk.table(
    [
      { title: 'number', right: true },
      'state',
      'members',
      'from',
      'until',
      { title: 'missing', wraps: true },
      { title: 'title', wraps: true },
    ],
    items.map((one) => [
      String(one.number),
      one.state,
      one.country ?? 'all',
      localTime(one.from),
      localTime(one.until),
      one.missing.join(', '),
      clean(one.texts.find(({ language }) => language === 'en-us')?.title ?? ''),
    ]),
    'No results.',
  )
}

const list = calling({
  name: 'announcements',
  aliases: ['announcement list'],
  group: GROUP,
  about: 'List the announcements to members',
  details: '--json prints their texts.',
  endpoint: 'announcementList',
  input: () => ({}),
  print: ({ items }, desk) => printAll(items, desk),
})

const add = calling({
  name: 'announcement add',
  group: GROUP,
  about: 'Request an announcement to members; another operator must approve it',
  details:
    'The file has a line [en-us] with the title and then the text, for each language. English is needed; the others read it where theirs is missing.',
  endpoint: 'announcementAdd',
  fields: { texts: 'file' },
  parameters: [{ name: 'file', about: 'path of the file with title and text in each language' }],
  options: [
    { name: 'link', value: 'path', about: 'a page of the app, such as /pages/mall/mall' },
    { name: 'country', value: 'code', about: 'only members with phone numbers of this country, such as BD' },
    { name: 'from', value: 'time', about: 'when members see it first (default: when it is approved)' },
    {
      name: 'until',
      value: 'time',
      about: 'when they no longer see it, at most 90 days later',
      required: true,
    },
    REASON,
  ],
  input(given) {
    const from = given.maybe('from')
    return {
      texts: textsIn(given.text('file')),
      link: given.maybe('link'),
      country: given.maybe('country'),
      ...(from !== undefined && { from: timeIn(from, 'from') }),
      until: timeIn(given.text('until'), 'until'),
      reason: given.text('reason'),
      requestId: randomUUID(),
    }
  },
  print: (change, desk) => printChange(change, desk, 'The announcement is made.'),
})

const end = calling({
  name: 'announcement end',
  group: GROUP,
  about: 'End an announcement now, or change its end',
  endpoint: 'announcementEnd',
  parameters: [{ name: 'number', about: 'number of the announcement' }],
  options: [{ name: 'until', value: 'time', about: 'another end (default: now)' }, REASON],
  input(given) {
    const until = given.maybe('until')
    return {
      number: Number(given.text('number')),
      ...(until !== undefined && { until: timeIn(until, 'until') }),
      reason: given.text('reason'),
    }
  },
  print: (shown, desk) => printAll([shown], desk),
})

export const ANNOUNCEMENTS: readonly Command[] = [list, add, end]
