// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../queries/query-client.ts'
import { setUpApp } from '../../testing/open-app.tsx'
import { ExactMoney } from './money.tsx'

setUpApp()

function shown(amount: string, under = true): string[] {
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ExactMoney amount={amount} under={under} signed={!amount.startsWith('-')} />
    </QueryClientProvider>,
  )
  return [...container.querySelectorAll('.num')].map(({ textContent }) => textContent)
}

test.each([
  ['271.8699', ['+₫271.86', '+₫271.8699']],
  ['-0.0755', ['−₫0.07', '−₫0.0755']],
  ['12.5', ['+₫12.50']],
  ['0.0075', ['+₫0.0075']],
  ['-0.0001', ['−₫0.0001']],
  ['1234567890.1299', ['+₫1,234,567,890.12', '+₫1,234,567,890.1299']],
])('%s is rounded toward zero, and the whole amount is under it', (amount, texts) => {
  expect(shown(amount)).toEqual(texts)
})

test('a row that shows the whole amount elsewhere has two decimals, but never a zero for less than a cent', () => {
  expect(shown('271.8699', false)).toEqual(['+₫271.86'])
  expect(shown('0.0075', false)).toEqual(['+₫0.0075'])
})
