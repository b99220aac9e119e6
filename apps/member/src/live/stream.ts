/** The app's event stream: its ticket, its connection, the page in the background, changes of session. */
import { MEMBER_TOPICS, streamTicket } from '@fairlot/contract/endpoints/stream'
import { useSession } from '../stores/session.ts'
import { call } from '../api/api.ts'
import type { LiveTopic } from './topics.ts'
import { APPLIED_EVENTS, applyEvent, forgetVersions } from './stream-events.ts'
import { createLink, type Link, type Source } from './stream-link.ts'
import { createSlots, SLOT_AGAIN_MS } from './stream-slots.ts'
import { queryClient } from '../queries/query-client.ts'
import { react } from '../api/reactions.ts'

const EVENTS = ['hello', 'beat', 'bye', ...APPLIED_EVENTS]

function openSource(ticket: string, heard: Parameters<Source>[1], failed: () => void) {
  const source = new EventSource(`/api/stream?ticket=${encodeURIComponent(ticket)}`)
  for (const name of EVENTS) {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => heard(name, JSON.parse(data)))
  }
  // otherwise the browser would reconnect with a used ticket
  source.addEventListener('error', failed)
  return () => source.close()
}

async function askTicket(topics: readonly string[]): Promise<string> {
  try {
    return (await call(streamTicket, { topics: [...topics] })).ticket
  } catch (error) {
    react(error, { kind: 'query' })
    throw error
  }
}

const currentMember = () => useSession.getState().session?.member.id ?? null

const isUsable = () => document.visibilityState === 'visible' && navigator.onLine

/** A tab that is hidden for less than this keeps its stream. */
const HIDDEN_MS = 5_000

/** Other versions of HTTP carry all streams on one connection. The browser does not say which it is before the page has loaded. */
function sharesConnections(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  const protocol = page && 'nextHopProtocol' in page ? page.nextHopProtocol : ''
  return protocol === 'h2' || protocol === 'h3'
}

const slots = createSlots(
  {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
  },
  `${Date.now()}.${Math.random()}`,
)

function watchPage(link: Link): void {
  const isLimited = !sharesConnections()
  let hiding: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    link.pause()
    if (isLimited) slots.release()
  }
  const enter = () => {
    if (!isLimited || slots.claim()) link.resume()
    else link.pause()
  }
  const look = () => {
    clearTimeout(hiding)
    if (isUsable()) enter()
    else hiding = setTimeout(leave, navigator.onLine ? HIDDEN_MS : 0)
  }
  if (isLimited) {
    setInterval(() => {
      if (isUsable()) enter()
    }, SLOT_AGAIN_MS)
    addEventListener('pagehide', slots.release)
  }
  document.addEventListener('visibilitychange', look)
  globalThis.addEventListener('online', look)
  globalThis.addEventListener('offline', look)
  if (isUsable()) enter()
  else link.pause()
}

/**
 * Starts the stream for the life of the page.
 *
 * @param carries receives the carried topics whenever they change
 * @returns a function that sets the wanted topics
 */
export function startStream(
  carries: (topics: ReadonlySet<string>) => void,
): (topics: readonly LiveTopic[]) => void {
  const link = createLink({
    ticket: askTicket,
    source: openSource,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    news: (event) => applyEvent(queryClient, event),
    carries,
  })
  let wanted: readonly LiveTopic[] = []
  const ofMember: readonly LiveTopic[] = MEMBER_TOPICS
  const tell = () =>
    link.want(wanted.filter((topic) => !ofMember.includes(topic) || currentMember() !== null))
  let member = currentMember()
  useSession.subscribe(() => {
    if (currentMember() === member) return
    member = currentMember()
    // a connection opened for one member is never used for another
    forgetVersions()
    link.drop()
    tell()
  })
  watchPage(link)
  return (topics) => {
    wanted = topics
    tell()
  }
}
