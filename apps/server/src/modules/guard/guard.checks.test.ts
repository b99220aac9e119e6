/**
 * What the schema does not refuse, the doctor finds: each corruption of the members' protection is made in a transaction that
 * is rolled back, by the owner of the schema or by the server's role, as after a break-in.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { planted } from '../../testing/planted.ts'
import { guardWorld, type GuardWorld } from './guard.fixture.ts'

let world: GuardWorld
let memberId: string
// members of this world have their money without recharges
const checks = CHECKS.filter(({ id, title }) => id !== 'INV-14' || !title.includes('recharge'))

beforeAll(async () => {
  world = await guardWorld()
  const member = await world.member()
  memberId = member.memberId
  const { client } = member
  const limits = ['spend', 'loss', 'deposit', 'time'] as const
  for (const kind of limits) await client.call(ENDPOINTS.limitSave, { kind, period: 'month', cap: '500' })
  await world.buy(client, await world.issue(), 20)
  await client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '200', requestId: randomUUID() })
  await client.call(ENDPOINTS.netPosition, {})
  await client.call(ENDPOINTS.limitSave, { kind: 'spend', period: 'month', cap: '900' })
  await world.db.query(
    `update limit_counter set used = 30, counted_through = business_now() where member_id = $1 and kind = 'time'`,
    [memberId],
  )
  await client.call(ENDPOINTS.selfExclude, { duration: '6m' })
  expect(await planted(world.owner, checks, 'select 1')).toEqual([])
})
afterAll(() => world.close())

const counter = (kind: string, change: string) =>
  `update limit_counter set ${change} where member_id = $1 and kind = '${kind}'`
const wallet = (change: string) => `update wallet set ${change} where member_id = $1`

const PURCHASES =
  'every spend and loss counter has the open amount of its member, and at least the purchases of its period'
const DEPOSITS = 'every deposit counter has what is open, and no less than the recharges of its period'
const CEILING =
  'no limit counter exceeds its ceiling, and every ceiling is the cap or the amount counted before'
const HISTORY = 'every limit is the last one of its history, and has its time'
const AHEAD = 'no counter of spend, loss or time is ahead of the clock, unless the clock was there'
const EXCLUDED = 'every wallet of an active account is excluded until the last exclusion of its member ends'
const EXCLUSIONS = 'no row of breaks and self-exclusions was changed or removed'
const LOOSER =
  'every looser limit was requested a day before it was confirmed, and every pending one has its request'

const later = `starts_on = starts_on + interval '1 month'`
const wish = (at: string, until: string) =>
  `update pending_increase set requested_at = ${at}, confirm_from = ${at} + interval '24 hours', confirm_until = ${until}
   where member_id = $1`
const change = (event: string, before: string, after: string, at: string) =>
  `insert into limit_change (member_id, change_id, kind, period, event, before, after, at)
   values ($1, gen_random_uuid(), 'spend', 'month', '${event}', ${before}, ${after}, ${at})`

test.each([
  ['owner', 'a spend that is not counted', counter('spend', 'used = used - 1'), PURCHASES],
  ['owner', 'a loss that is not counted', counter('loss', 'used = used - 1'), PURCHASES],
  ['owner', 'a missing open order', counter('loss', 'open = open - 1'), PURCHASES],
  ['owner', 'a missing open recharge', counter('deposit', 'open = open - 1'), DEPOSITS],
  ['owner', 'a ceiling above the limit', counter('spend', 'ceiling = ceiling + 1'), CEILING],
  [
    'owner',
    'limits that the wallet does not announce',
    wallet('has_limits = false'),
    'a wallet is marked with has_limits exactly when its member has limits',
  ],
  [
    'owner',
    'a wrong net position',
    'update member_flow set spent = spent + 1 where member_id = $1',
    'every net position equals the wallet balance after the last line that it counts',
  ],
  ['app', 'a cap raised without history', counter('spend', 'cap = cap * 2, ceiling = cap * 2'), HISTORY],
  ['app', 'a later time of a limit', counter('spend', `set_at = set_at + interval '1 hour'`), HISTORY],
  [
    'app',
    'limits that are gone with their mark',
    `with gone as (delete from limit_counter where member_id = $1 and kind = 'spend')
     ${wallet('has_limits = false')}`,
    HISTORY,
  ],
  ['app', 'a spend counter of a later period', counter('spend', `${later}, used = 0`), AHEAD],
  ['app', 'a time counter of a later period', counter('time', `${later}, used = 0`), AHEAD],
  [
    'app',
    'a deposit counter of a later period',
    counter('deposit', `${later}, used = open`),
    'no deposit counter is ahead of the clock, unless the clock was there',
  ],
  ['app', 'minutes of use set to zero', counter('time', 'used = 0'), 'refused: limit_counter_time'],
  [
    'app',
    'minutes of use that are gone with their limit',
    `delete from limit_counter where member_id = $1 and kind = 'time'`,
    'refused: limit_counter_removed',
  ],
  [
    'app',
    'a wish for a looser limit with an earlier time',
    wish(`now() - interval '2 days'`, `now() + interval '1 day'`),
    'refused: pending_increase_now',
  ],
  [
    'owner',
    'a wish for a looser limit with an earlier time',
    wish(`now() - interval '2 days'`, `now() + interval '1 day'`),
    LOOSER,
  ],
  [
    'app',
    'a request for a looser limit with an earlier time',
    change('requested', '5000000', '9990000', `now() - interval '2 days'`),
    'refused: limit_change_now',
  ],
  [
    'app',
    'a confirmation without a request',
    change('confirmed', '5000000', '9990000', 'business_now()'),
    'refused: limit_change_waited',
  ],
  [
    'app',
    'a looser limit at once',
    change('set', '5000000', '9990000', 'business_now()'),
    'refused: limit_change_stricter',
  ],
  ['owner', 'a looser limit at once', change('set', '5000000', '9990000', 'business_now()'), LOOSER],
  [
    'owner',
    'a history without its last change',
    `delete from limit_change where member_id = $1 and event = 'requested'`,
    "no row of the members' limits was changed or removed",
  ],
  [
    'app',
    'a break that ends early',
    wallet(`excluded_until = excluded_until - interval '1 day'`),
    'refused: wallet_excluded',
  ],
  ['app', 'a stop that is gone', wallet('excluded_until = null'), 'refused: wallet_excluded'],
  [
    'owner',
    'a break that ends early',
    wallet(`excluded_until = excluded_until - interval '1 day'`),
    EXCLUDED,
  ],
  [
    'owner',
    'an exclusion that is gone with its stop',
    `with gone as (delete from exclusion where member_id = $1) ${wallet('excluded_until = null')}`,
    EXCLUSIONS,
  ],
  [
    'owner',
    'an excluded phone number that is gone',
    'delete from phone_exclusion where $1::uuid is not null',
    'no row of excluded phone numbers was changed or removed',
  ],
  ['app', 'another country', `update member set country = 'NL' where member_id = $1`, 'refused: member_life'],
  [
    'owner',
    'another country',
    `update member set country = 'NL' where member_id = $1`,
    'the country of every member has the calling code of the phone number',
  ],
  [
    'owner',
    'a purchase beyond the cap of a limit',
    counter('spend', `cap = 100000, ceiling = used, set_at = set_at - interval '1 minute'`),
    'no purchase was taken beyond the cap of a limit',
  ],
])('planted by the %s: %s', async (role, _, sql, expected) => {
  const db = role === 'app' ? world.db : world.owner
  expect(await planted(db, checks, sql, [memberId])).toContain(expected)
})
