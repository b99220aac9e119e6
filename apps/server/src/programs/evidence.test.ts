/** What the owner of the database can plant in issues, draws, the log and the schema, and which check of the doctor finds it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundAndPublish } from '../modules/home/fund-house.ts'
import { openRecharge } from '../modules/wallet/index.ts'
import { checkCatalog } from '../platform/schema/catalog.checks.ts'
import type { Tx } from '../platform/db.ts'
import { freshSecrets } from '../platform/secrets.ts'
import { makeMember, type TestMember } from '../testing/factories.ts'
import { planted } from '../testing/planted.ts'
import { playWitness, type PlayedWitness } from '../testing/played/played-witness.ts'
import { testServer, type TestServer } from '../testing/server.ts'
import { CHECKS, runDoctorChecks, type Finding } from './doctor.checks.ts'

const secrets = freshSecrets()
let server: TestServer
let witness: PlayedWitness
let members: TestMember[]

/** A member who has paid in 100.00 at the sandbox cashier. */
async function payingMember(): Promise<TestMember> {
  const { wallet, jobs } = server.context
  const member = await makeMember(server)
  const { recharge_id: recharge } = await openRecharge(wallet.recharges, member.memberId, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  const [payment] = await server.db.query<{ id: string }>(
    'select payment_id as id from provider_payment where recharge_id = $1',
    [recharge],
  )
  await wallet.company!.choose(payment!.id, 'pay')
  await jobs.drain()
  return member
}

const buy = (member: TestMember, issue: string, quantity: number) =>
  member.client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })

beforeAll(async () => {
  witness = await playWitness(publicKeyOf(secrets.logSeed))
  // no chain of a game is published, whose lines nothing would keep here
  server = await testServer({
    parts: { secrets, witnesses: [witness] },
    settings: { 'module.games.enabled': 'false' },
  })
  const { context, db, database } = server
  const { mall, fair, fairLog } = context
  await fair.writer.begin(db)
  await fair.writer.flush(db, { checkpoint: true })
  await fundAndPublish(
    { db, writer: fair.writer },
    { account: 'marketing', amount: 10_000n, reference: 'BANK 1' },
  )
  // covers a draw of the witnessed issue in the members' favour
  await fundAndPublish(
    { db, writer: fair.writer },
    { account: 'guarantee', amount: 100_000n, reference: 'BANK 2' },
  )
  await mall.createCategory({ category: 'test', position: 1, tile: 'sea', titles: { 'en-us': 'Test' } })
  const product = {
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    sharePrice: 10_000n,
    maxIssues: 1,
  } as const
  await mall.createProduct({ ...product, code: 'DRAWN', marketPrice: 40_000n, shares: 4, grade: 'witnessed' })
  await mall.createProduct({ ...product, code: 'OPEN', marketPrice: 100_000n, shares: 10, grade: 'salt' })
  const drawn = (await mall.openIssue('DRAWN'))!.number
  const open = (await mall.openIssue('OPEN'))!.number
  members = [await payingMember(), await payingMember()]
  for (const member of [...members, ...members]) {
    for (const issue of [drawn, open]) {
      const { order } = await buy(member, issue, 1)
      await member.client.call(ENDPOINTS.fairReceipt, { order })
      await database.advanceClock(1_000)
    }
  }
  // without a receipt
  for (const member of members) {
    await buy(member, open, 1)
    await database.advanceClock(1_000)
  }
  // the witness dates its signature by the real time
  await database.setClockOffset(0)
  // the seal waits for a witness that signs now
  await fairLog.witnesses.push({ atOnce: true })
  await mall.draws.runDue()
  await fairLog.witnesses.push({ atOnce: true })
  await mall.draws.runDue()
  await database.advanceClock(90_000)
  await mall.draws.runDue()
  await fair.writer.flush(db, { checkpoint: true })
  await fairLog.witnesses.push({ atOnce: true })
})
afterAll(async () => {
  await server.close()
  witness.close()
})

class Undone extends Error {}

/** Looks after a plant, which is rolled back. */
async function after<T>(plant: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: T | undefined
  const work = server.owner.tx(async (tx) => {
    await tx.query(plant)
    seen = await look(tx)
    throw new Undone()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return seen!
}

/** All findings of the doctor after a plant. */
function doctor(plant = 'select 1'): Promise<Finding[]> {
  const { fair } = server.context
  return after(plant, async (tx) => {
    const findings: Finding[] = []
    const environment = { witnesses: [witness] }
    for await (const finding of runDoctorChecks({ snapshot: tx, fair, environment })) findings.push(finding)
    return findings
  })
}
const broken = (findings: readonly Finding[]) =>
  findings.filter(({ breaches }) => breaches > 0).map(({ title }) => title)

test('finds the installation sound, with a drawn issue that a witness signed, orders, receipts and a funding', async () => {
  const findings = await doctor()
  expect(findings.filter(({ breaches }) => breaches > 0)).toEqual([])
  expect(findings.find(({ title }) => title.startsWith('every draw can be recomputed'))?.figure).toBe(
    '1 draws',
  )
  expect(findings.find(({ title }) => title.startsWith('every witnessed draw of version 3'))?.figure).toBe(
    '1 draws, 0 of them in favour',
  )
  expect(
    findings.find(({ title }) => title.includes('signed by the log') && title.includes('tag'))?.figure,
  ).toBe('8 receipts')
})

const OPEN = `(select issue_id from issue_terms where number = 'OPEN-0001')`
const DRAWN = `(select issue_id from issue_terms where number = 'DRAWN-0001')`
const LAST = `seq = (select orders from issue where issue_id = ${OPEN})`

/** Found by a statement: what is planted, and words of the check that finds it. */
const FOUND_BY_SQL: readonly [string, string, string][] = [
  [
    'the time of an order of an issue on sale, with its sums',
    `update issue_sale set ordered_ms = ordered_ms + 700 where issue_id = ${OPEN} and ${LAST};
     update issue i set last_ms = last_ms + 700, time_sum = (select sum(time_of_day(ordered_ms, i.utc_offset))
       from issue_sale s where s.issue_id = i.issue_id) where issue_id = ${OPEN}`,
    'every order is dated by its purchase',
  ],
  [
    'the codes of two orders, swapped with all that hangs on them',
    `create temporary table pair as select purchase_id, seq, first_code, ordered_ms from issue_sale
       where issue_id = ${OPEN} and seq in (5, 6);
     update issue_sale s set seq = -s.seq where issue_id = ${OPEN} and seq in (5, 6);
     update issue_sale s set seq = o.seq, first_code = o.first_code, ordered_ms = o.ordered_ms from pair p, pair o
       where p.purchase_id = s.purchase_id and o.purchase_id <> p.purchase_id;
     update purchase p set position = s.first_code from issue_sale s where s.purchase_id = p.purchase_id and s.issue_id = ${OPEN}`,
    'every order is dated by its purchase',
  ],
  ...['recycle_percent = 70', 'max_per_member = 9', 'min_vip = 3', 'prize_value = 90000'].map(
    (change): [string, string, string] => [
      `the terms: ${change}`,
      `update issue_terms set ${change} where issue_id = ${OPEN}`,
      'every opening and seal is in the log as it happened',
    ],
  ),
  [
    'the deadline',
    `update issue_terms set closes_at = closes_at + interval '1 day' where issue_id = ${OPEN};
     update issue set closes_ms = closes_ms + 86400000 where issue_id = ${OPEN}`,
    'every opening and seal is in the log as it happened',
  ],
  [
    'a draw without its settlement, prize and results',
    `delete from prize where issue_id = ${DRAWN}; delete from issue_settlement where issue_id = ${DRAWN};
     update purchase set result = null, settled = false, settled_at = null where subject_id = ${DRAWN};
     update wallet w set open_orders = (select count(*) from purchase p where p.member_id = w.member_id and not settled)`,
    'every draw has its settlement',
  ],
  ['a prize that is gone', `delete from prize`, 'the order that won has its prize'],
  [
    'when a prize was won',
    `update prize set won_at = won_at - interval '1 hour'`,
    'the order that won has its prize',
  ],
  [
    'when an issue was drawn',
    `update issue_draw set drawn_at = drawn_at - interval '1 day'; update prize set won_at = won_at - interval '1 day'`,
    'drawn between its seal and its results',
  ],
  [
    'when an issue sold out',
    `update issue set sold_out_at = sold_out_at - interval '1 second' where issue_id = ${DRAWN};
     update issue_event set at = at - interval '1 second' where issue_id = ${DRAWN} and event = 'sold_out'`,
    'every issue was sold out by its last order',
  ],
  [
    'an event that is gone',
    `delete from issue_event where event = 'sold_out'`,
    'every issue has the events of its life',
  ],
  [
    'an event at another time',
    `update issue_event set at = at + interval '1 second' where event = 'opened'`,
    'every issue has the events of its life',
  ],
  [
    'an event that never happened',
    `insert into issue_event values (${OPEN}, 'refunded', now())`,
    'the event of its refund',
  ],
  ['the number of an issue', `delete from product_issue where issue_id = ${DRAWN}`, 'the one of its number'],
  ['fewer issues of a product', `update product set issued = 0 where code = 'OPEN'`, 'the one of its number'],
  [
    'a receipt that is gone',
    `delete from receipt where subject_id in (select subject_id from receipt limit 1)`,
    'no receipt',
  ],
  [
    'an older checkpoint that is gone',
    `delete from log_checkpoint c where (log, size) in (select log, size from log_checkpoint k
       where not exists (select from log_cosignature s where (s.log, s.size) = (k.log, k.size)) order by size limit 1)`,
    'numbered without a gap',
  ],
  [
    'when an entry was appended',
    `update log_entry set appended_at = appended_at - interval '1 day' where kind = 'issue-seal'`,
    'every entry was appended at the time',
  ],
  [
    'the subject of an entry',
    `update log_entry set subject = 'OPEN-0001' where kind = 'issue-draw'`,
    'filed under its kind and the issue',
  ],
  [
    'a funding that never happened',
    `insert into log_pending (entry) values (jsonb_build_object('t', 'funding', 'account', 'marketing',
       'reference', 'BANK 2', 'amount', '10000', 'at', 1))`,
    'every house funding in the log, or waiting for it, was booked',
  ],
  [
    'a line of a witness that is gone',
    `delete from log_cosignature where size > (select index from log_entry where kind = 'issue-seal')`,
    'every witnessed draw of version 3 has the stored lines of a quorum',
  ],
]

test.each(FOUND_BY_SQL)('the doctor finds %s', async (_, plant, title) => {
  const found = await planted(server.owner, CHECKS, plant)
  expect(found).toEqual(expect.arrayContaining([expect.stringContaining(title)]))
})

/** What the server never does, its role may not do. */
test.each([
  ['product_text', `delete from product_text`],
  ['product_search', `delete from product_search`],
  ['clock_look', `update clock_look set machine = 'another'`],
  [
    'rebate_total',
    `insert into rebate_total (member_id, kind, paid) values (gen_random_uuid(), 'shares', 1)`,
  ],
  ['statement_head', `insert into statement_head (member_id, through_line) values (gen_random_uuid(), 1)`],
])('the role of the server has only the rights on %s that it needs', async (table, plant) => {
  expect(await planted(server.db, [], plant)).toEqual([`refused: permission denied for table ${table}`])
})

/** Found by what the doctor recomputes, or by its look at the catalog. */
const FOUND_BY_DOCTOR: readonly [string, string, string][] = [
  ['a salt that is gone', `delete from issue_secret where issue_id = ${OPEN}`, 'the stored salt'],
  [
    'a salt that is garbage',
    `update issue_secret set salt = sha256(salt) where issue_id = ${OPEN}`,
    'the stored salt',
  ],
  [
    'the signature of a receipt',
    `update receipt set signature = sha256(signature) || sha256(content::bytea)`,
    'every receipt is signed',
  ],
  ['the key of a receipt', `update receipt set public_key = sha256(public_key)`, 'every receipt is signed'],
  [
    'the tag in a receipt',
    `update receipt set content = replace(content, content::jsonb ->> 'tag', repeat('0', 32))`,
    'every receipt is signed',
  ],
  [
    'a forged line of a witness',
    `update log_cosignature set line = '— played ' || encode(sha256('x') || sha256('y') || sha256('z'), 'base64')`,
    'the stored lines of witnesses',
  ],
  [
    'an issue that its product does not know',
    `delete from product_issue where issue_id = ${DRAWN}`,
    'the one of its number',
  ],
]

test.each(FOUND_BY_DOCTOR)('the doctor finds %s', async (_, plant, title) => {
  expect(broken(await doctor(plant))).toEqual(expect.arrayContaining([expect.stringContaining(title)]))
})

/** Found by the comparison of the catalog with the schema of the release: what is planted, and a word of the finding. */
const FOUND_IN_CATALOG: readonly [string, string, string][] = [
  [
    'a check that was dropped',
    `alter table wallet drop constraint wallet_floor`,
    'missing: wallet: constraint wallet_floor',
  ],
  [
    'a primary key that was dropped',
    `alter table prize_timeline drop constraint prize_timeline_pkey`,
    'prize_timeline_pkey',
  ],
  [
    'a foreign key that was dropped',
    `alter table issue_draw drop constraint issue_draw_witness`,
    'issue_draw_witness',
  ],
  ['an index that was dropped', `drop index log_entry_once`, 'log_entry_once'],
  [
    'a right of the server',
    `grant update, delete on ledger to fairlot_app`,
    'grant delete, insert, select, update on ledger to fairlot_app',
  ],
  ['a right of everybody', `grant select (balance) on wallet to public`, '(balance) on wallet to public'],
  [
    'a trigger that was disabled',
    `alter table issue_draw disable trigger issue_draw_allowed`,
    'trigger issue_draw_allowed of issue_draw is disabled',
  ],
  [
    'a trigger that was added',
    `create function planted() returns trigger language plpgsql as 'begin return new; end';
     create trigger planted before insert on ledger for each row execute function planted()`,
    'CREATE TRIGGER planted',
  ],
  [
    'a function that was changed',
    `create or replace function check_draw() returns trigger language plpgsql as 'begin return new; end'`,
    'FUNCTION public.check_draw()',
  ],
  ['a default that was changed', `alter table wallet alter column balance set default 5`, 'default 5'],
  [
    'a column that was added',
    `alter table member add column note text`,
    'not of this release: member: note text',
  ],
  ['rights of a role that nobody knows', `grant select on operator to pg_monitor`, 'to pg_monitor'],
  ['a table without a log', `alter table clock_look set unlogged`, 'not durable: clock_look'],
  [
    'a function of a CHECK that finds nothing in a restore',
    `create function planted(n bigint) returns boolean language sql immutable as 'select n >= 0';
     create function calling(n bigint) returns boolean language sql immutable return planted(n);
     alter table wallet add constraint planted check (calling(balance))`,
    'function planted(bigint) finds nothing in a restore',
  ],
  ['a rule', `create rule planted as on update to prize do instead nothing`, 'rule planted on prize'],
]

test.each(FOUND_IN_CATALOG)('the catalog shows %s', async (_, plant, word) => {
  const { breaches, figure } = await after(plant, (tx) => checkCatalog(tx))
  expect(breaches).toBeGreaterThan(0)
  expect(figure).toContain(word)
})

test('a check that fails on what it finds is a breach with its reason, and the others run', async () => {
  const sound = await doctor()
  const findings = await doctor(`alter table issue_draw rename to issue_drawn`)
  expect(findings.map(({ title }) => title)).toEqual(sound.map(({ title }) => title))
  const failed = findings.filter(({ figure }) => figure.startsWith('could not be checked'))
  expect(failed.length).toBeGreaterThan(3)
  expect(failed.every(({ breaches }) => breaches === 1)).toBe(true)
  expect(findings.find(({ title }) => title === 'clearing is zero over all books')?.breaches).toBe(0)
})

test('what stands still is a warning and no breach', async () => {
  const findings = await doctor(`
    insert into job (job_id, name, data, due_at, created_at, dead_at) values
      (gen_random_uuid(), 'identity.sms', '{}', now(), now(), now()), (gen_random_uuid(), 'home.close-account', '{}', now(), now(), now());
    update issue set closes_ms = floor(extract(epoch from now() - interval '1 hour') * 1000), last_ms = 1 where issue_id = ${OPEN}`)
  const warned = findings.filter(({ warnings = 0 }) => warnings > 0).map(({ title }) => title.split(':')[0])
  expect(warned).toEqual(['dead-jobs', 'unsent-sms', 'overdue-expiries'])
})
