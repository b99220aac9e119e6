/** The server's port: the check before anything is started, and the listening itself. */
import net from 'node:net'
import type { App } from './app.ts'

type Address = { port: number; host: string }

function portTaken({ port, host }: Address): Error {
  return new Error(
    `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
  )
}

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/**
 * Checks that the port is free. It runs before the database is started, so that a refused start changes nothing.
 *
 * @throws Error with a sentence that says what to do
 */
export async function checkPort({ port, host }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error) =>
      reject(
        isInUse(error)
          ? portTaken({ port, host })
          : new Error(`Cannot listen on ${host} port ${port} (${error.message}). Correct HOST or PORT.`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Listens. @returns the port @throws Error with a sentence when the port is taken */
export async function listen(app: App, { port, host }: Address): Promise<number> {
  try {
    return await app.listen(port, host)
  } catch (error) {
    throw isInUse(error) ? portTaken({ port, host }) : error
  }
}

/** The URL under which this machine reaches a server that listens on `host`. */
export function localUrl({ port, host }: Address): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
