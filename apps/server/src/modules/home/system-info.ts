import type { Endpoints } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { VERSION } from '../../platform/version.ts'
import { standingName, type LogStanding } from '../fair/index.ts'
import { TERMS_VERSION } from '../content/index.ts'
import { ADULT_AGE, COUNTRIES, INVITATION_REQUIRED } from '../identity/index.ts'

/** Facts of the installation. They come from the environment and the database's first start and do not change while the server runs. */
export type DeploymentFacts = {
  title: string
  /** id of the deployment, which is part of every published or signed document */
  id: string
  moneyMode: MoneyMode
  defaultLanguage: OfferedLanguage
  currency: { symbol: string; code: string; decimals: number }
  /** minutes east of UTC of the business time zone */
  utcOffsetMinutes: number
}

/** The version list of the specification ("App version"). */
const VERSIONS = [{ system: 'h5', channel: 'default', version_number: VERSION, code: versionCode(VERSION) }]

/** `1.4.1` → 141 */
function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 100 + minor * 10 + patch
}

/** `/index/getsystem`. The list of tabs grows with their screens. */
export function systemRoutes(deps: {
  deployment: DeploymentFacts
  clock: Clock
  settings: Values
  standing: Pick<LogStanding, 'now'>
}): Handlers<Endpoints, 'system'> {
  const { deployment, settings } = deps
  const { id, ...facts } = deployment
  return {
    system: () => ({
      ...facts,
      terms: TERMS_VERSION,
      deployment: id,
      standing: standingName(deps.standing.now()),
      invitationRequired: settings.get(INVITATION_REQUIRED),
      countries: [...settings.get(COUNTRIES)],
      adultAge: settings.get(ADULT_AGE),
      tablist: ['home', 'investment', 'mine', 'mall'],
      vip_text: '',
      onlineservice: null,
      version: VERSIONS,
      task_status: false,
      languages: [...OFFERED_LANGUAGES],
      serverTime: deps.clock.now(),
    }),
  }
}
