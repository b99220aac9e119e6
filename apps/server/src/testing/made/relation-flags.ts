/** Relations whose accounts look like one person, for tests. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db.ts'
import { noteDevice } from '../../modules/growth/referral/same-person/devices.ts'
import { flagShared } from '../../modules/growth/referral/same-person/find-flags.ts'

/** Notes one device for members, one after the other, and looks at each of the signals. */
export async function shareDevice(db: Db, members: readonly string[], hash = randomBytes(32)): Promise<void> {
  for (const member of members) {
    await db.tx((tx) => noteDevice(tx, member, hash))
    await flagShared(db, member, 'device')
  }
}
