/** Forged transfers: each is planted in a transaction that is rolled back, and a named check finds it or the schema refuses it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { planted } from '../../../testing/planted.ts'
import { ledgerChecks } from '../../ledger/index.ts'
import { walletChecks } from '../index.ts'
import { expireRecharges } from '../recharge/recharge.ts'
import { sandboxPaid } from '../wallet.checks.ts'
import type { Person } from '../wallet.fixture.ts'
import { testTrc20, type TestTrc20 } from './trc20.fixture.ts'

const CHECKS = [...ledgerChecks, ...walletChecks.filter((check) => check !== sandboxPaid)]

let usdt: TestTrc20
beforeAll(async () => {
  usdt = await testTrc20()
  const person = await usdt.wallet.person()
  const [paid, partly, open] = [
    await usdt.open(person, '500.00'),
    await usdt.open(person, '500.00'),
    await usdt.open(person, '500.00'),
  ]
  usdt.pay(paid.address, paid.units)
  usdt.pay(partly.address, 1_000_000n)
  usdt.pay(partly.address, 1n)
  await usdt.look()
  usdt.chain.pay({ to: open.address, units: open.units })
  await usdt.look()
  await endLate(person)
  expect(await planted(usdt.wallet.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => usdt.close())

/** After the time to pay and at another rate: one transfer is credited, one is held, and operators dismissed one. */
async function endLate(person: Person): Promise<void> {
  const [late, large, wrong] = [
    await usdt.open(person, '500.00'),
    await usdt.open(person, '500.00'),
    await usdt.open(person, '500.00'),
  ]
  await usdt.wallet.database.advanceClock(31 * MINUTE_MS)
  await expireRecharges(usdt.wallet.db)
  await usdt.setRate('2')
  await usdt.wallet.database.advanceClock(11 * MINUTE_MS)
  usdt.chain.pay({ to: late.address, units: late.units })
  usdt.chain.pay({ to: large.address, units: 60_000_000_000n })
  const txId = usdt.chain.pay({ to: wrong.address, units: 60_000_000_000n })
  usdt.chain.mine(20)
  // the one that waits for its confirmations keeps waiting
  await usdt.wallet.owner.query(
    `update trc20_address set look_at = null from trc20_transfer t
     where t.recharge_id = trc20_address.recharge_id and t.state = 'seen'`,
  )
  await usdt.look()
  const decision = { txId, logIndex: 0, requestedBy: randomUUID(), approvedBy: randomUUID() }
  await usdt.wallet.db.tx((tx) => usdt.wallet.wallet.transfers.held.dismiss(tx, decision))
}

const STEPS = 'every transfer in USDT is as its last step says, and was credited with its confirmations'
const HISTORY = 'no row of the steps of transfers in USDT was changed or removed'
const WORTH =
  'every credit of a recharge in USDT follows from one transfer and is what it is worth at its rate'
const ADDRESS = 'every recharge in USDT has one address and asks for its amount at its rate'
const INDEXES = 'the addresses of recharges in USDT have indexes that the key has given out'
const DUST =
  'a transfer in USDT that is worth nothing is the only one that ends without a credit or a decision'
const RATE =
  'every transfer in USDT has the rate of its recharge until its time to pay ends, and then the rate that was set'
const HIGHEST =
  'no late transfer in USDT brings its recharge above the highest recharge without two operators'
const DECISIONS = 'no row of the decisions about late transfers in USDT was changed or removed'
const SUCCESS =
  'a recharge in USDT succeeds when its amount has arrived, or with what arrived when its time ends'
const PAID = `(select recharge_id from recharge where kind = 'trc20' and state = 'success')`
const OPEN = `(select recharge_id from trc20_transfer where state = 'seen')`

test.each([
  [
    'owner',
    'more units of a transfer',
    `update trc20_transfer set units = units * 2 where state = 'credited'`,
    [WORTH, STEPS],
  ],
  [
    'owner',
    'more worth of a transfer',
    `update trc20_transfer set worth = worth + 1 where state = 'credited'`,
    [WORTH],
  ],
  ['owner', 'a better rate of a recharge', `update trc20_address set rate = rate * 2`, [ADDRESS, RATE]],
  [
    'owner',
    'another address of a recharge',
    `update trc20_address set address = 'T' || repeat('x', 33) where recharge_id in ${OPEN}`,
    [ADDRESS],
  ],
  [
    'owner',
    'an address that is removed',
    `delete from trc20_transfer_step where transaction_id in (select transaction_id from trc20_transfer where state = 'seen'); delete from trc20_transfer where state = 'seen'; delete from trc20_address where index = 2`,
    [ADDRESS, HISTORY],
  ],
  [
    'owner',
    'a counter of indexes that goes back',
    `update trc20_key set next_index = next_index - 1`,
    [INDEXES],
  ],
  [
    'owner',
    'a transfer that is removed',
    `delete from trc20_transfer_step where step = 'credited'; delete from trc20_transfer where state = 'credited'`,
    [WORTH, HISTORY],
  ],
  [
    'owner',
    'a transfer without its steps',
    `delete from trc20_transfer_step where step = 'credited'`,
    [STEPS, HISTORY],
  ],
  [
    'owner',
    'a credit without its confirmations',
    `update trc20_transfer_step set head = block + 19 where step = 'credited'`,
    [STEPS, HISTORY],
  ],
  [
    'owner',
    'a transfer that ends without its credit',
    `update trc20_transfer set units = 40 where state = 'dust'`,
    [DUST, STEPS],
  ],
  [
    'owner',
    'a loss that is hidden',
    `update trc20_transfer set lost_at = ended_at where state = 'credited'`,
    [STEPS],
  ],
  [
    'owner',
    'a recharge that succeeded with less',
    `update trc20_address set units = units + 1 where recharge_id in ${PAID}`,
    [ADDRESS, SUCCESS],
  ],
  [
    'owner',
    'a credit of another amount',
    `update recharge_credit set amount = amount + 1 where provider = 'trc20'`,
    [WORTH],
  ],
  [
    'owner',
    'a late transfer at the rate of its recharge',
    `update trc20_transfer set rate = 25000, worth = div(units::numeric * 25000, 1000000) where state = 'credited' and rate = 20000`,
    [RATE, WORTH],
  ],
  [
    'owner',
    'a late transfer that came in time',
    `update trc20_transfer set paid_at = paid_at - interval '1 day' where state = 'credited' and rate = 20000`,
    [RATE],
  ],
  [
    'owner',
    'a held transfer that is credited without a decision',
    `update trc20_transfer set state = 'credited', worth = 1200000000, ended_at = business_now() where state = 'held'`,
    [HIGHEST, WORTH, STEPS],
  ],
  ['owner', 'a decision that is removed', `delete from trc20_decision`, [HIGHEST, DECISIONS]],
  ['owner', 'another decision', `update trc20_decision set outcome = 'credited'`, [HIGHEST, DECISIONS]],
  [
    'app',
    'a held transfer with a better rate',
    `update trc20_transfer set rate = rate * 2 where state = 'held'`,
    ['refused: trc20_transfer_life'],
  ],
  [
    'app',
    'a dismissed transfer that is held again',
    `update trc20_transfer set state = 'held', ended_at = null where state = 'dismissed'`,
    ['refused: trc20_transfer_life'],
  ],
  [
    'app',
    'a decision of one operator',
    `insert into trc20_decision select transaction_id, log_index, 'credited', member_id, member_id, held_at from trc20_transfer where state = 'held'`,
    ['refused: trc20_decision_two'],
  ],
  [
    'app',
    'a credited transfer with more units',
    `update trc20_transfer set units = units * 2 where state = 'credited'`,
    ['refused: trc20_transfer_life'],
  ],
  [
    'app',
    'a credited transfer that is seen again',
    `update trc20_transfer set state = 'seen', worth = null, ended_at = null where state = 'credited'`,
    ['refused: trc20_transfer_life'],
  ],
  [
    'app',
    'a transfer that is credited without a credit',
    `update trc20_transfer set state = 'credited', worth = 5000000, rate = 25000, ended_at = business_now() where state = 'seen'`,
    [WORTH, STEPS],
  ],
  [
    'app',
    'another address',
    `update trc20_address set address = 'T' || repeat('x', 33)`,
    ['refused: permission denied for table trc20_address'],
  ],
  [
    'app',
    'a better rate',
    `update trc20_address set rate = rate * 2`,
    ['refused: permission denied for table trc20_address'],
  ],
  [
    'app',
    'an index twice',
    `insert into trc20_address select member_id, gen_random_uuid(), index, 'T' || repeat('x', 33), rate, units, needed, created_at, look_at, 0 from trc20_address limit 1`,
    ['refused: trc20_address_index'],
  ],
  [
    'app',
    'an address of no recharge',
    `insert into trc20_address select member_id, gen_random_uuid(), 77, 'T' || repeat('x', 33), rate, units, needed, created_at, look_at, 0 from trc20_address limit 1`,
    ['refused: trc20_address_of'],
  ],
  [
    'app',
    'another key',
    `update trc20_key set fingerprint = repeat('a', 64)`,
    ['refused: permission denied for table trc20_key'],
  ],
  ['app', 'an index that goes back', `update trc20_key set next_index = 0`, ['refused: trc20_key_life']],
  [
    'app',
    'a list that begins earlier again',
    `update trc20_address set listed_from_ms = 5; update trc20_address set listed_from_ms = 4`,
    ['refused: trc20_address_life'],
  ],
  [
    'app',
    'a step that is removed',
    `delete from trc20_transfer_step`,
    ['refused: permission denied for table trc20_transfer_step'],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const db = role === 'app' ? usdt.wallet.db : usdt.wallet.owner
  expect(await planted(db, CHECKS, sql)).toEqual(expect.arrayContaining([...titles]))
})
