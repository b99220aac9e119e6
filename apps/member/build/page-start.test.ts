import { describe, expect, test } from 'vitest'
import { routesText, screensIn } from './page-start.ts'

const HOME = `const homeScreen = screen(() => import('../screens/home/home.tsx'), {
  messages: ['home', 'mall'],
})
const homeRoute = createRoute({ path: '/', ...homeScreen })
`
const route = (at: string, messages: string) => `createRoute({
  path: '${at}',
  ...screen(() => import('../screens${at}.tsx'), { messages: ${messages}, member: true }),
})
`
const namespacesOf = (text: string, at: string) => screensIn(text).find((one) => one.path === at)?.namespaces

describe('the messages of a page', () => {
  const constants = `const RAIL = ['account', 'setting'] as const
const ORDERS = [...RAIL, 'order'] as const
`
  test('are the names of its list', () => {
    expect(screensIn(HOME + route('/a', `['mall', 'search']`))).toEqual([
      { path: '/', file: 'screens/home/home.tsx', namespaces: ['home', 'mall'] },
      { path: '/a', file: 'screens/a.tsx', namespaces: ['mall', 'search'] },
    ])
  })

  test('are those of a constant and of what it spreads, each once', () => {
    const text = constants + HOME + route('/a', 'ORDERS') + route('/b', `[...ORDERS, 'notices', 'account']`)
    expect(namespacesOf(text, '/a')).toEqual(['account', 'setting', 'order'])
    expect(namespacesOf(text, '/b')).toEqual(['account', 'setting', 'order', 'notices'])
  })

  test('stop the build when they are given in another form', () => {
    expect(() => screensIn(HOME + route('/a', 'ELSEWHERE'))).toThrow('does not find ELSEWHERE')
    expect(() => screensIn(HOME + route('/a', 'messagesOf()').replace('messages: ', 'texts: '))).toThrow(
      'does not understand',
    )
  })
})

test('every screen of the app has its messages', () => {
  const screens = screensIn(routesText())
  expect(screens.filter(({ namespaces }) => namespaces.length === 0)).toEqual([])
  expect(screens.find((one) => one.path === '/pages/order/record')?.namespaces).toContain('account')
})
