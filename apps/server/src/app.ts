/** The HTTP application of a context. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { operatorUpload, upload } from '@fairlot/contract/media/upload'
import type { Context } from './context.ts'
import { haltRefusal, oldestWaitingMs, sayHalt } from './modules/fair/index.ts'
import { lateWitnessesCheck } from './modules/mall/index.ts'
import { standingStill } from './modules/operator/index.ts'
import {
  databaseChecks,
  healthRoutes,
  PublicReason,
  type Check,
  type Notice,
} from './platform/http/health.ts'
import { sayJump } from './platform/time/clock-watch.ts'
import { MINUTE_MS } from './platform/durations.ts'
import { createApi, type Api, type Registered } from './platform/http/http.ts'
import type { ErasedHandler } from './platform/http/http-handler.ts'
import { json } from './platform/http/http-responses.ts'
import { createHttpServer, type HttpServer } from './platform/http/http-server.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { createFiles } from './platform/http/static.ts'
import { registered } from './routes.ts'

export type AppOptions = {
  /** directory of the built member app; without it the server serves no app */
  memberApp?: string
  /** number of the installation's own proxies in front of the server */
  trustProxy?: number
  /** check every answer against its schema (tests and development) */
  checkAnswers?: boolean
}

export type App = HttpServer & {
  /** the envelope without HTTP, for tests and benchmarks in the same process */
  readonly api: Api
}

/** The log appends what waits each second. */
const QUEUE_LATE_MS = 5 * MINUTE_MS

/** Not ready while the log is halted, with the reason in the answer: other servers of the installation may still be sound. */
function logCheck({ db, fair }: Context): Check {
  return {
    name: 'log',
    async run() {
      const standing = await fair.standing.check(db)
      if (typeof standing !== 'string') throw new PublicReason(sayHalt(standing))
    },
  }
}

/** Not ready while draws wait for witnesses for long: members wait for results that no server of this installation can give. */
function witnessCheck({ db }: Context): Check {
  return {
    name: 'witnesses',
    async run() {
      const [row] = await db.query<{ breaches: bigint }>(lateWitnessesCheck.sql)
      if (row && row.breaches > 0n) throw new Error(`${lateWitnessesCheck.title}: ${row.breaches} do`)
    },
  }
}

/** Not ready while an entry waits for minutes: nothing that is sealed or drawn can then be shown to be in the log. */
function queueCheck({ db }: Context): Check {
  return {
    name: 'log-queue',
    async run() {
      const waitsMs = await oldestWaitingMs(db)
      if (waitsMs > QUEUE_LATE_MS)
        throw new Error(`an entry waits for the log since ${Math.round(waitsMs / 1_000)} s`)
    },
  }
}

/** A server whose modules do not sell still serves everything else. */
function sellingNotice({ goLive }: Context): Notice {
  return {
    name: 'go-live',
    say() {
      const stopped = [...goLive.stopped()].map(([module, missing]) => `${module}: ${missing.join(', ')}`)
      return stopped.length === 0 ? null : `sells nothing new: ${stopped.join('; ')}`
    },
  }
}

/** Time ends nothing while business time cannot be believed; everything else is served. */
function clockNotice({ clockWatch }: Context): Notice {
  return {
    name: 'clock',
    async say() {
      const halt = await clockWatch.look()
      return halt && `${sayJump(halt.jumpMs)}: nothing is ended by time`
    },
  }
}

/** What stands still and does not keep this server from serving. */
function livenessNotice({ db }: Context): Notice {
  return {
    name: 'liveness',
    async say() {
      const still = await standingStill(db)
      return still.length === 0 ? null : still.map(({ name, count }) => `${name}: ${count}`).join('; ')
    },
  }
}

/** The calls whose bodies are not forms. */
function uploadCalls({ uploads }: Context): Registered[] {
  // safe casts: the schema of the same endpoint parses the input, and only the server's upload paths reach them
  return [
    { endpoint: upload, handler: uploads.take as ErasedHandler, rate: 'upload' },
    { endpoint: operatorUpload, handler: uploads.media.take as ErasedHandler, rate: 'upload' },
  ]
}

/** Connects the envelope, the API document, health checks, plain routes and the member app to one server. */
export function createApp(context: Context, options: AppOptions = {}): App {
  const { sessions, clock, limiter, log, deployment } = context
  const api = createApi({
    endpoints: [...registered(context.routes), ...uploadCalls(context)],
    sessions,
    operators: context.operators.sessions,
    clock,
    limiter,
    log,
    trustLoopback: deployment.moneyMode === 'sandbox',
    defaultLanguage: deployment.defaultLanguage,
    checkAnswers: options.checkAnswers ?? false,
    isHalted: () => haltRefusal(context.fair.standing) !== null,
    onMember: (member) => context.guard.noteUse(member),
    onAnswer: log.isLevelEnabled('debug')
      ? ({ path, requestId }, { flag }, ms) => log.debug({ path, requestId, flag, ms }, 'call')
      : undefined,
  })
  const document = json(200, openApiDocument(ENDPOINTS, { upload }))
  const server = createHttpServer({
    api,
    plain: [
      { method: 'GET', path: '/api/openapi.json', handle: () => document },
      ...healthRoutes(
        [...databaseChecks(context.db), logCheck(context), witnessCheck(context), queueCheck(context)],
        log,
        [sellingNotice(context), clockNotice(context), livenessNotice(context)],
      ),
      ...context.plainRoutes,
    ],
    streams: context.streamRoutes,
    onClosing: () => context.live.streams.close(),
    files: options.memberApp === undefined ? undefined : createFiles(options.memberApp),
    defaultLanguage: deployment.defaultLanguage,
    trustProxy: options.trustProxy ?? 0,
    limiter,
    trustLoopback: deployment.moneyMode === 'sandbox',
    log,
  })
  return { ...server, api }
}
