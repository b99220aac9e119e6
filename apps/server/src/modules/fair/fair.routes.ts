/** Public reads of the log: in the envelope, and as plain files for other programs. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { logKey } from '@fairlot/fairness/checkpoint'
import type { LogEntry } from '@fairlot/fairness/entries'
import { firstHead, treeRoot } from '@fairlot/fairness/log'
import { formatKey } from '@fairlot/fairness/note'
import type { Clock } from '../../platform/clock.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Executor } from '../../platform/db.ts'
import type { Handlers, PlainRequest, PlainResponse, PlainRoute } from '../../platform/http/http-handler.ts'
import { notFound } from '../../platform/http/http-responses.ts'
import { Refusal } from '../../platform/refusal.ts'
import { continuesEntry } from './standing/standing.queries.ts'
import type { Beacon } from './beacon/beacon.ts'
import { logNumber } from './log/log-name.ts'
import type { LogWriter } from './log/log-writer.ts'
import {
  checkpointOfSize,
  consistencyOf,
  endOfLog,
  entriesBefore,
  entriesFrom,
  latestCheckpoint,
  rootOf,
} from './log/log.reads.ts'
import type { VerifierFile } from './verifier.ts'
import { cosignaturesOf, witnessStanding } from './witnesses/cosignatures.ts'
import type { Witness } from './witnesses/witness-client.ts'

export type FairRoutesOptions = {
  db: Executor
  clock: Clock
  writer: Pick<LogWriter, 'deployment' | 'publicKey' | 'nameOf' | 'standing'>
  beacon: Beacon
  verifier: VerifierFile | null
  witnesses: readonly Witness[]
}

export type FairReads = 'fairAbout' | 'fairLog' | 'fairCheckpoint' | 'fairConsistency'

const position = z.tuple([z.int().check(z.minimum(0))])
/** Greater than every index. */
const END = Number.MAX_SAFE_INTEGER

export function fairRoutes(options: FairRoutesOptions): Handlers<Endpoints, FairReads> {
  const { db, clock, writer, beacon, verifier, witnesses } = options
  const { publicKey } = writer

  /** The log that a call names, or the current one. @throws Refusal NO_SUCH_DATA */
  async function end(
    name?: string,
  ): Promise<{ log: number; deployment: string; size: number; head: string }> {
    const given = name === undefined ? null : logNumber(writer.deployment, name)
    if (name !== undefined && given === null) throw new Refusal('NO_SUCH_DATA')
    const { log, size, head } = await endOfLog(db, given)
    // a lost log may be missing here: its entries were only in the lost database
    if (name !== undefined && head === null) throw new Refusal('NO_SUCH_DATA')
    const deployment = writer.nameOf(log)
    return { log, deployment, size, head: head ?? firstHead(deployment) }
  }

  return {
    async fairAbout() {
      const [log, latest, continues] = await Promise.all([end(), latestCheckpoint(db), continuesEntry(db)])
      const { hash: chain, publicKey: beaconKey, genesis, period } = beacon.chain
      const { deployment, size, head } = log
      return {
        deployment,
        publicKey,
        noteKey: formatKey(logKey(deployment, publicKey)),
        size,
        head,
        checkpoint: latest && {
          size: latest.size,
          root: latest.root,
          head: latest.head,
          time: latest.timeMs,
        },
        continues: continues === undefined ? null : continuesView(continues),
        verifier: verifier && { version: verifier.version, sha256: verifier.sha256 },
        beacon: { chain, publicKey: beaconKey, genesis, period, local: beacon.local },
        witnesses: await Promise.all(witnesses.map((witness) => showWitness(db, witness))),
        serverTime: clock.now(),
      }
    },

    async fairLog({ input: { cursor, limit, sort, from, log: name } }) {
      const [at] = decodeCursor(cursor, position) ?? [undefined]
      const oldest = sort === 'oldest'
      const { log, size, head } = await end(name)
      const rows = oldest
        ? await entriesFrom(db, at ?? from ?? 0, limit + 1, log)
        : await entriesBefore(db, at ?? (from === undefined ? END : from + 1), limit + 1, log)
      return { ...pageOf(rows, limit, ({ index }) => [oldest ? index + 1 : index]), size, head }
    },

    async fairCheckpoint({ input: { size, log: name } }) {
      const { log: number } = await end(name)
      const found = await (size === undefined
        ? latestCheckpoint(db, number)
        : checkpointOfSize(db, size, number))
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const { timeMs, log: _, ...rest } = found
      return { ...rest, time: timeMs, cosignatures: await cosignaturesOf(db, found) }
    },

    async fairConsistency({ input: { from, to, log: name } }) {
      const { log, size } = await end(name)
      if (from > to || to > size) throw new Refusal('NO_SUCH_DATA')
      const [path, fromRoot, toRoot] = await Promise.all([
        consistencyOf(db, from, to, log),
        from === 0 ? treeRoot([]) : rootOf(db, from, log),
        rootOf(db, to, log),
      ])
      return { from, to, fromRoot, toRoot, path }
    },
  }
}

/** What the current log says of the lost one. @param bytes of the entry `log-continues` */
function continuesView(bytes: string) {
  const { deployment, size, root, lost, at } = JSON.parse(bytes) as Extract<LogEntry, { t: 'log-continues' }>
  return { deployment, size, root, lost: [...lost], at }
}

async function showWitness(db: Executor, { key, own = false }: Witness) {
  const last = await witnessStanding(db, { key })
  return { key: formatKey(key), own, size: last && last.size, signedAt: last && last.signedAtMs }
}

/** A public file that clients may cache for `seconds`; afterwards an ETag saves unchanged downloads. */
function cacheable(
  request: PlainRequest,
  etag: string,
  seconds: number,
  answer: PlainResponse,
): PlainResponse {
  const headers = { ...answer.headers, etag: `"${etag}"`, 'cache-control': `public, max-age=${seconds}` }
  return request.headers['if-none-match'] === `"${etag}"`
    ? // the length of the file that is not sent
      {
        ...answer,
        status: 304,
        body: '',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(answer.body)) },
      }
    : { ...answer, headers }
}

/** `GET /fair/checkpoint` (the latest note with the witnesses' lines) and `GET /fair/verifier.mjs`. */
export function fairFiles({ db, verifier }: Pick<FairRoutesOptions, 'db' | 'verifier'>): PlainRoute[] {
  return [
    {
      method: 'GET',
      path: '/fair/checkpoint',
      async handle(request) {
        const latest = await latestCheckpoint(db)
        if (!latest) return notFound()
        const lines = await cosignaturesOf(db, latest)
        const body = latest.note + lines.map((line) => `${line}\n`).join('')
        const etag = `${latest.log}-${latest.size}-${lines.length}`
        return cacheable(request, etag, 5, { status: 200, type: 'text/plain; charset=utf-8', body })
      },
    },
    {
      method: 'GET',
      path: '/fair/verifier.mjs',
      handle(request) {
        if (!verifier) return notFound()
        return cacheable(request, verifier.sha256, 300, {
          status: 200,
          type: 'text/javascript; charset=utf-8',
          body: verifier.bytes,
          headers: { 'content-disposition': 'attachment; filename="fairlot-verifier.mjs"' },
        })
      },
    },
  ]
}
