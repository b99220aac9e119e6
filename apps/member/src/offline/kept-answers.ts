/**
 * Keeps the answers that screens show on the device, so that a start without a network shows the last data. Kept are answers
 * of reading endpoints without secrets, per member, bounded in number, size and age; logging out clears them.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { DeviceStore } from './device-store.ts'

/** The endpoints whose answers are kept. Sessions, payment addresses and proofs are not among them. */
export const KEPT_PATHS: readonly string[] = [
  '/index/getsystem',
  '/index/index',
  '/index/kind',
  '/index/price',
  '/index/useraccount',
  '/index/winners',
  '/index/rule',
  '/goods/list',
  '/goods/detail',
  '/goods/history',
  '/goods/winners',
  '/goods/calculation',
  '/order/list',
  '/order/issues',
  '/order/detail',
  '/user/fundinglog',
  '/user/fundingmonths',
  '/user/limits',
  '/user/netposition',
  '/fair/about',
  '/task/list',
  '/task/member',
  '/team/summary',
  '/team/bonus',
  '/team/detail',
  '/index/userinvitelist',
  '/index/userinvitetop',
  '/index/userrebatelist',
  '/prize/detail',
]
const KEPT = new Set<unknown>(KEPT_PATHS)

const DAY_MS = 86_400_000
const MAX_AGE_MS = 3 * DAY_MS
const MAX_ANSWERS = 60
/** Characters of all kept answers together. */
const MAX_SIZE = 1_000_000
/** Further pages of a list are not kept. */
const MAX_PAGES = 2
const SAVE_AFTER_MS = 1_000

type Answer = { key: QueryKey; data: unknown; at: number }
type Kept = { build: string; answers: Answer[] }

export type KeeperOptions = {
  client: QueryClient
  store: DeviceStore
  /** names the build: another build may expect other answers */
  build: string
  /** id of the member who is logged in, or null */
  member: () => string | null
  now?: () => number
}

export type Keeper = {
  /** Shows kept answers where there are none yet. */
  restore: () => Promise<void>
  /** Saves the answers now. */
  save: () => Promise<void>
  /** Saves after each change, until the returned function is called. */
  watch: () => () => void
  /** Removes the kept answers of all members. */
  clear: () => Promise<void>
}

const pathOf = ([first, second]: QueryKey): unknown => (first === 'pages' ? second : first)
/** `fullKey` ends with the member, or with '' where the answer does not depend on one. */
const isOf = (key: QueryKey, member: string | null): boolean => {
  const owner = key.at(-1)
  return owner === '' || owner === member
}

function withoutFurtherPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) }
}

const answersOf = (queries: readonly Query[]): Answer[] =>
  queries
    .filter(({ queryKey, state }) => state.data !== undefined && KEPT.has(pathOf(queryKey)))
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: withoutFurtherPages(state.data),
      at: state.dataUpdatedAt,
    }))

/** The answers to keep: each once, the newest first, as many as the bounds allow. */
function bounded(answers: readonly Answer[], member: string | null, now: number): Answer[] {
  const newest = answers
    .filter(({ key, at }) => isOf(key, member) && now - at < MAX_AGE_MS)
    .toSorted((a, b) => b.at - a.at)
  const seen = new Set<string>()
  let size = 0
  return newest
    .filter(({ key }) => {
      const name = JSON.stringify(key)
      return !seen.has(name) && seen.add(name).size <= MAX_ANSWERS
    })
    .filter(({ data }) => (size += JSON.stringify(data).length) <= MAX_SIZE)
}

export function createKeeper({ client, store, build, member, now = Date.now }: KeeperOptions): Keeper {
  const place = () => `member:${member() ?? ''}`
  // One write at a time, so that clearing at a log out follows a write that is under way.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    last = last.then(act).catch(() => {
      // The browser keeps nothing (private window, full disk): the app then works online only.
    })
    return last
  }
  const earlier = async (): Promise<readonly Answer[]> => {
    const kept = (await store.read(place())) as Kept | undefined
    return kept?.build === build ? kept.answers : []
  }
  // What was kept before stays: the cache of this page has only what was opened since its start.
  const save = () =>
    inTurn(async () => {
      const answers = [...answersOf(client.getQueryCache().getAll()), ...(await earlier())]
      await store.write(place(), { build, answers: bounded(answers, member(), now()) } satisfies Kept)
    })
  return {
    save,
    clear: () => inTurn(() => store.clear()),
    restore: () =>
      inTurn(async () => {
        for (const { key, data, at } of await earlier()) {
          const fresh = now() - at < MAX_AGE_MS && isOf(key, member())
          if (!fresh || client.getQueryData(key) !== undefined) continue
          const query = client.getQueryCache().build(client, { queryKey: key, gcTime: DAY_MS })
          query.setData(data, { updatedAt: at, manual: true })
        }
      }),
    watch: () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.state.status !== 'success' || !KEPT.has(pathOf(query.queryKey)))
          return
        timer ??= setTimeout(() => {
          timer = undefined
          void save()
        }, SAVE_AFTER_MS)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}
