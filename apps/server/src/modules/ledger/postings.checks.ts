/**
 * Postings: every line of the ledger follows from one row of the module that caused it. A module describes the lines that its
 * rows cause; the checks compare them with the lines that exist. The ledger describes what follows from purchases, for every
 * seller, from the funding of the house and from its own moves, and knows no other cause.
 */
import { HOUSE, WALLETS } from './books.ts'
import type { Check } from './check.ts'
import type { SellerDefinition } from './purchase/seller-definition.ts'
import { MOVE_POSTINGS } from './house-moves.ts'
import { HOUSE_BOOKS } from './transfer.ts'

export type Postings = {
  /** promise of docs/SECURITY.md */
  id: string
  /** what the lines are of, in the plural */
  of: string
  /** the kinds of lines, each with the account that is not clearing; no two modules have the same pair */
  kinds: readonly (readonly [kind: string, account: string])[]
  /**
   * SQL of the lines that must exist, and no others: book, ref, kind, debit, credit, amount, and `at`, the time of the cause.
   * A line without `at` has any time.
   */
  lines: string
}

/** The statements of one transaction run at slightly different times. */
export const SAME_TIME = `interval '2 minutes'`
const ACCOUNT = `case l.debit when 'clearing' then l.credit else l.debit end`
const literals = (pairs: Postings['kinds']) => pairs.map((pair) => `('${pair.join("', '")}')`).join(', ')

/** Every line has exactly one cause, with the amount, the sides and the time of the cause, and every cause has its lines. */
export function postingsCheck({ id, of, kinds, lines }: Postings): Check {
  return {
    id,
    title: `every line of ${of} has its cause, amount, sides and time, and every cause its lines`,
    sql: `
      select count(*) filter (where l.book is null or cause.book is null
          or (l.debit, l.credit, l.amount) <> (cause.debit, cause.credit, cause.amount)
          or l.at not between cause.at - ${SAME_TIME} and cause.at + ${SAME_TIME}) as breaches,
        count(l.book) || ' lines' as figure
      from (select * from ledger l where (l.kind, ${ACCOUNT}) in (${literals(kinds)})) l
      full join (${lines}) cause using (book, ref, kind)`,
  }
}

/** No line is of a kind, or in an account, that no module causes. */
export function registeredCheck(modules: readonly Postings[]): Check {
  const kinds = modules.flatMap((module) => [...module.kinds])
  const names = kinds.map((pair) => pair.join('/'))
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice !== undefined) throw new Error(`two modules cause lines ${twice}`)
  return {
    id: 'INV-19',
    title: 'every line is of a kind, and in an account, that a module registers',
    sql: `
      select count(*) filter (where (l.kind, ${ACCOUNT}) not in (${literals(kinds)})) as breaches,
        count(distinct l.kind) || ' kinds' as figure
      from ledger l`,
  }
}

/** What leaves a book enters another one: two lines through clearing, of one amount. A purchase's hold has the seller's line. */
export function pairsCheck(sellers: readonly SellerDefinition[]): Check {
  const purchase = ['hold', 'release', ...sellers.map(({ posting }) => posting)]
  return {
    id: 'INV-19',
    title: 'every line has its counter-line of the same amount in another book',
    sql: `
      select count(*) as breaches, (select count(*) from ledger) || ' lines' as figure
      from (
        select from ledger
        group by ref, case when kind in (${purchase.map((kind) => `'${kind}'`).join(', ')}) then 'purchase' else kind end
        having count(*) <> 2 or sum(case credit when 'clearing' then amount else -amount end) <> 0) unpaired`,
  }
}

/** The wallets' side of purchases, the same for every seller. */
const PURCHASES: Postings = {
  id: 'INV-4',
  of: 'purchases',
  kinds: [
    ['hold', WALLETS.account],
    ['release', WALLETS.account],
    ['refund', WALLETS.account],
    ['payout', WALLETS.account],
  ],
  lines: `
    select p.member_id as book, p.purchase_id as ref, line.kind, line.debit, line.credit, line.amount, line.at
    from purchase p cross join lateral (values
      ('hold', 'wallet', 'clearing', p.amount, p.created_at, true),
      ('release', 'clearing', 'wallet', p.amount, p.created_at, p.state = 'refused'),
      ('refund', 'clearing', 'wallet', p.amount, p.settled_at, p.state = 'refunded'),
      ('payout', 'clearing', 'wallet', p.payout, p.settled_at, p.payout > 0)) line(kind, debit, credit, amount, at, due)
    where line.due`,
}

const FUNDINGS: Postings = {
  id: 'INV-19',
  of: 'fundings of the house',
  kinds: [['funding', HOUSE.account]],
  lines: `
    select case line.debit when 'account' then '${HOUSE_BOOKS.cash}' else f.book end as book, f.funding_id as ref,
      'funding' as kind, line.debit, line.credit, f.amount, f.funded_at as at
    from house_funding f cross join (values ('account', 'clearing'), ('clearing', 'account')) line(debit, credit)`,
}

const HOUSE_MOVES: Postings = {
  id: 'INV-19',
  of: "the house's own moves",
  kinds: Object.values(MOVE_POSTINGS).map((posting) => [posting, HOUSE.account] as const),
  // what goes out is debited from the account of the move, and credited to the other side
  lines: `
    select case when line.own then m.book when m.kind = 'release' then '${HOUSE_BOOKS.sales}'::uuid else '${HOUSE_BOOKS.cash}'::uuid end as book,
      m.move_id as ref, (jsonb '${JSON.stringify(MOVE_POSTINGS)}') ->> m.kind as kind,
      case when line.own = (m.direction = 'out') then 'account' else 'clearing' end as debit,
      case when line.own = (m.direction = 'out') then 'clearing' else 'account' end as credit, m.amount, m.moved_at as at
    from house_move m cross join (values (true), (false)) line(own)`,
}

export const ledgerPostings: readonly Postings[] = [PURCHASES, FUNDINGS, HOUSE_MOVES]

/**
 * A seller's side of its purchases: what was sold enters the subject's book, refunds and payouts leave it.
 * @param own other lines of the seller's book and of the house that follow from its rows
 */
export function sellerPostings(
  { kind, posting, book: { account } }: SellerDefinition,
  own?: Pick<Postings, 'kinds' | 'lines'>,
): Postings {
  return {
    id: 'INV-4',
    of: kind,
    kinds: [[posting, account], ['refund', account], ['payout', account], ...(own?.kinds ?? [])],
    lines: `
      select p.subject_id as book, p.purchase_id as ref, line.kind, line.debit, line.credit, line.amount, line.at
      from purchase p cross join lateral (values
        ('${posting}', 'clearing', '${account}', p.amount, p.created_at, true),
        ('refund', '${account}', 'clearing', p.amount, p.settled_at, p.state = 'refunded'),
        ('payout', '${account}', 'clearing', p.payout, p.settled_at, p.payout > 0)) line(kind, debit, credit, amount, at, due)
      where p.kind = '${kind}' and p.state in ('done', 'refunded') and line.due
      ${own ? `union all (${own.lines})` : ''}`,
  }
}
