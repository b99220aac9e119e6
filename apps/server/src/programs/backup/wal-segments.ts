/** Names of the files of PostgreSQL's write-ahead log (WAL). */

/** `0/2000028` → the position as a number. @throws Error for another form */
export function parseLsn(text: string): bigint {
  const match = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text)
  if (!match) throw new Error(`PostgreSQL gave «${text}» where it gives a position in its WAL.`)
  return (BigInt(`0x${match[1]}`) << 32n) | BigInt(`0x${match[2]}`)
}

/**
 * The names of the segments that hold the WAL from `start` up to `stop`, oldest first.
 *
 * @param stop first byte after the last record. pg_walfile_name() is not used, because for a stop at the border of two
 *   segments its answer depends on the version.
 * @param segmentBytes a power of two
 */
export function segmentNames(
  range: { start: string; stop: string },
  timeline: number,
  segmentBytes: bigint,
): string[] {
  const perFile = 0x1_0000_0000n / segmentBytes
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  const last = (parseLsn(range.stop) - 1n) / segmentBytes
  const names: string[] = []
  for (let segment = parseLsn(range.start) / segmentBytes; segment <= last; segment++)
    names.push(hex(BigInt(timeline)) + hex(segment / perFile) + hex(segment % perFile))
  return names
}
