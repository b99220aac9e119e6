/** A gateway for text messages that tests play: it checks the signature of each call and keeps what it took. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SmsMessage } from '../../modules/identity/sms/sms.ts'
import { verifyNotice } from '../../platform/webhook.ts'

type Call = Omit<SmsMessage, 'id'> & { message: string }

export type PlayedGateway = {
  url: string
  secret: Uint8Array
  /** every call with a right signature, also repeated and refused ones, by the time of its arrival */
  calls: Call[]
  /** The status of the next answers; by default 202. */
  answer(status: number): void
  /** The newest message that was taken for a number. */
  newest(phone: string): Call | undefined
  /** The six digits in it. @throws Error when none arrived */
  codeFor(phone: string): string
  close(): Promise<void>
}

/** Starts a gateway. @param now Unix milliseconds, of the business time of the server */
export async function playedGateway(now: () => number = Date.now): Promise<PlayedGateway> {
  const secret = new Uint8Array(32).fill(0x5a)
  const calls: Call[] = []
  const taken = new Map<string, Call>()
  let status = 202
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      let id: string
      try {
        id = verifyNotice(secret, request.headers, body, now())
      } catch {
        response.writeHead(401).end()
        return
      }
      const call = JSON.parse(body.toString('utf8')) as Call
      if (call.message !== id) {
        response.writeHead(400).end()
        return
      }
      calls.push(call)
      if (status === 202) taken.set(id, call)
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const newest = (phone: string) => [...taken.values()].findLast((call) => call.phone === phone)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    secret,
    calls,
    answer: (next) => void (status = next),
    newest,
    codeFor(phone) {
      const code = /\b\d{6}\b/.exec(newest(phone)?.text ?? '')?.[0]
      if (code === undefined) throw new Error('no code arrived')
      return code
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
