/** Decides on the requests of one log, one after another: signs a checkpoint, or refuses it and says why. */
import { AuditBreach, type AuditState, type WaitingSeal } from '../../src/audit.ts'
import { type Checkpoint, noteBody, verifyCheckpoint } from '../../src/checkpoint.ts'
import { UnknownZone } from '../../src/games/periods.ts'
import { formatKey, type NoteKey, signatureOf } from '../../src/note.ts'
import { publicKeyOf } from '../../src/signatures/ed25519.ts'
import { cosign, decideCosignature, type WitnessRequest, witnessKey } from '../../src/witness.ts'
import type { SealLine, SignedLog, StateFile } from '../witness-state.ts'
import { createFollower, type Follower, type FollowerOptions, type Sealed } from './follower.ts'
import { createHouse, HouseError } from './house.ts'
import { createLosses, type LostLog } from './losses.ts'
import type { Report } from './report.ts'

export type Answer = { readonly status: number; readonly body: string; readonly type?: string }

/** A log that the witness watches. */
export type WatchedLog = {
  /** its note key; the name is the log's origin */
  readonly key: NoteKey
  /** address of the house, without a trailing slash; null when the witness does not audit */
  readonly from: string | null
}

export type SignerOptions = {
  readonly name: string
  readonly state: StateFile
  /** Unix seconds */
  readonly now: () => number
  readonly log: (line: string) => void
  /** how far a checkpoint may be ahead of the witness' clock */
  readonly skewSeconds: number
  /** how long a request waits for the audit */
  readonly patienceMs: number
  readonly report: Report
  /** what the witness knows of another log, by its deployment; null when it never signed it */
  readonly lostLog: (deployment: string) => LostLog | null
}

export type Signer = {
  answer(wanted: WitnessRequest): Promise<Answer>
  /** the present state of the audit; null when this witness does not audit the log */
  audit(): AuditState | null
  /** what is sealed and has no result; empty when this witness does not audit the log */
  sealed(): readonly Sealed[]
}

const ORIGIN = 'fairlot/'
/** Requests that wait for the audit of one log. */
const MAX_WAITING = 32
/** Lines over seals that are drawn; the house can still ask for them. */
const KEPT_SEALS = 500

/** The witness' own rules, beside those of the audit. */
type Rule = 'signature' | 'history' | 'skew' | 'late' | AuditBreach['rule']
type Refused = { readonly refused: Rule; readonly reason: string; readonly status?: number }

export function deploymentOf({ name }: NoteKey): string {
  return name.slice(ORIGIN.length)
}

export function createSigner(watched: WatchedLog, options: SignerOptions): Signer {
  const { state, now, log, skewSeconds, patienceMs, report } = options
  const { key, from } = watched
  const deployment = deploymentOf(key)
  const known = { deployment, publicKey: key.publicKey }
  const own = formatKey(witnessKey(options.name, publicKeyOf(state.seed)))
  const losses = createLosses(deployment, options.lostLog)
  const reading: FollowerOptions = {
    state,
    lossOf: (bytes) => losses.take(bytes),
    isWanted: (size) =>
      state.report().histories.some((one) => !one.proven && one.log === key.name && one.size === size),
  }
  const follower = from === null ? null : createFollower(known, createHouse(from, deployment), reading)
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function refuse(size: number, { refused: rule, reason, status = 422 }: Refused): Answer {
    log(`refused ${key.name} at ${size} entries: ${rule}: ${reason}`)
    state.refuse({ log: key.name, at: now() * 1000, size, rule, reason })
    return { status, body: `${rule}: ${reason}\n` }
  }

  /** Reports what the entries show that the audit has passed: the house's signature stands under them. */
  function reportNoted(seconds: number): void {
    for (const { index, seal, loss } of follower?.noted() ?? []) {
      const about = { log: key.name, index, at: now() * 1000 }
      if (loss !== undefined) report.loss({ ...about, before: `${ORIGIN}${losses.before}`, reason: loss })
      if (seal?.witnesses.includes(own) && seconds * 1000 >= seal.limitMs)
        report.late({ ...about, what: seal.what, publishedAt: seal.roundMs })
    }
  }

  /** New chains that a quorum of other witnesses has signed: they do not wait, and members can pin this witness. */
  function fullChains(seals: readonly WaitingSeal[]): WaitingSeal[] {
    const noted = (follower?.noted() ?? []).flatMap(({ seal }) => seal ?? [])
    return noted.filter(
      ({ index, witnesses }) => witnesses.includes(own) && !seals.some((one) => one.index === index),
    )
  }

  /** Keeps the checkpoint that is signed by the log's key, and is not one of the history that this witness signed. */
  function reportHistory(note: string, signed: SignedLog): void {
    const shown = verifyCheckpoint(note, key.publicKey, deployment)
    if (!shown) return
    const { size, root } = shown
    report.history({
      log: key.name,
      at: now() * 1000,
      proven: size === signed.size,
      size,
      root,
      signed: signed.last,
      shown: ownPart(note, key),
    })
  }

  function sign(wanted: WitnessRequest, { size, root }: Checkpoint): Answer {
    const before = state.last(deployment)
    // A clock that goes back never makes a seal timely that was late before.
    const seconds = Math.max(now(), before.seconds)
    const seals = follower?.waiting() ?? []
    reportNoted(seconds)
    // in version 3 a draw without its witnesses is in favour of the members
    const late = seals.find(
      ({ version, witnessed, roundMs, timely }) =>
        version !== 3 && witnessed && timely.length === 0 && seconds * 1000 >= roundMs,
    )
    if (late) {
      const which = late.attempt === 1 ? 'the seal' : `attempt ${late.attempt} of the seal`
      const reason = `entry ${late.index}, ${which} of ${late.what}, is shown after its round was published, and no named witness signed it in time`
      return refuse(size, { refused: 'late', reason })
    }
    const note = ownPart(wanted.note, key)
    const line = cosign(state.seed, options.name, note, seconds)
    const fresh = [...seals, ...fullChains(seals)]
      .filter(
        ({ index, limitMs }) => seconds * 1000 < limitMs && !before.seals.some((one) => one.index === index),
      )
      .map(({ index, what }): SealLine => {
        const entry = follower?.noted().find((one) => one.seal?.index === index)?.bytes
        const inclusion = entry === undefined ? null : follower?.pathOf(index)
        return {
          index,
          what,
          note,
          line,
          ...(entry !== undefined && { entry }),
          ...(inclusion && { inclusion }),
        }
      })
    const kept = keptSeals([...before.seals, ...fresh], seals)
    // Stored before it is sent: a line that the house has is never forgotten.
    state.save(deployment, { size, root, seconds, last: { note, line }, seals: kept })
    for (const { index, root: at } of follower?.noted() ?? [])
      if (at !== undefined) report.settle(key.name, index + 1, at)
    follower?.signed(line, seconds)
    log(`signed ${key.name} at ${size} entries`)
    return { status: 200, body: `${line}\n` }
  }

  async function decide(wanted: WitnessRequest, isExpired: () => boolean): Promise<Answer> {
    const before = state.last(deployment)
    const decision = decideCosignature(wanted, before, known)
    if (!decision.sign) {
      const { status, reason } = decision
      if (status === 409) return sizeAnswer(before)
      if (status === 400 || status === 404) return { status, body: `${reason}\n` }
      const rule = status === 403 ? 'signature' : 'history'
      if (rule === 'history') reportHistory(wanted.note, before)
      return refuse(statedSize(wanted), { refused: rule, reason, status })
    }
    const { checkpoint } = decision
    // the same note gets the same line, also after a lost answer
    if (before.last && noteBody(before.last.note) === noteBody(wanted.note)) {
      return { status: 200, body: `${before.last.line}\n` }
    }
    if (!follower) return sign(wanted, checkpoint)
    const problem = await audit(follower, wanted, checkpoint)
    if (problem) return problem
    // The house has an answer already; a line that it does not know must not exist.
    return isExpired() ? busy(checkpoint.size) : sign(wanted, checkpoint)
  }

  /** @returns the answer when the checkpoint must not be signed */
  async function audit(
    following: Follower,
    wanted: WitnessRequest,
    checkpoint: Checkpoint,
  ): Promise<Answer | null> {
    const { size, timeMs } = checkpoint
    const ahead = timeMs - now() * 1000
    if (ahead > skewSeconds * 1000) {
      const reason = `the checkpoint is dated ${Math.ceil(ahead / 1000)} seconds ahead of this witness' clock`
      return refuse(size, { refused: 'skew', reason })
    }
    try {
      await following.advance(checkpoint, ownPart(wanted.note, key))
      return null
    } catch (error) {
      if (error instanceof AuditBreach) return refuse(size, { refused: error.rule, reason: error.message })
      if (!(error instanceof HouseError || error instanceof UnknownZone)) throw error
      log(`not signed ${key.name} at ${size} entries: ${error.message}`)
      return { status: 503, body: `${error.message}\n` }
    }
  }

  return {
    audit: () => follower?.state() ?? null,
    sealed: () => follower?.sealed() ?? [],
    answer(wanted) {
      if (waiting >= MAX_WAITING) return Promise.resolve(busy(statedSize(wanted)))
      waiting++
      let expired = false
      const isExpired = (): boolean => expired
      const run = queue.then(() => (expired ? busy(statedSize(wanted)) : decide(wanted, isExpired)))
      queue = run
        .catch(() => undefined)
        .finally(() => {
          waiting--
        })
      if (!follower) return run
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          expired = true
          resolve(busy(statedSize(wanted)))
        }, patienceMs)
        run.then(resolve, reject).finally(() => clearTimeout(timer))
      })
    },
  }
}

function busy(size: number): Answer {
  return { status: 503, body: `the audit up to ${size} entries is not finished; ask again\n` }
}

function sizeAnswer({ size }: SignedLog): Answer {
  return { status: 409, body: `${size}\n`, type: 'text/x.tlog.size' }
}

function statedSize({ note }: WitnessRequest): number {
  return Number(note.split('\n')[1])
}

/** The note with the log's signature only. */
function ownPart(note: string, key: NoteKey): string {
  const line = note.split('\n').find((one) => signatureOf(one, key) !== null)
  return `${noteBody(note)}\n${line}\n`
}

/** The lines over seals that wait for their draw, and the newest of the others. */
function keptSeals(seals: readonly SealLine[], waiting: ReturnType<Follower['waiting']>): SealLine[] {
  const isWaiting = ({ index }: SealLine): boolean => waiting.some((seal) => seal.index === index)
  const others = seals.filter((seal) => !isWaiting(seal)).slice(-KEPT_SEALS)
  return [...others, ...seals.filter(isWaiting)]
}
