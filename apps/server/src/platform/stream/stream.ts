/**
 * The connections of `GET /api/stream`: each listens to its topics on the bus and sends them as server-sent events.
 *
 * A reader that falls behind gets the latest event of each topic when it catches up; if it does not, it is cut.
 */
import { MEMBER_TOPICS, type MemberTopic } from '@fairlot/contract/endpoints/stream'
import type { Bus, BusEvent } from './bus.ts'
import type { Timers } from './bus-coalescer.ts'

/** The response that events are written to. */
export type Sink = {
  /** @returns false when the reader is behind: the text is buffered, write again after `onDrain` */
  write(text: string): boolean
  /** Ends the response after the written text. */
  end(): void
  /** Cuts the connection. */
  destroy(): void
  onDrain(run: () => void): void
  /** called once, however the connection ends */
  onClose(run: () => void): void
}

export type StreamOwner = { readonly memberId: string; readonly sessionId: string }

export type StreamRequest = {
  /** topic names on the wire; `balance`, `records` and `prizes` are the owner's */
  readonly topics: readonly string[]
  readonly owner: StreamOwner | null
  /** address that the connection counts for; undefined: none */
  readonly address: string | undefined
}

/** The reason why the server ends a connection. */
export type Farewell = 'stopping' | 'session' | 'replaced'

export type StreamLimits = {
  /** maximum connections in total, per address, per session; a session's oldest is closed for a new one */
  readonly inAll: number
  readonly perAddress: number
  readonly perSession: number
}

export type Streams = {
  /** Whether the limits allow one more connection. */
  hasRoom(request: StreamRequest): boolean
  /** Opens a connection; cuts it when the limits do not allow it. */
  open(request: StreamRequest, sink: Sink): void
  /** Ends the connections of these sessions. */
  endSessions(sessionIds: Iterable<string>): void
  /** Ids of sessions with a connection. */
  sessions(): string[]
  /** Bus topics with at least one connection. */
  topics(): Set<string>
  /** Open connections, for metrics. */
  size(): number
  /** Sends `bye` to all connections and accepts no new one. */
  close(): void
}

export type StreamsOptions = {
  bus: Bus
  timers: Timers
  /** Requests the current state of bus topics for a new connection; it is published soon. */
  refresh(topics: readonly string[]): void
  /** called at each beat */
  onBeat?: () => void
  limits?: Partial<StreamLimits>
}

export const BEAT_MS = 15_000
const RETRY_MS = 2_000
const LIMITS: StreamLimits = { inAll: 20_000, perAddress: 1_000, perSession: 6 }
/** Maximum events that wait for a reader. Topics are few, so only steps of draws can exceed it. */
const MAX_WAITING = 200

/** The bus topic of a name on the wire; undefined when the owner may not receive it. */
function busTopic(name: string, owner: StreamOwner | null): string | undefined {
  const own = MEMBER_TOPICS.find((one) => one === name)
  if (!own) return name
  return owner ? memberTopic(own, owner.memberId) : undefined
}

/** The bus topic of what a member alone receives. */
export const memberTopic = (name: MemberTopic, memberId: string) => `${name}:${memberId}`

/** Serialised events, so that an event for thousands of connections is serialised once. */
const texts = new WeakMap<BusEvent, string>()

/** An event as sent over the wire. Its `id` is topic and version. */
function eventText(name: string, event: BusEvent): string {
  let text = texts.get(event)
  if (text === undefined) {
    const { version, data } = event
    const kind = name.split(':', 1)[0]
    const json = JSON.stringify({ topic: name, version, ...data })
    text = `event: ${kind}\nid: ${name}@${version}\ndata: ${json}\n\n`
    texts.set(event, text)
  }
  return text
}

const plainEvent = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const HELLO = `retry: ${RETRY_MS}\n${plainEvent('hello', { beatMs: BEAT_MS, retryMs: RETRY_MS })}`
const BEAT = plainEvent('beat', {})

type Connection = {
  readonly topics: readonly string[]
  beat(): void
  end(reason: Farewell): void
}

export function createStreams({ bus, timers, refresh, onBeat, limits: given }: StreamsOptions): Streams {
  const limits = { ...LIMITS, ...given }
  const connections = new Set<Connection>()
  const bySession = new Map<string, Set<Connection>>()
  const byAddress = new Map<string, number>()
  let closed = false
  let cancelBeat: (() => void) | undefined

  function beatLater() {
    cancelBeat ??= timers.after(BEAT_MS, () => {
      cancelBeat = undefined
      for (const connection of connections) connection.beat()
      onBeat?.()
      if (connections.size > 0) beatLater()
    })
  }

  function hasRoom({ address }: StreamRequest): boolean {
    if (closed || connections.size >= limits.inAll) return false
    return address === undefined || (byAddress.get(address) ?? 0) < limits.perAddress
  }

  function makeRoom({ owner }: StreamRequest) {
    const own = owner && bySession.get(owner.sessionId)
    const [oldest] = own && own.size >= limits.perSession ? own : []
    oldest?.end('replaced')
  }

  function add(connection: Connection, { owner, address }: StreamRequest) {
    connections.add(connection)
    if (address !== undefined) byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    if (owner) {
      bySession.set(owner.sessionId, (bySession.get(owner.sessionId) ?? new Set()).add(connection))
    }
    beatLater()
  }

  function remove(connection: Connection, { owner, address }: StreamRequest) {
    connections.delete(connection)
    const left = address === undefined ? 0 : (byAddress.get(address) ?? 0) - 1
    if (address !== undefined && left > 0) byAddress.set(address, left)
    else if (address !== undefined) byAddress.delete(address)
    const own = owner && bySession.get(owner.sessionId)
    own?.delete(connection)
    if (owner && own?.size === 0) bySession.delete(owner.sessionId)
  }

  return {
    hasRoom,
    open(request, sink) {
      if (!hasRoom(request)) return sink.destroy()
      makeRoom(request)
      const connection = connect(bus, request, sink, () => remove(connection, request))
      add(connection, request)
      refresh(request.topics.flatMap((name) => busTopic(name, request.owner) ?? []))
    },
    endSessions(ids) {
      for (const id of ids) for (const connection of bySession.get(id) ?? []) connection.end('session')
    },
    sessions: () => [...bySession.keys()],
    topics: () => new Set([...connections].flatMap(({ topics }) => topics)),
    size: () => connections.size,
    close() {
      closed = true
      cancelBeat?.()
      for (const connection of connections) connection.end('stopping')
    },
  }
}

/** Writes to one sink until it ends, never an older version of a topic after a newer one. */
function connect(bus: Bus, { topics, owner }: StreamRequest, sink: Sink, onEnd: () => void): Connection {
  /** events for a reader that is behind, the latest of each key */
  const waiting = new Map<string, string>()
  let behind = false
  let beatsBehind = 0
  let ended = false

  const write = (text: string) => {
    behind = !sink.write(text)
  }

  function send(key: string, text: string) {
    if (!behind) return write(text)
    waiting.delete(key)
    waiting.set(key, text)
    if (waiting.size > MAX_WAITING) sink.destroy()
  }

  const unsubscribe = [...new Set(topics)].flatMap((name) => {
    const topic = busTopic(name, owner)
    if (topic === undefined) return []
    let last = -1
    return bus.subscribe(topic, (event) => {
      if (event.version <= last) return
      last = event.version
      // every step of a draw is sent; of other topics the latest state is enough
      send(name === 'draws' ? `draws@${event.version}` : name, eventText(name, event))
    })
  })

  sink.onDrain(() => {
    behind = false
    beatsBehind = 0
    for (const [key, text] of waiting) {
      if (behind) return
      waiting.delete(key)
      write(text)
    }
  })
  function leave() {
    if (ended) return
    ended = true
    for (const end of unsubscribe) end()
    onEnd()
  }
  sink.onClose(leave)
  write(HELLO)

  return {
    topics: topics.flatMap((name) => busTopic(name, owner) ?? []),
    beat() {
      if (!behind) return write(BEAT)
      // the reader took nothing for a whole interval
      if (++beatsBehind >= 2) sink.destroy()
    },
    end(reason) {
      leave()
      if (behind) return sink.destroy()
      sink.write(plainEvent('bye', { reason }))
      sink.end()
    },
  }
}
