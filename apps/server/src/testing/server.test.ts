import type { Socket } from 'node:net'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from './server.ts'

let server: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await testServer()
  server.app.server.on('connection', (socket: Socket) => sockets.push(socket))
})
afterAll(() => server.close())

/** What becomes of a call that the thread makes after it was busy for longer than a millisecond. */
const callAfterWork = (prepare: () => void) =>
  new Promise<string>((resolve) => {
    setTimeout(() => {
      prepare()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      server
        .anonymous()
        .call(ENDPOINTS.system, {})
        .then(
          () => resolve('answered'),
          (error: unknown) => resolve(String((error as Error & { cause?: unknown }).cause)),
        )
    })
  })

test('a call of a thread that was busy is lost with a connection that the server ends, so a test server ends none', async () => {
  expect(await callAfterWork(() => undefined)).toBe('answered')
  expect(await callAfterWork(() => undefined)).toBe('answered')
  // no timer of the server watches a connection
  expect(new Set(sockets.map(({ timeout }) => timeout ?? 0))).toEqual(new Set([0]))
  expect(await callAfterWork(() => sockets.at(-1)!.setTimeout(1))).toContain('ECONNRESET')
})
