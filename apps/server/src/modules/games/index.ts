/** The games: rounds and bets. Other modules import only this file. */
import { BET_SETTINGS } from './bets/bets.settings.ts'
import { EXTERNAL_RULE, EXTERNAL_SETTINGS } from './external/external.settings.ts'
import { ROUND_SETTING_RULES, ROUND_SETTINGS } from './rounds/rounds.settings.ts'

export { betChecks, betPostings } from './bets/bets.checks.ts'
export { betReceipt } from './bets/bet-receipt.ts'
export { betSeller } from './bets/bet-seller.ts'
export { isGameOn, memberLimitOf, sliceOf } from './bets/bets.settings.ts'
export { createBetting, type Betting } from './betting.ts'
export { roundSpendSql } from './bets/cancelled.ts'
export { exposureSql } from './bets/pay-sql.ts'
export { gamesCopy } from './games.copy.ts'
export { retireDemoChains } from './rounds/chains/chains.queries.ts'
export { createRoundEngine, type RoundEngine } from './rounds/engine.ts'
export { checkRoundResults } from './rounds/checks/round-results.checks.ts'
export { roundChecks } from './rounds/checks/rounds.checks.ts'
export { roundsLiveness } from './rounds/checks/rounds-liveness.checks.ts'
export { BET_VERSIONS } from './views/bets.queries.ts'
export { exposureForOperators, gamesForOperators } from './views/games-desk.ts'

export const GAME_SETTINGS = [...BET_SETTINGS, ...ROUND_SETTINGS, ...EXTERNAL_SETTINGS]
export const GAME_SETTING_RULES = [...ROUND_SETTING_RULES, EXTERNAL_RULE]
