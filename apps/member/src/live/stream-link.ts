/**
 * Keeps one connection open to the event stream for whatever is wanted: renews it when more is wanted, and comes back
 * later and later when it fails. Knows neither browser nor clock, so that tests drive it.
 */

export type LinkEvent = { name: string; data: unknown }

/** Opens a connection with a ticket. @returns what closes it */
export type Source = (
  ticket: string,
  heard: (name: string, data: unknown) => void,
  failed: () => void,
) => () => void

export type LinkOptions = {
  ticket: (topics: readonly string[]) => Promise<string>
  source: Source
  /** Runs something later; what it returns calls it off. */
  after: (ms: number, run: () => void) => () => void
  /** 0 ≤ n < 1 */
  random: () => number
  /** told of every event that is news */
  news: (event: LinkEvent) => void
  /** told which topics are carried, when that changes */
  carries: (topics: ReadonlySet<string>) => void
}

export type Link = {
  /** These topics are wanted from now on, and no others. */
  want: (topics: readonly string[]) => void
  /** Closes until `resume`: nobody looks. */
  pause: () => void
  resume: () => void
  /** Closes now; what is wanted next is asked for anew, as whoever it is then. */
  drop: () => void
}

/** Screens change: what is wanted is looked at when it has rested this long. */
const REST_MS = 150
/** A connection for nothing is kept this long, for the screen that comes next. */
const IDLE_MS = 10_000
/** Between a ticket and the first event; a proxy that holds events back counts as a failure. */
const HELLO_MS = 10_000
/** Without a beat for this many intervals the connection is dead. */
const BEATS = 2.2
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Another tab of the same session took the place: it is that tab's turn. */
const REPLACED_PAUSE_MS = 60_000
/** As the server takes them. */
const MOST_TOPICS = 40

/** One connection, from its ticket to its end. */
type Connection = { readonly topics: ReadonlySet<string>; close: () => void }

export function createLink(options: LinkOptions): Link {
  let wanted: readonly string[] = []
  /** the one that carries, and the one that is to take its place once it has said hello */
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
    // everybody's connection ends together when a server stops: they shall not come back together
    next(pauseMs * (0.5 + options.random() / 2))
  }

  return {
    want(topics) {
      wanted = [...new Set(topics)].slice(0, MOST_TOPICS)
      // the pause after a failure is not cut short by a change of screens
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
  /** once, unless it was closed from here */
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
