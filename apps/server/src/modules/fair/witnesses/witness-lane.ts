/**
 * The server's side of one witness. It shows the witness what it has not signed: the checkpoints that published seals first, in
 * the order of the seals, then the newest checkpoint. A witness never sees a checkpoint that is younger than the round of a
 * witnessed seal before it has seen the one that published the seal. After a round it asks the witness about a seal that has
 * no signature in time. Requests to one witness follow each other.
 */
import { logKey, verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import type { Beacons } from '../beacon/beacon.ts'
import { logName } from '../log/log-name.ts'
import { consistencyOf, endOfLog, firstCovering, latestCheckpoint, type Signed } from '../log/log.reads.ts'
import type { LogStanding } from '../standing/standing.ts'
import {
  isDatedBack,
  isSignedLate,
  keepLineUnlessFollowed,
  lastStoredSize,
  sealsToShow,
  signaturesInTime,
  type PublishedSeal,
} from './cosignatures.ts'
import { createPing, createQuestions, type Verdict } from './witness-answers.ts'
import { createReportReader, type Reported } from './witness-reports.ts'
import { createWitnessClient, type Send, type Witness } from './witness-client.ts'
import {
  readKeptSeal,
  readNewest,
  type KeptSeal,
  type NewestSigned,
  type RefusedSeal,
} from './witness-newest.ts'

export type LaneOptions = {
  db: Db
  clock: Clock
  /** the logs that witnesses sign: deployment, whose id begins their names, and key (32 bytes hex) */
  deployment: string
  publicKey: string
  /** hears what witnesses have signed that the log does not hold */
  standing?: Pick<LogStanding, 'heard'>
  /** knows the chains of seals */
  beacons: Beacons
  log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  send?: Send
  /** called after a line was stored, and after a witness answered a ping or a question about a seal */
  onNews: () => void
}

export type Lane = {
  /** note verifier key */
  readonly key: string
  /** Shows what is due, unless the lane pauses after a failure. `atOnce` ends the pause. Never throws. */
  show(atOnce: boolean): Promise<void>
  /** Whether the witness answered a ping in the last seconds. If not, pings it in the background. */
  isThere(): boolean
  /** Whether the witness gave a cosignature in the last seconds. If not, asks for one in the background. */
  isSigning(): boolean
  /** The last verdict about a seal; asks again in the background when it is unknown. */
  verdict(seal: PublishedSeal): Verdict
  /** The size that the witness signed last; null when it does not answer. Changes nothing at the witness. */
  size(): Promise<number | null>
  /**
   * The newest checkpoint of a log of this deployment that the witness signed, verified; `nothing`: it has signed none. Null: it does not
   * answer, or does not show what it has signed.
   */
  newest(number: number): Promise<NewestSigned | 'nothing' | null>
  /** The seal of something (`issue …`) that the witness keeps, or why it is refused; null: none, or it does not answer. */
  keptSeal(number: number, what: string): Promise<KeptSeal | RefusedSeal | null>
  /** What it reported last about logs of this deployment; null: nothing yet. */
  reported(): readonly Reported[] | null
  /** Asks for its report, at most every five minutes. Never throws. */
  readReport(): Promise<void>
  /** Resolves when nothing runs. */
  settled(): Promise<unknown>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 300_000
/** While the round of a seal is open, the witness is asked again soon. */
const LONGEST_PAUSE_FOR_SEAL_MS = 2_000
/** Checkpoints shown in one run. */
const MAX_SHOWN = 200

/** The witness answers, and its answer needs an operator. `status` 422: it refused the content of the checkpoint. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(`the witness answered ${status} ${reason}`)
    this.status = status
  }
}

export function createLane(options: LaneOptions, witness: Witness, stop: AbortSignal): Lane {
  const { db, clock, log, onNews } = options
  const { name } = witness.key
  const client = createWitnessClient(witness, stop, options.send)
  const { nameOfLog, showCheckpoint, state } = createShowing(options, witness, client)
  const originOf = (logNamed: string) => logKey(logNamed, options.publicKey).name
  /** runs one request after the other */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  let showing: Promise<void> | null = null
  let failures = 0
  let until = 0
  /** the failure that was reported */
  let reported: string | null = null

  async function showDue(): Promise<void> {
    for (let shown = 0; shown < MAX_SHOWN; shown++) {
      const next = await nextToShow(options, witness, state.known)
      if (!next) break
      await showCheckpoint(next)
      onNews()
    }
    failures = until = 0
    if (reported !== null) log.info({ alarm: 'witness', witness: name }, 'a witness signs again')
    reported = null
  }

  async function failed(error: unknown): Promise<void> {
    if (stop.aborted) return
    // the witness may have lost its state, so ask for its size again
    state.known = null
    const seals = await sealsToShow(db, options.beacons, await lastStoredSize(db, witness.key))
    const longest = seals.some(({ isOpen }) => isOpen) ? LONGEST_PAUSE_FOR_SEAL_MS : LONGEST_PAUSE_MS
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures++, longest)
    until = clock.now() + pauseMs
    if (!(error instanceof Refused)) {
      log.warn({ err: error, witness: name, pauseMs }, 'a witness has not signed')
      return
    }
    if (reported === error.message) return
    reported = error.message
    const refusal = await client.refusal(originOf(await nameOfLog()))
    log.error(
      { alarm: 'witness', err: error, witness: name, status: error.status, refusal },
      'a witness refuses to sign the log',
    )
  }

  const reports = createReportReader(options, witness, client)
  const pinging = createPing(clock, () => client.ping(), onNews)
  const signing = createPing(clock, () => inTurn(signsNow), onNews)
  const asking = createQuestions(clock, (seal) =>
    inTurn(async () => {
      try {
        return await ask(seal)
      } catch (error) {
        if (!stop.aborted) log.warn({ err: error, witness: name }, 'a witness does not answer about a seal')
        return 'unknown'
      }
    }).finally(onNews),
  )

  /** Asks for a new signature over the newest checkpoint. Never throws. */
  async function signsNow(): Promise<boolean> {
    try {
      const latest = await latestCheckpoint(db)
      if (!latest) return false
      await showCheckpoint(latest)
      return state.known === latest.size
    } catch (error) {
      if (!stop.aborted) log.warn({ err: error, witness: name }, 'a witness does not sign')
      return false
    }
  }

  async function isSigned(seal: PublishedSeal): Promise<boolean> {
    return (await signaturesInTime(db, seal, [formatKey(witness.key)])).length > 0
  }

  async function ask(seal: PublishedSeal): Promise<Verdict> {
    if (await isSigned(seal)) return 'in-time'
    if (await isSignedLate(db, seal, witness.key)) return 'not-signed'
    if (await fetchKept(seal)) return 'in-time'
    for (let tries = 0; tries < 3; tries++) {
      const size = state.known ?? (await lastStoredSize(db, witness.key))
      const target = await firstCovering(db, Math.max(seal.index, size - 1), null)
      if (!target) return 'unknown'
      let signedFrom: number | null
      try {
        signedFrom = await showCheckpoint(target)
      } catch (error) {
        // the protocol names a wrong size first, so a refusal of the content confirms the size
        if (error instanceof Refused && error.status === 422)
          return (state.known ?? size) <= seal.index ? 'not-signed' : 'unknown'
        throw error
      }
      if (await isSigned(seal)) return 'in-time'
      if (signedFrom !== null) return signedFrom <= seal.index ? 'not-signed' : 'unknown'
    }
    return 'unknown'
  }

  /** Asks for the line that the witness keeps of a seal, and stores it. False: there is none in time. */
  async function fetchKept(seal: PublishedSeal): Promise<boolean> {
    const deployment = await nameOfLog()
    const kept = await client.keptLine(originOf(deployment), seal.index)
    if (kept === null) return false
    const checkpoint = verifyCheckpoint(kept.note, options.publicKey, deployment)
    const seconds = checkpoint && verifyCosignature(kept.note, kept.line, witness.key)
    if (!checkpoint || seconds === null) throw new Error('the line that the witness keeps does not verify')
    const ours = await firstCovering(db, checkpoint.size - 1, null)
    if (ours?.size !== checkpoint.size || ours.note.split('\n\n')[0] !== kept.note.split('\n\n')[0]) {
      log.error(
        { alarm: 'witness', witness: name, size: checkpoint.size, root: checkpoint.root },
        'a witness keeps a checkpoint of this log that this database does not hold',
      )
      throw new Error('the witness keeps a checkpoint that this database does not hold')
    }
    if (await isDatedBack(db, options.beacons, checkpoint, seconds)) return false
    await keepLineUnlessFollowed(db, {
      log: ours.log,
      size: checkpoint.size,
      witness: name,
      line: kept.line,
      seconds,
      oldSize: null,
    })
    return isSigned(seal)
  }

  return {
    key: formatKey(witness.key),
    async show(atOnce) {
      if (stop.aborted) return
      if (atOnce) until = 0
      if (showing) {
        if (!atOnce) return showing
        // the run may have read the log before the caller's checkpoint
        await showing
        return this.show(false)
      }
      if (until > clock.now()) return
      showing = inTurn(async () => {
        try {
          await showDue()
        } catch (error) {
          await failed(error).catch((cause: unknown) =>
            log.error({ err: cause, witness: name }, 'the state of a witness could not be read'),
          )
        }
      }).finally(() => {
        showing = null
      })
      return showing
    },
    isThere: () => pinging.isThere(),
    isSigning: () => signing.isThere(),
    verdict: (seal) => asking.verdict(seal),
    async size() {
      const first = await firstCovering(db, 0, null)
      if (!first) return null
      try {
        // the first checkpoint moves no witness: it has signed it, or names its size
        const answer = await client.add({ oldSize: first.size, consistency: [], note: first.note })
        if (answer.kind === 'size') return answer.size
        // the protocol names a wrong size first, so a refusal of the content confirms the size
        return answer.kind === 'signed' || answer.status === 422 ? first.size : null
      } catch (error) {
        if (!stop.aborted) log.warn({ err: error, witness: name }, 'a witness does not name its size')
        return null
      }
    },
    async keptSeal(number, what) {
      try {
        const kept = await readKeptSeal(options, witness, client, { number, what })
        if (kept && 'refused' in kept)
          log.error(
            { alarm: 'witness', witness: name, subject: what, why: kept.refused },
            'a witness keeps a seal that does not verify; nothing is drawn by it',
          )
        return kept
      } catch (error) {
        if (!stop.aborted) log.warn({ err: error, witness: name }, 'a witness does not show a seal')
        return null
      }
    },
    async newest(number) {
      try {
        return await readNewest(options, witness, client, number)
      } catch (error) {
        if (!stop.aborted)
          log.warn({ err: error, witness: name }, 'a witness does not show what it has signed')
        return null
      }
    },
    reported: () => reports.last(),
    readReport: () => (stop.aborted ? Promise.resolve() : reports.read()),
    settled: () => Promise.all([pinging.settled(), signing.settled(), asking.settled(), queue]),
  }
}

/** The checkpoint that the witness should see next; null when it has signed everything. */
async function nextToShow(
  { db, beacons }: LaneOptions,
  { key }: Witness,
  known: number | null,
): Promise<Signed | null> {
  const stored = await lastStoredSize(db, key)
  const [seal] = await sealsToShow(db, beacons, stored)
  // a checkpoint that covers the seal, and is not smaller than what the witness has signed
  const covering = seal && (await firstCovering(db, Math.max(seal.index, (known ?? 0) - 1), null))
  if (covering) return covering
  const latest = await latestCheckpoint(db)
  return latest && latest.size > stored ? latest : null
}

/**
 * Whether a refusal of a checkpoint of the size that the witness signed last says that its root is another one
 * (c2sp.org/tlog-witness). `npm run witness` also refuses entries that break a rule, and then names another rule.
 */
function namesAnotherRoot({ status, reason }: { status: number; reason: string }): boolean {
  return status === 422 && (reason.startsWith('history: ') || !/^[a-z-]+: /.test(reason))
}

function createShowing(
  { db, deployment, beacons, standing }: LaneOptions,
  witness: Witness,
  client: Pick<ReturnType<typeof createWitnessClient>, 'add'>,
) {
  /** the size that the witness signed last, as far as this process knows */
  const state: { known: number | null } = { known: null }
  /** the log of that size */
  let log: number | null = null

  async function keep(checkpoint: Signed, lines: readonly string[], oldSize: number): Promise<void> {
    const { log: number, note, size } = checkpoint
    for (const line of lines) {
      const seconds = verifyCosignature(note, line, witness.key)
      if (seconds === null) continue
      if (await isDatedBack(db, beacons, checkpoint, seconds))
        throw new Refused(
          200,
          `with a signature of ${new Date(seconds * 1_000).toISOString()}: its clock is behind`,
        )
      const kept = { log: number, size, witness: witness.key.name, line, seconds, oldSize }
      await keepLineUnlessFollowed(db, kept)
      state.known = size
      standing?.heard(formatKey(witness.key), null)
      return
    }
    throw new Error('the witness answered without a signature of its key')
  }

  /**
   * Shows a checkpoint.
   * @returns the size that the witness had signed before it signed this checkpoint; null when it has signed a larger one
   * @throws Refused, or Error when there is no answer
   */
  async function showCheckpoint(checkpoint: Signed): Promise<number | null> {
    // a new log begins without cosignatures
    if (log !== checkpoint.log) state.known = null
    log = checkpoint.log
    const claim = (size: number, fork: boolean) => {
      standing?.heard(formatKey(witness.key), { log: logName(deployment, checkpoint.log), size, fork })
    }
    const anotherLog = (status: number, size: number): Refused => {
      claim(size, true)
      return new Refused(status, `and has signed another log of ${size} entries`)
    }
    let oldSize = state.known ?? (await lastStoredSize(db, witness.key))
    // the second try uses the size that the witness has named
    for (let tries = 0; tries < 2; tries++) {
      const consistency = await consistencyOf(db, oldSize, checkpoint.size, checkpoint.log)
      const answer = await client.add({ oldSize, consistency, note: checkpoint.note })
      if (answer.kind === 'signed') {
        await keep(checkpoint, answer.lines, oldSize)
        return oldSize
      }
      if (answer.kind === 'refused') {
        state.known = oldSize
        if (oldSize === checkpoint.size && namesAnotherRoot(answer)) throw anotherLog(answer.status, oldSize)
        throw new Refused(answer.status, answer.reason)
      }
      const { size } = answer
      // a witness of an older version names its own size again
      if (size === oldSize) throw anotherLog(409, size)
      state.known = oldSize = size
      if (size > checkpoint.size) {
        const latest = await latestCheckpoint(db)
        if (latest && size <= latest.size) return null
        claim(size, false)
        throw new Refused(
          409,
          `and has signed a longer log than this database holds: ${size} entries, not ${latest?.size ?? 0}`,
        )
      }
    }
    throw new Error('the witness refuses the size that it has named')
  }

  const nameOfLog = async () => logName(deployment, (await endOfLog(db)).log)
  return { nameOfLog, state, showCheckpoint }
}
