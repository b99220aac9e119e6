/** Hooks that act: `useAction` calls an endpoint, `useMoneyCall` one that moves money. Home only reads, so they are no part of the first load. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { call, callAgain, CallError } from '../api/api.ts'
import { createAttempts } from '../api/attempts.ts'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import { react } from '../api/reactions.ts'
import type { RechargeOptions } from '../api/reactions.ts'
import { useSession } from '../stores/session.ts'
import { refreshAll } from './queries.ts'

// accessed only when used, because some browsers throw at the mere name
const attempts = createAttempts({
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, value) => sessionStorage.setItem(name, value),
  removeItem: (name) => sessionStorage.removeItem(name),
})

/** A call without a known outcome, which this page did not send or whose answer it lost. */
export type InterruptedCall<E extends EndpointDefinition> = { input: WithoutRequestId<E>; requestId: string }

/** The call of the member that a reload or a lost answer interrupted; null: there is none. */
export function interruptedCall<E extends EndpointDefinition>(
  endpoint: E,
  member: string | null,
): InterruptedCall<E> | null {
  const left = attempts.left(endpoint.path, member)
  return left && { input: JSON.parse(left.input) as WithoutRequestId<E>, requestId: left.requestId }
}

/** Ends an interrupted call, whose outcome is known. */
export const endInterrupted = (endpoint: EndpointDefinition): void => attempts.close(endpoint.path)

/** The request ids of calls under way by their input, so that a try after a lost answer has the id of the first one. */
const chosen = new WeakMap<object, string>()

export type ActionOptions<E extends EndpointDefinition> = {
  /** endpoints whose answers this action changes: fetched again after success */
  touches?: readonly EndpointDefinition[]
  onSuccess?: (answer: Output<E>) => void
  onError?: (error: Error) => void
  /** the form shows `error.failure.fields` itself: no toast for them */
  quietFields?: boolean
  /** refusals that the screen shows itself: no toast for them */
  shows?: (error: CallError) => boolean
  /** the toast when no answer came, in place of "the server could not be reached" */
  lost?: string | undefined
  /** options for the recharge page when the balance is too small */
  recharge?: RechargeOptions
}

const isShown = (error: Error, shows: ActionOptions<EndpointDefinition>['shows']): boolean =>
  error instanceof CallError && shows?.(error) === true

/** An action of the member. Refusals get a toast and a reaction. The button shows `isPending`. */
export function useAction<E extends EndpointDefinition>(
  endpoint: E,
  { touches = [], onSuccess, onError, quietFields = false, shows, lost }: ActionOptions<E> = {},
): UseMutationResult<Output<E>, Error, Input<E>> {
  const client = useQueryClient()
  return useMutation<Output<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (answer) => {
      onSuccess?.(answer)
      await refreshAll(client, touches)
    },
    onError: (error) => {
      if (!isShown(error, shows)) react(error, { kind: 'action', quietFields, lost })
      onError?.(error)
    },
  })
}

/** Refusals after which the member repeats the same action: its outcome is open, or the member must answer first. */
const STILL_OPEN: ReadonlySet<string> = new Set(['PENDING', 'DEFECT', 'REALITY_CHECK'])

type WithoutRequestId<E extends EndpointDefinition> = Omit<Input<E>, 'requestId'>

export type MoneyOptions<E extends EndpointDefinition> = Omit<ActionOptions<E>, 'onSuccess'> & {
  /** `requestId`: the one that this device chose for the call that succeeded */
  onSuccess?: (answer: Output<E>, requestId: string) => void
}

/**
 * An action that moves money. Its request id is made before the first try and kept while the same input is tried again,
 * so that a lost answer and a second tap move money once. A final answer or another input ends the id.
 */
export function useMoneyCall<E extends EndpointDefinition>(
  endpoint: E,
  options: MoneyOptions<E> = {},
): UseMutationResult<Output<E>, Error, WithoutRequestId<E>> {
  const client = useQueryClient()
  const member = useSession((state) => state.session?.member.id ?? null)
  const { touches = [], onSuccess, onError, quietFields = false, shows, lost, recharge } = options
  return useMutation<Output<E>, Error, WithoutRequestId<E>>({
    mutationFn: (input) => {
      const requestId = attempts.open(endpoint.path, member, JSON.stringify(input))
      chosen.set(input, requestId)
      // A call without an answer is repeated with the same id: the server repeats its first answer.
      return callAgain(endpoint, { ...input, requestId } as Input<E>)
    },
    networkMode: 'always',
    onSuccess: async (answer, input) => {
      attempts.close(endpoint.path)
      const requestId = chosen.get(input)!
      chosen.delete(input)
      onSuccess?.(answer, requestId)
      await refreshAll(client, touches)
    },
    onError: (error, input) => {
      chosen.delete(input)
      const stillOpen = !(error instanceof CallError) || STILL_OPEN.has(error.code)
      if (!stillOpen) attempts.close(endpoint.path)
      else if (!(error instanceof CallError) || error.code !== 'REALITY_CHECK') attempts.lose(endpoint.path)
      if (!isShown(error, shows)) react(error, { kind: 'action', quietFields, lost, recharge })
      onError?.(error)
    },
  })
}
