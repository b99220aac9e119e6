/** Texts of the house: list, show, set a draft, publish, take back. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Parameter } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { facts, localTime } from '../../print.ts'
import { textOf } from '../../text-file.ts'
import { printChange } from '../staff/changes.ts'

const CONTENT_GROUP = 'Texts'

const KEY: Parameter = { name: 'key', about: 'which text' }
const LANGUAGE: Parameter = { name: 'language', about: 'its language, such as en-us' }

const names = (list: readonly string[]) => (list.length === 0 ? '' : list.join(', '))

function noteWarnings(warnings: readonly string[], desk: Desk) {
  for (const warning of warnings) desk.note(`Look at the figures: ${warning}.`)
}

const list = calling({
  name: 'contents',
  aliases: ['content list'],
  group: CONTENT_GROUP,
  about: 'List the texts of the house with their versions and drafts',
  endpoint: 'contentList',
  input: () => ({}),
  print({ items }, desk) {
    desk.table(
      [
        'key',
        'in force',
        'members agree',
        { title: 'to come', wraps: true },
        { title: 'drafts', wraps: true },
        { title: 'missing', wraps: true },
      ],
      items.map(({ key, version, coming, drafts, missing, consent }) => [
        key,
        version,
        consent ? 'yes' : '',
        names(coming.map((one) => `${one.version} ${localTime(one.at)}`)),
        names(drafts),
        names(missing),
      ]),
      'No results.',
    )
  },
})

function printShown(shown: Output<Endpoints['contentShow']>, desk: Desk) {
  const { key, language, version, markdown, changedBy, changedAt, versions } = shown
  desk.lines(
    facts([
      ['text', `${key}, ${language}`],
      ['version', version ?? 'draft'],
      ['changed by', changedBy && changedAt !== null ? `${changedBy.name}, ${localTime(changedAt)}` : null],
    ]),
  )
  desk.out('')
  desk.out(markdown)
  desk.out('')
  desk.table(
    [
      'version',
      'state',
      'in force from',
      { title: 'languages', wraps: true },
      { title: 'hash', wraps: true },
    ],
    versions.map((one) => [one.version, one.state, localTime(one.at), names(one.languages), one.hash]),
    'No version is recorded yet.',
  )
  noteWarnings(shown.warnings, desk)
}

const show = calling({
  name: 'content show',
  group: CONTENT_GROUP,
  about: 'Show a text as Markdown, with its versions',
  details:
    'Without --version: the draft, or the version in force where there is no draft. --json prints the text for a file.',
  endpoint: 'contentShow',
  parameters: [KEY, LANGUAGE],
  options: [{ name: 'version', value: 'version', about: 'a published version, such as house-1' }],
  input: (given) => ({
    key: given.text('key'),
    language: given.text('language'),
    version: given.maybe('version'),
  }),
  print: printShown,
})

const set = calling({
  name: 'content set',
  group: CONTENT_GROUP,
  about: 'Set the draft of a text in one language; members do not see it',
  details:
    'The file is Markdown: # title, one paragraph, then sections that begin with ## title; paragraphs, lists, ### headings and links to https pages in them.',
  endpoint: 'contentSet',
  fields: { text: 'file' },
  parameters: [KEY, LANGUAGE, { name: 'file', about: 'path of the Markdown file' }],
  input: (given) => ({
    key: given.text('key'),
    language: given.text('language'),
    text: textOf(given.text('file')),
  }),
  print({ drafts, missing, warnings }, desk, given) {
    desk.out(`The draft is kept. Drafts: ${names(drafts)}.`)
    if (missing.length > 0) desk.note(`Members would read English in: ${names(missing)}.`)
    noteWarnings(warnings, desk)
    desk.note(`Publish the drafts: ${desk.hint(`content publish ${given.text('key')} --from <date>`)}`)
  },
})

const publish = calling({
  name: 'content publish',
  group: CONTENT_GROUP,
  about: 'Request that the drafts become the next version; another owner must approve it',
  endpoint: 'contentPublish',
  parameters: [KEY],
  options: [
    {
      name: 'from',
      value: 'date',
      about: 'the business day on which it comes into force: 2026-12-24',
      required: true,
    },
    { name: 'helps', about: 'it only helps members: no notice is needed, and nobody agrees again' },
    REASON,
  ],
  input: (given) => ({
    key: given.text('key'),
    from: given.text('from'),
    helps: given.has('helps'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The text is published.'),
})

const withdraw = calling({
  name: 'content withdraw',
  group: CONTENT_GROUP,
  about: 'Request that a version which is not in force yet is taken back',
  endpoint: 'contentWithdraw',
  parameters: [KEY, { name: 'version', about: 'the published version, such as house-1' }],
  options: [REASON],
  input: (given) => ({
    key: given.text('key'),
    version: given.text('version'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The version is taken back.'),
})

export const CONTENT: readonly Command[] = [list, show, set, publish, withdraw]
