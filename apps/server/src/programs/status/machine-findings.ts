/** What `npm run status` looks at on this machine: the disks and the age of the backup. */
import { stat, statfs } from 'node:fs/promises'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { HOUR_MS } from '../../platform/durations.ts'
import type { Config } from '../../platform/installation/config.ts'
import { existingCluster } from '../../platform/postgres/place.ts'
import { uploadsDirectory } from '../../platform/storage/directory-storage.ts'
import { megabytes } from '../backup/copy-files.ts'
import { lastBackup, type LastBackup } from '../backup/last-backup.ts'
import { findingOf, type Found, type StatusFinding } from './status-findings.ts'

/** With less of a disk free a person has to look: PostgreSQL stops when it is full. */
const LEAST_FREE_PERCENT = 10
/** A daily backup, and time to make it. */
const DAILY_HOURS = 26

export function judgeDisk(
  places: readonly string[],
  { bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number },
): Found {
  const percent = blocks === 0 ? 100 : Math.floor((bavail * 100) / blocks)
  const found = `${percent} % free (${megabytes(bavail * bsize)}): ${places.join(', ')}`
  return { ok: percent >= LEAST_FREE_PERCENT, found }
}

/** The places of this installation by their disk. The disk of an external database is not one of this machine. */
async function disksOf({ dataDir, database, ...place }: Config): Promise<string[][]> {
  const cluster = database ? undefined : await existingCluster(dataDir)
  const uploads = place.uploadsBucket ? undefined : uploadsDirectory({ dataDir, ...place })
  const disks = new Map<number, string[]>()
  for (const at of [dataDir, cluster, uploads]) {
    // the directory of pictures is made with the first one
    const found = at === undefined ? undefined : await stat(at).catch(() => undefined)
    if (at !== undefined && found) disks.set(found.dev, [...(disks.get(found.dev) ?? []), at])
  }
  return [...disks.values()]
}

/** @param hours how old the backup may be; null: none is asked for */
export function judgeBackup(made: LastBackup | null, hours: number | null, now: number): Found {
  if (made === null) return { ok: hours === null, found: 'no backup was made on this machine' }
  const age = Math.floor((now - Date.parse(made.endedAt)) / HOUR_MS)
  const isLate = hours !== null && age >= hours
  const found = `made ${age} hours ago: ${made.folder}`
  return { ok: !isLate, found: isLate ? `${found}; it may be ${hours} hours old` : found }
}

/**
 * @param moneyMode undefined: the database did not tell
 * @param hours of `--backup-hours`
 */
export async function machineFindings(
  config: Config,
  moneyMode: MoneyMode | undefined,
  hours: number | undefined,
): Promise<StatusFinding[]> {
  const wanted = hours ?? (moneyMode === 'real' ? DAILY_HOURS : null)
  const disks = (await disksOf(config)).map((places) =>
    findingOf({
      name: 'disk',
      find: async () => judgeDisk(places, await statfs(places[0] ?? config.dataDir)),
    }),
  )
  const backup = findingOf({
    name: 'backup',
    find: async () => judgeBackup(await lastBackup(config.dataDir), wanted, Date.now()),
  })
  return Promise.all([...disks, backup])
}
