/** Audits a whole log at once: all entries, all checkpoints with their cosignatures, and that a checkpoint covers the end. */
import { fromHex, toHex } from '../bytes.ts'
import { statedTree } from '../checkpoint.ts'
import { foldHashes } from '../log-tree.ts'
import { type Auditor, createAuditor } from './auditor.ts'
import { appendLeaf } from './edge.ts'
import type { ReserveSummary } from './reserve-rules.ts'
import {
  AuditBreach,
  type AuditCounts,
  type AuditedLog,
  type AuditOptions,
  type FoundEntry,
} from './types.ts'

export type LogExport = AuditedLog &
  AuditOptions & {
    /** the canonical JSON of each entry, from index 0 on */
    readonly entries: Iterable<string>
    /** signed notes by ascending size, each with the lines of witnesses over it */
    readonly checkpoints: Iterable<{ readonly note: string; readonly cosignatures: readonly string[] }>
    /** is called after each entry that the audit has passed; entries are read ahead of it */
    readonly onPassed?: (bytes: string, index: number) => void
  }

/** The result of an audit without a breach. */
export type LogAudit = AuditedLog & {
  /** number of entries; a checkpoint covers all of them */
  readonly size: number
  readonly head: string
  /** hex */
  readonly root: string
  /** number of checkpoints */
  readonly checkpoints: number
  readonly counts: AuditCounts
  readonly reserves: ReserveSummary
  /** note verifier keys of all witnesses that openings name */
  readonly named: readonly string[]
  /** false for a log that only follows the rules of version 1 */
  readonly begun: boolean
  /** the entries about an issue, a chain or a round in the order of the log, each with its leaf hash (hex) */
  find(subject: string): readonly (FoundEntry & { readonly leaf: string })[]
  /** the root over the first `size` entries, hex; null when the log has fewer */
  rootAt(size: number): string | null
}

/** @throws AuditBreach that names the rule and the entry of the first breach */
export function auditLog({ entries, checkpoints, onPassed, ...log }: LogExport): LogAudit {
  const { deployment, publicKey } = log
  const games = new Map<string, FoundEntry[]>()
  const auditor = createAuditor({
    ...log,
    onGame(subject, found) {
      const known = games.get(subject)
      if (known) known.push(found)
      else games.set(subject, [found])
    },
  })
  const leaves = leafList()
  const passed = takeCheckpoints(auditor, checkpoints)
  passed.upToHere()
  for (const page of pagesOf(entries)) {
    auditor.ahead(page)
    for (const entry of page) {
      leaves.add(auditor.entry(entry))
      onPassed?.(entry, auditor.size() - 1)
      passed.upToHere()
    }
  }
  const size = auditor.size()
  const beyond = passed.next()
  if (beyond !== null) {
    const problem = `the log ends at ${size} entries, but a checkpoint covers ${beyond}: it was cut`
    throw new AuditBreach('checkpoint', size - 1, problem)
  }
  if (auditor.covered() < size) {
    const first = auditor.covered()
    const which = first === size - 1 ? `entry ${first}` : `entries ${first} to ${size - 1}`
    throw new AuditBreach('uncovered', first, `no checkpoint covers ${which}`)
  }
  return {
    deployment,
    publicKey,
    size,
    head: auditor.head(),
    root: auditor.root(),
    checkpoints: passed.count(),
    counts: auditor.counts(),
    reserves: auditor.reserves(),
    named: auditor.named(),
    begun: auditor.begun(),
    find: (subject) =>
      (games.get(subject) ?? auditor.find(subject)).map((found) => ({
        ...found,
        leaf: leaves.at(found.index),
      })),
    rootAt(stated) {
      if (stated > size) return null
      let edge: readonly string[] = []
      for (let index = 0; index < stated; index++) edge = appendLeaf(edge, index, leaves.at(index))
      return foldHashes(edge)
    },
  }
}

const PAGE = 500

function* pagesOf(entries: Iterable<string>): Generator<string[]> {
  let page: string[] = []
  for (const entry of entries) {
    page.push(entry)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  yield page
}

/** Feeds the checkpoints whose size the auditor has reached. */
function takeCheckpoints(auditor: Auditor, checkpoints: LogExport['checkpoints']) {
  const waiting = checkpoints[Symbol.iterator]()
  let next = waiting.next()
  let count = 0
  const sizeOf = (note: string): number => {
    // the auditor reads the rest of the note
    const stated = statedTree(note)
    const problem = `checkpoint ${count + 1} is not a checkpoint`
    if (!stated) throw new AuditBreach('checkpoint', auditor.size() - 1, problem)
    return stated.size
  }
  return {
    upToHere(): void {
      for (; !next.done; next = waiting.next(), count++) {
        const { note, cosignatures } = next.value
        const size = sizeOf(note)
        if (size > auditor.size()) return
        if (size < auditor.size()) {
          const problem = `the checkpoint of size ${size} comes after a larger one`
          throw new AuditBreach('checkpoint', auditor.size() - 1, problem)
        }
        auditor.checkpoint(note)
        for (const line of cosignatures) auditor.cosignature(size, line)
      }
    },
    /** the size of the next checkpoint; null when none is left */
    next: () => (next.done ? null : sizeOf(next.value.note)),
    count: () => count,
  }
}

/** A growing list of hashes, 32 bytes each. */
function leafList() {
  let bytes = new Uint8Array(32 * 1024)
  let size = 0
  return {
    add(leaf: string): void {
      if ((size + 1) * 32 > bytes.length) {
        const wider = new Uint8Array(bytes.length * 2)
        wider.set(bytes)
        bytes = wider
      }
      bytes.set(fromHex(leaf, 32), 32 * size++)
    },
    at: (index: number): string => toHex(bytes.subarray(32 * index, 32 * index + 32)),
  }
}
