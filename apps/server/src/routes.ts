/** Maps every endpoint to its handler. */
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import type { ErasedHandler, Handler } from './platform/http/http-handler.ts'
import type { Registered } from './platform/http/http.ts'
import { ADDRESS_RATES, ENDPOINT_RATES } from './platform/http/rate.ts'

export type Routes = { [N in EndpointName]: Handler<Endpoints[N]> }

/** The routes with their rate limits, as the envelope takes them. */
export function registered(routes: Routes): Registered[] {
  return Object.entries(ENDPOINTS).map(([name, endpoint]) => ({
    endpoint,
    // safe cast: the schema of the same endpoint parses the input that the handler takes
    handler: routes[name as EndpointName] as ErasedHandler,
    rate: ENDPOINT_RATES[name as EndpointName] ?? 'session',
    addressRate: ADDRESS_RATES[name as EndpointName],
  }))
}
