/**
 * `npm run bench -- --rebates [--count=200000]`: the rebates of settled orders, from the issues to the wallets, beside the textbook way:
 * for each order one interactive transaction that looks for the inviters, remembers their rebates and pays them, with the same durability.
 */
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createSettings } from '@fairlot/server/platform/settings/settings'
import { feedSubject } from '@fairlot/server/modules/growth/referral/feed/feed.queries'
import { feedIssues } from '@fairlot/server/modules/growth/referral/feed/feed-shares'
import { offerOf } from '@fairlot/server/modules/growth/referral/rebates/offer'
import { payRebates } from '@fairlot/server/modules/growth/referral/rebates/pay-rebates'
import { REFERRAL_SETTINGS } from '@fairlot/server/modules/growth/referral/referral.settings'
import { refreshFriends } from '@fairlot/server/modules/growth/referral/teams/relations'
import { VIP_SETTINGS } from '@fairlot/server/modules/identity/index'
import { fundHouse, lockWallets, transfer } from '@fairlot/server/modules/ledger/index'
import { settled } from './refunds.ts'
import { startScratch } from '../scratch.ts'
import { createWorld, type Issue, PRICE, SHARES, type World } from '../world.ts'
import { sized } from '../sized.ts'

/** Orders of the row-by-row side: its cost for each does not depend on their number. */
const FEW = sized(300, 20)
/** Every member but the first invited ten others. */
const FRIENDS = 10

/** $1 the members in order, $2 how many each of them invited. */
const INVITED = [
  `update member m set inviter_id = of.inviter from (
     select id, ($1::uuid[])[(n - 2) / $2::int + 1] as inviter from unnest($1::uuid[]) with ordinality as o(id, n) where n > 1) of
   where m.member_id = of.id`,
  `insert into team_member (member_id, friend_id, level, joined_at)
   select inviter_id, member_id, 1, created_at from member where inviter_id is not null and cardinality($1::uuid[]) > $2::int
   union all
   select above.inviter_id, m.member_id, 2, m.created_at from member m join member above on above.member_id = m.inviter_id
   where above.inviter_id is not null`,
  `insert into team_total (member_id, direct, indirect, changes)
   select member_id, count(*) filter (where level = 1), count(*) filter (where level = 2), 1 from team_member
   where cardinality($1::uuid[]) > $2::int group by member_id`,
]

/** @returns seconds */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

type Inviter = { member: string; level: 1 | 2 }

/** The textbook rebate: one transaction for each order. */
async function rebateRowByRow(db: Db, { issueId }: Issue): Promise<void> {
  const orders = await db.query<{ friend: string; id: string }>(
    'select member_id as friend, purchase_id as id from issue_sale where issue_id = $1 order by seq',
    [issueId],
  )
  const text = 'select member_id as member, level from team_member where friend_id = $1 order by level'
  for (const { friend, id } of orders)
    await db.tx(async (tx) => {
      const inviters = await tx.query<Inviter>({ name: 'nt', text }, [friend])
      await lockWallets(
        tx,
        inviters.map(({ member }) => member),
      )
      for (const { member, level } of inviters) {
        const rate = level === 1 ? 100 : 50
        const amount = (PRICE * BigInt(rate)) / 10_000n
        await tx.query(
          {
            name: 'nr',
            text: `insert into rebate (member_id, source_id, level, kind, subject_id, friend_id, basis, rate, amount, capped, state,
                created_at, due_at, ended_at)
              select $1, $2, $3, 'shares', $4, $5, $6, $7, $8, false, 'paid', at, at, at from business_clock`,
          },
          [member, id, level, issueId, friend, PRICE, rate, amount],
        )
        // the server's role inserts an empty row and adds to it
        const total = `insert into rebate_total (member_id, kind) values ($1, 'shares') on conflict do nothing`
        await tx.query({ name: 'ns', text: total }, [member])
        const add = `update rebate_total set paid = paid + $2 where (member_id, kind) = ($1, 'shares')`
        await tx.query({ name: 'na', text: add }, [member, amount])
        const kind = level === 1 ? 'rebate' : 'rebate_team'
        await transfer(tx, { ref: id, kind, from: { house: 'marketing' }, to: { member }, amount })
      }
    })
}

async function settledIssue(world: World, issue: Issue, orders: number): Promise<void> {
  await settled(world, issue, orders)
  await world.owner.query('update issue set sold = $2::int, orders = $2::int where issue_id = $1', [
    issue.issueId,
    orders,
  ])
}

/** Measures each step of the rebates of `count` orders. */
export async function measureRebates(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const world = await createWorld(scratch.ownerUrl)
  const db = createDb(scratch.appUrl)
  try {
    const settings = createSettings({ db, definitions: [...VIP_SETTINGS, ...REFERRAL_SETTINGS] })
    await world.owner.tx(async (tx) => {
      for (const statement of INVITED) await tx.query(statement, [world.members, FRIENDS])
    })
    await db.tx((tx) => fundHouse(tx, { account: 'marketing', amount: 10n ** 12n, reference: 'bench' }))
    // one issue more than the orders need: an issue on sale is not full
    const issues = await world.openIssues(Math.ceil(count / SHARES) + 2)
    const few = issues.pop()!
    const each = Math.ceil(count / issues.length)
    for (const issue of issues) {
      await settledIssue(world, issue, each)
      await feedSubject(db, issue.issueId, 'shares')
    }
    await world.owner.query('vacuum analyze')
    const deps = {
      db,
      utcOffsetMinutes: 0,
      offer: () => offerOf(settings, { isOn: true, countries: null }),
      look: async (tx: Parameters<typeof refreshFriends>[0], friends: readonly string[]) =>
        void (await refreshFriends(tx, friends, { topUp: 100n * PRICE, margin: 40n * PRICE })),
      onTeams: () => undefined,
    }
    const steps = {
      count: await timed(() => feedIssues(deps)),
      pay: await timed(async () => {
        while (!(await payRebates(db)).isOver);
      }),
    }
    const [paid] = await db.query<{ rebates: number }>(
      `select count(*)::int as rebates from rebate where state = 'paid'`,
    )
    await settledIssue(world, few, FEW)
    const naive = (await timed(() => rebateRowByRow(db, few))) / FEW
    const seconds = steps.count + steps.pay
    const one = seconds / (each * issues.length)
    const parts = Object.entries(steps).map(([step, s]) => `${step} ${s.toFixed(1)} s`)
    say(
      `${paid!.rebates} rebates of ${each * issues.length} orders: ${seconds.toFixed(1)} s (${parts.join(', ')}), ` +
        `${(one * 1e6).toFixed(0)} µs for each order; row by row ${(naive * 1e6).toFixed(0)} µs: ×${(naive / one).toFixed(0)}`,
    )
  } finally {
    await db.close()
    await world.close()
    await scratch.stop()
  }
}
