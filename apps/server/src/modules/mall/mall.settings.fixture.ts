import type { Db } from '../../platform/db.ts'
import { createSettings, type Settings } from '../../platform/settings/settings.ts'
import { MALL_SETTINGS } from './mall.settings.ts'

/** The mall's settings with their initial values. */
export const mallSettings = (db: Db): Settings => createSettings({ db, definitions: MALL_SETTINGS })
