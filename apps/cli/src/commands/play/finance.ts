/** Finance products: list, show, check and save the terms, fund and defund the reserve, close the sale. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Input, Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command, type Option } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'

type Shown = Output<Endpoints['financeProducts']>['items'][number]
type Terms = Omit<Input<Endpoints['financeCheck']>, 'code'>

const GROUP = 'Finance'
const CODE = { name: 'code', about: 'finance product, such as SAVE30' }
const AMOUNT = { name: 'amount', about: 'amount of money, such as 5000 or 5000.00' }
const REFERENCE: Option = {
  name: 'reference',
  value: 'text',
  about: 'reference of the bank transfer',
  required: true,
}
const FILE: Option = {
  name: 'file',
  value: 'path',
  about:
    'JSON file with terms and texts, in the form of the field `terms` and `texts` of finance show --json',
  required: true,
}

/** 5000 is 0.5 % a day. */
const percent = (ppm: number): string => `${ppm / 10_000} %`
const term = ({ termHours, termUnit }: Shown['terms']): string =>
  termUnit === 'days' ? `${termHours / 24} days` : `${termHours} hours`

/** A time of the file: Unix milliseconds, or text such as 2026-12-01T00:00:00Z. The server refuses what is neither. */
const timeIn = (value: unknown): unknown => (typeof value === 'string' ? Date.parse(value) : value)

/** Terms and texts of a file. The server checks every field. @throws Problem when the file is not a JSON object */
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
  const { saleFrom, saleUntil, ...rest } = given as Record<string, unknown>
  // safe cast: the server checks every field, and its answer names the one that is wrong
  return { ...rest, saleFrom: timeIn(saleFrom), saleUntil: timeIn(saleUntil) } as unknown as Terms
}

const list = calling({
  name: 'finance',
  aliases: ['finance list'],
  group: GROUP,
  about: 'List the finance products with reserve and liability',
  details:
    'The liability is the unpaid interest of all open orders over their whole terms. The highest rebates of these orders are bound too. What is free can be withdrawn.',
  endpoint: 'financeProducts',
  input: () => ({}),
  async print({ items }, desk) {
    const { label, plain } = await desk.money()
    const money = (title: string) => ({ title: `${title} (${label})`, right: true as const })
    desk.table(
      [
        'code',
        'sale',
        'term',
        { title: 'a day', right: true },
        { title: 'left', right: true },
        { title: 'open orders', right: true },
        money('principal'),
        money('reserve'),
        money('liability'),
        money('rebates'),
        money('free'),
      ],
      items.map((row) => [
        row.code,
        row.sale,
        term(row.terms),
        percent(row.terms.dailyRatePpm),
        String(row.left),
        String(row.openOrders),
        plain(row.principal),
        plain(row.reserve),
        plain(row.liability),
        plain(row.rebates),
        plain(row.free),
      ]),
      'There are no finance products.',
    )
  },
})

/** @throws Problem when no product has the code */
function found({ items }: Output<Endpoints['financeProducts']>, code: string): Shown {
  const shown = items.find((row) => row.code === code)
  if (!shown) throw new Problem(`There is no finance product ${code}.`)
  return shown
}

async function printShown(shown: Shown, desk: Desk): Promise<void> {
  const { terms } = shown
  const { full } = await desk.money()
  desk.lines(
    facts([
      ['finance product', shown.code + (shown.demo ? ', of the demo world' : '')],
      ['sale', shown.closedAt === null ? shown.sale : `closed on ${localTime(shown.closedAt)}`],
      ['from', localTime(terms.saleFrom)],
      ['until', localTime(terms.saleUntil)],
      ['terms', shown.changeable ? 'can change' : 'fixed: the sale has begun'],
      ['unit', full(terms.unitPrice)],
      ['units of a member', `${terms.minUnits} to ${terms.maxUnits}`],
      ['units', `${terms.units}, ${shown.left} left`],
      [
        'term',
        `${term(terms)}, ${percent(terms.dailyRatePpm)} a day, paid ${terms.payout === 'daily' ? 'daily' : 'at maturity'}`,
      ],
      ['early exit', terms.earlyExit ? 'yes' : 'no'],
      ['requires', terms.needsTrc20 ? 'a TRC-20 address' : null],
      ['orders', `${shown.orders} of ${shown.members} members, ${shown.openOrders} open`],
      ['principal', full(shown.principal)],
      ['custody', full(shown.custody)],
      ['reserve', full(shown.reserve)],
      ['liability', full(shown.liability)],
      ['bound for rebates', full(shown.rebates)],
      ['free', full(shown.free)],
      ['interest paid', full(shown.paid)],
    ]),
  )
  desk.out('')
  desk.table(
    ['language', 'name', { title: 'what pays the interest', wraps: true }],
    shown.texts.map(({ language, name, funding }) => [language, clean(name), clean(funding)]),
  )
}

const show = calling({
  name: 'finance show',
  group: GROUP,
  about: 'Show terms, texts and money of a finance product',
  endpoint: 'financeProducts',
  parameters: [CODE],
  input: () => ({}),
  print: (answer, desk, given) => printShown(found(answer, given.text('code')), desk),
})

const check = calling({
  name: 'finance check',
  group: GROUP,
  about: 'Check terms and show the reserve that they need; saves nothing',
  endpoint: 'financeCheck',
  parameters: [CODE],
  options: [FILE],
  input: (given) => ({ code: given.text('code'), ...termsIn(given.text('file')) }),
  async print(answer, desk) {
    const { full } = await desk.money()
    desk.out(
      answer.isNew ? 'The terms fit together. This would be a new product.' : 'The terms fit together.',
    )
    desk.lines(
      facts([
        ['interest of a unit', full(answer.unitInterest)],
        ['interest of all units', full(answer.interest)],
        ['highest rebates of a unit', full(answer.unitRebates)],
        ['highest rebates of all units', full(answer.rebates)],
        ['principal of all units', full(answer.principal)],
        ['free reserve', full(answer.free)],
        ['units that it covers', String(answer.covered)],
        ['shortfall for all units', full(answer.missing)],
      ]),
    )
  },
})

const save = calling({
  name: 'finance save',
  group: GROUP,
  about: 'Request a finance product, or new terms for one; another operator must approve it',
  details:
    'Terms can change until the sale begins. The sale begins and ends at the times of the file, and needs a reserve: finance fund.',
  endpoint: 'financeSave',
  parameters: [CODE],
  options: [FILE, REASON],
  input: (given) => ({
    code: given.text('code'),
    ...termsIn(given.text('file')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'Saved.'),
})

const money = (verb: 'fund' | 'defund', about: string, details: string, done: string): Command =>
  calling({
    name: `finance ${verb}`,
    group: GROUP,
    about,
    details,
    endpoint: verb === 'fund' ? 'financeFund' : 'financeDefund',
    parameters: [CODE, AMOUNT],
    options: [REFERENCE, REASON],
    input: (given) => ({
      code: given.text('code'),
      amount: given.text('amount'),
      reference: given.text('reference'),
      reason: given.text('reason'),
      requestId: randomUUID(),
    }),
    print: (change, desk) => printChange(change, desk, done),
  })

const close = calling({
  name: 'finance close',
  group: GROUP,
  about: 'End the sale of a finance product for good',
  details: 'Open orders run to their maturity. Nobody can open the sale again.',
  endpoint: 'financeClose',
  parameters: [CODE],
  options: [REASON, YES],
  async input(given, desk) {
    const shown = found(await desk.call('financeProducts', {}), given.text('code'))
    const question = `End the sale of ${shown.code} for good? ${shown.left} units are left, ${shown.openOrders} orders are open.`
    await confirm(desk, given, question, 'The sale continues.')
    return { code: shown.code, reason: given.text('reason') }
  },
  print: (shown, desk) => desk.out(`The sale of ${shown.code} has ended. Open orders: ${shown.openOrders}.`),
})

export const FINANCE: readonly Command[] = [
  list,
  show,
  check,
  save,
  money(
    'fund',
    'Request to fund the reserve of a finance product; another operator must approve it',
    'The funding is booked and published with its reference when it is approved.',
    'Booked and published.',
  ),
  money(
    'defund',
    'Request to withdraw free reserve; another operator must approve it',
    'What is kept for the interest and the rebates of open orders cannot be withdrawn. The log states the reserve of each day.',
    'Booked.',
  ),
  close,
]
