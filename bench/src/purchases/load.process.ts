/**
 * The load generator: a separate process with keep-alive HTTP/1.1 connections, each with one call under way. It builds and
 * signs calls before the measurement, so that it uses little of the server's processors.
 */
import { createHmac, hash } from 'node:crypto'
import net from 'node:net'
import { BASE_PATH, encodeForm } from '@fairlot/contract/wire'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { systemRandom, uuidv7 } from '@fairlot/server/platform/random'
import type { BenchSession } from '../sessions.ts'

export type LoadOrder = {
  /** the ports of the servers; connections are distributed over them */
  ports: number[]
  connections: number
  ms: number
  sessions: BenchSession[]
  /** issue numbers, bought in turn */
  issues: string[]
  /** number of calls that are built before the measurement; further calls are built during it */
  prepared: number
}

export type LoadResult = { done: number; seconds: number; latencies: number[]; error?: string }

const PATH = BASE_PATH + ENDPOINTS.buy.path
/** Maximum time that a run may take longer than asked; the process then closes its connections. */
const MAX_OVERTIME_MS = 30_000

function makeCall({ sessions, issues }: LoadOrder, n: number): Buffer {
  const { token, signKey } = sessions[n % sessions.length]!
  const now = Date.now()
  const requestId = uuidv7(now, systemRandom)
  const param = JSON.stringify({ issue: issues[n % issues.length], quantity: 1, requestId })
  const date = String(now)
  const language = 'en-us'
  // docs/FAIRNESS.md, "The wire signature"
  const text = `fairlot-sign-1\nPOST\n${PATH}\n${date}\n${language}\n${hash('sha256', token, 'hex')}\n${hash('sha256', param, 'hex')}`
  const sign = createHmac('sha256', Buffer.from(signKey, 'hex')).update(text).digest('hex')
  const body = encodeForm({ date, sign, language, token, param })
  return Buffer.from(
    `POST ${PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    'latin1',
  )
}

/** The body of an answer; null while the answer is incomplete. */
function bodyOf(answer: Buffer): string | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = answer.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
  if (!head.startsWith('HTTP/1.1 200 ') || Number.isNaN(length))
    throw new Error(`unexpected answer: ${head.slice(0, 100)}`)
  return answer.length < end + 4 + length ? null : answer.toString('utf8', end + 4, end + 4 + length)
}

function connect(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends calls over one connection, one after the other, until `next` returns null. */
function drive(
  socket: net.Socket,
  next: () => Buffer | null,
  answered: (body: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let began = 0
    let rest: Buffer | null = null
    const send = () => {
      const call = next()
      if (!call) return resolve()
      began = performance.now()
      socket.write(call)
    }
    socket.on('data', (chunk: Buffer) => {
      try {
        const all: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
        const body = bodyOf(all)
        rest = body === null ? all : null
        if (body === null) return
        answered(body, performance.now() - began)
        send()
      } catch (error) {
        reject(error)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    send()
  })
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const { ports, connections, ms, prepared } = order
  const calls = Array.from({ length: prepared }, (_, n) => makeCall(order, n))
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, n) => connect(ports[n % ports.length]!)),
  )
  const latencies: number[] = []
  let taken = 0
  const watchdog = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error('the load did not end in time'))
  }, ms + MAX_OVERTIME_MS)
  const began = performance.now()
  const next = () => {
    if (performance.now() - began >= ms) return null
    const n = taken++
    return calls[n] ?? makeCall(order, n)
  }
  await Promise.all(
    sockets.map((socket) =>
      drive(socket, next, (body, took) => {
        if (!body.startsWith('{"flag":0,') || !body.includes('"status":"awaiting_draw"'))
          throw new Error(`a purchase was refused: ${body.slice(0, 200)}`)
        latencies.push(took)
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  clearTimeout(watchdog)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { done: latencies.length, seconds, latencies }
}

process.on('message', (order) => {
  run(order as LoadOrder).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ done: 0, seconds: 0, latencies: [], error: String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))
