import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSessions, isToken, tokenHash, type Caller } from './auth.ts'

const caller = (id: string): Caller => ({
  memberId: `m-${id}`,
  sessionId: id,
  status: 'active',
  country: null,
  realityDueAt: Number.MAX_SAFE_INTEGER,
  signKey: createSecretKey(Buffer.alloc(32)),
})

/** Sessions by token hash, a clock, and look-ups that answer when the test says so. */
function bench(alive: Map<string, Caller>) {
  let now = 0
  const lookUps: { tokens: readonly string[]; answer(): void; fail(error: Error): void }[] = []
  const sessions = createSessions(
    (tokens) =>
      new Promise((resolve, reject) => {
        // the database answers with the state at the time of the query
        const found = new Map(
          tokens.flatMap((token) => (alive.has(token) ? [[token, alive.get(token)!]] : [])),
        )
        lookUps.push({ tokens, answer: () => resolve(found), fail: reject })
      }),
    () => now,
  )
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { sessions, lookUps, turn, advance: (ms: number) => void (now += ms) }
}

test('looks up simultaneous misses together, and later misses together in the next look-up', async () => {
  const { sessions, lookUps, turn } = bench(new Map([['a', caller('1')]]))
  const first = [sessions.find('a'), sessions.find('b'), sessions.find('a')]
  await turn()
  const later = [sessions.find('c'), sessions.find('d'), sessions.find('b')]
  await turn()
  expect(lookUps.map(({ tokens }) => tokens)).toEqual([['a', 'b']])
  lookUps[0]!.answer()
  expect(await Promise.all(first.map(async (one) => one))).toMatchObject([
    { sessionId: '1' },
    null,
    { sessionId: '1' },
  ])
  await turn()
  expect(lookUps.map(({ tokens }) => tokens)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  lookUps[1]!.answer()
  expect(await Promise.all(later.map(async (one) => one))).toEqual([null, null, null])
})

test('caches a session for two seconds, and looks a dead token up each time', async () => {
  const { sessions, lookUps, turn, advance } = bench(new Map([['a', caller('1')]]))
  const known = sessions.find('a')
  await turn()
  lookUps[0]!.answer()
  await known
  expect(sessions.find('a')).toMatchObject({ sessionId: '1' })
  advance(1_999)
  expect(sessions.find('a')).toMatchObject({ sessionId: '1' })
  advance(1)
  expect(sessions.find('a')).toBeInstanceOf(Promise)
  expect(sessions.find('dead')).toBeInstanceOf(Promise)
})

test('forgets an ended session at once', async () => {
  const alive = new Map([['a', caller('1')]])
  const { sessions, lookUps, turn } = bench(alive)
  const known = sessions.find('a')
  await turn()
  lookUps[0]!.answer()
  await known
  alive.clear()
  sessions.forget(['1'])
  const again = sessions.find('a')
  await turn()
  lookUps[1]!.answer()
  expect(await again).toBeNull()
})

test('does not cache the result of a look-up that was running when the session ended', async () => {
  const alive = new Map([['a', caller('1')]])
  const { sessions, lookUps, turn } = bench(alive)
  const before = sessions.find('a')
  await turn()
  alive.clear()
  sessions.forget(['1'])
  // this call comes after the end, so it must not share the earlier look-up
  const after = sessions.find('a')
  lookUps[0]!.answer()
  await before
  await turn()
  lookUps[1]!.answer()
  expect(await after).toBeNull()
  expect(sessions.find('a')).toBeInstanceOf(Promise)
})

test('a failed look-up fails its own callers only', async () => {
  const { sessions, lookUps, turn } = bench(new Map([['a', caller('1')]]))
  const failing = sessions.find('a')
  await turn()
  lookUps[0]!.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = sessions.find('a')
  await turn()
  lookUps[1]!.answer()
  expect(await again).toMatchObject({ sessionId: '1' })
})

test('accepts only 32 bytes of base64url as a token', () => {
  const token = Buffer.alloc(32, 0xfb).toString('base64url')
  expect(isToken(token)).toBe(true)
  for (const text of ['', token.slice(1), `${token}A`, token.replace('-', '+'), `${token.slice(1)}=`]) {
    expect(isToken(text)).toBe(false)
  }
  expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/)
})
