/** The HTTP application of a context. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Context } from './context.ts'
import { haltRefusal, sayHalt } from './modules/fair/index.ts'
import { lateWitnessesCheck } from './modules/mall/index.ts'
import { databaseChecks, healthRoutes, PublicReason, type Check } from './platform/http/health.ts'
import { createApi, type Api } from './platform/http/http.ts'
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

/** Connects the envelope, the API document, health checks, plain routes and the member app to one server. */
export function createApp(context: Context, options: AppOptions = {}): App {
  const { sessions, clock, limiter, log, deployment } = context
  const api = createApi({
    endpoints: registered(context.routes),
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
  const document = json(200, openApiDocument(ENDPOINTS))
  const server = createHttpServer({
    api,
    plain: [
      { method: 'GET', path: '/api/openapi.json', handle: () => document },
      ...healthRoutes([...databaseChecks(context.db), logCheck(context), witnessCheck(context)], log),
      ...context.plainRoutes,
    ],
    streams: context.streamRoutes,
    onClosing: () => context.live.streams.close(),
    files: options.memberApp === undefined ? undefined : createFiles(options.memberApp),
    trustProxy: options.trustProxy ?? 0,
    log,
  })
  return { ...server, api }
}
