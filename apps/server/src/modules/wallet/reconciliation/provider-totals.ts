/**
 * What each bank, payment company and chain says, and what the books have of it. Both sides are SQL of the rows (key, day,
 * amount, known_at); a key is a payment, and occurs once on each side. Amounts are in minor units.
 */

/** SQL expressions for the statement that a side becomes a part of. */
export type TotalsScope = {
  /** the business day of a time */
  readonly day: (at: string) => string
  /** only what was known before this time counts */
  readonly cut: string
}

export type ProviderTotals = {
  /** lower-case letters and digits */
  readonly provider: string
  readonly direction: 'in' | 'out'
  /** what the provider says */
  readonly said: (scope: TotalsScope) => string
  /** what the books have */
  readonly booked: (scope: TotalsScope) => string
}

/** The credits of recharges, by payment or by notice. */
const credits =
  (provider: string, key: string) =>
  ({ day, cut }: TotalsScope): string =>
    `
    select ${key} as key, ${day('min(c.at)')} as day, sum(c.amount) as amount, max(c.at) as known_at
    from recharge_credit c join recharge r using (member_id, recharge_id)
    where c.provider = '${provider}' and c.at < ${cut} group by 1`

/** Sandbox Pay has its own book of payments and refunds. */
const SANDBOX_IN: ProviderTotals = {
  provider: 'sandbox',
  direction: 'in',
  said: ({ day }) => `
    select payment_id as key, ${day('decided_at')} as day, amount, decided_at as known_at
    from sandbox_payment where state = 'paid'`,
  booked: credits('sandbox', 'r.payment_id'),
}
const SANDBOX_OUT: ProviderTotals = {
  provider: 'sandbox',
  direction: 'out',
  said: ({ day }) => `
    select reference as key, ${day('created_at')} as day, amount, created_at as known_at from sandbox_refund`,
  booked: ({ day }) => `
    select withdrawal_id::text as key, ${day('finished_at')} as day, amount - fee as amount, finished_at as known_at
    from withdrawal where refund_provider = 'sandbox' and state = 'success'`,
}

/**
 * Statements of the receiving accounts: every line of money that arrived, unless an operator dismissed it. A line that waits for its
 * match counts after two days.
 */
const TRANSFERS_IN: ProviderTotals = {
  provider: 'manual',
  direction: 'in',
  said: ({ cut }) => `
    select l.line_id::text as key, l.booked_on as day, l.amount, l.at as known_at
    from bank_statement_line l
    join receiving_account a using (account_id)
    left join bank_statement_match m on m.line_id = l.line_id and m.at < ${cut}
    where l.currency = a.currency and (m.outcome = 'matched' or m.line_id is null and l.at < ${cut} - interval '2 days')`,
  booked: credits('manual', 'c.event_id'),
}

/** Transfers on the chain that have their confirmations, at the rate that each has. A lost one is no longer there. */
const TRC20_IN: ProviderTotals = {
  provider: 'trc20',
  direction: 'in',
  said: ({ day, cut }) => `
    select t.transaction_id || ':' || t.log_index as key, ${day('t.ended_at')} as day,
      floor(t.units::numeric * t.rate / 1000000)::bigint as amount, t.ended_at as known_at
    from trc20_transfer t
    where t.state = 'credited' and (t.lost_at is null or t.lost_at >= ${cut})`,
  booked: credits('trc20', 'c.event_id'),
}

/** What the bank has paid, by its results, against what left the books. */
const BANK_OUT: ProviderTotals = {
  provider: 'bank',
  direction: 'out',
  said: ({ day }) => `
    select w.withdrawal_id::text as key, ${day('w.finished_at')} as day, w.amount - w.fee as amount, w.finished_at as known_at
    from payout_reference p join withdrawal w using (withdrawal_id) where w.refund_provider is null`,
  booked: ({ day }) => `
    select l.ref::text as key, ${day('l.at')} as day, l.amount, l.at as known_at
    from ledger l join withdrawal w on w.withdrawal_id = l.ref
    where l.kind = 'withdrawal_paid' and l.credit = 'account' and w.refund_provider is null`,
}

export const PROVIDER_TOTALS: readonly ProviderTotals[] = [
  SANDBOX_IN,
  SANDBOX_OUT,
  TRANSFERS_IN,
  TRC20_IN,
  BANK_OUT,
]
