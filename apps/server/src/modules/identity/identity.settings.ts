/** What the operator may adjust of registering, sessions and SMS codes, within bounds that keep the protections protections. */
import { countries, defineSetting, flag, whole, wholes } from '../../platform/settings/settings.ts'

export const ADULT_AGE = defineSetting({
  name: 'identity.adultAge',
  about: 'Years of age that registering declares as reached; each member keeps the age that was declared.',
  kind: whole({ minimum: 18, maximum: 25, unit: 'years' }),
  initial: '18',
  effect: 'new',
  twoPersons: 'real',
})

export const INVITATION_REQUIRED = defineSetting({
  name: 'identity.invitationRequired',
  about: 'Whether registering takes an invitation code.',
  kind: flag(),
  initial: 'false',
  effect: 'new',
})

export const COUNTRIES = defineSetting({
  name: 'identity.countries',
  about: 'Countries whose phone numbers may register; none chosen means every country.',
  kind: countries(),
  initial: '',
  effect: 'new',
})

export const SESSION_IDLE_DAYS = defineSetting({
  name: 'identity.sessionIdleDays',
  about: 'Days without a call after which a session ends.',
  kind: whole({ minimum: 1, maximum: 30, unit: 'days' }),
  initial: '7',
  effect: 'all',
})

export const SESSION_ABSOLUTE_DAYS = defineSetting({
  name: 'identity.sessionAbsoluteDays',
  about: 'Days after which a session ends however much it is used; each session keeps its end.',
  kind: whole({ minimum: 1, maximum: 90, unit: 'days' }),
  initial: '30',
  effect: 'new',
})

export const SMS_RESEND_SECONDS = defineSetting({
  name: 'identity.smsResendSeconds',
  about:
    'Seconds until the next code for a phone and purpose, by how many were sent in a row; the last one stays.',
  kind: wholes({ minimum: 30, maximum: 3_600, maxItems: 8, unit: 'seconds' }),
  initial: '60,120,300,900',
  effect: 'new',
})

export const SMS_PER_PHONE_DAY = defineSetting({
  name: 'identity.smsPerPhoneDay',
  about: 'Codes at most for one phone on one day (UTC).',
  kind: whole({ minimum: 5, maximum: 50, unit: 'messages' }),
  initial: '20',
  effect: 'all',
})

export const SMS_PER_ADDRESS_HOUR = defineSetting({
  name: 'identity.smsPerAddressHour',
  about: 'Codes at most for one network address in an hour; carrier networks put many people behind one.',
  kind: whole({ minimum: 10, maximum: 2_000, unit: 'messages' }),
  initial: '200',
  effect: 'all',
})

export const SMS_PER_PREFIX_HOUR = defineSetting({
  name: 'identity.smsPerPrefixHour',
  about: 'Codes for registering at most in one block of ten thousand numbers in an hour.',
  kind: whole({ minimum: 5, maximum: 500, unit: 'messages' }),
  initial: '20',
  effect: 'all',
})

export const SMS_PER_DAY = defineSetting({
  name: 'identity.smsPerDay',
  about: 'Codes at most on one day (UTC) over all phones: the cap on what they may cost.',
  kind: whole({ minimum: 100, maximum: 1_000_000, unit: 'messages' }),
  initial: '10000',
  effect: 'all',
})

export const IDENTITY_SETTINGS = [
  ADULT_AGE,
  INVITATION_REQUIRED,
  COUNTRIES,
  SESSION_IDLE_DAYS,
  SESSION_ABSOLUTE_DAYS,
  SMS_RESEND_SECONDS,
  SMS_PER_PHONE_DAY,
  SMS_PER_ADDRESS_HOUR,
  SMS_PER_PREFIX_HOUR,
  SMS_PER_DAY,
]
