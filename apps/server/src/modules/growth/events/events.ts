/** Prize-share events: the loop, what members see and do, and their end when a log was lost. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../../platform/clock.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/auth.ts'
import type { Random } from '../../../platform/random.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { Fair, Witnesses } from '../../fair/index.ts'
import {
  createEventsLoop,
  type EventChange,
  type EventsLoop,
  type EventsLoopOptions,
} from './steps/events.jobs.ts'
import { EVENT_WITNESS_PATIENCE, EVENT_WITNESSED_DELAY } from './events.settings.ts'
import { eventRoutes } from './events.routes.ts'
import { eventNames, eventStates, type EventState, type EventViewsOptions } from './events.views.ts'
import { joinEvent, type EventEntry, type JoinRequest } from './join.ts'
import { checkEvent, checkTerms, makeEvent, type GradeTerms, type NewEvent } from './steps/open-event.ts'
import type { Event } from './event-terms.ts'
import { loseOpenEvents } from './steps/lose-events.ts'

/** Seconds from the seal of an event to its beacon round, as of issues. */
const DRAW_DELAY_SECONDS = 30

export type EventsOptions = {
  db: Db
  clock: Clock
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  random: Random
  settings: Values
  fair: Fair
  witnesses: Witnesses
  moneyMode: MoneyMode
  /** offset of business time, minutes east of UTC */
  utcOffsetMinutes: number
  names: EventViewsOptions['names']
  /** whether the module is switched on */
  isOn(): boolean
  /** why a member may not join now; null: the member may */
  barred(member: Caller): Refusal | null
  log: EventsLoopOptions['log']
  /** called after the commit of a step, and after a member has joined; `members`: whose wallets it credited */
  onChange(change: Pick<EventChange, 'number' | 'members'>): void
}

export type Events = {
  routes: ReturnType<typeof eventRoutes>
  /** Runs the steps of events. The server starts and stops it. */
  loop: EventsLoop
  states(numbers: readonly string[]): Promise<EventState[]>
  /** Numbers and titles in a language, by the ids of events. */
  names(eventIds: readonly string[], language: OfferedLanguage): ReturnType<typeof eventNames>
  /** whether the module is switched on */
  isOn(): boolean
  /** Checks terms. @returns what would be published besides them @throws Refusal INPUT_INVALID */
  terms(db: Executor, event: NewEvent): Promise<GradeTerms>
  /** Checks terms and their funding. @throws Refusal INPUT_INVALID, MARKETING_SHORT */
  check(tx: Tx, event: NewEvent): Promise<GradeTerms>
  /** Makes an event, and opens it when its time has come. @throws Refusal as `check` */
  make(tx: Tx, event: NewEvent): Promise<Event>
  /** Joins for a member as `/prize/join` does. @throws Refusal */
  join(request: JoinRequest): Promise<EventEntry>
  /** Ends every event that is open, closed or sealed, because its log was lost. @returns their names */
  loseOpenEvents(tx: Tx): Promise<string[]>
}

export function createEvents(options: EventsOptions): Events {
  const { db, fair, witnesses, settings, utcOffsetMinutes, onChange } = options
  const { salts, tagKeys, beacons, writer } = fair
  const opening = {
    ...options,
    salts,
    beacons,
    writer,
    utcOffset: utcOffsetMinutes,
    drawDelay: DRAW_DELAY_SECONDS,
    witnessedDelay: () => settings.get(EVENT_WITNESSED_DELAY),
    witnesses: witnesses.noteKeys,
  }
  const loop = createEventsLoop({
    ...opening,
    askWitnesses: witnesses,
    witnessPatienceMs: () => settings.get(EVENT_WITNESS_PATIENCE) * MINUTE_MS,
    onChange,
  })
  witnesses.onNews(() => loop.wake())
  return {
    loop,
    routes: eventRoutes({
      ...opening,
      tagKeys,
      onJoined: (number) => onChange({ number, members: [] }),
    }),
    states: (numbers) => eventStates({ db, beacons }, numbers),
    names: (eventIds, language) => eventNames(db, eventIds, language),
    isOn: options.isOn,
    terms: (at, event) => checkTerms(at, opening, event),
    check: (tx, event) => checkEvent(tx, opening, event),
    make: (tx, event) => makeEvent(tx, opening, event),
    join: (request) => joinEvent({ ...opening, tagKeys }, request),
    loseOpenEvents: (tx) => loseOpenEvents(tx, { writer, beacons, salts }),
  }
}
