/** The home page and the catalogue's categories. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Catalogue } from '../mall/index.ts'

export type HomeOptions = { catalogue: Catalogue; clock: Clock }

export function homeRoutes({ catalogue, clock }: HomeOptions): Handlers<Endpoints, 'home' | 'kinds'> {
  return {
    async home({ member, language }) {
      const { drawn, ...places } = await catalogue.featured({ memberId: member && member.memberId, language })
      return {
        ...places,
        winners: drawn.flatMap(({ issue, product, winner, drawnAt }) =>
          winner && drawnAt !== null
            ? [{ issue, title: product.title, name: winner.name, at: drawnAt, mine: winner.mine }]
            : [],
        ),
        serverTime: clock.now(),
      }
    },
    async kinds({ language }) {
      const [categories, modes] = await Promise.all([catalogue.categories(language), catalogue.zones()])
      return { categories, modes }
    },
  }
}
