/**
 * The loop that takes events through their steps: open, closed, sealed, drawn, paid; or void, as void-event.ts says. Each step is one
 * transaction, and a status or a primary key lets it happen once. The process can therefore be killed at any point, and several
 * processes can run the loop at the same time. Nothing runs while the log is not sound.
 */
import { createBackoff } from '../../../../platform/backoff.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { ClockWatch } from '../../../../platform/time/clock-watch.ts'
import { createStepLoop, type StepLoop } from '../../../../platform/step-loop.ts'
import { createWitnessAlarm, findArrivedRounds, type Witnesses } from '../../../fair/index.ts'
import { drawEvent } from './draw-event.ts'
import { liveEvents, type LiveEvent } from './events.queries.ts'
import { openDueEvent, type OpenEventOptions } from './open-event.ts'
import { payChunk } from './pay-event.ts'
import { payShares } from './pay-shares.ts'
import { sealEvent } from './seal-event.ts'
import { closeEvent, isUnsealable, voidEvent } from './void-event.ts'
import { attendEvent, isSealed, mayBeSealed, type WitnessEventOptions } from './witness-event.ts'

export type EventStep = 'open' | 'miss' | 'close' | 'void' | 'seal' | 'witness' | 'draw' | 'pay'

/** A completed step. `members`: whose wallets it credited */
export type EventChange = { eventId: string; number: string; step: EventStep; members: readonly string[] }

type Write = (fields: object, message: string) => void

export type EventsLoopOptions = OpenEventOptions &
  Omit<WitnessEventOptions, 'log'> & {
    clock: Clock
    /** whether business time can be believed; by default it can */
    clockWatch?: Pick<ClockWatch, 'look'> | undefined
    /** whether events open */
    isOn: () => boolean
    log: Record<'info' | 'warn' | 'error', Write>
    /** called after the commit of each step */
    onChange?: ((change: EventChange) => void) | undefined
  }

export type EventsLoop = Omit<StepLoop, 'isStopped'>

/** What depends on the time and cannot be undone: it waits while business time cannot be believed. */
const TIMED: ReadonlySet<EventStep> = new Set(['open', 'miss', 'close', 'void', 'seal', 'witness'])
const RUN_EVERY_MS = 1_000

export function createEventsLoop(options: EventsLoopOptions): EventsLoop {
  const { db, log, clock } = options
  const backoff = createBackoff(clock)
  const run = createSteps({ ...options, askedSince: new Map() })

  /** Runs one step. A failure pauses this step only. @returns whether the step did something */
  async function attempt(step: EventStep, event: LiveEvent, nowMs: number): Promise<boolean> {
    const name = `${step} ${event.eventId}`
    if (backoff.isPaused(name)) return false
    try {
      const done = await run(step, event, nowMs)
      backoff.clear(name)
      return done
    } catch (error) {
      const pauseMs = backoff.recordFailure(name)
      log.error({ err: error, step: name, pauseMs }, 'a step of an event failed and will be retried')
      return false
    }
  }

  async function runOnce(): Promise<boolean> {
    // an older copy of the database would draw and pay again what went on elsewhere
    if ((await options.writer.standing.check(db)) !== 'ok') return false
    const isHalted = (await options.clockWatch?.look()) != null
    const { nowMs, settledMs, events } = await liveEvents(db)
    const waiting = events.filter(({ status }) => status === 'sealed')
    const arrived = await findArrivedRounds(waiting, options.beacons)
    const isPublished = ({ chain, round }: LiveEvent) =>
      // the draw of an event whose beacon is not configured must run, so that it fails and is reported
      chain === null || round === null || (arrived.get(chain)?.has(round) ?? true)
    let progress = false
    for (const event of events) {
      for (const step of stepsOf(event, { nowMs, settledMs, isPublished, isOn: options.isOn() })) {
        if (loop.isStopped()) return false
        if (isHalted && TIMED.has(step)) continue
        progress = (await attempt(step, event, nowMs)) || progress
      }
    }
    return progress
  }

  const loop: StepLoop = createStepLoop({
    runOnce,
    pauseMs: () => RUN_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'the due steps of events could not be read'),
  })
  const { isStopped: _, ...events } = loop
  return events
}

type Look = {
  nowMs: number
  settledMs: number
  isPublished: (event: LiveEvent) => boolean
  isOn: boolean
}

/** The steps of an event that can run now. */
function stepsOf(event: LiveEvent, { nowMs, settledMs, isPublished, isOn }: Look): EventStep[] {
  const { status, opensMs, deadlineMs, participants, witnesses, rules, isSigned } = event
  switch (status) {
    case 'scheduled':
      if (settledMs >= deadlineMs) return ['miss']
      return isOn && nowMs >= opensMs && nowMs < deadlineMs ? ['open'] : []
    case 'open':
      return settledMs >= deadlineMs ? ['close'] : []
    case 'closed':
      return [participants === 0 || isUnsealable(event, settledMs) ? 'void' : 'seal']
    case 'sealed': {
      // a witnessed draw also looks whether its round passed without its witnesses
      if (rules === 3) return isPublished(event) || witnesses !== null ? ['draw'] : []
      const attended: EventStep[] = witnesses === null || isSigned ? [] : ['witness']
      return isPublished(event) && (isSigned || witnesses === null) ? ['draw'] : attended
    }
    case 'drawn':
    case 'void':
      return ['pay']
  }
}

function createSteps(options: EventsLoopOptions & { askedSince: Map<string, number> }) {
  const { db, writer, log, askWitnesses, onChange } = options
  const alarm = createWitnessAlarm(log, options.clock, 'event')
  const work = async (
    step: EventStep,
    event: LiveEvent,
    nowMs: number,
  ): Promise<readonly string[] | null> => {
    const { eventId, number, witnesses } = event
    const done = (isDone: boolean) => (isDone ? [] : null)
    switch (step) {
      case 'open':
        return done(await openDueEvent(options, eventId))
      case 'close':
        return done(await closeEvent(db, eventId))
      case 'miss':
      case 'void':
        return done(await voidEvent(options, eventId))
      case 'seal':
        if (!mayBeSealed(askWitnesses, alarm, event, nowMs)) return null
        if (!isSealed(await sealEvent(options, eventId), alarm, event, nowMs)) return null
        showToWitnesses(askWitnesses, witnesses)
        await writer.standing.keep(db)
        return []
      case 'witness': {
        const what = await attendEvent(options, alarm, eventId)
        if (what === 'sealed') showToWitnesses(askWitnesses, witnesses)
        return done(what !== 'nothing')
      }
      case 'draw':
        if (!(await drawEvent(options, eventId))) return null
        options.askedSince.delete(number)
        alarm.ended(eventId, number)
        // completes the proof now, because members look at it right after the draw
        await writer.flush(db, { checkpoint: true })
        return []
      case 'pay': {
        const chunk = (await payChunk(db, eventId)) ?? (await payShares(options, eventId))
        if (chunk && chunk.returned > 0)
          log.warn(
            { event: number, prizes: chunk.returned },
            'prizes or shares of closed accounts went back to the house',
          )
        return chunk && chunk.paid
      }
    }
  }
  return async (step: EventStep, event: LiveEvent, nowMs: number): Promise<boolean> => {
    const members = await work(step, event, nowMs)
    if (members === null) return false
    const { eventId, number } = event
    log.info({ event: number, step }, 'a step of an event is done')
    onChange?.({ eventId, number, step, members })
    return true
  }
}

/** Witnesses see a seal at once; no step waits for their answers. */
function showToWitnesses(askWitnesses: Pick<Witnesses, 'push'>, named: readonly string[] | null): void {
  if (named !== null) void askWitnesses.push({ atOnce: true })
}
