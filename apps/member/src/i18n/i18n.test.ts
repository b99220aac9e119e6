import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'

// A module of its own, with no message yet: the files of this project share the others.
const address = './i18n.ts?alone'
const { isolate, keepMessages, loadMessages, message, pluralOf, provideMessages } = (await import(
  /* @vite-ignore */ address
)) as typeof import('./i18n.ts')

const tree = {
  left_one: '{{count}} share left',
  left_other: '{{count}} shares left',
  chance: 'Your chance is {{rate, percent}} of {{total}}',
  nested: { name: 'Hello {{name}}' },
}
const arabic = {
  left_one: 'حصة واحدة',
  left_two: 'حصتان',
  left_few: '{{count}} حصص',
  left_many: '{{count}} حصة',
  left_other: '{{count}} حصة',
}
// the test messages replace those of a real namespace
provideMessages('en-us', 'home', tree as never)
provideMessages('ar-sa', 'home', arabic as never)

afterEach(() => vi.unstubAllGlobals())

test('selects plural forms by language and groups numbers', () => {
  expect(message('en-us', 'home', 'left', { count: 1 })).toBe('1 share left')
  expect(message('en-us', 'home', 'left', { count: 1200 })).toBe('1,200 shares left')
  expect(message('ar-sa', 'home', 'left', { count: 2 })).toBe('حصتان')
  expect(message('ar-sa', 'home', 'left', { count: 3 })).toContain('حصص')
  expect(message('ar-sa', 'home', 'left', { count: 11 })).toContain('حصة')
})

test('resolves formats, nested keys, other namespaces and missing values', () => {
  expect(message('en-us', 'home', 'chance', { rate: 1.083, total: 1200n })).toBe(
    'Your chance is 1.08% of 1,200',
  )
  expect(message('en-us', 'ui', 'home:nested.name', { name: 'Rahim' })).toBe('Hello Rahim')
  expect(message('en-us', 'home', 'nested.name')).toBe('Hello {{name}}')
})

test('isolates inserted values in right-to-left text', () => {
  expect(isolate('K7P2XQ', 'en-us')).toBe('K7P2XQ')
  expect(isolate('K7P2XQ', 'ar-sa')).toBe('\u2068K7P2XQ\u2069')
  expect(isolate('نور', 'en-us')).toBe('\u2068نور\u2069')
})

test('fetches a namespace once, and again after a failure', async () => {
  const fetched = vi.fn<(url: string) => Promise<Response>>()
  fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
  fetched.mockImplementation(async () => Response.json({ title: 'Mall' }))
  vi.stubGlobal('fetch', fetched)
  await expect(loadMessages(['mall'])).rejects.toThrow('no messages')
  await Promise.all([loadMessages(['mall']), loadMessages(['mall'])])
  await loadMessages(['mall'])
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(message('en-us', 'mall', 'title')).toBe('Mall')
})

test('takes the messages of the first page from its file, and fetches the file of a namespace to keep it', async () => {
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({ title: 'Own file' }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('fairlotMessages', {
    language: 'en-us',
    namespaces: ['goods', 'guard'],
    trees: Promise.resolve({ goods: { title: 'Product' } }),
  })
  await loadMessages(['goods', 'guard', 'draw'])
  expect(message('en-us', 'goods', 'title')).toBe('Product')
  expect(message('en-us', 'guard', 'title')).toBe('Own file')
  expect(fetched).toHaveBeenCalledTimes(2)
  await keepMessages(['goods', 'guard', 'draw'])
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(fetched.mock.lastCall?.[0]).toContain('-goods.')
})

test('fetches each namespace when the file of the first page did not arrive', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ title: 'Own file' }))
  const trees = Promise.reject(new Error('no network'))
  trees.catch(() => undefined)
  vi.stubGlobal('fairlotMessages', { language: 'en-us', namespaces: ['account'], trees })
  await loadMessages(['account'])
  expect(message('en-us', 'account', 'title')).toBe('Own file')
})

test('the plural rules are those of CLDR', () => {
  const counts = [
    ...Array.from({ length: 305 }, (_, count) => count),
    999,
    1_000,
    1_000_000,
    1_000_001,
    2_000_000,
  ]
  for (const language of OFFERED_LANGUAGES) {
    const rules = new Intl.PluralRules(language)
    expect(counts.map((count) => pluralOf(language, count))).toEqual(
      counts.map((count) => rules.select(count)),
    )
  }
})
