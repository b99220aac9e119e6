/**
 * The log's part of the proof of a draw of version 3 whose log was lost after the seal: opening and seal in the lost log, and draw and favour
 * in the log that continues it. A reader follows the entries `log-continues` from one to the other.
 */
import { logKey, parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { consistencyParts, inclusionParts } from '@fairlot/fairness/log-tree'
import { signatureOf } from '@fairlot/fairness/note'
import type { ProofLog3 } from '@fairlot/fairness/proof/version-3/documents'
import type { LostPart } from '@fairlot/fairness/proof/version-3/lost'
import type { Executor } from '../../../platform/db.ts'
import { LEAD_MS, linesOver } from '../witnesses/lines.ts'
import { logName } from './log-name.ts'
import { endOfLog, firstCovering, pathsOf, rootOf, type Signed } from './log.reads.ts'
import { entriesOf, type Found } from './round-log.ts'
import { linkedTo, type LoggedSubject3, shownEntries, sizeOf } from './subject-log-3.ts'

type House = { deployment: string; publicKey: string }

/** The parts of a document whose draw is in a later log than its opening. `deployment`: the name of the lost log. */
export type LostLog3 = { deployment: string; log: ProofLog3; lost: LostPart }

/**
 * Null: the draw is in the log of the opening, no checkpoint covers it yet, or this database does not have what leads from one log to
 * the other: a log between them, or a line over a seal that witnesses alone keep.
 */
export async function lostLog3(
  db: Executor,
  subject: LoggedSubject3,
  house: House,
): Promise<LostLog3 | null> {
  const { name, of } = subject
  const [opening] = await entriesOf(db, name, [`${of}-open`])
  const ending = await shownEntries(db, name, [`${of}-draw`], `${of}-favour`)
  const draw = ending?.[0]
  if (!opening || !ending || !draw || draw.log <= opening.log) return null
  const start = await startOf(db, subject, opening, house)
  const end = await firstCovering(db, ending.at(-1)!.index, draw.log)
  if (!start || !end) return null
  const way = await wayTo(db, { from: start.shown, log: opening.log, end }, house.deployment)
  if (!way) return null
  const { size, log } = end
  const confirmation = (await linesOver(db, { index: size - 1, beforeMs: null, log }, subject.witnesses))
    .notes
  const inclusions = await pathsOf(
    db,
    ending.map(({ index }) => inclusionParts(index, size)),
    log,
  )
  const shown = ending.map(({ index, bytes }, i) => ({ index, bytes, inclusion: inclusions[i]! }))
  return {
    deployment: logName(house.deployment, opening.log),
    log: {
      ...start.part,
      entries: [...start.part.entries, ...shown],
      confirmation: await linkedTo(db, confirmation, size, log),
      publicKey: house.publicKey,
    },
    lost: { opened: start.opened, logs: way },
  }
}

type Start = {
  part: Omit<ProofLog3, 'confirmation' | 'publicKey'>
  opened: string | null
  /** the tree of `part.checkpoint` */
  shown: { size: number; root: string }
}

/** Opening and seal, and what witnesses signed of the seal in time; null: no witness did, as far as this database shows. */
async function startOf(
  db: Executor,
  subject: LoggedSubject3,
  opening: Found,
  house: House,
): Promise<Start | null> {
  const { name, of, roundMs, witnesses } = subject
  const seal = (await entriesOf(db, name, [`${of}-seal`])).find((entry) => entry.log === opening.log)
  if (!seal || roundMs === null) return keptStart(db, subject, opening, house)
  const { log } = opening
  const beforeMs = roundMs - LEAD_MS
  const { notes } = await linesOver(db, { index: seal.index, beforeMs, log }, witnesses)
  const first = await firstCovering(db, seal.index, log)
  const checkpoint = await firstCovering(
    db,
    Math.max(seal.index, ...notes.map((note) => sizeOf(note) - 1)),
    log,
  )
  if (!first || !checkpoint || notes.length === 0) return null
  const { size } = checkpoint
  const [consistency, ...inclusions] = await pathsOf(
    db,
    [consistencyParts(first.size, size), ...[opening, seal].map(({ index }) => inclusionParts(index, size))],
    log,
  )
  return {
    part: {
      entries: [opening, seal].map(({ index, bytes }, i) => ({ index, bytes, inclusion: inclusions[i]! })),
      sealCheckpoint: first.note,
      checkpoint: checkpoint.note,
      consistency: consistency!,
      lines: await linkedTo(db, notes, size, log),
    },
    opened: null,
    shown: checkpoint,
  }
}

type Kept = { witness: string; entry: string; note: string; index: number; inclusion: string[] }

/** By the seals of lost logs that something is drawn by, as witnesses keep them. */
const KEPT = {
  name: 'log.kept_seals',
  text: `select witness, entry, note, index::float8 as index, inclusion from witnessed_seal w
    where subject = $1 and inclusion is not null and exists (select from lost_seal l where l.entry = w.entry)
    order by signed_ms, witness`,
}

/** The seal that witnesses alone keep, and the newest state that they signed of what this database has of that log. */
async function keptStart(
  db: Executor,
  { name, witnesses }: LoggedSubject3,
  opening: Found,
  { deployment, publicKey }: House,
): Promise<Start | null> {
  const { log } = opening
  const named = logName(deployment, log)
  const kept = (await db.query<Kept>(KEPT, [name])).filter(
    ({ witness, note }) => witnesses.includes(witness) && parseCheckpoint(note)?.deployment === named,
  )
  const [first] = kept
  if (!first) return null
  // lines over one state can stand in one note
  const body = bodyOf(first.note)
  const same = kept.filter(({ note }) => bodyOf(note) === body)
  const own = first.note.split('\n').find((line) => signatureOf(line, logKey(named, publicKey)) !== null)!
  const bare = `${body}\n\n${own}\n`
  const note = bare + same.map((one) => `${one.note.trimEnd().split('\n').at(-1)}\n`).join('')
  const keys = same.map(({ witness }) => witness)
  const [opened] = (await linesOver(db, { index: opening.index, beforeMs: null, log }, keys)).notes
  if (opened === undefined) return null
  const [inclusion] = await pathsOf(db, [inclusionParts(opening.index, sizeOf(opened))], log)
  const { size, root } = parseCheckpoint(bare)!
  return {
    part: {
      entries: [
        { index: opening.index, bytes: opening.bytes, inclusion: inclusion! },
        { index: first.index, bytes: first.entry, inclusion: first.inclusion },
      ],
      sealCheckpoint: bare,
      checkpoint: bare,
      consistency: [],
      lines: [{ note, consistency: [] }],
    },
    opened,
    shown: { size, root },
  }
}

const bodyOf = (note: string): string => note.slice(0, note.indexOf('\n\n'))

type Continued = { number: number; continues: number; size: number; root: string }

const CONTINUED = {
  name: 'log.continued',
  text: `select number, continues, known_size::float8 as size, encode(known_root, 'hex') as root from log
    where number > $1 and number <= $2 order by number`,
}

/** The logs from the lost one to that of the draw; null: this database lacks one, or another state was continued. */
async function wayTo(
  db: Executor,
  { from, log, end }: { from: { size: number; root: string }; log: number; end: Signed },
  deployment: string,
): Promise<LostPart['logs'] | null> {
  const way: LostPart['logs'][number][] = []
  let before = { log, ...from }
  for (const next of await db.query<Continued>(CONTINUED, [log, end.log])) {
    const { number, continues } = next
    const consistency = continues === before.log ? await pathTo(db, before, next) : undefined
    const checkpoint = number === end.log ? end : await firstCovering(db, 0, number)
    const [entry] = await db.query<{ bytes: string }>(FIRST, [number])
    if (consistency === undefined || !checkpoint || !entry) return null
    const [inclusion] = await pathsOf(db, [inclusionParts(0, checkpoint.size)], number)
    way.push({
      deployment: logName(deployment, number),
      entry: { bytes: entry.bytes, inclusion: inclusion! },
      consistency,
      checkpoint: checkpoint.note,
    })
    before = { log: number, size: checkpoint.size, root: checkpoint.root }
  }
  return way
}

const FIRST = {
  name: 'log.first_entry',
  text: `select bytes from log_entry where log = $1 and index = 0 and kind = 'log-continues'`,
}

/** The path between a shown state and the one that a log continues; null: entries between them are lost; undefined: they are of two histories. */
async function pathTo(
  db: Executor,
  shown: { log: number; size: number; root: string },
  { size, root }: Continued,
): Promise<string[] | null | undefined> {
  if (size === shown.size) return root === shown.root ? [] : undefined
  const { size: own } = await endOfLog(db, shown.log)
  const [older, newer] = [Math.min(size, shown.size), Math.max(size, shown.size)]
  if (newer > own) return size > shown.size ? null : undefined
  if (older === 0 || (await rootOf(db, size, shown.log)) !== root) return undefined
  const [path] = await pathsOf(db, [consistencyParts(older, newer)], shown.log)
  return path!
}
