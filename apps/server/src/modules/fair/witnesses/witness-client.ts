/**
 * Speaks with one witness: `POST /add-checkpoint` and `GET /…/checkpoint` (c2sp.org/tlog-witness), and what `npm run witness` answers
 * besides: `GET /` (whether it is there), `GET /seal` (the line that it keeps of a seal), `GET /refusal` (why it refused) and
 * `GET /report` (what it has seen that breaks no rule).
 */
import { toHex, utf8 } from '@fairlot/fairness/bytes'
import { sha256 } from '@fairlot/fairness/hash'
import type { NoteKey } from '@fairlot/fairness/note'
import { formatWitnessRequest, type WitnessRequest } from '@fairlot/fairness/witness'
import * as z from 'zod/mini'

/** A configured witness. */
export type Witness = {
  /** the key that verifies its cosignatures */
  key: NoteKey
  /** its submission prefix without a trailing slash */
  url: string
  /** the house itself operates it; by default not */
  own?: boolean
}

/** `maxBytes`: what is behind them is not read */
type HttpRequest = { method: 'GET' | 'POST'; url: string; accept: string; body?: string; maxBytes?: number }
type HttpAnswer = { status: number; type: string; body: string }

/** Sends a request. Throws when there is no answer or the signal aborts. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>

/** The answer to a checkpoint. `size`: the request named another size than the one that the witness signed last. */
export type AddAnswer =
  | { kind: 'signed'; lines: string[] }
  | { kind: 'size'; size: number }
  | { kind: 'refused'; status: number; reason: string }

/** The entry of a seal, a checkpoint and the witness' line over it, and the path from one to the other. */
export type ShownSeal = {
  index: number
  entry: string
  note: string
  line: string
  /** left out by a version of the program that does not keep it */
  inclusion?: string[] | undefined
}

export type WitnessClient = {
  /** Whether the witness answers within 3 seconds. Never throws. */
  ping(): Promise<boolean>
  /** @throws Error when the witness does not answer */
  add(request: WitnessRequest): Promise<AddAnswer>
  /** The note and the line that the witness keeps of the seal at an index, unverified; null: it keeps none. */
  keptLine(origin: string, index: number): Promise<{ note: string; line: string } | null>
  /** What it keeps of the seal of something (`issue …`), unverified; null: nothing with its entry. @throws Error when it does not answer */
  keptSeal(origin: string, what: string): Promise<ShownSeal | null>
  /** The newest note of a log that it signed, with its line, unverified; null: it shows none. @throws Error when it does not answer */
  newest(origin: string): Promise<string | null>
  /** Its last refusal of a log, in its words; null when it does not say. Never throws. */
  refusal(origin: string): Promise<string | null>
  /** Its report, unverified. @throws Error when it does not answer, or shows none */
  report(): Promise<unknown>
}

const PING_MS = 3_000
const PATIENCE_MS = 10_000
const MAX_ANSWER_BYTES = 65_536
/** of histories it keeps two signed checkpoints each */
const MAX_REPORT_BYTES = 1_000_000

/** in the path of an entry */
const MOST_HASHES = 64

const keptSeal = z.object({ note: z.string(), line: z.string() })
/** a version of the program before this one keeps no entries, and one after it no paths */
const keptEntry = z.object({
  note: z.string(),
  line: z.string(),
  entry: z.string(),
  index: z.int().check(z.nonnegative()),
  inclusion: z.optional(z.array(z.string()).check(z.maxLength(MOST_HASHES))),
})
const refusals = z.array(
  z.object({ log: z.string(), at: z.number(), size: z.number(), rule: z.string(), reason: z.string() }),
)

/** @param stop aborts running requests */
export function createWitnessClient(
  { url }: Witness,
  stop: AbortSignal,
  send: Send = overHttp,
): WitnessClient {
  const within = (ms: number) => AbortSignal.any([stop, AbortSignal.timeout(ms)])
  const get = (path: string, accept: string, ms: number) =>
    send({ method: 'GET', url: `${url}${path}`, accept }, within(ms))

  return {
    async ping() {
      try {
        return (await get('/', 'text/plain', PING_MS)).status < 500
      } catch {
        // no answer is the answer
        return false
      }
    },
    async add(request) {
      const body = formatWitnessRequest(request)
      const answer = await send(
        { method: 'POST', url: `${url}/add-checkpoint`, accept: '*/*', body },
        within(PATIENCE_MS),
      )
      if (answer.status === 200) return { kind: 'signed', lines: answer.body.split('\n').filter(Boolean) }
      if (answer.status >= 500) throw new Error(`the witness answered ${answer.status}`)
      const size = answer.status === 409 ? sizeIn(answer) : null
      if (size !== null) return { kind: 'size', size }
      return { kind: 'refused', status: answer.status, reason: answer.body.trim().slice(0, 300) }
    },
    async keptLine(origin, index) {
      const query = new URLSearchParams({ log: origin, index: String(index) })
      const answer = await get(`/seal?${query.toString()}`, 'application/json', PATIENCE_MS)
      if (answer.status === 404) return null
      const kept = keptSeal.safeParse(parseJson(answer.body))
      if (answer.status !== 200 || !kept.success)
        throw new Error(`the witness answered ${answer.status} when it was asked for the line of a seal`)
      return kept.data
    },
    async keptSeal(origin, what) {
      const query = new URLSearchParams({ log: origin, what })
      const answer = await get(`/seal?${query.toString()}`, 'application/json', PATIENCE_MS)
      if (answer.status !== 200 && answer.status !== 404)
        throw new Error(`the witness answered ${answer.status} when it was asked for a seal`)
      const kept = keptEntry.safeParse(parseJson(answer.body))
      return kept.success ? kept.data : null
    },
    async newest(origin) {
      const answer = await get(`/${toHex(sha256(utf8(origin)))}/checkpoint`, 'text/plain', PATIENCE_MS)
      if (answer.status === 404) return null
      if (answer.status !== 200)
        throw new Error(`the witness answered ${answer.status} when it was asked for its newest checkpoint`)
      return answer.body
    },
    async report() {
      const request = { method: 'GET', url: `${url}/report`, accept: 'application/json' } as const
      const answer = await send({ ...request, maxBytes: MAX_REPORT_BYTES }, within(PATIENCE_MS))
      if (answer.status !== 200)
        throw new Error(`the witness answered ${answer.status} when it was asked for its report`)
      return parseJson(answer.body)
    },
    async refusal(origin) {
      try {
        const answer = await get('/refusal', 'application/json', PING_MS)
        const parsed = refusals.safeParse(parseJson(answer.body))
        if (answer.status !== 200 || !parsed.success) return null
        const last = parsed.data
          .filter(({ log }) => log === origin)
          .toSorted((a, b) => a.at - b.at)
          .at(-1)
        return last ? `${last.rule}: ${last.reason}`.slice(0, 500) : null
      } catch {
        // the reason only completes an alarm that is raised without it
        return null
      }
    },
  }
}

function sizeIn({ type, body }: HttpAnswer): number | null {
  return type.startsWith('text/x.tlog.size') && /^(0|[1-9]\d{0,14})\n$/.test(body) ? Number(body) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the schema then refuses it
    return undefined
  }
}

const overHttp: Send = async ({ method, url, accept, body, maxBytes = MAX_ANSWER_BYTES }, signal) => {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body }),
    headers: { accept, ...(body !== undefined && { 'content-type': 'text/plain; charset=utf-8' }) },
    signal,
    redirect: 'error',
  })
  const text = await textOf(response, maxBytes)
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: text }
}

/** The first bytes of an answer; the rest is not read. */
async function textOf(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    length += part.length
    if (length >= maxBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8')
}
