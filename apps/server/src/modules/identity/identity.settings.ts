/** Settings of registration, sessions and SMS codes. Their bounds keep the protections effective. */
import { countries, defineSetting, flag, whole, wholes } from '../../platform/settings/settings.ts'
import { smsRoutes } from './sms/sms-routes.ts'

export const ADULT_AGE = defineSetting({
  name: 'identity.adultAge',
  about: 'Minimum age that a person declares at registration. A member keeps the age that they declared.',
  kind: whole({ minimum: 18, maximum: 25, unit: 'years' }),
  initial: '18',
  effect: 'new',
  twoPersons: 'real',
})

export const INVITATION_REQUIRED = defineSetting({
  name: 'identity.invitationRequired',
  about: 'Whether registration requires an invitation code.',
  kind: flag(),
  initial: 'false',
  effect: 'new',
})

export const COUNTRIES = defineSetting({
  name: 'identity.countries',
  about: 'Countries whose phone numbers may register. An empty list means every country.',
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
  about: 'Days after which a session ends even if it is used. A session keeps its end.',
  kind: whole({ minimum: 1, maximum: 90, unit: 'days' }),
  initial: '30',
  effect: 'new',
})

export const SMS_RESEND_SECONDS = defineSetting({
  name: 'identity.smsResendSeconds',
  about:
    'Seconds between codes for a phone and purpose: after the first code, the second, and so on. The last value repeats.',
  kind: wholes({ minimum: 30, maximum: 3_600, maxItems: 8, unit: 'seconds' }),
  initial: '60,120,300,900',
  effect: 'new',
})

export const SMS_PER_PHONE_DAY = defineSetting({
  name: 'identity.smsPerPhoneDay',
  about:
    'Maximum codes per phone and day (UTC), counted separately for codes that anyone can request and for codes that require login.',
  kind: whole({ minimum: 5, maximum: 50, unit: 'messages' }),
  initial: '20',
  effect: 'all',
})

export const SMS_PER_ADDRESS_HOUR = defineSetting({
  name: 'identity.smsPerAddressHour',
  about: 'Maximum codes per network address and hour. Mobile networks put many people behind one address.',
  kind: whole({ minimum: 10, maximum: 2_000, unit: 'messages' }),
  initial: '200',
  effect: 'all',
})

export const SMS_PER_PREFIX_HOUR = defineSetting({
  name: 'identity.smsPerPrefixHour',
  about: 'Maximum registration codes per hour per block of 10,000 numbers.',
  kind: whole({ minimum: 5, maximum: 500, unit: 'messages' }),
  initial: '20',
  effect: 'all',
})

export const SMS_PER_DAY = defineSetting({
  name: 'identity.smsPerDay',
  about:
    'Maximum text messages per day (UTC) to all phones, counted separately for codes that anyone can request, for codes that require login, and for notices. It limits the cost of SMS.',
  kind: whole({ minimum: 100, maximum: 1_000_000, unit: 'messages' }),
  initial: '10000',
  effect: 'all',
})

export const SMS_ROUTES = defineSetting({
  name: 'identity.smsRoutes',
  about:
    'Countries to which text messages are sent: the beginnings of their numbers, each with the route that the SMS gateway is told, like `+880 FAIRLOT, +1 fairlot-us, +1876 none`. The longest beginning counts; `none` is not served. An empty text means every country, and the gateway chooses.',
  kind: smsRoutes(),
  initial: '',
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
  SMS_ROUTES,
]
