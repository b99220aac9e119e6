/**
 * `npm run bench -- --team [--count=50000]`: the calls of the team page of a member with 50,000 invited friends and as many rebates, and of
 * one with 10, in turns in one process. A page has ten rows, so that both answers are of the same size.
 */
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createSettings } from '@fairlot/server/platform/settings/settings'
import { offerOf } from '@fairlot/server/modules/growth/referral/rebates/offer'
import { REFERRAL_SETTINGS } from '@fairlot/server/modules/growth/referral/referral.settings'
import { teamRoutes } from '@fairlot/server/modules/growth/referral/teams/team.routes'
import { VIP_SETTINGS } from '@fairlot/server/modules/identity/index'
import { median } from '../load.ts'
import { startScratch } from '../scratch.ts'
import { createWorld } from '../world.ts'
import { sized } from '../sized.ts'

const FEW = 10
const CALLS = sized(300, 1)
const WARM_UP = sized(40, 0)

/** Friends of $1, numbered from $2, $3 of them; the first one qualified. */
const TEAM = [
  `insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at, adult_declared_at,
     created_at, inviter_id)
   select md5('friend ' || n)::uuid, '+88019' || lpad(n::text, 8, '0'), 'Friend ' || n, '$argon2id$none',
     translate(upper(to_hex(n + 65536)), '01', 'GH') || 'Z', '1', at, at, at - make_interval(secs => $2::int + $3::int - n), $1
   from generate_series($2::int, $2::int + $3::int - 1) n cross join business_clock`,
  `insert into team_member (member_id, friend_id, level, joined_at, recharged, first_recharge_at, qualified_at, spend, earned)
   select $1, member_id, 1, created_at, 1000000, created_at, case when n = $2::int then created_at end, 10000, 100
   from generate_series($2::int, $2::int + $3::int - 1) n join member on member_id = md5('friend ' || n)::uuid`,
  `insert into team_total (member_id, direct, direct_spend, changes)
   select $1, $3::int, 10000 * $3::bigint, 1 where $2::int >= 0`,
  `insert into rebate (member_id, source_id, level, kind, subject_id, friend_id, basis, rate, amount, capped, state, created_at, due_at, ended_at)
   select $1, md5('order ' || n)::uuid, 1, 'shares', md5('issue')::uuid, md5('friend ' || n)::uuid, 10000, 100, 100, false,
     case when n = $2::int then 'held' else 'paid' end, at - make_interval(secs => $2::int + $3::int - n), at, case when n > $2::int then at end
   from generate_series($2::int, $2::int + $3::int - 1) n cross join business_clock`,
  `insert into rebate_total (member_id, kind, paid, held) select $1, 'shares', 100 * ($3::bigint - 1), 100 where $2::int >= 0`,
]

type Case = { name: string; call(member: string): Promise<unknown> }

function casesOf(db: Db): Case[] {
  const settings = createSettings({ db, definitions: [...VIP_SETTINGS, ...REFERRAL_SETTINGS] })
  const routes = teamRoutes({
    db,
    offer: () => offerOf(settings, { isOn: true, countries: null }),
    rule: () => ({ topUp: 1_000_000n, margin: 400_000n }),
    utcOffsetMinutes: 0,
  })
  const of = (memberId: string, input: object) => ({ member: { memberId }, input }) as never
  const limit = FEW
  return [
    { name: 'teamSummary', call: async (m) => routes.teamSummary(of(m, {})) },
    { name: 'teamDetail', call: async (m) => routes.teamDetail(of(m, { level: 1, limit })) },
    { name: 'userInviteList', call: async (m) => routes.userInviteList(of(m, { limit })) },
    {
      name: 'userInviteList, the one qualified',
      call: async (m) => routes.userInviteList(of(m, { limit, state: 'qualified' })),
    },
    { name: 'teamBonus', call: async (m) => routes.teamBonus(of(m, {})) },
    { name: 'userRebateList', call: async (m) => routes.userRebateList(of(m, { limit })) },
    {
      name: 'userRebateList, the one held',
      call: async (m) => routes.userRebateList(of(m, { limit, state: 'held' })),
    },
  ]
}

/** Measures the calls of both members, in turns. */
export async function measureTeam(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const world = await createWorld(scratch.ownerUrl)
  const db = createDb(scratch.appUrl)
  try {
    const [large = '', small = ''] = world.members
    await world.owner.tx(async (tx) => {
      for (const statement of TEAM) await tx.query(statement, [large, 0, count])
      for (const statement of TEAM) await tx.query(statement, [small, count, FEW])
    })
    await world.owner.query('vacuum analyze')
    say(
      `${'milliseconds of a call'.padEnd(36)}${String(FEW).padStart(8)}${String(count).padStart(8)}   ratio`,
    )
    for (const { name, call } of casesOf(db)) {
      const times: Record<string, number[]> = { [small]: [], [large]: [] }
      for (let n = 0; n < CALLS + WARM_UP; n++)
        for (const member of [small, large]) {
          const began = performance.now()
          await call(member)
          if (n >= WARM_UP) times[member]!.push(performance.now() - began)
        }
      const [few, many] = [median(times[small]!), median(times[large]!)]
      const figures = [few, many].map((ms) => ms.toFixed(2).padStart(8)).join('')
      say(`${name.padEnd(36)}${figures}${(many / few).toFixed(2).padStart(8)}`)
    }
  } finally {
    await db.close()
    await world.close()
    await scratch.stop()
  }
}
