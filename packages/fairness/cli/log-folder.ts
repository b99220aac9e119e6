/**
 * Reads an exported log strictly and audits it. Every file of the export is read and must agree with the others; a file
 * that does not belong to an export fails, as a missing one does.
 *
 *     log.json            version, deployment, key, and since version 2 the number of entries
 *     entries/…jsonl      the entries, 10,000 per file
 *     checkpoints.jsonl   every signed note with the witnesses' lines
 *     checkpoint          the last note with its lines; absent while nothing is signed
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditLog, type LogAudit } from '../src/audit.ts'
import { logKey, parseCheckpoint } from '../src/checkpoint.ts'
import { leafHash } from '../src/log.ts'
import { formatKey, isSignatureLine, type NoteKey, parseKey, signatureOf } from '../src/note.ts'
import { readDeployment } from '../src/proof/fields.ts'
import { parseProofText } from '../src/proof/text.ts'
import { demand, readHex, readInteger, readList, readObject, readText, readWord } from '../src/read.ts'
import { verifyCosignature } from '../src/witness.ts'
import { fastVerify } from './fast-ed25519.ts'
import { createLives, type Life, overdue } from './log-lives.ts'
import { type SignedSize, type Vouching, vouchingOf } from './pinned-witness.ts'
import { type Unconfirmed, unconfirmedIn } from './unconfirmed.ts'

const VERSIONS = ['fairlot-log/1', 'fairlot-log/2'] as const
const ENTRIES_PER_FILE = 10_000
const MAX_LINES = 64
/** the field of a draw or a result; the quotes of a text inside of an entry are escaped */
const BEACON_VALUE = /"beacon":"[0-9a-f]{64}"/
/** In version 3 the beacon's signature stands beside the value, and the audit has verified it. */
const SIGNATURE = /"signature":"/

/** The folder cannot be read, or it is no export at all. */
export class NoExport extends Error {
  override name = 'NoExport'
}

type About = {
  version: (typeof VERSIONS)[number]
  deployment: string
  publicKey: string
  size: number | null
}
type Signed = { readonly note: string; readonly cosignatures: readonly string[] }

/** How many checkpoints a witness signed, the size of the last one, and what it vouches for. */
export type Witnessed = Vouching & { readonly checkpoints: number; readonly size: number }

export type AuditedFolder = Omit<LogAudit, 'find'> & {
  readonly version: About['version']
  /** what the given witness signed; null when none was given */
  readonly witnessed: Witnessed | null
  /** draws and results that state the value of a beacon round without its signature, as those before version 3 do */
  readonly beaconValues: number
  /** favours, refunds and voids that too few witnesses have signed */
  readonly unconfirmed: readonly Unconfirmed[]
  /** what was sealed more than a day before the newest checkpoint and has no result */
  readonly overdue: readonly Life[]
  /** the entries about an issue, in the order of the log */
  find(issue: string): readonly { readonly index: number; readonly bytes: string }[]
}

export type FolderOptions = {
  /** the log's key (32 bytes hex) from a source that the reader trusts; by default the key in log.json is used */
  readonly publicKey?: string | undefined
  /** a witness that must have signed at least one checkpoint */
  readonly witness?: NoteKey | undefined
}

/**
 * @throws NoExport when the folder cannot be read
 * @throws AuditBreach when the log breaks a rule
 * @throws ReadError when the files are not exactly those of an export
 */
export function auditFolder(folder: string, options: FolderOptions = {}): AuditedFolder {
  if (!existsSync(join(folder, 'log.json'))) throw new NoExport('the folder has no log.json')
  const about = readAbout(folder)
  const { deployment, publicKey, version } = about
  demand(
    options.publicKey === undefined || options.publicKey === publicKey,
    "log.json: the log's key is not the key that was given",
  )
  const checkpoints = readCheckpoints(folder)
  checkNames(folder, checkpoints.length > 0)
  checkLatest(folder, checkpoints.at(-1))
  const lives = createLives()
  let beaconValues = 0
  function* entries(): Generator<string> {
    for (const bytes of entriesIn(folder, about.size)) {
      if (BEACON_VALUE.test(bytes) && !SIGNATURE.test(bytes)) beaconValues++
      yield bytes
    }
  }
  const audit = auditLog({
    deployment,
    publicKey,
    entries: entries(),
    checkpoints,
    verify: fastVerify(),
    onPassed: lives.take,
  })
  demand(
    about.size === null || about.size === audit.size,
    `log.json states ${about.size} entries, the export has ${audit.size}`,
  )
  const { witness } = options
  const sizes = new Map(
    audit.named.map((text) => [text, checkLines(parseKey(text)!, checkpoints).at(-1)?.size ?? 0]),
  )
  const newest = checkpoints.at(-1)
  return {
    ...audit,
    version,
    beaconValues,
    witnessed: witness === undefined ? null : witnessedBy(witness, checkpoints, lives.all()),
    unconfirmed: unconfirmedIn(lives.all(), (key) => sizes.get(key) ?? 0),
    overdue: newest ? overdue(lives.all(), parseCheckpoint(newest.note)!.timeMs) : [],
    find: (issue) =>
      audit.find(issue).map(({ index, leaf }) => {
        const bytes = linesOf(folder, fileOf(index))[index % ENTRIES_PER_FILE] ?? ''
        demand(leafHash(bytes) === leaf, `${fileOf(index)} has changed while it was read`)
        return { index, bytes }
      }),
  }
}

function readAbout(folder: string): About {
  const place = 'log.json'
  const value = parseProofText(readFile(folder, place), place)
  const outer = readObject(value, place, ['version', 'deployment', 'publicKey', 'key'], ['size'])
  const version = readWord(outer['version'], `${place}: version`, VERSIONS)
  const hasSize = Object.hasOwn(outer, 'size')
  demand(hasSize === (version === 'fairlot-log/2'), `${place}: "size" belongs to version 2, and only to it`)
  const deployment = readDeployment(outer['deployment'], `${place}: deployment`)
  const publicKey = readHex(outer['publicKey'], `${place}: publicKey`, 32)
  const key = formatKey(logKey(deployment, publicKey))
  demand(outer['key'] === key, `${place}: key is not the note key of this deployment and publicKey`)
  const size = hasSize ? readInteger(outer['size'], `${place}: size`, 0) : null
  return { version, deployment, publicKey, size }
}

function readCheckpoints(folder: string): Signed[] {
  const name = 'checkpoints.jsonl'
  return linesOf(folder, name).map((line, i) => {
    const place = `${name}, line ${i + 1}`
    const item = readObject(parseProofText(line, place), place, ['note', 'cosignatures'])
    const note = readText(item['note'], `${place}: note`, /^.{2,16384}$/su, 'a signed note')
    const cosignatures = readList(item['cosignatures'], `${place}: cosignatures`, 0, MAX_LINES).map((one) => {
      const text = readText(one, `${place}: cosignatures`, /^.{2,1024}$/u, 'a list of signature lines')
      demand(isSignatureLine(text), `${place}: cosignatures is not a list of signature lines`)
      return text
    })
    demand(JSON.stringify({ note, cosignatures }) === line, `${place} is not written as an export writes it`)
    demand(new Set(cosignatures).size === cosignatures.length, `${place} has a signature line twice`)
    return { note, cosignatures }
  })
}

/** Nothing is missing and nothing else is there. The names of the entries' files are checked when they are read. */
function checkNames(folder: string, signed: boolean): void {
  const expected = ['log.json', 'entries', 'checkpoints.jsonl', ...(signed ? ['checkpoint'] : [])]
  const names = readdirSync(folder)
  for (const name of names) demand(expected.includes(name), `${name} is not a file of this export`)
  for (const name of expected) demand(names.includes(name), `${name} is missing`)
}

function checkLatest(folder: string, last: Signed | undefined): void {
  if (!last) return
  const text = last.note + last.cosignatures.map((line) => `${line}\n`).join('')
  demand(readFile(folder, 'checkpoint') === text, 'checkpoint is not the last note of checkpoints.jsonl')
}

/** @param size number of entries; null when the export does not state it */
function* entriesIn(folder: string, size: number | null): Generator<string> {
  const names = readdirSync(join(folder, 'entries')).sort()
  for (const [i, name] of names.entries()) {
    const file = fileOf(i * ENTRIES_PER_FILE)
    demand(`entries/${name}` === file, `entries/${name} is not a file of this export; ${file} is expected`)
    const lines = linesOf(folder, file)
    const least = i < names.length - 1 ? ENTRIES_PER_FILE : 1
    const has = `${file} has ${lines.length} entries`
    demand(
      lines.length >= least && lines.length <= ENTRIES_PER_FILE,
      `${has}, a file has ${ENTRIES_PER_FILE}`,
    )
    const end = i * ENTRIES_PER_FILE + lines.length
    demand(size === null || end <= size, `${has}, but the log ends at ${size} entries`)
    yield* lines
  }
}

function fileOf(index: number): string {
  return `entries/${String(Math.floor(index / ENTRIES_PER_FILE)).padStart(8, '0')}.jsonl`
}

/** The lines of a text file; the last one ends with a line feed, too. */
function linesOf(folder: string, name: string): string[] {
  const text = readFile(folder, name)
  if (text === '') return []
  demand(text.endsWith('\n'), `${name} ends in the middle of a line`)
  return text.slice(0, -1).split('\n')
}

function readFile(folder: string, name: string): string {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new NoExport(`${name} cannot be read`, { cause: error })
    }
    demand(false, `${name} is missing`)
  }
  // a byte order mark is a change, too
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  demand(Buffer.from(text, 'utf8').equals(bytes), `${name} is not UTF-8`)
  return text
}

/** What a witness signed and vouches for. @throws ReadError when it signed nothing */
function witnessedBy(witness: NoteKey, checkpoints: readonly Signed[], lives: readonly Life[]): Witnessed {
  const signed = checkLines(witness, checkpoints)
  const last = signed.at(-1)
  demand(last !== undefined, `the witness ${witness.name} signed no checkpoint of this export`)
  return { checkpoints: signed.length, size: last.size, ...vouchingOf(lives, witness, signed) }
}

/**
 * Verifies every line of a witness. Lines of keys that nobody named cannot be verified.
 * @returns the checkpoints that it signed, by ascending size, each with the earliest second
 * @throws ReadError
 */
function checkLines(key: NoteKey, checkpoints: readonly Signed[]): SignedSize[] {
  const verify = fastVerify()
  return checkpoints.flatMap(({ note, cosignatures }) => {
    const own = cosignatures.filter((line) => signatureOf(line, key) !== null)
    if (own.length === 0) return []
    const { size } = parseCheckpoint(note)!
    const seconds = own.map((line) => {
      const second = verifyCosignature(note, line, key, verify)
      demand(
        second !== null,
        `a line over the checkpoint of size ${size} is not the signature of ${key.name}`,
      )
      return second
    })
    return [{ size, seconds: Math.min(...seconds) }]
  })
}
