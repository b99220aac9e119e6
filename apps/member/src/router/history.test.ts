import { describe, expect, test } from 'vitest'
import { createHashedHistory } from './history.ts'

type Entry = { url: URL; state: unknown }

/** The part of a browser window that a history needs. */
function fakeWindow(start: string): { win: Window; url: () => string; type: (href: string) => void } {
  const listeners = new Map<string, () => void>()
  const entries: Entry[] = [{ url: new URL(start), state: null }]
  const top = () => entries.at(-1)!
  const win = {
    get location() {
      return top().url
    },
    history: {
      get state() {
        return top().state
      },
      get length() {
        return entries.length
      },
      pushState: (state: unknown, _: string, href: string) =>
        entries.push({ url: new URL(href, top().url), state }),
      replaceState: (state: unknown, _: string, href?: string) => {
        entries[entries.length - 1] = {
          url: href === undefined ? top().url : new URL(href, top().url),
          state,
        }
      },
    },
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
    removeEventListener: () => undefined,
  }
  return {
    win: win as unknown as Window,
    url: () => top().url.href,
    type: (href) => {
      entries.push({ url: new URL(href, top().url), state: null })
      listeners.get('popstate')?.()
    },
  }
}

describe('the hashed history', () => {
  test('reads an address whose question mark a messenger encoded or lost', () => {
    for (const sent of ['regist%3Fcode=K7P2XQ', 'regist&code=K7P2XQ']) {
      const { win } = fakeWindow(`http://mall.test/#/pages/login/${sent}`)
      const { location } = createHashedHistory(win)
      expect([location.pathname, location.search]).toEqual(['/pages/login/regist', '?code=K7P2XQ'])
    }
  })

  test('reads path and search from the hash alone', () => {
    const { win } = fakeWindow('http://mall.test/?from=poster#/pages/goods/goods?issue=M1-0001')
    const { location } = createHashedHistory(win)
    expect(location.pathname).toBe('/pages/goods/goods')
    expect(location.search).toBe('?issue=M1-0001')
  })

  test('reads an address without a hash as home', () => {
    expect(createHashedHistory(fakeWindow('http://mall.test/').win).location.pathname).toBe('/')
    expect(createHashedHistory(fakeWindow('http://mall.test/#').win).location.pathname).toBe('/')
  })

  test('writes into the hash and keeps the part before it', () => {
    const { win, url } = fakeWindow('http://mall.test/?from=poster')
    const history = createHashedHistory(win)
    history.push('/pages/mall/mall?mode=cash')
    history.flush()
    expect(url()).toBe('http://mall.test/?from=poster#/pages/mall/mall?mode=cash')
    expect(history.createHref('/pages/index/index')).toBe('/?from=poster#/pages/index/index')
  })
  test('gives an entry of a typed address a key that stays', () => {
    const { win, type } = fakeWindow('http://mall.test/')
    const history = createHashedHistory(win)
    type('#/pages/mall/mall')
    const { pathname, state } = history.location
    expect(pathname).toBe('/pages/mall/mall')
    expect(state.__TSR_key).toMatch(/./)
    expect((win.history.state as typeof state).__TSR_key).toBe(state.__TSR_key)
  })
})
