/** What a setting was in the past, from its history: for checks of the doctor that compute again what the server decided. */
import type { Setting } from './settings.ts'
import { quoted, settingNow } from './setting-now.ts'

/** Every server reads its settings again within seconds; a transaction takes its time too. */
const AROUND = `interval '2 minutes'`

/**
 * SQL of the values that a setting had around a time, as an array of texts: mostly one.
 * @param at SQL of a time
 */
export function valuesAround(setting: Pick<Setting<unknown>, 'name' | 'initial'>, at: string): string {
  const { name } = setting
  const changes = (what: string, when: string) =>
    `select said.${what} from setting_change said where said.name = ${quoted(name)} and ${when}`
  return `(array[coalesce((${changes('before', `said.at > ${at} - ${AROUND}`)} order by said.version limit 1),
      ${settingNow(setting)})]
    || array(${changes('after', `said.at > ${at} - ${AROUND} and said.at <= ${at} + ${AROUND}`)}))`
}

/** SQL of the least amount that a setting of money had around a time, in minor units. */
export const leastMoneyAround = (setting: Pick<Setting<unknown>, 'name' | 'initial'>, at: string): string =>
  `(select min(value::numeric * 10000) from unnest(${valuesAround(setting, at)}) as value)`

/** SQL of the amounts that a setting of money had around a time, as an array of minor units: mostly one. */
export const moneyAround = (setting: Pick<Setting<unknown>, 'name' | 'initial'>, at: string): string =>
  `array(select value::numeric * 10000 from unnest(${valuesAround(setting, at)}) as value)`
