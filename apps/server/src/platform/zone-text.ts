/** `UTC`, `UTC+06:00`, `UTC-03:30` */
export function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}
