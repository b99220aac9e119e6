import type { Db } from '../../platform/db.ts'
import { createSettings, type Settings } from '../../platform/settings/settings.ts'
import { VIP_SETTINGS } from '../identity/index.ts'
import { MALL_SETTINGS } from './mall.settings.ts'

/** The settings that the mall reads, with their initial values. */
export const mallSettings = (db: Db): Settings =>
  createSettings({ db, definitions: [...MALL_SETTINGS, ...VIP_SETTINGS] })
