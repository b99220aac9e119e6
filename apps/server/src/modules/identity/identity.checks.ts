/** The doctor's checks of members, in the shape of the ledger's checks. */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import type { LivenessCheck } from '../../platform/jobs/jobs.checks.ts'
import { historyCheck } from '../../platform/schema/history.checks.ts'

const CALLING_CODES = getCountries()
  .map((country) => `('${country}', '${getCountryCallingCode(country)}')`)
  .join(', ')

/** Two live accounts of one subscriber in Argentina, from releases before migration 0068. */
export const phoneLiveness: readonly LivenessCheck[] = [
  {
    name: 'doubled-phones',
    title: 'no subscriber has two accounts by the two forms of a number in Argentina',
    sql: `
      select count(*) as breaches,
        coalesce(string_agg(home.member_id || ' and ' || abroad.member_id, ', ' order by home.member_id), 'none') as figure
      from member home join member abroad on abroad.phone = '+549' || substr(home.phone, 4)
      where home.phone > '+54' and home.phone < '+549' and home.status <> 'closed' and abroad.status <> 'closed'`,
  },
]

export const identityChecks: readonly { id: string; title: string; sql: string }[] = [
  historyCheck('INV-17', 'phone_exclusion', 'excluded phone numbers'),
  {
    id: 'INV-26',
    title: 'the country of every member has the calling code of the phone number',
    sql: `
      select count(*) filter (where code.prefix is null or not starts_with(m.phone, '+' || code.prefix)) as breaches,
        count(*) || ' members' as figure
      from member m left join (values ${CALLING_CODES}) code(country, prefix) using (country)
      where m.country is not null`,
  },
]
