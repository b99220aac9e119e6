/** Reads the event stream over real HTTP. */
import { setTimeout as delay } from 'node:timers/promises'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestClient } from './client.ts'
import { HANG_MS } from './hang.ts'

export type StreamEvent = { event: string; id: string | undefined; data: Record<string, unknown> }

export type TestStream = {
  status: number
  headers: Headers
  /** all received events */
  got: StreamEvent[]
  /** The first matching event, received before or after the call; rejects when the stream ends, or when the event never comes. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Opens the stream with a ticket. A refusal has a status and ends at once. */
export async function openStream(url: string, ticket: string): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/stream?ticket=${encodeURIComponent(ticket)}`, {
    signal: abort.signal,
  })
  const got: StreamEvent[] = []
  let changed = Promise.withResolvers<void>()
  let isOver = false

  async function read() {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      got.push(...blocks.map(parsed))
      changed.resolve()
      changed = Promise.withResolvers()
    }
  }

  const ended = read()
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error
    })
    .finally(() => {
      isOver = true
      changed.resolve()
    })
  // callers that wait get the error; an unhandled rejection must not end the test
  ended.catch(() => undefined)

  return {
    status: response.status,
    headers: response.headers,
    got,
    async until(fits) {
      const late = delay(HANG_MS, 'late' as const, { ref: false })
      for (;;) {
        const found = got.find(fits)
        if (found) return found
        if (isOver) throw new Error(`the stream ended before the event came: ${summary(got)}`)
        if ((await Promise.race([changed.promise, late])) === 'late')
          throw new Error(`the event did not come: ${summary(got)}`)
      }
    },
    ended,
    close: () => abort.abort(),
  }
}

/** Gets a ticket for these topics and opens the stream; resolves after its hello. */
export async function listen(
  url: string,
  client: TestClient,
  topics: readonly string[],
): Promise<TestStream> {
  const { ticket } = await client.call(ENDPOINTS.streamTicket, { topics: [...topics] })
  const stream = await openStream(url, ticket)
  await stream.until(({ event }) => event === 'hello')
  return stream
}

/** Parses one event of the wire, without its empty line. */
export function parsed(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  }
}

/** The last events except beats, for error messages. */
function summary(got: readonly StreamEvent[]): string {
  return JSON.stringify(got.filter(({ event }) => event !== 'beat').slice(-20))
}
