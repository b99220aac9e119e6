/** INV-18, the other direction of the funding check in home.checks.ts: the log states no funding that was not booked. */
export const fundingLogChecks: readonly { id: string; title: string; sql: string }[] = [
  {
    id: 'INV-18',
    title: 'every house funding in the log, or waiting for it, was booked, and is there once',
    sql: `
      select count(*) filter (where f.fundings is distinct from s.said) as breaches, coalesce(sum(s.said), 0) || ' fundings' as figure
      from (
        select said ->> 'account' as account, said ->> 'reference' as reference, said ->> 'amount' as amount, count(*) as said
        from (
          select bytes::jsonb as said from log_entry where kind = 'funding'
          union all select entry from log_pending where entry ->> 't' = 'funding'
          union all select entry from log_unpublished where entry ->> 't' = 'funding') e
        where said ->> 'account' not like 'reserve:%'
        group by 1, 2, 3) s
      left join (
        select h.name, f.reference, f.amount::text as amount, count(*) as fundings
        from house_funding f join house_account h using (book) group by 1, 2, 3) f
        on (f.name, f.reference, f.amount) = (s.account, s.reference, s.amount)`,
  },
]
