/** Public reads of the log: in the envelope, and as plain files for other programs. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { logKey } from '@fairlot/fairness/checkpoint'
import { firstHead, treeRoot } from '@fairlot/fairness/log'
import { formatKey } from '@fairlot/fairness/note'
import type { Clock } from '../../platform/clock.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Executor } from '../../platform/db.ts'
import type { Handlers, PlainRequest, PlainResponse, PlainRoute } from '../../platform/http/http-handler.ts'
import { notFound } from '../../platform/http/http-responses.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Beacon } from './beacon/beacon.ts'
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
  deployment: string
  publicKey: string
  beacon: Beacon
  verifier: VerifierFile | null
  witnesses: readonly Witness[]
}

export type FairReads = 'fairAbout' | 'fairLog' | 'fairCheckpoint' | 'fairConsistency'

const position = z.tuple([z.int().check(z.minimum(0))])
/** Greater than every index. */
const END = Number.MAX_SAFE_INTEGER

export function fairRoutes(options: FairRoutesOptions): Handlers<Endpoints, FairReads> {
  const { db, clock, deployment, publicKey, beacon, verifier, witnesses } = options
  const end = async () => (await endOfLog(db)) ?? { size: 0, head: firstHead(deployment) }
  return {
    async fairAbout() {
      const [log, latest] = await Promise.all([end(), latestCheckpoint(db)])
      const { hash: chain, publicKey: beaconKey, genesis, period } = beacon.chain
      return {
        deployment,
        publicKey,
        noteKey: formatKey(logKey(deployment, publicKey)),
        ...log,
        checkpoint: latest && {
          size: latest.size,
          root: latest.root,
          head: latest.head,
          time: latest.timeMs,
        },
        verifier: verifier && { version: verifier.version, sha256: verifier.sha256 },
        beacon: { chain, publicKey: beaconKey, genesis, period, local: beacon.local },
        witnesses: await Promise.all(witnesses.map((witness) => showWitness(db, witness))),
        serverTime: clock.now(),
      }
    },

    async fairLog({ input: { cursor, limit, sort, from } }) {
      const [at] = decodeCursor(cursor, position) ?? [undefined]
      const oldest = sort === 'oldest'
      const [log, rows] = await Promise.all([
        end(),
        oldest
          ? entriesFrom(db, at ?? from ?? 0, limit + 1)
          : entriesBefore(db, at ?? (from === undefined ? END : from + 1), limit + 1),
      ])
      return { ...pageOf(rows, limit, ({ index }) => [oldest ? index + 1 : index]), ...log }
    },

    async fairCheckpoint({ input: { size } }) {
      const found = await (size === undefined ? latestCheckpoint(db) : checkpointOfSize(db, size))
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const { timeMs, ...rest } = found
      return { ...rest, time: timeMs, cosignatures: await cosignaturesOf(db, found.size) }
    },

    async fairConsistency({ input: { from, to } }) {
      const { size } = await end()
      if (from > to || to > size) throw new Refusal('NO_SUCH_DATA')
      const [path, fromRoot, toRoot] = await Promise.all([
        consistencyOf(db, from, to),
        from === 0 ? treeRoot([]) : rootOf(db, from),
        rootOf(db, to),
      ])
      return { from, to, fromRoot, toRoot, path }
    },
  }
}

async function showWitness(db: Executor, { key }: Witness) {
  const last = await witnessStanding(db, { key })
  return { key: formatKey(key), size: last && last.size, signedAt: last && last.signedAtMs }
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
        const lines = await cosignaturesOf(db, latest.size)
        const body = latest.note + lines.map((line) => `${line}\n`).join('')
        const etag = `${latest.size}-${lines.length}`
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
