/** What makes draws fair: salts, tag keys, the beacon. Formulas are the fairness package's. */
export { createBeacons, localBeacon, type Beacon, type Beacons } from './beacon.ts'
export { createSalts, type SaltKey, type Salts, type SealedSalt } from './salts.ts'
export { createTagKeys, type TagKeys } from './tags.ts'
