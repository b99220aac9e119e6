/** Connects the wallet statement with the sellers. */
import { betSeller, type Betting } from './modules/games/index.ts'
import { shareSeller, type Mall } from './modules/mall/index.ts'
import type { WalletOptions } from './modules/wallet/index.ts'

type Sellers = { mall: Mall; betting: Betting }

/** What the sellers know of purchases, for the wallet statement. */
export function soldPurchases(sellers: () => Sellers): WalletOptions['purchases'] {
  return {
    async titlesOf(kind, purchases, language) {
      if (kind === shareSeller.kind) return sellers().mall.titlesOf(purchases, language)
      if (kind === betSeller.kind) return sellers().betting.titlesOf(purchases, language)
      return new Map<string, never>()
    },
    async topicsOf(at, kind, subjects) {
      if (kind === shareSeller.kind) return sellers().mall.productsOf(at, subjects)
      if (kind === betSeller.kind) return sellers().betting.gamesOf(at, subjects)
      return new Map<string, never>()
    },
    async find(memberId, text) {
      const { mall, betting } = sellers()
      const [{ orders, products }, bets] = await Promise.all([
        mall.findPurchases(memberId, text),
        betting.findBets(memberId, text),
      ])
      return {
        purchases: [...orders, ...bets],
        topics: products.map((topic) => ({ seller: shareSeller.kind, topic })),
      }
    },
  }
}
