/** Dates and times that home does not show. They are not part of the first load. */
import { formatter } from './format.ts'

/** `20 November 2026`, for important dates. */
export const formatLongDate = (ms: number, language: string): string =>
  formatter(language, { year: 'numeric', month: 'long', day: 'numeric' }).format(ms)

/** Date and time to the minute, in the device's time zone. */
export const formatDateTime = (ms: number, language: string): string =>
  formatter(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms)

/** Day, month and time to the minute, for rows under a month heading; in the device's time zone. It does not wrap. */
export const formatDayTime = (ms: number, language: string): string =>
  formatter(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(ms)
    .replaceAll(' ', '\u00a0')

/** `November 2026`, for month headings. */
export const formatMonth = (ms: number, language: string): string =>
  formatter(language, { year: 'numeric', month: 'long' }).format(ms)
