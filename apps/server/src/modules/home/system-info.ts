import type { Endpoints } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { ADULT_AGE, COUNTRIES, INVITATION_REQUIRED } from '../identity/index.ts'

/** What this deployment is, as its operator set it up. */
export type SystemSettings = {
  title: string
  deployment: string
  moneyMode: 'sandbox' | 'real'
  defaultLanguage: OfferedLanguage
  currency: { symbol: string; code: string; decimals: number }
  /** minutes east of UTC of the business time zone */
  utcOffsetMinutes: number
  /** version of the terms and the privacy statement in force */
  terms: string
}

/** The version list's seed value (specification, "App version"). */
const VERSIONS = [{ system: 'h5', channel: 'default', version_number: '1.4.1', code: 141 }]

/** `/index/getsystem`. Tabs are named here when their screens exist. */
export function systemRoutes(deps: {
  settings: SystemSettings
  clock: Clock
  tuning: Values
}): Handlers<Endpoints, 'system'> {
  const { settings, tuning } = deps
  return {
    system: () => ({
      ...settings,
      invitationRequired: tuning.get(INVITATION_REQUIRED),
      countries: [...tuning.get(COUNTRIES)],
      adultAge: tuning.get(ADULT_AGE),
      tablist: ['home', 'mine', 'mall'],
      vip_text: '',
      onlineservice: null,
      version: VERSIONS,
      task_status: false,
      languages: [...OFFERED_LANGUAGES],
      serverTime: deps.clock.now(),
    }),
  }
}
