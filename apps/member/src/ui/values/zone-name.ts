/** `UTC`, `UTC+6`, `UTC−3:30` */
export function zoneName(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60]
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `UTC${offsetMinutes < 0 ? '−' : '+'}${hours}${rest}`
}
