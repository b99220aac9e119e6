/** The doctor's checks of members, in the shape of the ledger's checks. */
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { historyCheck } from '../../platform/schema/history.checks.ts'

const CALLING_CODES = getCountries()
  .map((country) => `('${country}', '${getCountryCallingCode(country)}')`)
  .join(', ')

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
