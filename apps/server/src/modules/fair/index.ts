/** What makes draws fair: salts, tag keys, the beacon. Formulas are the fairness package's. */
import { fromHex } from '@fairlot/fairness/bytes'
import { MS, type Executor } from '../../platform/db.ts'
import type { Random } from '../../platform/random.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createBeacons, localBeacon, type Beacons } from './beacon.ts'
import { createSalts, type Salts } from './salts.ts'
import { createTagKeys, type TagKeys } from './tags.ts'

export { createBeacons, localBeacon, type Beacon, type Beacons } from './beacon.ts'
export { createSalts, type SaltKey, type Salts, type SealedSalt } from './salts.ts'
export { createTagKeys, type TagKeys } from './tags.ts'

export type Fair = { salts: Salts; tagKeys: TagKeys; beacons: Beacons }

const NOW = { name: 'fair.now', text: `select ${MS('business_now()')} as now` }

/** Salts, tags and the local beacon of a sandbox, from the installation's secrets. */
export function createFair(options: {
  db: Executor
  random: Random
  secrets: Pick<Secrets, 'saltEncryption' | 'memberTag' | 'localBeacon'>
}): Fair {
  const { db, random, secrets } = options
  const businessNow = async () => {
    const [row] = await db.query<{ now: bigint }>(NOW)
    return Number(row!.now)
  }
  return {
    salts: createSalts([{ id: 'salt-1', key: fromHex(secrets.saltEncryption, 32) }], random),
    tagKeys: createTagKeys(fromHex(secrets.memberTag, 32)),
    beacons: createBeacons(localBeacon(secrets.localBeacon, businessNow)),
  }
}
