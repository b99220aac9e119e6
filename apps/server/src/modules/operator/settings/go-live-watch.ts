/**
 * Looks at the go-live conditions again, at every start and while the server runs: with real money a module that is switched on
 * sells nothing new while one of its conditions does not hold. Open sales run to their end.
 */
import { MODULES, type Module } from '@fairlot/contract/modules'
import type { Db } from '../../../platform/db.ts'
import { SECOND_MS } from '../../../platform/durations.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { goLiveChecks, stopsSales, type GoLiveOptions } from './go-live.ts'

type Write = (fields: object, message: string) => void

export type GoLiveWatchOptions = Omit<GoLiveOptions, 'values'> & {
  db: Db
  settings: Pick<Settings, 'read'>
  log: Record<'info' | 'warn' | 'error', Write>
}

export type GoLiveWatch = {
  /** Whether the module may sell, as of the last look; with real money nothing is sold before the first one. */
  isReady(module: Module): boolean
  /** The modules that are switched on and may not sell, each with the ids of the failing checks. */
  stopped(): ReadonlyMap<Module, readonly string[]>
  /** Looks at every condition now. Logs an alarm when a module that is switched on may not sell any more. */
  look(): Promise<void>
  /** Looks again every LOOK_EVERY_MS. */
  start(): void
  stop(): Promise<void>
}

/** Short, because a module that operators have just switched on sells after the next look. */
const LOOK_EVERY_MS = 15 * SECOND_MS

/** A sandbox has no conditions. */
const SANDBOX: GoLiveWatch = {
  isReady: () => true,
  stopped: () => new Map(),
  look: () => Promise.resolve(),
  start: () => undefined,
  stop: () => Promise.resolve(),
}

export function createGoLiveWatch(options: GoLiveWatchOptions): GoLiveWatch {
  const { db, settings, modules, log } = options
  if (options.installation.moneyMode !== 'real') return SANDBOX
  let ready: ReadonlySet<Module> = new Set()
  let stopped: ReadonlyMap<Module, readonly string[]> = new Map()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const values = await settings.read(db)
    const checks = await goLiveChecks(db, { ...options, values })
    const before = stopped
    const failing = MODULES.map((module) => [module, stopsSales(checks, module)] as const)
    ready = new Set(failing.flatMap(([module, ids]) => (ids.length === 0 ? [module] : [])))
    stopped = new Map(
      failing.filter(([module, ids]) => ids.length > 0 && values.get(modules[module].enabled)),
    )
    for (const [module, missing] of stopped) {
      if (before.get(module)?.join() === missing.join()) continue
      const found = checks.filter(({ id }) => missing.includes(id)).map((check) => check.found)
      log.error(
        { alarm: 'go_live', module, missing, found },
        `the module «${module}» sells nothing new: it does not meet its go-live conditions any more`,
      )
    }
    for (const module of before.keys()) {
      if (!stopped.has(module))
        log.info(
          { alarm: 'go_live', module },
          `the module «${module}» is not stopped by go-live conditions any more`,
        )
    }
  }

  function lookInBackground() {
    looking ??= look()
      // the last look counts: an outage of the database stops sales by itself
      .catch((error: unknown) => log.warn({ err: error }, 'the go-live conditions could not be looked at'))
      .finally(() => {
        looking = undefined
      })
  }

  return {
    isReady: (module) => ready.has(module),
    stopped: () => stopped,
    look,
    start() {
      timer ??= setInterval(lookInBackground, LOOK_EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await looking
    },
  }
}
