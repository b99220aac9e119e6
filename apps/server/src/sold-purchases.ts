/** Connects the wallet statement with the sellers and the rewards. */
import { unitSeller, type Finance } from './modules/finance/index.ts'
import { betSeller, type Betting } from './modules/games/index.ts'
import type { Growth } from './modules/growth/index.ts'
import { shareSeller, type Mall } from './modules/mall/index.ts'
import type { WalletOptions } from './modules/wallet/index.ts'

type Sellers = { mall: Mall; betting: Betting; finance: Finance; growth: Growth }

/** What the sellers know of purchases, and growth of rewards, for the wallet statement. */
export function soldPurchases(sellers: () => Sellers): WalletOptions['purchases'] {
  return {
    async titlesOf(kind, purchases, language) {
      if (kind === shareSeller.kind) return sellers().mall.titlesOf(purchases, language)
      if (kind === betSeller.kind) return sellers().betting.titlesOf(purchases, language)
      if (kind === unitSeller.kind) return sellers().finance.titlesOf(purchases, language)
      return new Map<string, never>()
    },
    async topicsOf(at, kind, subjects) {
      if (kind === shareSeller.kind) return sellers().mall.productsOf(at, subjects)
      if (kind === betSeller.kind) return sellers().betting.gamesOf(at, subjects)
      if (kind === unitSeller.kind) return sellers().finance.codesOf(at, subjects)
      return new Map<string, never>()
    },
    rewardsOf: (memberId, lines, language) => sellers().growth.rewardsOf(memberId, lines, language),
    async find(memberId, text) {
      const { mall, betting, finance } = sellers()
      const [{ orders, products }, bets, units] = await Promise.all([
        mall.findPurchases(memberId, text),
        betting.findBets(memberId, text),
        finance.findUnits(memberId, text),
      ])
      return {
        purchases: [...orders, ...bets, ...units],
        topics: products.map((topic) => ({ seller: shareSeller.kind, topic })),
      }
    },
  }
}
