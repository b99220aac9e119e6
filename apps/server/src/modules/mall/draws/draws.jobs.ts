/**
 * The loop that takes issues through their steps: seal, draw and settlement of sold-out issues, the other steps of an
 * issue's life (issue-steps.ts), and the opening of the next issues. Each step is one transaction, and a primary key or a
 * status lets it happen once. The process can therefore be killed at any point, and several processes can run the loop at
 * the same time.
 */
import { createBackoff } from '../../../platform/backoff.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createStepLoop } from '../../../platform/step-loop.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import {
  findDueIssueSteps,
  runIssueStep,
  type IssueStep,
  type IssueStepChange,
} from '../issues/issue-steps.ts'
import { openIssue, type OpenIssueOptions } from '../issues/open-issue.ts'
import { findProductsToOpen, isAnyPausedProductFunded } from '../issues/opening-check.queries.ts'
import type { LevelWatch } from '../../identity/index.ts'
import { createWitnessAlarm, type WitnessAlarm, type Witnesses } from '../../fair/index.ts'
import type { PrizeClocks } from '../delivery/delivery.settings.ts'
import { drawIssue } from './draw.ts'
import { findDueDrawSteps, type DrawStep } from './draws.queries.ts'
import { indexEndedIssue } from '../search/index-products.queries.ts'
import { settleFavourChunk, type FavourOptions } from '../favour/settle-favour.ts'
import { isInFavour } from '../favour/shares.ts'
import { settleChunk } from './settlement.ts'
import { sealWhenReady, type BeforeSealOptions } from '../witnessed/before-seal.ts'
import { createVouchedDraws, type VouchedDraws } from '../witnessed/vouched-draws.ts'
import { attendWitnesses } from '../witnessed/witnessing.ts'

export type Draws = {
  /** Runs all steps that are due, until none is left that is not paused after a failure. Concurrent calls share one run. */
  runDue(): Promise<void>
  /** Starts a run in the background, because an issue may have sold out or a beacon round has arrived. Never throws. */
  wake(): void
  /** Starts a run each second. */
  start(): void
  /** Stops the runs and waits for the step under way. */
  stop(): Promise<void>
}

export type DrawsOptions = OpenIssueOptions &
  BeforeSealOptions &
  Pick<FavourOptions, 'onNotice'> & {
    clock: Clock
    /** whether business time can be believed; by default it can */
    clockWatch?: Pick<ClockWatch, 'look'> | undefined
    /** the clocks that a new prize starts; by default those of the settings' initial values */
    prizeClocks?: () => PrizeClocks
    /** who is told of the VIP levels that members reach; by default nobody */
    levelWatch?: LevelWatch | undefined
    /** called after the commit of each step; live updates use it */
    onChange?: (change: {
      issueId: string
      step: 'sealed' | 'witnessed' | 'drawn' | 'settled' | IssueStepChange
    }) => void
  }

const RUN_EVERY_MS = 1_000

type Step = { step: DrawStep | IssueStep; issueId: string }

/** What depends on the time and cannot be undone: it waits while business time cannot be believed. */
const TIMED: ReadonlySet<Step['step']> = new Set([
  'seal',
  'witness',
  'vouch',
  'open',
  'expire',
  'give-up',
  'dead-beacon',
  'refund',
])

export function createDraws(options: DrawsOptions): Draws {
  const { log } = options
  const pass = createPass(options, () => loop.isStopped())
  const loop = createStepLoop({
    runOnce: () => pass.runOnce(),
    pauseMs: () => RUN_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'the due steps of draws could not be read'),
  })
  return {
    runDue: loop.runDue,
    wake: loop.wake,
    start() {
      pass.checkOpenings()
      loop.start()
    },
    stop: loop.stop,
  }
}

type Pass = {
  /** Runs every due step once. @returns whether a step did something, so that further steps may be due */
  runOnce(): Promise<boolean>
  /** Makes the next pass look for products without an issue on sale. */
  checkOpenings(): void
}

/**
 * A product's next issue opens at the sell-out, not after the seal, which may wait for witnesses for days, or the draw; after an expiry,
 * when the refund is complete.
 */
const OPENS_NEXT: ReadonlySet<Step['step']> = new Set(['announce', 'refund'])

function createPass(options: DrawsOptions, isStopped: () => boolean): Pass {
  const { db, clock, log } = options
  const backoff = createBackoff(clock)
  const alarm = createWitnessAlarm(log, options.clock)
  const vouched = createVouchedDraws(options, alarm)
  let openingsChecked = false

  /** Runs one step. A failure pauses this step only. @returns whether the step did something */
  async function attempt(key: string, step: () => Promise<boolean>): Promise<boolean> {
    if (backoff.isPaused(key)) return false
    try {
      const done = await step()
      backoff.clear(key)
      return done
    } catch (error) {
      const pauseMs = backoff.recordFailure(key)
      log.error({ err: error, step: key, pauseMs }, 'a step of a draw failed and will be retried')
      return false
    }
  }

  async function openNextIssues(): Promise<boolean> {
    let opened = false
    let failed = false
    for (const code of await findProductsToOpen(db)) {
      if (isStopped()) return false
      const done = await attempt(`open ${code}`, () => openNextIssue(options, code))
      opened ||= done
      failed ||= !done
    }
    openingsChecked = !failed
    return opened
  }

  return {
    async runOnce() {
      // an older copy of the database would draw again, expire and pay back what went on elsewhere
      if ((await options.writer.standing.check(db)) !== 'ok') return false
      const isTimeHalted = (await options.clockWatch?.look()) != null
      const due: Step[] = (await Promise.all([findDueIssueSteps(db), findDueDrawSteps(db, options.beacons)]))
        .flat()
        .filter(({ step }) => !isTimeHalted || !TIMED.has(step))
      let progress = false
      for (const step of due) {
        if (isStopped()) return false
        const done = await attempt(`${step.step} ${step.issueId}`, () =>
          runStep(options, { alarm, vouched }, step),
        )
        progress ||= done
        if (done && OPENS_NEXT.has(step.step)) openingsChecked = false
      }
      if (isTimeHalted) openingsChecked = false
      else if (!openingsChecked || (await isAnyPausedProductFunded(db)))
        progress = (await openNextIssues()) || progress
      return progress
    },
    checkOpenings() {
      openingsChecked = false
    },
  }
}

/** @returns whether an issue was opened */
async function openNextIssue(options: DrawsOptions, code: string): Promise<boolean> {
  const opening = await openIssue(options, code)
  if (!opening?.opened) return false
  options.log.info({ issue: opening.number }, 'issue opened')
  options.onChange?.({ issueId: opening.issueId, step: 'opened' })
  return true
}

const CHANGE_NAMES = {
  sold_out: 'sold out',
  opened: 'opened',
  expired: 'expired',
  refunded: 'refunded',
} as const satisfies Record<IssueStepChange, string>

/** Witnesses see a seal at once; no step waits for their answers. */
function showToWitnesses(witnesses: Pick<Witnesses, 'push'>): void {
  void witnesses.push({ atOnce: true })
}

/** Settles the next chunk of a drawn issue. @returns whether more is left */
async function settleNext(options: DrawsOptions, issueId: string): Promise<boolean> {
  const { db, prizeClocks, onEnded, levelWatch } = options
  return (await isInFavour(db, issueId))
    ? settleFavourChunk(options, issueId)
    : settleChunk(db, issueId, undefined, prizeClocks?.(), onEnded, levelWatch)
}

async function announceDraw({ db, log, writer, onChange }: DrawsOptions, issueId: string): Promise<void> {
  log.info({ issueId }, 'issue drawn')
  onChange?.({ issueId, step: 'drawn' })
  // completes the proof now, because members look at it right after the draw
  await writer.flush(db)
}

/** Runs one step of one issue. @returns whether it did something, so that further steps may be due */
async function runStep(
  options: DrawsOptions,
  { alarm, vouched }: { alarm: WitnessAlarm; vouched: VouchedDraws },
  { step, issueId }: Step,
): Promise<boolean> {
  const { db, log, onChange, askWitnesses } = options
  switch (step) {
    case 'seal':
      if (!(await sealWhenReady(options, alarm, issueId))) return false
      log.info({ issueId }, 'issue sealed')
      showToWitnesses(askWitnesses)
      onChange?.({ issueId, step: 'sealed' })
      await options.writer.standing.keep(db)
      return true
    case 'witness': {
      const what = await attendWitnesses(options, alarm, issueId)
      if (what === 'nothing') return false
      if (what === 'sealed') showToWitnesses(askWitnesses)
      log.info(
        { issueId },
        what === 'sealed' ? 'issue sealed again' : 'a witness signed the seal of an issue',
      )
      onChange?.({ issueId, step: what === 'sealed' ? 'sealed' : 'witnessed' })
      return true
    }
    case 'vouch': {
      const what = await vouched.attend(issueId)
      if (what === 'drawn') await announceDraw(options, issueId)
      return what !== 'nothing'
    }
    case 'draw':
      if (((await vouched.draw(issueId)) ?? (await drawIssue(options, issueId))) !== 'drawn') return false
      await announceDraw(options, issueId)
      return true
    case 'settle':
      if (!(await settleNext(options, issueId))) {
        await indexEndedIssue(db, issueId)
        onChange?.({ issueId, step: 'settled' })
      }
      return true
    default: {
      const { done, change } = await runIssueStep(options, { step, issueId })
      if (change === 'refunded') await indexEndedIssue(db, issueId)
      if (change) {
        log.info({ issueId }, `issue ${CHANGE_NAMES[change]}`)
        onChange?.({ issueId, step: change })
      }
      return done
    }
  }
}
