/**
 * A port that stays the same while the server behind it stops, is killed and starts again on other ports. The test process
 * listens on it all the time, so that no other program can take it.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FrontPort = {
  readonly url: string
  /** Where connections go from now on; undefined: there is no server, and connections are reset. */
  target: string | undefined
  close(): Promise<void>
}

/** Passes everything on in both directions. When one side ends or breaks, so does the other. */
function join(client: Socket, server: Socket): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.resetAndDestroy())
    from.on('close', () => to.destroySoon())
  }
}

export async function frontPort(): Promise<FrontPort> {
  const clients = new Set<Socket>()
  let target: string | undefined
  const front = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => undefined)
    if (target === undefined) {
      client.resetAndDestroy()
      return
    }
    const { hostname: host, port } = new URL(target)
    join(client, connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true }))
  })
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject)
    front.listen(0, '127.0.0.1', resolve)
  })
  const { port } = front.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get target() {
      return target
    },
    set target(url) {
      target = url
    },
    async close() {
      const closed = new Promise((resolve) => front.close(resolve))
      for (const client of clients) client.destroy()
      await closed
    },
  }
}
