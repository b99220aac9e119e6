/** Every endpoint → its handler. */
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import type { ErasedHandler, Handler } from './platform/http-handler.ts'
import type { Registered } from './platform/http.ts'
import { ENDPOINT_RATES } from './platform/rate.ts'

export type Routes = { [N in EndpointName]: Handler<Endpoints[N]> }

/** The routes as the protocol takes them. A name without a handler answers as an unknown path. */
export function registered(routes: Partial<Routes>): Registered[] {
  return Object.entries(ENDPOINTS).flatMap(([name, endpoint]) => {
    const handler = routes[name as EndpointName]
    if (!handler) return []
    // the schema of the same table entry makes the input that the handler takes
    return [
      {
        endpoint,
        handler: handler as ErasedHandler,
        rate: ENDPOINT_RATES[name as EndpointName] ?? 'session',
      } satisfies Registered,
    ]
  })
}
