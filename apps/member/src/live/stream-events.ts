/** Applies events to the kept answers: updates them where the event says enough, else has them fetched again. */
import { financeDetail, financeList } from '@fairlot/contract/endpoints/finance'
import { gameRound } from '@fairlot/contract/endpoints/game'
import { prizeDetail } from '@fairlot/contract/endpoints/growth/prize'
import { netMonths, netPosition } from '@fairlot/contract/endpoints/guard'
import { account, home } from '@fairlot/contract/endpoints/home'
import { goodsDetail, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { confirmOrder, orderDetail, orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { issueVersion } from '@fairlot/contract/endpoints/stream'
import type {
  balanceEvent,
  betsEvent,
  drawsEvent,
  financeEvent,
  gameEvent,
  homeEvent,
  issueEvent,
  noticesEvent,
  eventEvent,
  prizesEvent,
  recordsEvent,
  tasksEvent,
  teamEvent,
  unitsEvent,
  vouchersEvent,
} from '@fairlot/contract/endpoints/stream'
import { walletStatement, rechargeLog, rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import type { Query, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import type { LinkEvent } from './stream-link.ts'
import { gameTopic } from './topics.ts'
import type { LiveTopic } from './topics.ts'

type IssueEvent = z.infer<typeof issueEvent>
type DrawsEvent = z.infer<typeof drawsEvent>
type HomeEvent = z.infer<typeof homeEvent>
type BalanceEvent = z.infer<typeof balanceEvent>
type PrizeEvent = z.infer<typeof eventEvent>
type PrizesEvent = z.infer<typeof prizesEvent>
type RecordsEvent = z.infer<typeof recordsEvent>
type NoticesEvent = z.infer<typeof noticesEvent>
type VouchersEvent = z.infer<typeof vouchersEvent>
type BetsEvent = z.infer<typeof betsEvent>
type GameEvent = z.infer<typeof gameEvent>
type FinanceEvent = z.infer<typeof financeEvent>
type TasksEvent = z.infer<typeof tasksEvent>
type TeamEvent = z.infer<typeof teamEvent>
type UnitsEvent = z.infer<typeof unitsEvent>
type FinanceProduct = Output<typeof financeList>['items'][number]
type Card = Output<typeof goodsDetail>['card']

const pathsOf = (...endpoints: readonly EndpointDefinition[]) =>
  new Set<unknown>(endpoints.map(({ path }) => path))
/** Endpoints whose answers contain issue cards. */
const WITH_CARDS = pathsOf(home, goodsList, goodsDetail, confirmOrder, orderList, orderIssues, orderDetail)
const LISTS = pathsOf(goodsList)
/** Endpoints whose answers depend on the member's balance. */
const OF_MONEY = pathsOf(
  account,
  confirmOrder,
  rechargeStatus,
  rechargeLog,
  walletStatement,
  netPosition,
  netMonths,
)
const OF_ORDERS = pathsOf(account, orderList, orderIssues, orderDetail)
/** Home shows a prize that waits for an answer. */
const OF_PRIZES = pathsOf(account, orderList, orderIssues, orderDetail, home)

/** In the key of a paged list, the path comes second. */
const isOf = ({ queryKey }: Query, paths: ReadonlySet<unknown>) =>
  paths.has(queryKey[0]) || paths.has(queryKey[1])

/** The last version of topics that have no state to compare with. */
const versions = new Map<string, number>()

/** Forgets all versions, because another member has logged in or the member has logged out. */
export const forgetVersions = (): void => versions.clear()

/** Whether the version is newer than the last one; `undefined` for the first. */
function isNews(topic: string, version: number): boolean | undefined {
  const last = versions.get(topic)
  if (last !== undefined && version <= last) return false
  versions.set(topic, version)
  return last === undefined ? undefined : true
}

type Events = {
  issue: IssueEvent
  draws: DrawsEvent
  home: HomeEvent
  balance: BalanceEvent
  records: RecordsEvent
  notices: NoticesEvent
  vouchers: VouchersEvent
  bets: BetsEvent
  units: UnitsEvent
  tasks: TasksEvent
  team: TeamEvent
  game: GameEvent
  finance: FinanceEvent
  event: PrizeEvent
  prizes: PrizesEvent
}
const APPLY: { [Name in keyof Events]: (client: QueryClient, event: Events[Name]) => void } = {
  issue: issueMoved,
  draws: drawsMoved,
  home: homeMoved,
  balance: balanceMoved,
  records: (client, event) => answersMoved(client, 'records', event),
  notices: (client, event) => answersMoved(client, 'notices', event),
  vouchers: (client, event) => answersMoved(client, 'vouchers', event),
  bets: (client, event) => answersMoved(client, 'bets', event),
  units: (client, event) => answersMoved(client, 'units', event),
  tasks: (client, event) => answersMoved(client, 'tasks', event),
  team: (client, event) => answersMoved(client, 'team', event),
  game: gameMoved,
  finance: financeMoved,
  event: prizeEventMoved,
  prizes: prizesMoved,
}

/** The names of the events that change answers. A browser hears only the names that it listens to. */
export const APPLIED_EVENTS: readonly string[] = Object.keys(APPLY)

export function applyEvent(client: QueryClient, { name, data }: LinkEvent): void {
  const apply = (APPLY as Record<string, ((client: QueryClient, event: never) => void) | undefined>)[name]
  // the contract's event of this name; the app and the server are of one version
  apply?.(client, data as never)
}

function refetch(client: QueryClient, predicate: (query: Query) => boolean): void {
  void client.invalidateQueries({ predicate })
}

/** Writes a sale into older cards. A change of stage says too little for a card, so the answer is fetched again. */
function issueMoved(client: QueryClient, event: IssueEvent): void {
  const outdated = new Set<Query>()
  for (const query of client.getQueryCache().findAll({ predicate: (one) => isOf(one, WITH_CARDS) })) {
    const changed = withCards(query.state.data, event.issue, (card) => {
      if (issueVersion(card) >= event.version) return card
      // nor does it say who sits on which seat
      if (card.status !== event.status || card.drawAt !== event.drawAt || card.seats !== null)
        outdated.add(query)
      return { ...card, sold: event.sold, participants: event.participants }
    })
    if (changed === query.state.data) continue
    const { dataUpdatedAt, isInvalidated } = query.state
    client.setQueryData(query.queryKey, changed, { updatedAt: dataUpdatedAt })
    // one newer card does not make the rest of an outdated answer newer: the next page that shows it asks again
    if (isInvalidated) query.invalidate()
  }
  // a list does not jump while the member scrolls through it
  if (outdated.size > 0) refetch(client, (query) => outdated.has(query) && !isOf(query, LISTS))
}

/** The answer with the issue's cards changed; the same object when it contains none. */
function withCards<T>(value: T, issue: string, change: (card: Card) => Card): T {
  if (typeof value !== 'object' || value === null) return value
  if (isCardOf(value, issue)) return change(value) as T & Card
  let isChanged = false
  const parts = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const after = withCards(part, issue, change)
    isChanged ||= after !== part
    return [key, after] as const
  })
  if (!isChanged) return value
  return (Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T
}

function isCardOf(value: object, issue: string): value is Card {
  return 'issue' in value && value.issue === issue && 'sold' in value && 'drawAt' in value
}

const productOf = (issue: string) => issue.slice(0, issue.lastIndexOf('-'))

/** All that look at an empty list learn of a step at the same moment. Refetching waits a random part of this. */
const EMPTY_SPREAD_MS = 300

/** A list of issues without an item, but for those of searches. */
function isEmptyList({ queryKey, state }: Query): boolean {
  const [, path, input] = queryKey as [unknown, unknown, Partial<Input<typeof goodsList>>?]
  const { pages } = (state.data ?? {}) as { pages?: Output<typeof goodsList>[] }
  if (path !== goodsList.path || input?.search !== undefined || !pages) return false
  return pages.every(({ items, next }) => items.length === 0 && next === null)
}

/** Has empty lists fetched again. A list with items does not jump while the member scrolls through it. */
const fillEmpty = (client: QueryClient): void =>
  void setTimeout(() => refetch(client, isEmptyList), Math.random() * EMPTY_SPREAD_MS)

/** A draw step: has the page of the product's next issue, the member's orders in the issue and empty lists fetched again. */
function drawsMoved(client: QueryClient, { issue, step, version }: DrawsEvent): void {
  const news = isNews('draws', version)
  // also after the first event of a connection: an answer may be older than it
  if (news !== false && (step === null || step === 'opened' || step === 'drawn')) fillEmpty(client)
  if (issue === null) {
    // steps were missed while there was no connection
    if (news) refetch(client, (query) => isOf(query, OF_ORDERS))
    return
  }
  const code = productOf(issue)
  const concerns = (data: unknown) => {
    let found = false
    withCards(data, issue, (card) => {
      found = true
      return card
    })
    return found
  }
  refetch(client, (query) => {
    const { data } = query.state
    if (step === 'opened') {
      const { card } = (data ?? {}) as { card?: Card }
      return query.queryKey[0] === goodsDetail.path && card?.product.code === code
    }
    return isOf(query, OF_ORDERS) && concerns(data)
  })
}

/** Home changes for all members at once. Refetching waits this long, plus a random part, to spread the load. */
const HOME_EVERY_MS = 2_000
const HOME_SPREAD_MS = 300
let homeVersion = 0
let homeAskedAt = 0
let homeTimer: ReturnType<typeof setTimeout> | undefined

/** The server time in an answer is slightly later than its data. */
const READING_MS = 1_000

/** The version is the time of the last change, so it shows whether an answer includes the change. */
function homeMoved(client: QueryClient, { version }: HomeEvent): void {
  homeVersion = Math.max(homeVersion, version)
  homeTimer ??= setTimeout(
    () => {
      homeTimer = undefined
      homeAskedAt = Date.now()
      askHome(client)
    },
    Math.max(0, homeAskedAt + HOME_EVERY_MS - Date.now()) + Math.random() * HOME_SPREAD_MS,
  )
}

function askHome(client: QueryClient): void {
  refetch(client, ({ queryKey, state }) => {
    if (queryKey[0] !== home.path || state.data === undefined) return false
    return (state.data as Output<typeof home>).serverTime - READING_MS < homeVersion
  })
}

function balanceMoved(client: QueryClient, { balance, version }: BalanceEvent): void {
  const news = isNews('balance', version)
  if (news === false) return
  let isOther = news === true
  client.setQueriesData<Output<typeof account>>(
    { predicate: ({ queryKey }) => queryKey[0] === account.path },
    (old) => {
      if (!old || old.balance === balance) return old
      isOther = true
      return { ...old, balance }
    },
  )
  if (isOther) refetch(client, (query) => isOf(query, OF_MONEY))
}

/**
 * The event says only that a recharge, a withdrawal, the list of notices, a voucher, a bet, a finance order or a task changed. The answers that name the topic are fetched again, also after the
 * first event of a connection: they may be older than it.
 */
function answersMoved(
  client: QueryClient,
  topic: 'records' | 'notices' | 'vouchers' | 'bets' | 'units' | 'tasks' | 'team',
  { version }: RecordsEvent | NoticesEvent | VouchersEvent | BetsEvent | UnitsEvent | TasksEvent | TeamEvent,
): void {
  if (isNews(topic, version) === false) return
  refetch(client, (query) => names(query, topic))
}

/** Whether the answer names the topic. */
const names = ({ meta }: Query, topic: LiveTopic): boolean =>
  (meta?.['topics'] as readonly LiveTopic[] | undefined)?.includes(topic) === true

/** All that watch a game learn of a step at the same moment. Refetching waits a random part of this. */
const GAME_SPREAD_MS = 400
/** By game: the step that its answers were last asked for. */
const steps = new Map<string, string>()

const stepOf = ({ round, previous }: Pick<GameEvent, 'round' | 'previous'>): string =>
  [round?.period, round?.status, round?.drawAt, previous?.period, previous?.status].join(' ')

/** A round of a game went a step further: its answers are fetched again. Further bets of a round change only their sums. */
function gameMoved(client: QueryClient, event: GameEvent): void {
  const { game, round, version } = event
  const topic = gameTopic(game)
  if (isNews(topic, version) === false) return
  if (round !== null) {
    client.setQueriesData<Output<typeof gameRound>>(
      { predicate: ({ queryKey }) => queryKey[0] === gameRound.path },
      (old) =>
        old?.round?.game === game && old.round.period === round.period && old.round.status === round.status
          ? { ...old, round: { ...old.round, bets: round.bets, stake: round.stake } }
          : old,
    )
  }
  const step = stepOf(event)
  if (steps.get(game) === step) return
  steps.set(game, step)
  setTimeout(() => refetch(client, (query) => names(query, topic)), Math.random() * GAME_SPREAD_MS)
}

/** Writes what moved into older answers of a product: the event has all of it. */
function financeMoved(client: QueryClient, { topic, ...moved }: FinanceEvent): void {
  if (isNews(topic, moved.version) === false) return
  const newer = (product: FinanceProduct): FinanceProduct =>
    product.code === moved.code && product.version < moved.version ? { ...product, ...moved } : product
  client.setQueriesData<Output<typeof financeList>>(
    { predicate: ({ queryKey }) => queryKey[0] === financeList.path },
    (old) => old && { ...old, items: old.items.map(newer) },
  )
  client.setQueriesData<Output<typeof financeDetail>>(
    { predicate: ({ queryKey }) => queryKey[0] === financeDetail.path },
    (old) => old && { ...old, product: newer(old.product) },
  )
}

/** What others see of an event is in the event itself; its results and the member's own part are read again. */
function prizeEventMoved(client: QueryClient, { topic, ...moved }: PrizeEvent): void {
  if (isNews(topic, moved.version) === false) return
  refetch(client, ({ queryKey, state }) => {
    if (queryKey[0] !== prizeDetail.path) return false
    const shown = (state.data as Output<typeof prizeDetail> | undefined)?.event
    return !shown || (shown.event === moved.event && shown.version < moved.version)
  })
}

/** The event says only that a prize of the member went a step further. After the first event of a connection, only shown prizes are read again. */
function prizesMoved(client: QueryClient, { version }: PrizesEvent): void {
  const news = isNews('prizes', version)
  if (news === false) return
  refetch(client, (query) => {
    if (news) return isOf(query, OF_PRIZES) || names(query, 'prizes')
    const { prize = null } = (query.state.data ?? {}) as { prize?: object | null }
    return query.queryKey[0] === orderDetail.path && prize !== null
  })
}
