/** Valid inputs of games and finance products, of members and operators. */
import { randomUUID } from 'node:crypto'
import { page, reason, type Inputs } from './some-values.ts'

type FinanceName =
  | 'financeList'
  | 'financeDetail'
  | 'financeBuy'
  | 'financeOrders'
  | 'financeOrder'
  | 'financeExit'

export function financeInputs(): Inputs<FinanceName> {
  return {
    financeList: {},
    financeDetail: { code: 'F7' },
    financeBuy: { code: 'F7', units: 1, requestId: randomUUID() },
    financeOrders: { ...page, status: 'waiting' },
    financeOrder: { id: randomUUID() },
    financeExit: { id: randomUUID(), requestId: randomUUID() },
  }
}

type GameName =
  | 'gameList'
  | 'gameRound'
  | 'gameBet'
  | 'gameOrders'
  | 'gameHistory'
  | 'gameTrend'
  | 'gameProof'
  | 'gameWeb'
  | 'operatorGames'
  | 'gameExposure'

export function gameInputs(): Inputs<GameName> {
  const [game, period] = ['lucky-1m', '20260901-0001'] as const
  return {
    gameList: {},
    gameRound: { game },
    gameBet: {
      requestId: randomUUID(),
      game,
      period,
      picks: ['green', '7'],
      contract: '10.00',
      multiple: 2,
    },
    gameOrders: { ...page, game, status: 'win' },
    gameHistory: { ...page, game },
    gameTrend: { game },
    gameProof: { game, period },
    gameWeb: {},
    operatorGames: {},
    gameExposure: { game },
  }
}

type FinanceDeskName =
  | 'financeProducts'
  | 'financeCheck'
  | 'financeSave'
  | 'financeFund'
  | 'financeDefund'
  | 'financeClose'

export function financeDeskInputs(): Inputs<FinanceDeskName> {
  const requestId = randomUUID()
  const product: Inputs<FinanceDeskName>['financeCheck'] = {
    code: `N${requestId.slice(0, 8).toUpperCase()}`,
    unitPrice: '100.00',
    minUnits: 1,
    maxUnits: 10,
    units: 100,
    termHours: 720,
    termUnit: 'days',
    dailyRatePpm: 500,
    payout: 'at_maturity',
    needsTrc20: false,
    saleFrom: Date.UTC(2100, 0, 1),
    saleUntil: Date.UTC(2100, 1, 1),
    texts: [{ language: 'en-us', name: 'Trial', funding: 'From sales' }],
  }
  const money = { code: 'F7', reference: `B ${requestId}`, reason, requestId }
  return {
    financeProducts: {},
    financeCheck: product,
    financeSave: { ...product, reason, requestId },
    financeFund: { ...money, amount: '1.00' },
    // more than the reserve has
    financeDefund: { ...money, amount: '999999999.00' },
    financeClose: { code: 'F7', reason },
  }
}
