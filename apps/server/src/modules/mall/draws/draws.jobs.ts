/**
 * Takes sold-out issues through seal, draw and settlement, opens the next ones, and does what the life of an issue asks
 * for beside (life.ts). One step at a time, each in its own transaction and once by a primary key: it can be killed
 * anywhere, and run in several processes at once.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'
import { drawIssue } from './draw.ts'
import { openIssue, type OpenIssueOptions } from '../issues/open-issue.ts'
import { lifeDue, takeLife, type LifeChange, type LifeStep } from '../issues/issue-steps.ts'
import { isAnyFundedAgain, productsToOpen } from '../issues/opening-check.ts'
import { sealIssue, type SealOptions } from './seal.ts'
import { settleChunk } from './settlement.ts'

export type Draws = {
  /** Does everything that is due now, until nothing is left that is not backing off. Calls that come together share one run. */
  runDue(): Promise<void>
  /** Says that an issue may have sold out: looks at once. Never throws, never waits. */
  poke(): void
  /** Looks by itself each second. */
  start(): void
  /** Stops looking and waits for the step under way. */
  stop(): Promise<void>
}

export type DrawsOptions = OpenIssueOptions &
  SealOptions & {
    clock: Clock
    /** told after the commit of each step: live updates */
    onChange?: (change: { issueId: string; step: 'sealed' | 'drawn' | 'settled' | LifeChange }) => void
  }

const LOOK_MS = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type DrawStep = 'seal' | 'draw' | 'settle'
type Work = { step: DrawStep | LifeStep; issueId: string }
type Due = { step: DrawStep; issueId: string; chain: string | null; round: bigint | null }

/** Everything between sell-out and the last result, the oldest first; partial indexes hold just these. */
const DUE = {
  name: 'draws.due',
  text: `
  (select case when s.issue_id is null then 'seal' else 'draw' end as step, i.issue_id as "issueId", t.chain, s.round
   from issue i join issue_terms t using (issue_id) left join issue_seal s using (issue_id)
   where i.status = 'sold_out' order by (s.issue_id is not null), i.sold_out_at limit 1000)
  union all
  (select 'settle', issue_id, null, null from issue_settlement where finished_at is null limit 1000)`,
}
const CHANGED = { sold_out: 'sold out', opened: 'opened', expired: 'expired', refunded: 'refunded' } as const

export function createDraws(options: DrawsOptions): Draws {
  const { db, clock, log } = options
  const pauses = createPauses(clock)
  let running: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let swept = false

  /** Runs one step; a failure pauses that step alone. Answers whether it did something. */
  async function attempt(key: string, step: () => Promise<boolean>): Promise<boolean> {
    if (pauses.paused(key)) return false
    try {
      const done = await step()
      pauses.clear(key)
      return done
    } catch (error) {
      const pauseMs = pauses.failed(key)
      log.error({ err: error, step: key, pauseMs }, 'a step of a draw failed and will be tried again')
      return false
    }
  }

  async function pass(): Promise<boolean> {
    const due = await dueWork(db, options.beacons)
    let progress = false
    for (const work of due) {
      if (stopped) return false
      const done = await attempt(`${work.step} ${work.issueId}`, () => take(options, work))
      progress ||= done
      // the next issue opens at sell-out, not after the draw; after a deadline, when the refund is through
      if (done && (work.step === 'seal' || work.step === 'refund')) swept = false
    }
    if (!swept || (await isAnyFundedAgain(db))) progress = (await openDue()) || progress
    return progress
  }

  async function openDue(): Promise<boolean> {
    let opened = false
    let failed = false
    for (const code of await productsToOpen(db)) {
      if (stopped) return false
      const key = `open ${code}`
      const done = await attempt(key, async () => {
        const opening = await openIssue(options, code)
        if (!opening?.opened) return false
        log.info({ issue: opening.number }, 'issue opened')
        options.onChange?.({ issueId: opening.issueId, step: 'opened' })
        return true
      })
      opened ||= done
      failed ||= !done
    }
    swept = !failed
    return opened
  }

  async function run() {
    let progress = true
    while (progress && !stopped) {
      again = false
      progress = (await pass()) || again
    }
  }

  function runDue(): Promise<void> {
    if (running) {
      // what is under way may have looked before the caller's change
      again = true
      return running
    }
    running = run().finally(() => {
      running = null
    })
    return running
  }

  /** The loop's own look: it has nobody to throw to. */
  function look() {
    runDue().catch((error: unknown) => log.error({ err: error }, 'draws could not be looked at'))
  }

  return {
    runDue,
    poke() {
      if (!stopped) setImmediate(look)
    },
    start() {
      stopped = false
      swept = false
      timer ??= setInterval(look, LOOK_MS)
      look()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      timer = undefined
      await running?.catch(() => undefined)
    },
  }
}

/** What can be done now: a draw whose round is not here yet is not among it. */
async function dueWork(db: Db, beacons: Beacons): Promise<Work[]> {
  const [life, found] = await Promise.all([lifeDue(db), db.query<Due>(DUE)])
  const arrived = await arrivedRounds(found, beacons)
  const draws = found.filter(({ step, chain, round }) => {
    if (step !== 'draw' || chain === null || round === null) return true
    // an issue whose beacon is not configured fails by itself, and is reported
    return arrived.get(chain)?.has(Number(round)) ?? true
  })
  return [...life, ...draws]
}

/** Of each beacon that is configured, the rounds that are here; the others are waited for from now on. */
async function arrivedRounds(due: readonly Due[], beacons: Beacons) {
  const rounds = new Map<string, number[]>()
  for (const { chain, round } of due) {
    if (chain === null || round === null) continue
    const known = rounds.get(chain)
    if (known) known.push(Number(round))
    else rounds.set(chain, [Number(round)])
  }
  const arrived = new Map<string, ReadonlySet<number>>()
  for (const [chain, of] of rounds) {
    const beacon = beacons.find(chain)
    if (beacon) arrived.set(chain, await beacon.arrived(of))
  }
  return arrived
}

/** One step of one issue. Answers whether there may be more to do. */
async function take(options: DrawsOptions, { step, issueId }: Work): Promise<boolean> {
  const { log, onChange } = options
  if (step !== 'seal' && step !== 'draw' && step !== 'settle') {
    const { done, change } = await takeLife(options, { step, issueId })
    if (change) {
      log.info({ issueId }, `issue ${CHANGED[change]}`)
      onChange?.({ issueId, step: change })
    }
    return done
  }
  if (step === 'seal') {
    if (!(await sealIssue(options, issueId))) return false
    log.info({ issueId }, 'issue sealed')
    onChange?.({ issueId, step: 'sealed' })
    return true
  }
  if (step === 'draw') {
    if ((await drawIssue(options, issueId)) !== 'drawn') return false
    log.info({ issueId }, 'issue drawn')
    onChange?.({ issueId, step: 'drawn' })
    // its proof is whole as soon as people look
    await options.writer.flush(options.db)
    return true
  }
  if (!(await settleChunk(options.db, issueId))) onChange?.({ issueId, step: 'settled' })
  return true
}

/** Growing pauses after failures, one for each step of each issue. */
function createPauses(clock: Clock) {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    paused: (key: string) => (failures.get(key)?.until ?? 0) > clock.now(),
    clear: (key: string) => failures.delete(key),
    failed(key: string): number {
      const count = (failures.get(key)?.count ?? 0) + 1
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS)
      failures.set(key, { count, until: clock.now() + pause })
      return pause
    },
  }
}
