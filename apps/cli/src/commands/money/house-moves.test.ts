/** The commands of payouts, costs, corrections and releases: what goes to the server, and what operators read. */
import { expect, test } from 'vitest'
import { FUNDED, loggedIn, testDesk } from '../../operate.fixture.ts'

const REASON = ['--reference', 'B-7', '--reason', 'november']

test.each<[words: string[], call: string, input: object]>([
  [['payout', '400', '--to', 'nora'], 'housepayout', { account: 'sales', amount: '400', to: 'nora' }],
  [['payout', '4', '--to', 'nora', '--from', 'fees'], 'housepayout', { account: 'fees' }],
  [['release', '10'], 'housebook', { kind: 'release', amount: '10' }],
  [['bank-fee', '10', '--from', 'fees'], 'housebook', { kind: 'bank_fee', account: 'fees' }],
  [['tax', '10'], 'housebook', { kind: 'tax', account: 'sales' }],
  [
    ['correction', 'in', '10', '--account', 'fees'],
    'housebook',
    { kind: 'bank_correction', direction: 'in', account: 'fees' },
  ],
])('house %j requests a change with its reference and reason', async (words, call, input) => {
  const desk = await loggedIn(testDesk())
  desk.answers[`/operator/${call}`] = () => FUNDED
  const { status, out } = await desk.run('house', ...words, ...REASON)
  expect(status).toBe(0)
  expect(out).toContain('Requested. Another operator must approve it.')
  const heard = desk.heard.find(({ path }) => path === `/operator/${call}`)!
  expect(heard.input).toMatchObject({ ...input, reference: 'B-7', reason: 'november' })
})

test('the list shows what left and what came, for whom, and why', async () => {
  const desk = await loggedIn(testDesk())
  const by = (name: string) => ({ id: '00000000-0000-4000-8000-00000000000a', name })
  const item = {
    id: '00000000-0000-4000-8000-00000000000c',
    kind: 'payout',
    account: 'sales',
    direction: 'out',
    amount: '400.00',
    reference: 'B-7',
    reason: 'november',
    to: by('nora'),
    requestedBy: by('nora'),
    approvedBy: by('omar'),
    at: 1_800_000_000_000,
  }
  const correction = { ...item, kind: 'bank_correction', direction: 'in', to: null, requestedBy: null }
  desk.answers['/operator/housemoves'] = () => ({ items: [item, correction], next: null })
  const { out } = await desk.run('house', 'moves', '--kind', 'payout')
  for (const text of ['-400.00', 'nora', 'omar', 'B-7', 'november', 'demo world', ' 400.00'])
    expect(out).toContain(text)
  expect(desk.heard.find(({ path }) => path === '/operator/housemoves')!.input).toMatchObject({
    kind: 'payout',
  })
  expect(JSON.parse((await desk.run('house', 'moves', '--json')).out)).toEqual({
    items: [item, correction],
    next: null,
  })
})
