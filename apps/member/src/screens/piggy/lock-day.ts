import type { OfferedLanguage } from '@fairlot/contract/languages'

/** `28 Nov`: the day on which a lock ends, in the device's time zone. It does not wrap. */
export const formatDay = (ms: number, language: OfferedLanguage): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { month: 'short', day: 'numeric' })
    .format(ms)
    .replaceAll(' ', '\u00a0')
