/** What a witness shows to everyone: its page, its refusals, its report, its newest checkpoint and its lines over seals. */
import { toHex, utf8 } from '../../src/bytes.ts'
import { sha256 } from '../../src/hash.ts'
import { publicKeyOf } from '../../src/signatures/ed25519.ts'
import { formatKey } from '../../src/note.ts'
import { witnessKey } from '../../src/witness.ts'
import type { StateFile } from '../witness-state.ts'
import { shownReport, type ShownReport } from './shown-report.ts'
import { type Answer, deploymentOf, type Signer, type WatchedLog } from './signer.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** of each part of the report, on the page */
const SHOWN_LINES = 20

export type PagesOptions = {
  readonly name: string
  readonly logs: readonly WatchedLog[]
  readonly state: StateFile
  readonly signers: ReadonlyMap<string, Signer>
  /** Unix seconds */
  readonly now: () => number
}

/** Answers a GET. @param url path and query @param accept the request's Accept header */
export function answerPage(options: PagesOptions, url: string, accept: string): Answer {
  const { name, logs, state } = options
  const { pathname, searchParams } = new URL(url, 'http://witness')
  const key = formatKey(witnessKey(name, publicKeyOf(state.seed)))
  switch (pathname) {
    case '/':
      return accept.includes('text/html')
        ? { status: 200, body: frontPage(options, key), type: 'text/html; charset=utf-8' }
        : { status: 200, body: `${key}\n` }
    case '/refusal':
      return { status: 200, body: `${JSON.stringify(state.refusals(), null, 2)}\n`, type: JSON_TYPE }
    case '/report':
      return { status: 200, body: `${JSON.stringify(shownReport(options), null, 2)}\n`, type: JSON_TYPE }
    case '/seal':
      return sealLine(logs, state, searchParams)
    default:
      return newestCheckpoint(logs, state, pathname)
  }
}

/** `/<hex SHA-256 of the origin>/checkpoint` (c2sp.org/tlog-witness): the newest note that this witness signed, with both lines. */
function newestCheckpoint(logs: readonly WatchedLog[], state: StateFile, pathname: string): Answer {
  const watched = logs.find(({ key }) => pathname === `/${toHex(sha256(utf8(key.name)))}/checkpoint`)
  const last = watched && state.last(deploymentOf(watched.key)).last
  return last ? { status: 200, body: `${last.note}${last.line}\n` } : notFound()
}

function notFound(): Answer {
  return { status: 404, body: 'not found\n' }
}

/**
 * The line that this witness keeps over a seal that it signed in time, with the seal's entry and its path to the signed checkpoint, by the seal's index or by what it seals (`issue …`,
 * `event …`).
 */
function sealLine(logs: readonly WatchedLog[], state: StateFile, asked: URLSearchParams): Answer {
  const watched = logs.find(({ key }) => key.name === asked.get('log'))
  const kept = watched && state.last(deploymentOf(watched.key)).seals
  const found = kept?.find(({ index, what }) =>
    asked.has('what') ? what === asked.get('what') : String(index) === asked.get('index'),
  )
  if (!found) return notFound()
  const { index, note, line, entry, inclusion } = found
  const body = { index, note, line, ...(entry !== undefined && { entry, inclusion }) }
  return { status: 200, body: `${JSON.stringify(body)}\n`, type: JSON_TYPE }
}

function frontPage(options: PagesOptions, key: string): string {
  const { name, logs, state } = options
  const rows = logs.map((watched) => {
    const { size, seconds } = state.last(deploymentOf(watched.key))
    const refusal = state.refusals().find(({ log }) => log === watched.key.name)
    return `<tr>
<td>${escape(watched.key.name)}</td>
<td>${watched.from === null ? 'co-signs only: the entries are not audited' : `audits the entries from ${escape(watched.from)}`}</td>
<td>${size}</td>
<td>${seconds === 0 ? 'unknown' : new Date(seconds * 1000).toISOString()}</td>
<td>${refusal ? escape(`${new Date(refusal.at).toISOString()}, ${refusal.size} entries, ${refusal.rule}: ${refusal.reason}`) : 'none'}</td>
</tr>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Witness ${escape(name)}</title>
<h1>Witness ${escape(name)}</h1>
<p>This witness signs a checkpoint of a log when the checkpoint extends the last one that it signed and, where it audits the entries, when they keep the rules of the log.</p>
<p>Key: <code>${escape(key)}</code></p>
<table>
<tr><th>Log<th>What is checked<th>Signed entries<th>Last signature<th>Last refusal</tr>
${rows.join('\n')}
</table>
<p><a href="/refusal">All refusals</a></p>
<h2>Report</h2>
<p>What this witness has seen that breaks no rule of a log, and that members should know. <a href="/report">All of it, with the signed checkpoints</a></p>
${reportList(shownReport(options))}
</html>
`
}

/** The newest lines of each part of the report. */
function reportList({ late, overdue, losses, histories }: ShownReport): string {
  const time = (ms: number): string => new Date(ms).toISOString()
  const parts: [title: string, total: number, lines: readonly string[]][] = [
    [
      'Seals that name this witness and were shown to it after their round was published',
      late.total,
      late.list.map(({ log, index, what, at }) => `${log}, entry ${index}: ${what}, judged ${time(at)}`),
    ],
    [
      'Sealed for more than a day, without a result',
      overdue.total,
      overdue.list.map(
        ({ log, index, what, since }) => `${log}, entry ${index}: ${what}, since ${time(since)}`,
      ),
    ],
    [
      'What a log says against the lost log that it continues',
      losses.total,
      losses.list.map(({ log, index, reason }) => `${log}, entry ${index} ${reason}`),
    ],
    [
      'Other histories of a log than the one that this witness signed',
      histories.length,
      histories.map(({ log, at, size, proven }) => {
        const how = proven ? 'signed by the log' : 'without a proof that it extends the signed one'
        return `${log}, ${size} entries, ${how}, shown ${time(at)}`
      }),
    ],
  ]
  return parts
    .map(([title, total, lines]) => {
      const items = lines.slice(0, SHOWN_LINES).map((line) => `<li>${escape(line)}</li>`)
      return `<h3>${title}: ${total}</h3>${items.length > 0 ? `\n<ul>\n${items.join('\n')}\n</ul>` : ''}`
    })
    .join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
}
