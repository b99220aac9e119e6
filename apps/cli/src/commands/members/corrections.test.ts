/** The commands of corrections: what goes to the server, and what operators read. */
import { expect, test } from 'vitest'
import { FUNDED, loggedIn, testDesk } from '../../operate.fixture.ts'

const MEMBER = '0199aaaa-0000-7000-8000-000000000002'
const CREDIT = '0199aaaa-0000-7000-8000-00000000000c'
const REASON = ['--reason', 'as support found']

test.each<[words: string[], call: string, input: object]>([
  [
    ['member', 'credit', MEMBER, '30', '--why', 'fault'],
    'membercredit',
    { id: MEMBER, amount: '30', why: 'fault', account: 'marketing' },
  ],
  [
    ['member', 'credit', MEMBER, '30', '--why', 'fault', '--from', 'sales'],
    'membercredit',
    { account: 'sales' },
  ],
  [
    ['member', 'reverse', MEMBER, CREDIT, '10'],
    'memberreverse',
    { id: MEMBER, credit: CREDIT, amount: '10' },
  ],
  [
    ['house', 'chargeback', 'R0199ABCDEF01', '200', '--reference', 'CB-1'],
    'housechargeback',
    { number: 'R0199ABCDEF01', amount: '200', account: 'sales', reference: 'CB-1' },
  ],
])('%j requests a change with its reason', async (words, call, input) => {
  const desk = await loggedIn(testDesk())
  desk.answers[`/operator/${call}`] = () => FUNDED
  expect((await desk.run(...words, ...REASON)).status).toBe(0)
  const heard = desk.heard.find(({ path }) => path === `/operator/${call}`)!
  expect(heard.input).toMatchObject({ ...input, reason: 'as support found' })
})

test('the list shows what a member got and gave back', async () => {
  const desk = await loggedIn(testDesk())
  const item = {
    id: CREDIT,
    kind: 'credit',
    account: 'marketing',
    amount: '30.00',
    why: 'fault',
    credit: null,
    recharge: null,
    charged: null,
    reversed: true,
    requestedBy: null,
    approvedBy: null,
    at: 1_800_000_000_000,
  }
  const charged = {
    ...item,
    kind: 'chargeback',
    amount: '7.00',
    why: null,
    recharge: 'R0199ABCDEF01',
    reversed: false,
  }
  desk.answers['/operator/membercorrections'] = () => ({ items: [item, charged] })
  const { out } = await desk.run('member', 'corrections', MEMBER)
  for (const text of ['credit, taken back', ' 30.00', '-7.00', 'fault', 'R0199ABCDEF01', CREDIT])
    expect(out).toContain(text)
})
