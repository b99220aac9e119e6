/** Prize-share events: list, show, check terms, open. No command touches an outcome or ends an event. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Input, Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Option } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'

type Terms = Input<Endpoints['eventCheck']>
type Shown = Output<Endpoints['eventShow']>
type Checked = Output<Endpoints['eventCheck']>

const GROUP = 'Events'
const EVENT = { name: 'event', about: 'prize-share event, such as P1-0001' }
const FILE: Option = {
  name: 'file',
  value: 'path',
  about:
    'JSON file with titles, pool, winners, deadline and grade; optional: opensAt, friends, topUp. docs/OPERATING.md has one',
  required: true,
}

/** A time of the file: Unix milliseconds, or text such as 2026-12-01T00:00:00Z. The server refuses what is neither. */
const timeIn = (value: unknown): unknown => (typeof value === 'string' ? Date.parse(value) : value)

/** The terms of a file. The server checks every field. @throws Problem when the file is not a JSON object */
function termsIn(file: string): Terms {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read'
    throw new Problem(`The file ${file} ${why}.`)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Problem(`The file ${file} is not a JSON object.`)
  const { opensAt, deadline, ...rest } = given as Record<string, unknown>
  const times = { deadline: timeIn(deadline), ...(opensAt !== undefined && { opensAt: timeIn(opensAt) }) }
  // safe cast: the server checks every field, and its answer names the one that is wrong
  return { ...rest, ...times } as unknown as Terms
}

const list = calling({
  name: 'events list',
  group: GROUP,
  about: 'List the prize-share events, newest first',
  endpoint: 'eventList',
  input: () => ({}),
  async print({ items }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'event',
        'state',
        { title: `pool (${label})`, right: true },
        { title: 'winners', right: true },
        { title: 'participants', right: true },
        'opens',
        'deadline',
      ],
      items.map((row) => [
        row.event,
        row.status,
        plain(row.pool),
        String(row.winners),
        String(row.participants),
        localTime(row.opensAt),
        localTime(row.deadline),
      ]),
      'There are no prize-share events.',
    )
  },
})

const WHY = {
  empty: 'void: nobody joined',
  missed: 'void: it never opened, because its pool could not be funded',
  lost: 'void: the log was lost',
  witnesses: 'void: its witnesses let nobody seal it for 7 days',
  friends: 'void: all who joined are left out, because their friends took money back',
} as const

const drawnBy = ({
  grade,
  chain,
  delay,
  witnesses,
}: Pick<Checked, 'grade' | 'chain' | 'delay' | 'witnesses'>) =>
  facts([
    ['grade', grade],
    ['beacon', chain === null ? null : `${chain}, ${delay} seconds after the seal`],
    ['witnesses', witnesses === null ? null : witnesses.join(', ')],
  ])

async function printShown(shown: Shown, desk: Desk): Promise<void> {
  const { full } = await desk.money()
  const { drawnAt, paid, returned, shares } = shown
  desk.lines(
    facts([
      ['event', shown.event + (shown.demo ? ', of the demo world' : '')],
      ['state', shown.why === null ? shown.status : WHY[shown.why]],
      ['pool', full(shown.pool)],
      ['prizes', `${shown.winners} of ${full(shown.prize)}`],
      ['requires', `${shown.friends} friends who topped up ${full(shown.topUp)} each`],
      ['opens', localTime(shown.opensAt)],
      ['deadline', localTime(shown.deadline)],
      ['participants', String(shown.participants)],
      ['left out', shown.leftOut === 0 ? null : `${shown.leftOut}, whose friends took money back`],
      ['commitment', shown.commitment],
      ['sealed', shown.sealedAt === null ? null : `${localTime(shown.sealedAt)}, attempt ${shown.attempt}`],
      ['drawn', drawnAt === null ? null : localTime(drawnAt)],
      ['prizes paid', drawnAt === null ? null : String(paid)],
      ['back to the house', returned === 0 ? null : `${returned} prizes of closed accounts`],
      ['even shares paid', shares && `${shares.paid}; ${shares.returned} of closed accounts went back`],
      ['in its book', full(shown.balance)],
      ['approval', shown.approval],
    ]),
  )
  desk.lines(drawnBy(shown))
  desk.out('')
  desk.table(
    ['language', { title: 'title', wraps: true }],
    shown.titles.map(({ language, title }) => [language, clean(title)]),
  )
}

const show = calling({
  name: 'events show',
  group: GROUP,
  about: 'Show terms, state and money of a prize-share event',
  endpoint: 'eventShow',
  parameters: [EVENT],
  input: (given) => ({ event: given.text('event') }),
  print: printShown,
})

const check = calling({
  name: 'events check',
  group: GROUP,
  about: 'Check terms and show what would be published; opens nothing',
  endpoint: 'eventCheck',
  options: [FILE],
  input: (given) => termsIn(given.text('file')),
  async print(answer, desk) {
    const { full } = await desk.money()
    desk.out('The terms fit together. When the event opens, they are published and cannot be changed.')
    desk.lines(
      facts([
        ['prize of each winner', full(answer.prize)],
        ['rounding remainder', full(answer.rest)],
        ['requires', `${answer.friends} friends who topped up ${full(answer.topUp)} each`],
        ['marketing can pay', full(answer.available)],
        ['missing', full(answer.missing)],
      ]),
    )
    desk.lines(drawnBy(answer))
  },
})

const open = calling({
  name: 'events open',
  group: GROUP,
  about: 'Request a prize-share event; another operator must approve it',
  details:
    'The marketing account pays the pool when the event opens. Nobody can change its terms or end it: it runs to its draw.',
  endpoint: 'eventOpen',
  options: [FILE, REASON],
  input: (given) => ({
    ...termsIn(given.text('file')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Opened, or scheduled.'),
})

export const EVENTS: readonly Command[] = [list, show, check, open]
