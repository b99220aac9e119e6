import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import { MODULES, type Module } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { VERSION } from '../../platform/installation/version.ts'
import { standingName, type LogStanding } from '../fair/index.ts'
import type { Content } from '../content/index.ts'
import { areTasksOn } from '../growth/index.ts'
import { ADULT_AGE, COUNTRIES, INVITATION_REQUIRED } from '../identity/index.ts'

import { vipText } from './vip-text.ts'

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

/** The tab of finance products and games goes when both are off. That of the team stays: it holds tasks and VIP levels too. */
function offered(
  isOn: (module: Module) => boolean,
): Pick<Output<Endpoints['system']>, 'tablist' | 'modulesOff'> {
  const plays = isOn('finance') || isOn('games')
  return {
    tablist: ['home', ...(plays ? ['investment' as const] : []), 'team', 'mine', 'mall'],
    modulesOff: MODULES.filter((module) => !isOn(module)),
  }
}

const languageOf = (language: Language) => OFFERED_LANGUAGES.find((one) => one === language)

/** `/index/getsystem`. The list of tabs grows with their screens. */
export function systemRoutes(deps: {
  deployment: DeploymentFacts
  clock: Clock
  settings: Values
  content: Pick<Content, 'terms'>
  standing: Pick<LogStanding, 'now'>
  /** whether a module sells: it is switched on and meets its go-live conditions */
  isOn: (module: Module) => boolean
}): Handlers<Endpoints, 'system'> {
  const { deployment, settings } = deps
  const { id, ...facts } = deployment
  return {
    system: ({ language }) => ({
      ...facts,
      ...offered(deps.isOn),
      terms: deps.content.terms(),
      deployment: id,
      standing: standingName(deps.standing.now()),
      invitationRequired: settings.get(INVITATION_REQUIRED),
      countries: [...settings.get(COUNTRIES)],
      adultAge: settings.get(ADULT_AGE),
      vip_text: vipText(settings, languageOf(language) ?? facts.defaultLanguage),
      onlineservice: null,
      version: VERSIONS,
      task_status: areTasksOn(settings),
      languages: [...OFFERED_LANGUAGES],
      serverTime: deps.clock.now(),
    }),
  }
}
