// @vitest-environment happy-dom
import { buy } from '@fairlot/contract/endpoints/mall/orders'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Output } from '../api/api.ts'
import { server, setUpApp } from '../testing/open-app.tsx'
import { useMoneyCall } from './actions.ts'
import { queryClient } from './query-client.ts'

setUpApp()

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

const boughtOf = (issue: string): Output<typeof buy> => ({
  order: issue,
  issue,
  status: 'awaiting_draw',
  first: 1_000_001,
  quantity: 1,
  amount: '1.00',
  discount: null,
})

test('a call is repeated with its own request id, and tells it, also when another one is made meanwhile', async () => {
  let isLost = false
  server.answer(buy, ({ issue }) => {
    if (isLost || issue !== 'SLOW-0001') return boughtOf(issue)
    isLost = true
    throw new TypeError('network failure')
  })
  const told: string[] = []
  const onSuccess = ({ issue }: { issue: string }, requestId: string) =>
    void told.push(`${issue} ${requestId}`)
  const screen = () => renderHook(() => useMoneyCall(buy, { onSuccess }), { wrapper }).result
  const [slow, fast] = [screen(), screen()]
  act(() => {
    slow.current.mutate({ issue: 'SLOW-0001', quantity: 1 })
    fast.current.mutate({ issue: 'FAST-0001', quantity: 1 })
  })
  await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(2)
  const sent = server.inputs(buy).map(({ issue, requestId }) => `${issue} ${requestId}`)
  expect(sent).toHaveLength(3)
  expect(told).toEqual([sent[1], sent[2]])
  expect(sent[2]).toBe(sent[0])
  expect(new Set(sent.map((call) => call.split(' ')[1])).size).toBe(2)
})
