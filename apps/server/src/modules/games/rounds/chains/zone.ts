/** The business time zone as chains publish it: a verifier needs a name of the IANA list. */

/** Zones of the list with a fixed offset that is no whole hour, by minutes east of UTC. */
const PARTS_OF_HOURS: Readonly<Record<number, string>> = {
  [-570]: 'Pacific/Marquesas',
  210: 'Asia/Tehran',
  270: 'Asia/Kabul',
  330: 'Asia/Kolkata',
  345: 'Asia/Kathmandu',
  390: 'Asia/Yangon',
  525: 'Australia/Eucla',
  570: 'Australia/Darwin',
}

/**
 * The zone of an offset, minutes east of UTC.
 * @throws RangeError when the list has no zone that always has this offset
 */
export function zoneOfOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const hours = minutes / 60
  if (Number.isInteger(hours) && hours >= -12 && hours <= 14)
    // the names of these zones count hours west of UTC
    return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  const zone = PARTS_OF_HOURS[minutes]
  if (zone === undefined) throw new RangeError(`no zone always lies ${minutes} minutes east of UTC`)
  return zone
}
