/**
 * The loop that takes the rounds of all games through their steps: open, closed, sealed, result, settled. A round of version 2 that
 * was not sealed in time is void; one of version 3 is sealed when its beacon round is published, also hours later. Each step is one transaction, and a primary key or a status lets it happen once. The process
 * can therefore be killed at any point, and several processes can run the loop at the same time. Rounds that were missed
 * while no server ran are never opened.
 */
import { GAMES, type GameId } from '@fairlot/contract/kinds/game-kinds'
import { createBackoff } from '../../../platform/backoff.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import { createStepLoop, type StepLoop } from '../../../platform/step-loop.ts'
import type { Witnesses } from '../../fair/index.ts'
import { businessNow } from './chains/chains.queries.ts'
import { attendChains } from './chains/attend-chains.ts'
import { createChainValues, holdsBack } from './chains/chains.ts'
import type { OpenPeriod } from './chains/running.ts'
import { drawRound } from './draw-round.ts'
import { endChunk } from './end-bets.ts'
import type { BetHooks } from './hooks.ts'
import { openDueRound, type OpenOptions } from './open-round.ts'
import { closeRound, liveRounds, type LiveRound } from './rounds.queries.ts'
import { sealRound, type SealRoundOptions } from './seal-round.ts'
import { isFirstUnsealed } from './seal-round.queries.ts'
import { voidRound } from './void-round.ts'
import { attendRound, type WitnessRoundOptions } from './witness-round.ts'

export type RoundStep = 'open' | 'close' | 'seal' | 'void' | 'witness' | 'draw' | 'settle' | 'refund'

/** A completed step of a round. */
export type RoundChange = { roundId: string; game: GameId; period: string; step: RoundStep }

type Write = (fields: object, message: string) => void

export type RoundsOptions = OpenOptions &
  Omit<SealRoundOptions, 'chainValues'> &
  WitnessRoundOptions & {
    clock: Clock
    /** whether business time can be believed; by default it can */
    clockWatch?: Pick<ClockWatch, 'look'> | undefined
    bets: BetHooks
    /** whether rounds of a game open */
    isOn: (game: GameId) => boolean
    log: Record<'info' | 'warn' | 'error', Write>
    /** called after the commit of each step */
    onChange?: ((change: RoundChange) => void) | undefined
  }

export type Rounds = Omit<StepLoop, 'isStopped'>

/** What depends on the time: it waits while business time cannot be believed. */
const TIMED: ReadonlySet<RoundStep> = new Set(['open', 'close', 'seal', 'void', 'witness'])

const LONGEST_PAUSE_MS = 1_000
const SHORTEST_PAUSE_MS = 20

export function createRounds(options: RoundsOptions): Rounds {
  const pass = createPass(options, () => loop.isStopped())
  const loop: StepLoop = createStepLoop({
    runOnce: () => pass.runOnce(),
    pauseMs: () => Math.min(Math.max(pass.untilNextMs(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS),
    onError: (error) => options.log.error({ err: error }, 'the due steps of rounds could not be read'),
  })
  const { isStopped: _, ...rounds } = loop
  return rounds
}

function createPass(options: RoundsOptions, isStopped: () => boolean) {
  const { db, clock, log, onChange } = options
  const backoff = createBackoff(clock)
  const openings = createOpenings(options)
  const run = createSteps(options)
  let untilNextMs = LONGEST_PAUSE_MS

  /** Runs one step. A failure pauses this step only. @returns whether the step did something */
  async function attempt(step: RoundStep, key: string, work: () => Promise<boolean>): Promise<boolean> {
    const name = `${step} ${key}`
    if (backoff.isPaused(name)) return false
    try {
      const done = await work()
      backoff.clear(name)
      return done
    } catch (error) {
      const pauseMs = backoff.recordFailure(name)
      log.error({ err: error, step: name, pauseMs }, 'a step of a round failed and will be retried')
      return false
    }
  }

  async function runLive(rounds: readonly LiveRound[], nowMs: number, isHalted: boolean): Promise<boolean> {
    const arrived = await arrivedRounds(options, rounds)
    let progress = false
    for (const round of rounds) {
      if (isStopped()) return false
      const { roundId, game, period } = round
      for (const step of stepsOf(round, nowMs, arrived)) {
        if (isHalted && TIMED.has(step)) continue
        const done = await attempt(step, roundId, () => run(step, round, nowMs))
        if (done) onChange?.({ roundId, game, period, step })
        progress ||= done
      }
    }
    return progress
  }

  return {
    untilNextMs: () => untilNextMs,
    async runOnce() {
      // an older copy of the database would seal and settle again what went on elsewhere
      if ((await options.writer.standing.check(db)) !== 'ok') return false
      const isHalted = (await options.clockWatch?.look()) != null
      const { nowMs, rounds } = await liveRounds(db)
      let progress = await runLive(rounds, nowMs, isHalted)
      if (isHalted) return progress
      // once for all games: their chains wait for their witnesses
      if (await attempt('witness', 'chains', () => attendChains(db))) progress = true
      for (const game of GAMES) {
        if (isStopped()) return false
        if (!openings.isDue(game, nowMs)) continue
        const opened = await attempt('open', game, () => openings.open(game, nowMs))
        progress ||= opened
      }
      untilNextMs = Math.min(openings.untilNextMs(nowMs), untilNextStep(rounds, nowMs))
      return progress
    },
  }
}

/** Milliseconds until the next round that is open closes. */
function untilNextStep(rounds: readonly LiveRound[], nowMs: number): number {
  return Math.min(
    LONGEST_PAUSE_MS,
    ...rounds.flatMap(({ status, closesMs }) => (status === 'open' ? [closesMs - nowMs] : [])),
  )
}

/** Opens the rounds of games, and remembers until when nothing is due. */
function createOpenings(options: RoundsOptions) {
  /** the period of each game that exists or was missed */
  const known = new Map<GameId, OpenPeriod>()
  /** the dead chain of each game that was reported */
  const reported = new Map<GameId, number>()
  return {
    isDue(game: GameId, nowMs: number): boolean {
      if (!options.isOn(game)) return false
      const last = known.get(game)
      return !last || nowMs >= last.endsAt || nowMs < last.opensAt
    },
    async open(game: GameId, nowMs: number): Promise<boolean> {
      const opened = await openDueRound(options, game, nowMs)
      if (opened.round === null) {
        const { deadChain } = opened
        if (deadChain === null || reported.get(game) === deadChain) return false
        reported.set(game, deadChain)
        options.log.error(
          { alarm: 'witness', game, chain: deadChain },
          'a game pauses: too few witnesses signed its chain before its first round',
        )
        return false
      }
      known.set(game, opened.round)
      const { roundId, round } = opened
      if (roundId !== null) options.onChange?.({ roundId, game, period: round.period, step: 'open' })
      return roundId !== null
    },
    /** Milliseconds until the next round opens. */
    untilNextMs: (nowMs: number) =>
      Math.min(LONGEST_PAUSE_MS, ...[...known.values()].map(({ endsAt }) => Math.max(0, endsAt - nowMs))),
  }
}

type Arrived = ReadonlyMap<string, ReadonlySet<number>>

/** The published rounds among those that sealed rounds need, by beacon chain. The beacon then waits for the others. */
async function arrivedRounds({ beacons }: RoundsOptions, rounds: readonly LiveRound[]): Promise<Arrived> {
  const wanted = new Map<string, number[]>()
  for (const { status, outcome, rules, beaconChain, beaconRound } of rounds) {
    const isWaiting = status === 'sealed' || (status === 'closed' && rules === 3)
    if (!isWaiting || outcome !== null || beaconRound === null) continue
    wanted.set(beaconChain, [...(wanted.get(beaconChain) ?? []), beaconRound])
  }
  const arrived = new Map<string, ReadonlySet<number>>()
  for (const [chain, needed] of wanted) {
    const beacon = beacons.find(chain)
    // without its beacon the step runs, so that it fails and is reported
    arrived.set(chain, beacon ? await beacon.arrived(needed) : new Set(needed))
  }
  return arrived
}

/** The steps of a round that can run now. */
function stepsOf(round: LiveRound, nowMs: number, arrived: Arrived): RoundStep[] {
  const { status, outcome, closesMs, endsMs, rules, witnesses, isSigned, beaconChain, beaconRound } = round
  const isPublished = beaconRound !== null && arrived.get(beaconChain)?.has(beaconRound) === true
  switch (status) {
    case 'open':
      return nowMs >= closesMs ? ['close'] : []
    case 'closed':
      if (rules === 3) return isPublished ? ['seal', 'draw'] : []
      return [nowMs < endsMs ? 'seal' : 'void']
    case 'void':
      return ['refund']
    case 'sealed': {
      if (outcome !== null) return ['settle']
      const attended: RoundStep[] = witnesses === null || isSigned ? [] : ['witness']
      return isPublished && (isSigned || witnesses === null) ? ['draw'] : attended
    }
  }
}

function createSteps(options: RoundsOptions) {
  const { db, writer, bets, log, askWitnesses } = options
  const sealing = { ...options, chainValues: createChainValues(options.salts) }
  return async (step: RoundStep, round: LiveRound, nowMs: number): Promise<boolean> => {
    const { roundId, game, period, witnesses } = round
    switch (step) {
      case 'close':
        return closeRound(db, roundId)
      case 'seal':
        if (witnesses !== null && !askWitnesses.isAnyThere(witnesses)) {
          if (!(await holdsBack(options, game, round.chainId))) return false
          log.warn(
            { game, period },
            'a round is sealed without its witnesses, so that the next chain can follow',
          )
        }
        if (!(await sealRound(sealing, roundId))) return false
        showToWitnesses(askWitnesses, witnesses)
        await writer.standing.keep(db)
        return true
      case 'void': {
        const isLate = async (tx: Parameters<typeof businessNow>[0]) =>
          (await businessNow(tx)) >= round.endsMs && (await isFirstUnsealed(tx, roundId))
        const done = await voidRound(options, round, 'late', isLate)
        if (done) log.warn({ game, period }, 'a round was not sealed in time and is void')
        return done
      }
      case 'witness': {
        const what = await attendRound(options, round, nowMs)
        if (what === 'void')
          log.error({ alarm: 'witness', game, period }, 'no witness signed the seal of a round')
        return what !== 'nothing'
      }
      case 'draw':
        if (!(await drawRound(options, roundId))) return false
        // completes the proof now, because members look at it right after the result
        if (round.bets > 0) await writer.flush(db, { checkpoint: true })
        return true
      case 'settle':
      case 'refund':
        return endChunk(db, bets, round)
      case 'open':
        return false
    }
  }
}

/** Witnesses see a seal at once; no step waits for their answers. */
function showToWitnesses(askWitnesses: Pick<Witnesses, 'push'>, named: readonly string[] | null): void {
  if (named !== null) void askWitnesses.push({ atOnce: true })
}
