/** Formats that home does not use. They are not part of the first load. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { currentLanguage } from '../stores/preferences.ts'
import { MINUTE_MS } from '../timing.ts'
import { formatNumber } from './format.ts'

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

/** The size of a download: `10.5 MB`, `420 KB`, in the marks of the language. It does not wrap. */
export function formatFileSize(bytes: number, language: OfferedLanguage = currentLanguage()): string {
  return bytes >= 1_000_000
    ? `${formatNumber((bytes / 1_000_000).toFixed(1), language)}\u00a0MB`
    : `${formatNumber(Math.max(1, Math.round(bytes / 1000)), language)}\u00a0KB`
}

/** `Bank, Number, Name` in the marks of the language. */
export const formatList = (items: readonly string[], language: string = currentLanguage()): string =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(items)

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

/** `28 Nov – 2 Dec`, in the order and the month names of the language; without the years, also over a new one. */
export function formatDayRange(from: number, to: number, language: string): string {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    month: 'short',
    day: 'numeric',
  })
  return [from, to].map((ms) => format.format(ms).replaceAll(' ', '\u00a0')).join(' – ')
}

/** `22 Nov 2026`: a business day, such as `2026-11-22`, which is the same day in every time zone. */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`))
