// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { cardWith } from '../testing/issues.ts'
import { keepBought, useBought, useKnownCard } from './known.ts'

const card = (issue: string, sold: number) => cardWith({ issue, sold })

function clientWith(...answers: [key: string, answer: unknown, at: number][]) {
  const client = new QueryClient()
  for (const [key, answer, updatedAt] of answers) client.setQueryData([key], answer, { updatedAt })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, wrapper }
}

test('finds the card of an issue in the newest answer that has it', () => {
  const { wrapper } = clientWith(
    ['/goods/list', { pages: [{ items: [card('M1-0001', 4), card('M2-0001', 1)] }] }, 1],
    ['/index/index', { almostFull: [card('M1-0001', 5)] }, 2],
  )
  const known = (issue: string) => renderHook(() => useKnownCard(issue), { wrapper }).result.current
  expect(known('M1-0001')?.sold).toBe(5)
  expect(known('M2-0001')?.sold).toBe(1)
  expect(known('M3-0001')).toBeUndefined()
})

test('keeps the answer of a purchase as the order of the page after it', () => {
  const { client, wrapper } = clientWith(['/goods/detail', { card: card('M1-0001', 5) }, 1])
  keepBought(client, {
    order: 'o1',
    issue: 'M1-0001',
    status: 'awaiting_draw',
    first: 12,
    quantity: 3,
    amount: '6.0000',
    discount: null,
  })
  const { result } = renderHook(() => useBought('o1'), { wrapper })
  expect(result.current).toMatchObject({ order: 'o1', first: 12, quantity: 3, card: { issue: 'M1-0001' } })
  expect(renderHook(() => useBought('o2'), { wrapper }).result.current).toBeUndefined()
})
