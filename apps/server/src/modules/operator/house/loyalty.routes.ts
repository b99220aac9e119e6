/** What operators see of refunds of lost orders and of rewards. The settings change them. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Growth } from '../../growth/index.ts'

export type LoyaltyRoutesDeps = { loyalty: Pick<Growth['loyalty'], 'state'> }

export const loyaltyDeskRoutes = ({ loyalty }: LoyaltyRoutesDeps): Handlers<Endpoints, 'loyaltyState'> => ({
  loyaltyState: () => loyalty.state(),
})
