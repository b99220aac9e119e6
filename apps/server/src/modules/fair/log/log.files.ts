/**
 * The log as plain files, for witnesses and mirrors, which do not speak the envelope:
 *
 *     GET /fair/log/entries?from=&limit=&log=      the bytes of entries from an index on, one per line
 *     GET /fair/log/checkpoints?from=&limit=&log=  {note, cosignatures} of the checkpoints of more than `from` entries,
 *                                                  by ascending size, one JSON object per line
 *
 * `from` is 0 and `limit` 500 unless stated. A page can be shorter than its limit; an empty one is the end. `log` is the
 * name of a log of this deployment, by default the current one: for a log that is not here the answer is 404.
 */
import type { Executor } from '../../../platform/db.ts'
import type { PlainRequest, PlainResponse, PlainRoute } from '../../../platform/http/http-handler.ts'
import { notFound, text } from '../../../platform/http/http-responses.ts'
import { logNumber } from './log-name.ts'
import { endOfLog, entriesFrom, notesFrom } from './log.reads.ts'
import type { LogWriter } from './log-writer.ts'

export type LogFilesOptions = { db: Executor; writer: Pick<LogWriter, 'deployment'> }

const DEFAULT_LIMIT = 500
const MAX_LIMIT = 1_000
/** A page that is longer ends early, after at least one line. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024
const TYPE = 'application/jsonl; charset=utf-8'
/** for pages that the log's growth does not change */
const CACHED = { 'cache-control': 'public, max-age=3600' }

export function logFiles({ db, writer }: LogFilesOptions): PlainRoute[] {
  /** The number of a log that is here; null when it is not. */
  async function numberOf(name: string): Promise<number | null> {
    const number = logNumber(writer.deployment, name)
    if (number === null) return null
    const current = await endOfLog(db)
    if (number === current.log) return number
    return (await endOfLog(db, number)).head === null ? null : number
  }

  const page = async (
    request: PlainRequest,
    answer: (from: number, limit: number, log: number | null) => Promise<PlainResponse>,
  ): Promise<PlainResponse> => {
    const from = numberIn(request, 'from', 0, 0, Number.MAX_SAFE_INTEGER)
    const limit = numberIn(request, 'limit', DEFAULT_LIMIT, 1, MAX_LIMIT)
    if (from === null || limit === null) return text(400, 'from or limit is not a number in its range')
    const name = request.query.get('log')
    const log = name === null ? null : await numberOf(name)
    return name === null || log !== null ? answer(from, limit, log) : notFound()
  }
  return [
    {
      method: 'GET',
      path: '/fair/log/entries',
      handle: (request) =>
        page(request, async (from, limit, log) => {
          const lines = bounded((await entriesFrom(db, from, limit, log)).map(({ bytes }) => bytes))
          const isFull = lines.cut || lines.count === limit
          // after a recovery the same numbers name entries of another log
          const headers = isFull && request.query.has('log') ? CACHED : {}
          return { status: 200, type: TYPE, body: lines.body, headers }
        }),
    },
    {
      method: 'GET',
      path: '/fair/log/checkpoints',
      handle: (request) =>
        page(request, async (from, limit, log) => {
          const notes = await notesFrom(db, from, limit, log)
          const lines = notes.map(({ note, lines: cosignatures }) => JSON.stringify({ note, cosignatures }))
          // never cached: a witness may sign an old checkpoint later
          return { status: 200, type: TYPE, body: bounded(lines).body }
        }),
    },
  ]
}

/** A number of the query; null when it is malformed or out of range. */
function numberIn(
  { query }: PlainRequest,
  name: string,
  missing: number,
  min: number,
  max: number,
): number | null {
  const given = query.get(name)
  if (given === null) return missing
  const value = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
  return value >= min && value <= max ? value : null
}

function bounded(lines: readonly string[]): { body: string; count: number; cut: boolean } {
  let bytes = 0
  let count = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1
    if (count > 0 && bytes > MAX_PAGE_BYTES) break
    count++
  }
  const body = lines
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('')
  return { body, count, cut: count < lines.length }
}
