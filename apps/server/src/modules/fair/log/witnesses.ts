/**
 * Sends each new checkpoint to the witnesses (c2sp.org/tlog-witness) and stores their cosignatures. An unreachable witness
 * delays nothing: the server asks it again with the newest checkpoint, after growing pauses.
 */
import type { NoteKey } from '@fairlot/fairness/note'
import { formatWitnessRequest, verifyCosignature } from '@fairlot/fairness/witness'
import type { Clock } from '../../../platform/clock.ts'
import { MS, type Db, type Executor } from '../../../platform/db.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { LogWriter } from './log-writer.ts'
import { consistencyOf, latestCheckpoint, type Signed } from './log.reads.ts'

/** A configured witness. */
export type Witness = {
  /** the key that verifies its cosignatures */
  key: NoteKey
  /** its submission prefix without a trailing slash */
  url: string
}

export type Witnesses = {
  /** Sends the newest checkpoint to witnesses that have not signed it and are not backing off. Never throws. */
  push(): Promise<void>
  /** Aborts running requests and asks no witness any more. */
  stop(): Promise<void>
}

/** Posts a text and returns status, content type and body. Throws when there is no answer or the signal aborts. */
export type Post = (
  url: string,
  body: string,
  signal: AbortSignal,
) => Promise<{ status: number; type: string; body: string }>

export type WitnessesOptions = {
  db: Db
  clock: Clock
  witnesses: readonly Witness[]
  /** hears what witnesses have signed that this log does not hold */
  writer?: Pick<LogWriter, 'standing' | 'nameOf'> | undefined
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  post?: Post
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 300_000
const PATIENCE_MS = 10_000
const MAX_ANSWER_LENGTH = 16_384

const COSIGNED = {
  name: 'witness.last',
  text: 'select size from log_cosignature where witness = $1 and log = $2 order by size desc limit 1',
}
const KEEP = {
  name: 'witness.keep',
  text: `insert into log_cosignature (log, size, witness, line, signed_at) values ($5, $1, $2, $3, to_timestamp($4))
    on conflict (log, size, witness) do nothing`,
}
const LINES = {
  name: 'witness.lines',
  text: 'select line from log_cosignature where log = $1 and size = $2 order by witness',
}

/** The signature lines of witnesses on a checkpoint. */
export async function cosignaturesOf(
  db: Executor,
  { log, size }: Pick<Signed, 'log' | 'size'>,
): Promise<string[]> {
  return (await db.query<{ line: string }>(LINES, [log, size])).map(({ line }) => line)
}

const STANDING = {
  name: 'witness.standing',
  text: `
    select s.size, s.line, k.note,
      coalesce((select max(size) from log_checkpoint where log = s.log and time_ms <= ${MS('c.at')} - $2), 0)::int8 as due
    from log_cosignature s join log_checkpoint k using (log, size) cross join business_clock c
    where s.witness = $1 and s.log = (select max(number) from log) order by s.size desc limit 1`,
}

/** Maximum lag of a witness that counts as current. */
const LATE_MS = HOUR_MS

/**
 * The last cosignature of a witness. `current`: it covers every checkpoint that is older than an hour. Null when the witness
 * has signed nothing.
 */
export async function witnessStanding(
  db: Executor,
  { key }: Witness,
): Promise<{ size: number; signedAtMs: number; current: boolean } | null> {
  const [last] = await db.query<{ size: bigint; line: string; note: string; due: bigint }>(STANDING, [
    key.name,
    LATE_MS,
  ])
  const seconds = last ? verifyCosignature(last.note, last.line, key) : null
  if (!last || seconds === null) return null
  return { size: Number(last.size), signedAtMs: seconds * 1_000, current: last.size >= last.due }
}

type Lane = Witness & {
  running: Promise<void> | null
  failures: number
  until: number
  known: number | null
  /** It has not answered since the start of this server: its size may be greater than what the database says. */
  isFirst: boolean
}

export function createWitnesses(options: WitnessesOptions): Witnesses {
  const { clock, log } = options
  const lanes: Lane[] = options.witnesses.map((witness) => ({
    ...witness,
    running: null,
    failures: 0,
    until: 0,
    known: null,
    isFirst: true,
  }))

  const stopped = new AbortController()
  const settled = () => Promise.all(lanes.flatMap(({ running }) => running ?? []))

  async function show(lane: Lane): Promise<void> {
    try {
      await showNewest(options, lane, stopped.signal)
      lane.failures = 0
      lane.until = 0
    } catch (error) {
      if (stopped.signal.aborted) return
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** lane.failures++, LONGEST_PAUSE_MS)
      lane.until = clock.now() + pauseMs
      // the witness may have lost its state, so ask for its size again
      lane.known = null
      log.warn({ err: error, witness: lane.key.name, pauseMs }, 'a witness has not signed')
    } finally {
      lane.running = null
    }
  }

  return {
    async push() {
      for (const lane of stopped.signal.aborted ? [] : lanes) {
        if (lane.running === null && lane.until <= clock.now()) lane.running = show(lane)
      }
      await settled()
    },
    async stop() {
      stopped.abort()
      await settled()
    },
  }
}

async function showNewest(
  { db, post = overHttp, log, writer }: WitnessesOptions,
  lane: Lane,
  signal: AbortSignal,
): Promise<void> {
  const checkpoint = await latestCheckpoint(db)
  if (!checkpoint) return
  const claim = (size: number, fork: boolean) => {
    writer?.standing.heard(lane.key.name, { log: writer.nameOf(checkpoint.log), size, fork })
  }
  const [last] = await db.query<{ size: bigint }>(COSIGNED, [lane.key.name, checkpoint.log])
  if (Number(last?.size ?? 0) === checkpoint.size && !lane.isFirst) return
  let oldSize = lane.known ?? Number(last?.size ?? 0)
  // the second try uses the size that the witness has named
  for (let tries = 0; tries < 2; tries++) {
    const consistency = await consistencyOf(db, oldSize, checkpoint.size, checkpoint.log)
    const body = formatWitnessRequest({ oldSize, consistency, note: checkpoint.note })
    const answer = await post(`${lane.url}/add-checkpoint`, body, signal)
    if (answer.status === 200) {
      await keep(db, lane, checkpoint, answer.body)
      writer?.standing.heard(lane.key.name, null)
      return
    }
    const named = answer.status === 409 ? sizeIn(answer) : null
    // the protocol's answer to a proof that does not extend the tree that the witness has signed
    if (answer.status === 422) claim(oldSize, true)
    if (named === null) throw new Error(`the witness answered ${answer.status} ${answer.body.slice(0, 200)}`)
    if (named === oldSize) {
      claim(named, true)
      throw new Error(`the witness has signed another log of ${named} entries`)
    }
    if (named > checkpoint.size) {
      claim(named, false)
      log.error(
        { witness: lane.key.name, named, size: checkpoint.size },
        'a witness has signed a longer log than this database holds',
      )
      throw new Error(`the witness has signed ${named} entries, the log has ${checkpoint.size}`)
    }
    lane.known = oldSize = named
  }
  throw new Error('the witness refuses the size that it has named')
}

function sizeIn({ type, body }: { type: string; body: string }): number | null {
  return type.startsWith('text/x.tlog.size') && /^(0|[1-9]\d{0,14})\n$/.test(body) ? Number(body) : null
}

async function keep(db: Db, lane: Lane, { log, note, size }: Signed, body: string): Promise<void> {
  for (const line of body.split('\n')) {
    const seconds = verifyCosignature(note, line, lane.key)
    if (seconds === null) continue
    await db.query(KEEP, [size, lane.key.name, line, seconds, log])
    lane.known = size
    lane.isFirst = false
    return
  }
  throw new Error('the witness answered without a signature of its key')
}

const overHttp: Post = async (url, body, signal) => {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    redirect: 'error',
  })
  const text = (await response.text()).slice(0, MAX_ANSWER_LENGTH)
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: text }
}
