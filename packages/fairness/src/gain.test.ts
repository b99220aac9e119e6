/** What a dishonest house, or dishonest witnesses, can gain with the rules of version 3: the model is in testing/house-choices.ts. */
import { array, assert, bigInt, boolean, constantFrom, integer, property, record, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AuditBreach, auditLog } from './audit.ts'
import { FIRST_CODE } from './draw.ts'
import { eventFavour, type FavourTerms } from './favour.ts'
import { isQuorum, together } from './quorum.ts'
import {
  bandsOf,
  beyondSales,
  type Choice,
  type Costs,
  costsOf,
  eventCostsOf,
  honestCost,
  isBelow,
  issueCover,
  leastCost,
  type SoldRow,
  voucherSum,
} from './testing/house-choices.ts'
import { PlayedIssue3 } from './testing/played-issue-3.ts'
import { begin3, vouchedBy, witnessesOf } from './testing/played-lines.ts'
import { PlayedLog } from './testing/played-log.ts'

const SEED = 20_261_127

type Sold = { readonly terms: FavourTerms; readonly rows: readonly SoldRow[] }

/** Orders of four members, each of one to three codes, some paid by a voucher or free. @param most codes together */
const orders = (most: number) =>
  array(tuple(integer({ min: 1, max: 3 }), integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 6 }).map(
    (all): SoldRow[] => {
      let sold = 0
      return all.flatMap(([quantity, member]) => {
        if (sold + quantity > most) return []
        const first = FIRST_CODE + sold
        sold += quantity
        return [{ first, quantity, tag: String(member).padStart(16, '0') }]
      })
    },
  )

/** Issues of every mode, whose prizes are worth less or more than their sales. */
const issues = (most: number) =>
  record({
    rows: orders(most),
    mode: constantFrom('goods', 'pk', 'cash' as const),
    price: integer({ min: 1, max: 40 }),
    value: integer({ min: 1, max: 500 }),
    more: integer({ min: 0, max: 200 }),
  }).map(({ rows, mode, price, value, more }): Sold => {
    const bands = mode === 'cash' ? bandsOf(soldOf(rows)) : bandsOf(1)
    const prizes = bands.map((_, i) => String(price + (i === 0 ? more : more % 7)))
    return {
      rows,
      terms: { mode, price: String(price), value: String(value), bands, prizes },
    }
  })

const soldOf = (rows: readonly SoldRow[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0)

/** Up to five witnesses with any quorum, and fewer dishonest ones than X. */
const powers = record({
  witnesses: integer({ min: 1, max: 5 }),
  quorum: integer({ min: 1, max: 5 }),
  dishonest: integer({ min: 0, max: 4 }),
}).filter((power) => isQuorum(power.witnesses, power.quorum) && isBelow(power))

/** Both multiplied by the number of results to the power of `copies` + 1, so that they are whole. */
function compare(costs: Costs, choice: Choice): { least: bigint; honest: bigint; rounding: bigint } {
  const scale = BigInt(costs.results) ** BigInt(choice.copies)
  return {
    least: leastCost(costs, choice) * BigInt(costs.results),
    honest: honestCost(costs) * scale,
    // each even share is rounded down by less than 1/10,000
    rounding: BigInt(costs.members) * BigInt(costs.results) * scale,
  }
}

/** Who holds the codes: the house, also by vouchers and free entries that it gives away. */
const gifts = array(
  record({
    kind: constantFrom('money', 'money', 'voucher', 'free' as const),
    part: integer({ min: 1, max: 100 }),
  }),
  { minLength: 6, maxLength: 6 },
)

/** Pays these orders as the house wants: with a voucher for a part of the price, as single free entries, or with money. */
function gifted({ terms, rows }: Sold, given: readonly { kind: string; part: number }[]): SoldRow[] {
  return rows.map((row, i): SoldRow => {
    const { kind, part } = given[i % given.length]!
    const cost = BigInt(row.quantity) * BigInt(terms.price)
    if (kind === 'voucher') return { ...row, voucher: (cost * BigInt(part)) / 100n }
    return kind === 'free' && row.quantity === 1 ? { ...row, isFree: true } : row
  })
}

describe('a house with fewer dishonest witnesses than X that passes every default check', () => {
  test('pays members of an issue on average as much as in an honest draw, but for the rounding of shares, whatever vouchers, free entries, copies, lines and losses it chooses', () => {
    const strawsOf = array(integer({ min: 1, max: 4 }), { maxLength: 4 })
    let refunds = 0
    assert(
      property(
        issues(5),
        gifts,
        strawsOf,
        powers,
        integer({ min: 1, max: 3 }),
        (sold, given, straws, power, copies) => {
          const rows = gifted(sold, given)
          const own = new Set(straws.map((one) => String(one).padStart(16, '0')))
          const costs = costsOf(sold.terms, rows, own)
          const { least, honest, rounding } = compare(costs, { ...power, copies, mayRefund: false })
          expect(least + rounding).toBeGreaterThanOrEqual(honest)
          // in money alone it keeps at most what its vouchers paid: those that are valid again may never be used
          const scale = BigInt(costs.results) ** BigInt(copies + 1)
          const unused = compare(costsOf(sold.terms, rows, own, false), {
            ...power,
            copies,
            mayRefund: false,
          })
          expect(unused.least + rounding + voucherSum(rows, own) * scale).toBeGreaterThanOrEqual(honest)
          // a refund, which names no winner, is the only end that can cost less: it is as cheap before a result as after one
          const refunding = compare(costs, { ...power, copies, mayRefund: true }).least
          const refund = costs.refund * scale
          expect(refunding + rounding).toBeGreaterThanOrEqual(refund < honest ? refund : honest)
          if (refunding + rounding < honest) refunds++
        },
      ),
      { numRuns: 300, seed: SEED },
    )
    // below cost, and with free entries: it saves the subsidy
    expect(refunds).toBeGreaterThan(30)
  })

  test('gains by calling off an issue below cost only with a refund that every reader of the log sees, and with no winner', () => {
    const log = begin3(new PlayedLog())
    const witnesses = witnessesOf(4)
    const issue = new PlayedIssue3(log, { ...vouchedBy(witnesses), value: '900000', prizes: ['800000'] })
    issue.open().sell()
    const audited = () => {
      const { deployment, publicKey, entries, checkpoints } = log
      return auditLog({ deployment, publicKey, entries, checkpoints }).counts
    }
    log.now += 7 * 86_400_000
    issue.refund('witnesses')
    for (const witness of witnesses) log.cosign(witness)
    expect(audited()).toMatchObject({ sealed: 0, drawn: 0, refunded: 1 })
    // neither a seal nor a draw follows it, and none goes before it
    expect(() => {
      issue.seal({}, witnesses)
      audited()
    }).toThrow(AuditBreach)
    const drawn = new PlayedIssue3(begin3(new PlayedLog()), issue.terms).play(witnesses)
    drawn.refund('witnesses')
    const { deployment, publicKey, entries, checkpoints } = drawn.log
    expect(() => auditLog({ deployment, publicKey, entries, checkpoints })).toThrow(AuditBreach)
  })

  test('pays members of an event on average as much as in an honest draw, whatever it chooses after the rounds', () => {
    const events = record({
      pool: bigInt({ min: 1n, max: 1000n }),
      winners: integer({ min: 1, max: 3 }),
      participants: integer({ min: 1, max: 5 }),
      straws: integer({ min: 0, max: 5 }),
    }).filter(({ straws, participants }) => straws <= participants)
    assert(
      property(events, powers, integer({ min: 1, max: 2 }), (event, power, copies) => {
        const costs = eventCostsOf(event)
        const { least, honest, rounding } = compare(costs, { ...power, copies, mayRefund: true })
        expect(least + rounding).toBeGreaterThanOrEqual(honest)
      }),
      { numRuns: 150, seed: SEED },
    )
  })

  test('gains with X of them: with two copies it seldom has to pay', () => {
    // four members hold a code each, and three of them are straws
    const rows = [1, 2, 3, 4].map((member, i) => ({
      first: FIRST_CODE + i,
      quantity: 1,
      tag: `member ${member}`,
    }))
    const terms: FavourTerms = { mode: 'goods', price: '25', value: '100', bands: [[0, 0]], prizes: ['100'] }
    const costs = costsOf(terms, rows, new Set(['member 2', 'member 3', 'member 4']))
    const expected = (dishonest: number) => {
      const { least, honest } = compare(costs, {
        witnesses: 4,
        quorum: 3,
        dishonest,
        copies: 2,
        mayRefund: true,
      })
      return { least, honest }
    }
    expect(together(4, 3)).toBe(2)
    expect(expected(1)).toEqual({ least: 1600n, honest: 1600n })
    // both copies are drawn without favour; it pays 100 where the member has the code in both, else nothing
    expect(expected(2)).toEqual({ least: 400n, honest: 1600n })
  })

  test('would gain on an issue below cost, if a favour paid back the money only', () => {
    const rows = [1, 2].map((member, i) => ({ first: FIRST_CODE + i, quantity: 1, tag: `member ${member}` }))
    const terms: FavourTerms = { mode: 'goods', price: '10', value: '100', bands: [[0, 0]], prizes: ['100'] }
    const costs = costsOf(terms, rows, new Set(['member 2']))
    const choice = { witnesses: 3, quorum: 2, dishonest: 0, copies: 1, mayRefund: false }
    expect(compare(costs, choice)).toMatchObject({ least: 200n, honest: 200n })
    const cheap = { ...costs, favour: costs.drawn.map((won) => (won > 10n ? won : 10n)), lost: 10n }
    expect(compare(cheap, choice).least).toBeLessThan(200n)
  })
})

type Subject = {
  /** seconds after the seal before */
  readonly after: number
  /** whether the colluding witnesses are silent */
  readonly isSilent: boolean
  readonly cover: bigint
  /** what its favour costs beyond its sales or pool */
  readonly cost: bigint
}

const DELAY = 60

/**
 * An honest house seals one subject after the other: each only while the guarantee suffices, and none from the first round that passes
 * without a quorum of lines. @returns what it sealed, with the covers and the costs of the favours
 */
function sealAll(subjects: readonly Subject[], guarantee: bigint): { covers: bigint; cost: bigint } {
  let [now, covers, cost, bound] = [0, 0n, 0n, 0n]
  let stopsAt = Number.POSITIVE_INFINITY
  for (const subject of subjects) {
    now += subject.after
    if (now >= stopsAt) break
    // it waits for the guarantee; a subject with its lines frees what it bound
    if (bound + subject.cover > guarantee) continue
    if (!subject.isSilent) continue
    covers += subject.cover
    cost += subject.cost
    bound += subject.cover
    stopsAt = Math.min(stopsAt, now + DELAY)
  }
  return { covers, cost }
}

describe('an honest house of whose witnesses n − k + 1 collude with its members and are silent', () => {
  test('pays in favour at most the cover of an issue beyond its sales, whatever code wins', () => {
    assert(
      property(issues(12), ({ terms, rows }) => {
        const sold = soldOf(rows)
        for (let offset = 0; offset < sold; offset++)
          expect(beyondSales(terms, rows, FIRST_CODE + offset)).toBeLessThanOrEqual(issueCover(terms, sold))
      }),
      { numRuns: 300, seed: SEED },
    )
    // ten codes of ten members, at cost: all but the winner get their money
    const rows = Array.from({ length: 10 }, (_, i) => ({
      first: FIRST_CODE + i,
      quantity: 1,
      tag: String(i),
    }))
    const terms: FavourTerms = { mode: 'goods', price: '10', value: '100', bands: [[0, 0]], prizes: ['100'] }
    expect([beyondSales(terms, rows, FIRST_CODE), issueCover(terms, 10)]).toEqual([90n, 100n])
  })

  test('loses at most the covers of what it sealed before the first round that passes without k lines', () => {
    const subjects = array(
      record({
        sold: issues(8),
        isEvent: boolean(),
        pool: integer({ min: 1, max: 500 }),
        others: integer({ min: 0, max: 9 }),
        code: integer({ min: 0, max: 7 }),
        after: integer({ min: 0, max: 40 }),
        isSilent: boolean(),
      }),
      { maxLength: 12 },
    )
    assert(
      property(subjects, integer({ min: 0, max: 3000 }), (all, guarantee) => {
        const played = all.map(({ sold: { terms, rows }, isEvent, pool, others, code, ...rest }): Subject => {
          if (isEvent) return { ...rest, cover: BigInt(pool), cost: eventFavour(BigInt(pool), others) }
          const sold = soldOf(rows)
          const cost = beyondSales(terms, rows, FIRST_CODE + (code % sold))
          return { ...rest, cover: issueCover(terms, sold), cost }
        })
        const { covers, cost } = sealAll(played, BigInt(guarantee))
        expect(cost).toBeLessThanOrEqual(covers)
        expect(covers).toBeLessThanOrEqual(BigInt(guarantee))
        // from the first silence on, it seals for one delay only
        const first = played.findIndex(({ isSilent }) => isSilent)
        const later = played.slice(first + 1)
        let passed = 0
        const possible = later.filter(({ after }) => (passed += after) < DELAY)
        const most = [played[first], ...possible].reduce((sum, one) => sum + (one?.cover ?? 0n), 0n)
        if (first >= 0) expect(covers).toBeLessThanOrEqual(most)
      }),
      { numRuns: 200, seed: SEED },
    )
  })
})
