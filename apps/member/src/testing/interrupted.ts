/** Calls that the page before a reload left open. */
import type { EndpointDefinition } from '@fairlot/contract/define'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import type { InterruptedCall } from '../queries/actions.ts'
import { MEMBER } from './open-app.tsx'

export const LEFT_REQUEST = '0190c2a4-6000-7a6f-ae9f-78dfcbe8d529'
/** The id of the purchase that a left call of a seller makes. */
export const LEFT_PURCHASE = purchaseId(MEMBER.id, LEFT_REQUEST)

const nameOf = (endpoint: EndpointDefinition) => `fairlot.attempt.${endpoint.path}`

export function leaveCall<E extends EndpointDefinition>(
  endpoint: E,
  input: InterruptedCall<E>['input'],
): void {
  const attempt = {
    member: MEMBER.id,
    input: JSON.stringify(input),
    requestId: LEFT_REQUEST,
    at: Date.now(),
  }
  sessionStorage.setItem(nameOf(endpoint), JSON.stringify(attempt))
}

export const isLeft = (endpoint: EndpointDefinition): boolean =>
  sessionStorage.getItem(nameOf(endpoint)) !== null
