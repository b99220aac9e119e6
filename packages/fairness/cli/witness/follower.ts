/**
 * Follows a log: fetches each new stretch from the house and audits it up to the checkpoint that the witness is asked to
 * sign. The audit goes back to the last signed checkpoint when a stretch breaks a rule.
 */
import {
  AuditBreach,
  type AuditedLog,
  type AuditOptions,
  type Auditor,
  createAuditor,
  type WaitingSeal,
} from '../../src/audit.ts'
import { parseCheckpoint } from '../../src/checkpoint.ts'
import { fastVerify } from '../fast-ed25519.ts'
import type { SealLine, SignedLog, StateFile } from '../witness-state.ts'
import { type House, HouseError, type ShownCheckpoint } from './house.ts'

/** The house shows another history than the one that this witness has signed. */
export class OtherHistory extends Error {
  override name = 'OtherHistory'
}

export type Follower = {
  /**
   * Audits the log up to a checkpoint, which is at least as large as the last signed one.
   * @throws AuditBreach, OtherHistory, HouseError
   */
  advance(size: number, note: string): Promise<void>
  /** Seals whose round matters, as of the last `advance`. */
  waiting(): readonly WaitingSeal[]
  /** Takes the witness' own line over the checkpoint of the last `advance`. */
  signed(line: string, seconds: number): void
}

const PAGE = 500
/** How much is audited again after a restart, at most. */
const SAVE_ENTRIES = 1_000
const SAVE_SECONDS = 60

export function createFollower(audited: AuditedLog, house: House, state: StateFile): Follower {
  const { deployment } = audited
  const log = { ...audited, verify: fastVerify() }
  const last = (): SignedLog => state.last(deployment)
  let auditor = resume(log, state)
  auditor.mark()
  let saved = { size: auditor.size(), seconds: 0 }

  /** When the audit reaches the size that was signed last, it must have the root that was signed. */
  function compare(): void {
    const { size, root } = last()
    if (auditor.size() !== size) return
    if (size > 0 && auditor.root() !== root) {
      throw new OtherHistory(
        `the house shows another history than the one that was signed at ${size} entries`,
      )
    }
    auditor.mark()
  }

  async function follow(size: number, note: string): Promise<void> {
    const notes = shownNotes(house, last().seals, startOfNotes(auditor))
    await feed(auditor, notes)
    compare()
    while (auditor.size() < size) {
      const page = await house.entries(auditor.size(), Math.min(PAGE, size - auditor.size()))
      if (page.length === 0) {
        throw new HouseError(`the house shows ${auditor.size()} entries, the checkpoint covers ${size}`)
      }
      for (const bytes of page.slice(0, size - auditor.size())) {
        auditor.entry(bytes)
        await feed(auditor, notes)
        compare()
      }
    }
    auditor.checkpoint(note)
  }

  return {
    async advance(size, note) {
      if (auditor.size() > size) auditor.rewind()
      if (auditor.size() > size) auditor = createAuditor(log)
      try {
        await follow(size, note)
      } catch (error) {
        if (error instanceof AuditBreach || error instanceof OtherHistory) auditor.rewind()
        throw error
      }
    },
    waiting: () => auditor.waiting(),
    signed(line, seconds) {
      auditor.cosignature(auditor.size(), line)
      auditor.mark()
      const size = auditor.size()
      if (size < saved.size + SAVE_ENTRIES && seconds < saved.seconds + SAVE_SECONDS) return
      state.saveAudit(auditor.state())
      saved = { size, seconds }
    },
  }
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
type Notes = { next(upTo: number): Promise<(ShownCheckpoint & { size: number }) | null> }

function shownNotes(house: House, kept: readonly SealLine[], start: number): Notes {
  let from = start
  let page: (ShownCheckpoint & { size: number })[] = []
  let isDone = false
  const own = kept
    .map(({ note, line }) => ({ note, cosignatures: [line], size: sizeOf(note) }))
    .filter(({ size }) => size > start)
    .sort((a, b) => a.size - b.size)

  async function fill(): Promise<void> {
    if (page.length > 0 || isDone) return
    page = (await house.checkpoints(from)).map((shown) => ({ ...shown, size: sizeOf(shown.note) }))
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

function sizeOf(note: string): number {
  const parsed = parseCheckpoint(note)
  if (!parsed) throw new HouseError('the house shows a note that is not a checkpoint')
  return parsed.size
}

/** Feeds the checkpoints of the present size, and the witnesses' lines over this and earlier ones. */
async function feed(auditor: Auditor, notes: Notes): Promise<void> {
  for (;;) {
    const shown = await notes.next(auditor.size())
    if (!shown) return
    const { size, note, cosignatures } = shown
    if (size === auditor.size()) auditor.checkpoint(note)
    for (const line of cosignatures) auditor.cosignature(size, line)
  }
}
