// @vitest-environment happy-dom
import { TransportError } from '@fairlot/contract/client'
import { system } from '@fairlot/contract/endpoints/home'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NETWORK_TIMEOUT_MS } from '../timing.ts'
import { callAgain, pauses } from './api.ts'

/** The time-outs that code has asked for, by their length in milliseconds. */
let timeouts: Map<number, AbortController[]>
let tries = 0

beforeEach(() => {
  timeouts = new Map()
  tries = 0
  pauses.ms = [0, 0]
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController()
    timeouts.set(ms, [...(timeouts.get(ms) ?? []), end])
    return end.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A server that answers the first calls as told, and then hangs until the time-out of the call. */
function serve(...answers: (() => Promise<unknown>)[]): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const answer = answers[tries]
    tries += 1
    if (answer) return { status: 200, json: answer }
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('too late', 'TimeoutError')))
    })
  })
}

const cut = () => Promise.reject(new TypeError('the connection was cut'))
const input = {}

test('all tries of a call share one time-out: a server that hangs at the second try is not asked a third time', async () => {
  serve(cut)
  const failed = callAgain(system, input).catch((error: unknown) => error)
  await expect.poll(() => tries).toBe(2)
  for (const end of timeouts.get(NETWORK_TIMEOUT_MS) ?? []) end.abort()
  expect(await failed).toBeInstanceOf(TransportError)
  expect(tries).toBe(2)
  expect(timeouts.get(NETWORK_TIMEOUT_MS)).toHaveLength(1)
})

test('a call without an answer is tried twice more', async () => {
  serve(cut, cut, cut)
  await expect(callAgain(system, input)).rejects.toBeInstanceOf(TransportError)
  expect(tries).toBe(3)
})

test('a refusal by a flag that the app does not know is an answer: it has its message, and is not tried again', async () => {
  serve(async () => ({ flag: 1099, data: { message: 'The shop is closed for stocktaking.' } }))
  await expect(callAgain(system, input)).rejects.toMatchObject({
    flag: 1099,
    failure: { message: 'The shop is closed for stocktaking.' },
  })
  expect(tries).toBe(1)
})

test('an answer with a flag and without a message is no answer', async () => {
  const nothing = async () => ({ flag: 1099, data: null })
  serve(nothing, nothing, nothing)
  await expect(callAgain(system, input)).rejects.toBeInstanceOf(TransportError)
})
