/**
 * An example of an SMS gateway: it takes the messages of a Fairlot server and passes them to a company's HTTP API. Change
 * `passOn` to the API of your company, and keep the rest. It needs Node 20 and no packages:
 *
 *   SMS_SECRET=<64 hexadecimal digits> COMPANY_URL=https://api.company.example/send COMPANY_KEY=… PORT=8090 node adapter.mjs
 *
 * The server then has SMS_URL=http://127.0.0.1:8090/messages (or https, on another machine) and the same SMS_SECRET.
 * docs/INTEGRATION.md («The SMS gateway») has the protocol.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SMS_SECRET = '', COMPANY_URL = '', COMPANY_KEY = '', PORT = '8090' } = process.env
if (!/^[0-9a-f]{64}$/.test(SMS_SECRET) || !COMPANY_URL) {
  console.error('Set SMS_SECRET (64 hexadecimal digits, as the server has it) and COMPANY_URL.')
  process.exit(2)
}
const secret = Buffer.from(SMS_SECRET, 'hex')
const WINDOW_SECONDS = 300
const MAX_BYTES = 10_000
/** The server repeats a message for up to two hours. */
const KEPT_MS = 2 * 60 * 60 * 1_000

/** Passes one message to the company. @returns the status of the company's answer */
async function passOn({ phone, text, route }) {
  const answer = await fetch(COMPANY_URL, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(4_000),
    headers: { authorization: `Bearer ${COMPANY_KEY}`, 'content-type': 'application/json' },
    // `route` is what identity.smsRoutes names for the country: here the sender that the phone shows
    body: JSON.stringify({ to: phone, from: route ?? undefined, message: text }),
  })
  await answer.body?.cancel()
  return answer.status
}

function isSigned(headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!id || !timestamp || Math.abs(Date.now() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Id of each message that was passed on, with its time. Keep it in a database when several adapters run. */
const passed = new Map()

async function answerTo(request, body) {
  if (request.method !== 'POST') return 405
  if (!isSigned(request.headers, body)) return 401
  for (const [id, at] of passed) if (at < Date.now() - KEPT_MS) passed.delete(id)
  const message = JSON.parse(body.toString('utf8'))
  if (passed.has(message.message)) return 409
  if (message.validUntilMs !== null && message.validUntilMs < Date.now()) return 410
  // before the call: a code that arrives twice costs twice
  passed.set(message.message, Date.now())
  const status = await passOn(message).catch(() => 502)
  if (status >= 200 && status < 300) return 202
  passed.delete(message.message)
  // the company's word for a number that never gets a message; everything else is tried again
  return status === 400 || status === 422 ? 422 : 502
}

createServer((request, response) => {
  const parts = []
  let length = 0
  request.on('data', (part) => {
    length += part.length
    if (length > MAX_BYTES) request.destroy()
    else parts.push(part)
  })
  request.on('end', () => {
    void answerTo(request, Buffer.concat(parts))
      .catch(() => 400)
      .then((status) => {
        // no number and no text in the log
        console.log(new Date().toISOString(), request.headers['webhook-id'] ?? '-', status)
        response.writeHead(status).end()
      })
  })
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`listening on ${this.address().port}`)
})
