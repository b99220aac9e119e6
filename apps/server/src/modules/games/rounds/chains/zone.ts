/**
 * The business zone as chains publish it: `UTC`, or its offset like `+05:45`, so that a verifier needs no rules of zones.
 * @param minutes east of UTC
 */
export function zoneOfOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
