/** Where this device keeps its evidence. */
import { createDeviceStore } from '../offline/device-store.ts'
import type { DeviceStore } from '../offline/device-store.ts'

export type EvidenceStore = DeviceStore

export const deviceStore: EvidenceStore = createDeviceStore('fairlot-evidence', 'evidence')
