/**
 * An installation that gets `WITNESSES` after its first start, changes them twice, restarts, and recovers after a loss: everybody who
 * reads its log to the end finds it sound, with the programs that members use. The soak plays it with the demo world, too.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import { isSoak } from '@fairlot/fairness/testing/rounds.fixture'
import { afterEach, expect, test } from 'vitest'
import { AUDITING } from './modules/fair/witnesses/played-witnesses.fixture.ts'
import {
  doctorFinds,
  endEverything,
  openThings,
  paidTwice,
  readersSay,
  setAside,
  SOUND,
} from './testing/lived/house-ends.ts'
import { take } from './testing/lived/house-steps.ts'
import { LivedHouse } from './testing/lived/lived-house.ts'
import { adjust } from './testing/server.ts'

let house: LivedHouse
afterEach(() => house.close())

/** What of the demo world has no end: orders of finance products, and products on sale without a limit of issues. */
const WITHOUT_END = `
  select 'order ' || purchase_id as open from purchase where kind = 'finance' and not settled
  union all select 'wallet of ' || member_id from wallet where open_orders <> 0
  union all select 'issue ' || number || ' ' || status from issue join issue_terms using (issue_id) where status in ('selling', 'scheduled')`

/**
 * Sells an issue and bets, until their results are there.
 * @param withEvent also an event, which ends a day later: chains that were published meanwhile have begun
 * @returns the grade of the issue's draw, and its witnesses
 */
async function business(withEvent = false): Promise<{ grade: string; named: string[]; verdict: string }> {
  const grade = house.named.length > 0 ? 'witnessed' : 'beacon'
  await house.run(2)
  await take(house, { do: 'issue', mode: 'goods', grade, shares: 6, sold: 'all' })
  if (withEvent) {
    await take(house, { do: 'event', grade, winners: 1 })
    await take(house, { do: 'join', event: 0, members: 2 })
  }
  await take(house, { do: 'bet', game: 'lucky-1m', member: 1, picks: 2 })
  for (const seconds of withEvent ? [1, 90, 90_000, 90] : [1, 90]) {
    await house.run(2)
    await house.pass(seconds * 1_000)
  }
  await house.run(2)
  const [issue] = await house.db.query<{ number: string }>(
    'select number from issue_draw join issue_terms using (issue_id) order by drawn_at desc limit 1',
  )
  const proof: unknown = JSON.parse(JSON.stringify(await house.server.context.mall.proofs.of(issue!.number)))
  const detail = await house.server.anonymous().call(ENDPOINTS.goodsDetail, { issue: issue!.number })
  return {
    grade,
    named: (detail.witnesses ?? []).map(({ name }) => name),
    verdict: verifyAnyProof(proof).verdict,
  }
}

/** The witnesses that the newest chain of a game names, and how many of them signed it in time. */
async function chain(): Promise<{ named: number; signed: number }> {
  const [row] = await house.db.query<{ named: number; signed: number }>(
    `select coalesce(cardinality(witnesses), 0) as named,
       (select count(*)::int from game_chain_cosignature s where s.chain_id = c.chain_id) as signed
     from game_chain c where game = 'lucky-1m' order by number desc limit 1`,
  )
  return row!
}

const PLACES = isSoak ? ['a new installation', 'an installation with the demo world'] : ['a new installation']

test.each(PLACES)(
  'the log of %s that gets witnesses later, changes them twice, restarts and recovers is sound to its end',
  async (place) => {
    const demo = place !== PLACES[0]
    house = await LivedHouse.open({ witnesses: ['alice', 'bob', 'carol', 'dave', AUDITING], demo })
    await adjust(house.server.context, { 'games.king2m.enabled': 'false' })
    const [alice, bob, carol, dave, watch] = house.witnesses
    const names = (...witnesses: typeof house.witnesses) => witnesses.map(({ key }) => key.name)
    expect(await business()).toEqual({ grade: 'beacon', named: [], verdict: 'verified' })
    const sets = [
      [alice!, bob!, watch!],
      [bob!, carol!, watch!],
      [alice!, carol!, dave!, watch!],
    ]
    for (const [n, set] of sets.entries()) {
      await house.restart(set)
      const isLast = n === sets.length - 1
      expect(await business(isLast)).toEqual({
        grade: 'witnessed',
        named: names(...set),
        verdict: 'verified',
      })
      expect(await chain()).toEqual({ named: set.length, signed: set.length })
    }
    await house.backup()
    expect(await business()).toMatchObject({ verdict: 'verified' })
    expect(await house.restore()).toBe(true)
    expect(await business(true)).toEqual({
      grade: 'witnessed',
      named: names(...sets.at(-1)!),
      verdict: 'verified',
    })

    await endEverything(house)
    const endless = demo ? (await house.db.query<{ open: string }>(WITHOUT_END)).map(({ open }) => open) : []
    expect((await openThings(house)).filter((one) => !endless.includes(one))).toEqual([])
    const told = await readersSay(house)
    expect(told).toEqual(['', '.2'].map((log) => ({ log, ...SOUND })))
    // the witness program that followed the house from its second start on has refused nothing
    const refused = await fetch(`${watch!.url}/refusal`)
    expect(await refused.json()).toEqual([])
    expect(await setAside(house)).toEqual([])
    expect(await doctorFinds(house)).toEqual([])
    expect(await paidTwice(house)).toEqual([])
  },
)
