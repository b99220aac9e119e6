/**
 * Keeps one connection to the event stream open for the wanted topics. It opens a new one when more topics are wanted,
 * and retries with growing pauses after a failure. It knows neither browser nor clock, so that tests can drive it.
 */

export type LinkEvent = { name: string; data: unknown }

/** Opens a connection with a ticket. @returns a function that closes it */
export type Source = (
  ticket: string,
  heard: (name: string, data: unknown) => void,
  failed: () => void,
) => () => void

export type LinkOptions = {
  ticket: (topics: readonly string[]) => Promise<string>
  source: Source
  /** Runs a function later. @returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  /** 0 ≤ n < 1 */
  random: () => number
  /** receives every event */
  news: (event: LinkEvent) => void
  /** receives the carried topics whenever they change */
  carries: (topics: ReadonlySet<string>) => void
}

export type Link = {
  /** Sets the wanted topics, replacing the earlier ones. */
  want: (topics: readonly string[]) => void
  /** Closes the connection until `resume`, because the page is in the background. */
  pause: () => void
  resume: () => void
  /** Closes now. The next connection asks for a new ticket, which belongs to the member of that moment. */
  drop: () => void
}

/** A change of wanted topics takes effect after this pause, because screens change quickly. */
const REST_MS = 150
/** A connection without topics stays open this long, for the next screen. */
const IDLE_MS = 10_000
/** The most time between ticket and first event. A proxy that holds events back counts as a failure. */
const HELLO_MS = 10_000
/** A connection without a beat for this many intervals is dead. */
const BEATS = 2.2
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** The pause after another tab of the same session took the place. */
const REPLACED_PAUSE_MS = 60_000
/** The server accepts at most this many topics. */
const MOST_TOPICS = 40

/** One connection, from its ticket to its end. */
type Connection = { readonly topics: ReadonlySet<string>; close: () => void }

export function createLink(options: LinkOptions): Link {
  let wanted: readonly string[] = []
  /** the connection in use, and the one that replaces it after its hello */
  let current: Connection | null = null
  let coming: Connection | null = null
  let failures = 0
  let paused = false
  let cancelNext: (() => void) | null = null

  function next(ms: number): void {
    cancelNext?.()
    cancelNext = options.after(ms, () => {
      cancelNext = null
      look()
    })
  }

  function look(): void {
    if (paused) return
    const covers = (connection: Connection | null) =>
      connection !== null && wanted.every((topic) => connection.topics.has(topic))
    if (wanted.length === 0) close()
    else if (!covers(current) && !covers(coming)) {
      coming?.close()
      coming = connect(options, new Set(wanted), { opened, ended })
    }
  }

  function close(): void {
    coming?.close()
    coming = null
    if (!current) return
    current.close()
    current = null
    options.carries(new Set())
  }

  function opened(connection: Connection): void {
    current?.close()
    current = connection
    coming = null
    failures = 0
    options.carries(connection.topics)
  }

  function ended(connection: Connection, isReplaced: boolean): void {
    if (connection === current) {
      current = null
      options.carries(new Set())
    } else coming = null
    const pauseMs = isReplaced
      ? REPLACED_PAUSE_MS
      : Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    failures++
    // when a server stops, all connections end together; the random pause spreads the reconnects
    next(pauseMs * (0.5 + options.random() / 2))
  }

  return {
    want(topics) {
      wanted = [...new Set(topics)].slice(0, MOST_TOPICS)
      // a change of screens does not shorten the pause after a failure
      if (failures === 0 || cancelNext === null) next(wanted.length === 0 ? IDLE_MS : REST_MS)
    },
    pause() {
      paused = true
      close()
    },
    resume() {
      if (!paused) return
      paused = false
      failures = 0
      next(0)
    },
    drop() {
      close()
      failures = 0
      next(REST_MS)
    },
  }
}

type Reports = {
  opened: (connection: Connection) => void
  /** called once, unless this side closed the connection */
  ended: (connection: Connection, isReplaced: boolean) => void
}

function connect(
  { after, ticket, source, news }: LinkOptions,
  topics: ReadonlySet<string>,
  { opened, ended }: Reports,
): Connection {
  let isOver = false
  let closeSource: (() => void) | undefined
  let patienceMs = HELLO_MS
  let calm = after(patienceMs, () => end(false))

  const connection: Connection = {
    topics,
    close() {
      isOver = true
      calm()
      closeSource?.()
    },
  }

  function end(isReplaced: boolean): void {
    if (isOver) return
    connection.close()
    ended(connection, isReplaced)
  }

  function heard(name: string, data: unknown): void {
    if (isOver) return
    if (name === 'hello') patienceMs = (data as { beatMs: number }).beatMs * BEATS
    calm()
    calm = after(patienceMs, () => end(false))
    if (name === 'hello') opened(connection)
    else if (name === 'bye') end((data as { reason: string }).reason === 'replaced')
    else if (name !== 'beat') news({ name, data })
  }

  ticket([...topics]).then(
    (text) => {
      if (!isOver) closeSource = source(text, heard, () => end(false))
    },
    () => end(false),
  )
  return connection
}
