/** `22 Nov 2026`: a business day, such as `2026-11-22`, which is the same day in every time zone. */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`))
