/** Settings of the texts. What the house states about itself: the texts of the rules show it; real money needs the name, the address and the law. */
import { defineSetting, line, whole } from '../../platform/settings/settings.ts'

/** No braces: a value must not look like a mark of a text. */
const plain = (maxLength: number) => line({ maxLength, pattern: /^[^{}]*$/ })

const fact = (name: string, about: string, kind = plain(200)) =>
  defineSetting({ name: `company.${name}`, about, kind, initial: '', effect: 'all', twoPersons: true })

export const COMPANY_NAME = fact('name', 'Name of the company that runs this house, as the rules show it.')
export const COMPANY_ADDRESS = fact(
  'address',
  'Postal address of the company, as the rules show it.',
  plain(300),
)
export const COMPANY_LICENCE = fact(
  'licence',
  'Licence of the company with its authority, as the rules show it.',
)
export const COMPANY_LAW = fact('law', 'Law that applies and place of jurisdiction, as the rules show them.')
export const COMPANY_EMAIL = fact(
  'email',
  'E-mail address for members, as the rules show it.',
  line({ maxLength: 120, pattern: /^$|^[^\s@{}]+@[^\s@.{}]+(\.[^\s@.{}]+)+$/ }),
)
export const COMPANY_SUPPORT = fact(
  'support',
  'Other ways to reach support, such as a phone number and its hours, as the rules show them.',
  plain(300),
)
export const COMPANY_DATA_CONTACT = fact(
  'dataContact',
  'Whom members ask about their data, as the privacy statement shows it.',
)

export const NOTICE_DAYS = defineSetting({
  name: 'content.noticeDays',
  about:
    'Days between the publication of a rule and its first day in force, unless it is declared to only help members. A version keeps the days of its publication.',
  kind: whole({ minimum: 14, maximum: 90, unit: 'days' }),
  initial: '14',
  effect: 'new',
  twoPersons: true,
})

export const CONTENT_SETTINGS = [
  NOTICE_DAYS,
  COMPANY_NAME,
  COMPANY_ADDRESS,
  COMPANY_LICENCE,
  COMPANY_LAW,
  COMPANY_EMAIL,
  COMPANY_SUPPORT,
  COMPANY_DATA_CONTACT,
]
