const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** `34 minutes`, `2 hours and 5 minutes` in a language, with Latin digits; whole minutes, at least one. */
export function formatDuration(ms: number, language: string): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  const part = (unit: 'hour' | 'minute', value: number) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' })
      .format(value)
      // a number stays with its unit
      .replaceAll(' ', '\u00a0')
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const rest = minutes % HOUR_MINUTES
  const parts = [
    ...(hours > 0 ? [part('hour', hours)] : []),
    ...(rest > 0 || hours === 0 ? [part('minute', rest)] : []),
  ]
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(parts)
}
