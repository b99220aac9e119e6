/**
 * Follows a log: fetches each new stretch from the house and audits it up to the checkpoint that the witness is asked to
 * sign. The audit goes back to the last signed checkpoint when a stretch breaks a rule.
 */
import {
  AuditBreach,
  type AuditedLog,
  type AuditOptions,
  type AuditState,
  type Auditor,
  createAuditor,
  type WaitingSeal,
} from '../../src/audit.ts'
import { appendLeaf } from '../../src/audit/edge.ts'
import { roundMs } from '../../src/audit/issue-rules.ts'
import { type Checkpoint, verifyCheckpoint } from '../../src/checkpoint.ts'
import { describeSubject, roundName } from '../../src/entries.ts'
import { UnknownZone } from '../../src/games/periods.ts'
import { leafHash } from '../../src/log.ts'
import { foldHashes } from '../../src/log-tree.ts'
import { fastVerify } from '../fast-ed25519.ts'
import type { SealLine, SignedLog, StateFile } from '../witness-state.ts'
import { type RecentLeaves, recentLeaves } from './recent-leaves.ts'
import { type House, HouseError, type ShownCheckpoint } from './house.ts'

export type Follower = {
  /**
   * Audits the log up to a checkpoint, which extends the last signed one.
   * @throws AuditBreach when entries or checkpoints that the log's key signed break a rule
   * @throws HouseError when the house does not show what it signed
   */
  advance(checkpoint: Checkpoint, note: string): Promise<void>
  /** Seals whose round matters, as of the last `advance`. */
  waiting(): readonly WaitingSeal[]
  /** What entries show that are not below the last signed checkpoint, in the order of the log; as of the last `advance`. */
  noted(): readonly Noted[]
  /** The audit path of an entry in the tree of the checkpoint of the last `advance`; null: too many entries follow it. */
  pathOf(index: number): readonly string[] | null
  /** The audit's state, which may be further than what was signed. */
  state(): AuditState
  /** What is sealed and has no result, as far as the audit has come. */
  sealed(): readonly Sealed[]
  /** Takes the witness' own line over the checkpoint of the last `advance`. */
  signed(line: string, seconds: number): void
}

/** What the house shows is not what its key signed. An address that is not the house's, or a proxy, can be the reason. */
class OtherEntries extends HouseError {
  override name = 'OtherEntries'
}

const PAGE = 500
/** in version 3 the chain of a game is witnessed instead of each round */
const SEAL = /"t":"(?:[a-z]+-seal|game-chain)"/
/** How much is audited again after a restart, at most. */
const SAVE_ENTRIES = 1_000
const SAVE_SECONDS = 60

/** A seal without a result. */
export type Sealed = {
  readonly index: number
  /** `issue …`, `round …` or `event …` */
  readonly what: string
  /** when it was sealed; of a round of a game, when its beacon round was published; Unix milliseconds */
  readonly since: number
}

/** What an entry shows beside the rules of the log. */
export type Noted = {
  readonly index: number
  /** the seal that the entry is, and its text */
  readonly seal?: WaitingSeal
  readonly bytes?: string
  /** what it says against a lost log */
  readonly loss?: string
  /** the root over all entries up to this one; of the sizes that the caller asks for */
  readonly root?: string
}

export type FollowerOptions = {
  readonly state: StateFile
  /** @returns what an entry says against the log that this one continues */
  readonly lossOf: (bytes: string) => string | null
  /** whether the root at a size is wanted */
  readonly isWanted: (size: number) => boolean
}

export function createFollower(
  audited: AuditedLog,
  house: House,
  { state, lossOf, isWanted }: FollowerOptions,
): Follower {
  const { deployment } = audited
  const log = { ...audited, verify: fastVerify() }
  const last = (): SignedLog => state.last(deployment)
  let auditor = resume(log, state)
  auditor.mark()
  let saved = { size: auditor.size(), seconds: 0 }
  let noted: Noted[] = []
  let recent = leavesFrom(auditor)
  /** computed once for a size: everybody may ask for the report */
  let sealed: { size: number; list: readonly Sealed[] } = { size: -1, list: [] }

  function pass(bytes: string): void {
    const index = auditor.size()
    auditor.entry(bytes)
    recent.add(leafHash(bytes))
    const loss = lossOf(bytes)
    if (loss !== null) noted.push({ index, loss })
    if (isWanted(index + 1)) noted.push({ index, root: auditor.root() })
    // a seal below what was signed was judged before
    const isNew = index >= last().size && SEAL.test(bytes)
    const seal = isNew ? auditor.waiting().find((one) => one.index === index) : undefined
    if (seal) noted.push({ index, seal, bytes })
  }

  /** Forgets what entries showed that the audit went back before. */
  function forget(): void {
    noted = noted.filter(({ index }) => index < auditor.size())
    if (recent.size() !== auditor.size()) recent = leavesFrom(auditor)
  }

  /** When the audit reaches the size that was signed last, it must have the root that was signed. */
  function compare(): void {
    const { size, root } = last()
    if (auditor.size() !== size) return
    if (size > 0 && auditor.root() !== root) {
      throw new OtherEntries(`the house shows other entries than those that were signed at ${size} entries`)
    }
    auditor.mark()
  }

  async function follow(size: number, note: string): Promise<void> {
    const notes = shownNotes(log, house, last().seals, startOfNotes(auditor))
    await feed(auditor, notes)
    compare()
    while (auditor.size() < size) {
      const page = await house.entries(auditor.size(), Math.min(PAGE, size - auditor.size()))
      if (page.length === 0) {
        throw new HouseError(`the house shows ${auditor.size()} entries, the checkpoint covers ${size}`)
      }
      const next = page.slice(0, size - auditor.size())
      auditor.ahead(next)
      for (const bytes of next) {
        pass(bytes)
        await feed(auditor, notes)
        compare()
      }
    }
    auditor.checkpoint(note)
  }

  return {
    async advance({ size, root }, note) {
      if (auditor.size() > size) auditor.rewind()
      if (auditor.size() > size) auditor = createAuditor(log)
      forget()
      try {
        await follow(size, note)
      } catch (error) {
        if (error instanceof AuditBreach || error instanceof OtherEntries || error instanceof UnknownZone)
          auditor.rewind()
        forget()
        if (error instanceof AuditBreach && !(await areSigned(auditor.state(), size, root, house))) {
          throw new OtherEntries(`the house shows other entries than its checkpoint of size ${size} covers`)
        }
        throw error
      }
    },
    waiting: () => auditor.waiting(),
    noted: () => noted,
    pathOf: (index) => recent.pathOf(index),
    state: () => auditor.state(),
    sealed() {
      const size = auditor.size()
      if (sealed.size !== size) sealed = { size, list: sealedIn(auditor.state()) }
      return sealed.list
    },
    signed(line, seconds) {
      noted = []
      recent.settle()
      auditor.cosignature(auditor.size(), line, false)
      auditor.mark()
      const size = auditor.size()
      if (size < saved.size + SAVE_ENTRIES && seconds < saved.seconds + SAVE_SECONDS) return
      state.saveAudit(auditor.state())
      saved = { size, seconds }
    },
  }
}

function leavesFrom(auditor: Auditor): RecentLeaves {
  const { size, edge } = auditor.state()
  return recentLeaves(size, edge)
}

function sealedIn({ issues, rounds }: AuditState): Sealed[] {
  const sealed = Object.entries(issues).flatMap(([subject, { live }]): Sealed[] => {
    const last = live?.attempts.at(-1)
    return last ? [{ index: last.index, what: describeSubject(subject), since: last.sealedAt }] : []
  })
  const played = rounds.map(({ game, period, index, round }): Sealed => {
    return { index, what: describeSubject(roundName(game, period)), since: roundMs(round) }
  })
  return [...sealed, ...played]
}

/**
 * Whether a checkpoint covers the entries that the house shows. Before a witness says that a house breaks a rule, the
 * house's signature must stand under the entries that break it.
 */
async function areSigned(before: AuditState, size: number, root: string, house: House): Promise<boolean> {
  let { edge } = before
  for (let at = before.size; at < size;) {
    const page = await house.entries(at, Math.min(PAGE, size - at))
    if (page.length === 0) return false
    for (const bytes of page.slice(0, size - at)) edge = appendLeaf(edge, at++, leafHash(bytes))
  }
  return foldHashes(edge) === root
}

/** The auditor with the stored state. A state that is damaged or beyond what was signed is not used. */
function resume(log: AuditedLog & AuditOptions, state: StateFile): Auditor {
  const stored = state.audit(log.deployment)
  const { size, root } = state.last(log.deployment)
  if (!stored || !(stored.size <= size)) return createAuditor(log)
  try {
    const auditor = createAuditor(log, stored)
    return auditor.size() < size || auditor.root() === root ? auditor : createAuditor(log)
  } catch {
    return createAuditor(log) // the state of another key or version: the audit begins at entry 0
  }
}

/**
 * Checkpoints of more entries than this are read. The one over the present size is read again, because the last run may
 * have stopped before it; those since the first waiting seal, because witnesses may have signed them since.
 */
function startOfNotes(auditor: Auditor): number {
  const seals = auditor.waiting().filter(({ witnessed }) => witnessed)
  return Math.max(0, Math.min(auditor.size() - 1, ...seals.map(({ firstIndex }) => firstIndex)))
}

/** Checkpoints by ascending size: those of the house, and those that the witness itself keeps. */
type Notes = { next(upTo: number): Promise<Shown | null> }
type Shown = ShownCheckpoint & { size: number; isOwn?: true }

function shownNotes(
  log: AuditedLog & AuditOptions,
  house: House,
  kept: readonly SealLine[],
  start: number,
): Notes {
  let from = start
  let page: Shown[] = []
  let isDone = false
  const own = kept
    .map(({ note, line }): Shown => ({ note, cosignatures: [line], size: sizeOf(log, note), isOwn: true }))
    .filter(({ size }) => size > start)
    .sort((a, b) => a.size - b.size)

  async function fill(): Promise<void> {
    if (page.length > 0 || isDone) return
    page = (await house.checkpoints(from)).map((shown) => ({ ...shown, size: sizeOf(log, shown.note) }))
    for (const { size } of page) {
      if (size <= from) throw new HouseError('the house does not show its checkpoints by ascending size')
      from = size
    }
    isDone = page.length === 0
  }

  return {
    async next(upTo) {
      await fill()
      const [shown] = page
      const [mine] = own
      const list = mine && (!shown || mine.size <= shown.size) ? own : page
      return list[0] && list[0].size <= upTo ? list.shift()! : null
    },
  }
}

function sizeOf({ publicKey, deployment, verify }: AuditedLog & AuditOptions, note: string): number {
  const signed = verifyCheckpoint(note, publicKey, deployment, verify)
  if (!signed) throw new HouseError("the house shows a checkpoint that the log's key did not sign")
  return signed.size
}

/** Feeds the checkpoints of the present size, and the witnesses' lines over this and earlier ones. */
async function feed(auditor: Auditor, notes: Notes): Promise<void> {
  for (;;) {
    const shown = await notes.next(auditor.size())
    if (!shown) return
    const { size, note, cosignatures, isOwn = false } = shown
    if (size === auditor.size()) auditor.checkpoint(note)
    for (const line of cosignatures) auditor.cosignature(size, line, !isOwn)
  }
}
