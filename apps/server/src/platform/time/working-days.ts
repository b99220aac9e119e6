/** How long an operator may take: after 2 hours a record is late, after 2 working days overdue. SQL over a `timestamptz` column. */

/** The end of the 2 hours. */
export const LATE = (created: string) => `${created} + interval '2 hours'`

/** The end of 2 working days, Monday to Friday by UTC. */
export const OVERDUE = (created: string) => `(case extract(isodow from ${created} at time zone 'utc')
    when 4 then ${created} + interval '4 days'
    when 5 then ${created} + interval '4 days'
    when 6 then date_trunc('day', ${created}, 'utc') + interval '4 days'
    when 7 then date_trunc('day', ${created}, 'utc') + interval '3 days'
    else ${created} + interval '2 days' end)`
