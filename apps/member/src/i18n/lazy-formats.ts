/** Formats that home does not use. They are not part of the first load. */
import { MINUTE_MS } from '../timing.ts'

const HOUR_MINUTES = 60

/** `34 minutes`, `2 hours, 5 minutes`: whole minutes, at least one, with Latin digits. */
export function formatDuration(ms: number, language: string): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS))
  const part = (unit: 'hour' | 'minute', value: number) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' })
      .format(value)
      // no line break between a number and its unit
      .replaceAll(' ', '\u00a0')
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const rest = minutes % HOUR_MINUTES
  const parts = [
    ...(hours > 0 ? [part('hour', hours)] : []),
    ...(rest > 0 || hours === 0 ? [part('minute', rest)] : []),
  ]
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(parts)
}

/** The size of a download: `10.5 MB`, `420 KB`. */
export function formatFileSize(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1000))} KB`
}

/** `21:14:30`, a time of day in the device's time zone, with Latin digits. */
export const formatTime = (ms: number, language: string): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(ms)

/** `21 Nov, 20:02:30` in the order and the month names of the language; in the device's time zone. */
export const formatMoment = (ms: number, language: string): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(ms)
