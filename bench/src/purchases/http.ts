/** Purchases over HTTP: starts the server processes and the process that generates the load. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Side } from './in-process.ts'
import type { Measured } from '../load.ts'
import type { LoadOrder, LoadResult } from './load.process.ts'
import type { Scratch } from '../scratch.ts'
import type { ServerOrder } from '../server.process.ts'
import { openSessions } from '../sessions.ts'
import type { Issue, World } from '../world.ts'

/** Number of members who buy; each has a session. */
const BUYERS = 2_000
/** Calls per second that the load generator signs before the measurement: slightly more than a server answers. */
const PREPARED_PER_SECOND = { ours: 25_000, naive: 4_000 } as const

export type Http = {
  /** @param servers number of server processes that share the load */
  run(
    side: Side,
    servers: 1 | 2,
    connections: number,
    issues: readonly Issue[],
    ms: number,
  ): Promise<Measured>
  stop(): void
}

/** The next message of a child process. @throws Error when the process ends */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: gone.signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal: gone.signal }).then(([code]) => {
        throw new Error(`a process of the benchmark ended with ${String(code)}`)
      }),
    ])
  } finally {
    gone.abort()
  }
}

export async function createHttp(scratch: Scratch, world: World): Promise<Http> {
  const children: ChildProcess[] = []
  const start = (file: URL) => {
    const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    children.push(child)
    return child
  }
  const stop = () => {
    for (const child of children) child.kill()
  }
  process.once('exit', stop)

  async function serve(side: Side): Promise<number> {
    const child = start(new URL('../server.process.ts', import.meta.url))
    const { appUrl, deployment, secrets } = scratch
    child.send({ side, appUrl, deployment, secrets } satisfies ServerOrder)
    return ((await answerOf(child)) as { port: number }).port
  }

  const ports = { ours: [await serve('ours'), await serve('ours')], naive: [await serve('naive')] }
  const sessions = await openSessions(world.owner, world.members.slice(0, BUYERS), scratch.secrets.signMaster)
  const generator = start(new URL('./load.process.ts', import.meta.url))

  return {
    async run(side, count, connections, issues, ms) {
      generator.send({
        ports: ports[side].slice(0, count),
        connections,
        ms,
        sessions,
        issues: issues.map((issue) => issue.number),
        prepared: Math.ceil((PREPARED_PER_SECOND[side] * ms) / 1000),
      } satisfies LoadOrder)
      const result = (await answerOf(generator)) as LoadResult
      if (result.error !== undefined) throw new Error(result.error)
      return result
    },
    stop,
  }
}
