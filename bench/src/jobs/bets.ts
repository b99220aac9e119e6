/**
 * `npm run bench -- --bets [--count=100000]`: bets per second, and the settlement of a round, each beside the textbook way: one
 * interactive transaction for each bet, with the same rows, locks and durability.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { exposureOf, OPTIONS } from '@fairlot/fairness/games/pay-table'
import pg from 'pg'
import { connectionConfig, createDb, type Db, type Tx } from '@fairlot/server/platform/db'
import {
  bindMoney,
  fundHouse,
  purchaseKeys,
  transfer,
  unbindMoney,
} from '@fairlot/server/modules/ledger/index'
import { createSeller } from '@fairlot/server/modules/ledger/purchase/seller'
import { SETTLEMENT_CHUNK } from '@fairlot/server/modules/ledger/purchase/settlement'
import { createBetHooks } from '@fairlot/server/modules/games/bets/bet-hooks'
import { betSeller } from '@fairlot/server/modules/games/bets/bet-seller'
import { maskOf } from '@fairlot/server/modules/games/bets/pay-sql'
import { roundBook } from '@fairlot/server/modules/games/rounds/round-book'
import { startScratch } from '../scratch.ts'
import { createWorld, type World } from '../world.ts'
import { sized } from '../sized.ts'

const UNIT = 10_000n
const CALLERS = sized(256, 16)
/** as many as the pool has connections */
const NAIVE_CALLERS = 20
const GAME = 'lucky-1m'
const OUTCOME = 8
/** Bets of the row-by-row side: its cost for each does not depend on their number. */
const FEW = sized(2_000, 50)

const CHAIN = `
  insert into game_chain (chain_id, game, number, length, head, secret, key_id, zone, round_ms, cutoff_ms, fee, beacon_chain, delay,
    grade, demo, published_ms)
  values (chain_id_of($1, 1), $1, 1, 1000, $2, '\\x00', 'k', 'UTC', 60000, 10000, 200, $2, 5, 'beacon', false, 1)
  on conflict do nothing`
const ROUND = `
  insert into round (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at)
  select round_id_of($1, $2), $1, $2, chain_id_of($1, 1), ms - 1000, ms + 3600000, ms + 3610000, $3, at
  from (select floor(extract(epoch from at) * 1000)::bigint as ms, at from business_clock) clock
  returning round_id as id`

let periods = 0
async function openRound(owner: Db): Promise<string> {
  const period = `20261122-${String(++periods).padStart(4, '0')}`
  return owner.tx(async (tx) => {
    await tx.query(CHAIN, [GAME, randomBytes(32).toString('hex')])
    const slice = await bindMoney(tx, 'bankroll', 10_000_000n * UNIT)
    const [row] = await tx.query<{ id: string }>(ROUND, [GAME, period, slice])
    return row!.id
  })
}

type PlaceBet = (bet: {
  member: string
  round: string
  picks: readonly string[]
  stake: bigint
}) => Promise<unknown>

/** Places bets with many callers. @returns bets per second */
async function place(
  world: World,
  round: string,
  bet: PlaceBet,
  count: number,
  callers = CALLERS,
): Promise<number> {
  const options = OPTIONS.lucky
  let next = 0
  const began = performance.now()
  const caller = async () => {
    for (let n = next++; n < count; n = next++) {
      const member = world.members[n % world.members.length]!
      await bet({ member, round, picks: [options[n % options.length]!], stake: UNIT })
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return count / ((performance.now() - began) / 1000)
}

/** The textbook bet: locks wallet and round, looks, decides in the program, writes row by row. */
function naiveBet(pool: pg.Pool): PlaceBet {
  return async ({ member, round, picks, stake }) => {
    const client = await pool.connect()
    const { id, requestId } = purchaseKeys(member, randomUUID())
    const amount = stake * BigInt(picks.length)
    const query = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
    try {
      await client.query('begin')
      const wallet = await query('w', 'select balance, lines from wallet where member_id = $1 for update', [
        member,
      ])
      const { rows } = await query(
        'r',
        'select bets, stake, slice, exposure, closes_ms, last_ms from round where round_id = $1 for update',
        [round],
      )
      const known = await query(
        'k',
        'select 1 from purchase where member_id = $1 and subject_id = $2 limit 1',
        [member, round],
      )
      const now = BigInt(Date.now())
      const added = exposureOf('lucky', picks, stake)
      const exposure = rows[0].exposure.map((pays: bigint | string, k: number) => BigInt(pays) + added[k]!)
      const cover = BigInt(rows[0].stake) + amount + BigInt(rows[0].slice)
      if (now >= BigInt(rows[0].closes_ms) || exposure.some((pays: bigint) => pays > cover))
        throw new Error('refused')
      const mask = maskOf('lucky', picks)
      const seq = rows[0].bets + 1
      const [balance, line] = [BigInt(wallet.rows[0].balance) - amount, wallet.rows[0].lines + 1]
      await query(
        'p',
        `insert into purchase (member_id, purchase_id, request_id, kind, subject_id, quantity, amount, state, position, created_at)
        values ($1, $2, $7, 'bets', $3, $4, $5, 'done', $6, business_now())`,
        [member, id, round, mask, amount, seq, requestId],
      )
      await query(
        'u',
        'update wallet set balance = balance - $2, lines = lines + 1, open_orders = open_orders + 1 where member_id = $1',
        [member, amount],
      )
      await query(
        'b',
        `insert into bet (round_id, purchase_id, member_id, picks, stake, amount, state, seq, ms)
        values ($1, $2, $3, $4, $5, $6, 'done', $7, $8)`,
        [round, id, member, mask, stake, amount, seq, now],
      )
      await query(
        'o',
        `update round set bets = bets + 1, players = players + $4, stake = stake + $2, pool = pool + $2, exposure = $3,
        last_ms = greatest(last_ms, $5) where round_id = $1`,
        [round, amount, exposure, known.rowCount === 0 ? 1 : 0, now],
      )
      await query(
        'l',
        `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at) values
        ($1, $2, 'hold', 'wallet', 'clearing', $4, $5, $6, business_now()), ($3, $2, 'stake', 'clearing', 'stakes', $4, null, null, business_now())`,
        [member, id, round, amount, line, balance],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}

/** The result of a round, with the house's part of its money. */
function decide(owner: Db, round: string): Promise<void> {
  return owner.tx(async (tx) => {
    const [row] = await tx.query<{ slice: bigint; stake: bigint; owed: bigint }>(
      'select slice, stake, exposure[$2] as owed from round where round_id = $1 for update',
      [round, OUTCOME],
    )
    await tx.query(`update round set status = 'closed' where round_id = $1`, [round])
    await tx.query(`update round set status = 'sealed', outcome = $2 where round_id = $1`, [round, OUTCOME])
    const { slice, stake, owed } = row!
    await unbindMoney(tx, 'bankroll', slice)
    const pool = { book: roundBook, key: round }
    const house = { house: 'bankroll' } as const
    if (owed > stake)
      await transfer(tx, { ref: round, kind: 'slice', from: house, to: pool, amount: owed - stake })
    if (owed < stake)
      await transfer(tx, { ref: round, kind: 'round', from: pool, to: house, amount: stake - owed })
  })
}

const THROUGH = 'update round set through_seq = $3 where round_id = $1 and through_seq = $2 returning 1'
const END = `update round set status = 'settled', ended_at = business_now() where round_id = $1`

/** @returns seconds */
async function settleInChunks(db: Db, round: string, count: number): Promise<number> {
  const hooks = createBetHooks(() => undefined)
  const began = performance.now()
  for (let from = 0; from < count; from += SETTLEMENT_CHUNK) {
    const to = Math.min(from + SETTLEMENT_CHUNK, count)
    await hooks.settle(db, {
      roundId: round,
      game: GAME,
      period: '',
      outcome: OUTCOME,
      from,
      to,
      claim: async (tx: Tx) => (await tx.query(THROUGH, [round, from, to])).length > 0,
      finish: async (tx: Tx) => to === count && (await tx.query(END, [round])).length >= 0,
    })
  }
  return (performance.now() - began) / 1000
}

/** The textbook settlement: one transaction for each bet. @returns seconds */
async function settleRowByRow(db: Db, round: string): Promise<number> {
  const bets = await db.query<{ member: string; id: string; picks: number; stake: bigint }>(
    'select member_id as member, purchase_id as id, picks, stake from bet where round_id = $1 order by seq',
    [round],
  )
  const began = performance.now()
  for (const { member, id, picks, stake } of bets) {
    const option = OPTIONS.lucky[Math.log2(picks)]!
    const payout = exposureOf('lucky', [option], stake)[OUTCOME - 1]!
    await db.tx(async (tx) => {
      await tx.query({ name: 'nw', text: 'select 1 from wallet where member_id = $1 for update' }, [member])
      await tx.query(
        {
          name: 'np',
          text: `update purchase set settled = true, settled_at = business_now(), result = $3, payout = $4
            where member_id = $1 and purchase_id = $2 and not settled`,
        },
        [member, id, payout > 0n ? 'won' : 'lost', payout],
      )
      await tx.query(
        {
          name: 'nu',
          text: `update wallet set open_orders = open_orders - 1, balance = balance + $2::bigint, lines = lines + ($2::bigint > 0)::int
            where member_id = $1 returning lines, balance`,
        },
        [member, payout],
      )
      await tx.query(
        {
          name: 'nt',
          text: 'update round set through_seq = through_seq + 1, pool = pool - $2 where round_id = $1',
        },
        [round, payout],
      )
      if (payout === 0n) return
      await tx.query(
        {
          name: 'nl',
          text: `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
            select $1::uuid, $2::uuid, 'payout', 'clearing', 'wallet', $4::bigint, lines, balance, business_now() from wallet where member_id = $1
            union all select $3::uuid, $2, 'payout', 'stakes', 'clearing', $4, null, null, business_now()`,
        },
        [member, id, round, payout],
      )
    })
  }
  return (performance.now() - began) / 1000
}

/** Measures bets and their settlement. */
export async function measureBets(count: number, say: (line: string) => void): Promise<void> {
  const scratch = await startScratch()
  const world = await createWorld(scratch.ownerUrl)
  const db = createDb(scratch.appUrl)
  const seller = createSeller({ url: scratch.appUrl, definition: betSeller })
  const pool = new pg.Pool({ ...connectionConfig(scratch.appUrl, 'fairlot-bench-naive'), max: NAIVE_CALLERS })
  try {
    await db.tx((tx) =>
      fundHouse(tx, { account: 'bankroll', amount: 100_000_000n * UNIT, reference: 'bench' }),
    )
    const ours: PlaceBet = ({ member, round, picks, stake }) =>
      seller.buy({
        ...purchaseKeys(member, randomUUID()),
        subject: round,
        quantity: maskOf('lucky', picks)!,
        amount: stake * BigInt(picks.length),
        maxPerMember: 0,
      })
    const naive = naiveBet(pool)
    await place(world, await openRound(world.owner), ours, FEW)
    const [large, small] = [await openRound(world.owner), await openRound(world.owner)]
    const rate = await place(world, large, ours, count)
    const naiveRate = await place(world, small, naive, FEW, NAIVE_CALLERS)
    say(
      `bets per second: ${Math.round(rate)} (${count} bets of one round), row by row ${Math.round(naiveRate)}: ×${(rate / naiveRate).toFixed(1)}`,
    )
    await world.owner.query('vacuum analyze')
    await decide(world.owner, large)
    await decide(world.owner, small)
    const seconds = await settleInChunks(db, large, count)
    const naiveSeconds = await settleRowByRow(db, small)
    const [each, naiveEach] = [seconds / count, naiveSeconds / FEW]
    say(
      `settlement of ${count} bets: ${seconds.toFixed(1)} s, ${(each * 1e6).toFixed(0)} µs for each; row by row ${(naiveEach * 1e6).toFixed(0)} µs: ×${(naiveEach / each).toFixed(1)}`,
    )
  } finally {
    await seller.close()
    await pool.end()
    await db.close()
    await world.close()
    await scratch.stop()
  }
}
