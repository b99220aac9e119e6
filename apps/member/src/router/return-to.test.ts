import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { returnTo } from './return-to.ts'

const FORM = '/pages/payout/form'
const LIST = '/pages/payout/list'

function historyOf(...before: string[]) {
  const entries = [...before, FORM]
  return createMemoryHistory({ initialEntries: entries, initialIndex: entries.length - 1 })
}
/** The addresses of the history, from the present one backwards. */
function backwards(history: ReturnType<typeof historyOf>): string[] {
  const found = [history.location.href]
  while (history.canGoBack()) {
    history.back()
    found.push(history.location.href)
  }
  return found
}

test('a form that was opened from the page leaves one entry of it', () => {
  const history = historyOf('/', LIST)
  returnTo(history, { page: LIST })
  expect(backwards(history)).toEqual([LIST, '/'])
})

test('a form that was opened from another page is replaced by the page', () => {
  const history = historyOf('/')
  returnTo(history, { page: LIST })
  expect(backwards(history)).toEqual([LIST, '/'])
})

test('a form that was opened by its address is replaced by the page', () => {
  const history = historyOf()
  returnTo(history, { page: LIST })
  expect(backwards(history)).toEqual([LIST])
})

test('the page is told what was made', () => {
  const history = historyOf('/', `${LIST}?address=1`)
  returnTo(history, { page: LIST, target: `${LIST}?address=2`, isPage: (href) => href.startsWith(LIST) })
  expect(backwards(history)).toEqual([`${LIST}?address=2`, '/'])
})
