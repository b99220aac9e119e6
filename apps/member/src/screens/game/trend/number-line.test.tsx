// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NumberLine } from './number-line.tsx'

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ period: `20261122-${index}`, outcome: index % 10 }))

test('the first rounds of a new mall are drawn as large as later ones', () => {
  render(<NumberLine kind="lucky" points={pointsOf(3)} label="three" fluid />)
  render(<NumberLine kind="lucky" points={pointsOf(15)} label="fifteen" fluid />)
  const [three, fifteen] = ['three', 'fifteen'].map((name) =>
    screen.getByRole('img', { name }).getAttribute('viewBox'),
  )
  expect(three).toBe(fifteen)
})
