/**
 * `npm run verify -- proof.json [receipt.json] [--key HEX]`: verifies a downloaded proof on the member's own machine, and
 * `npm run verify -- --log FOLDER [--key HEX]` a whole exported log. The same program is served as one file.
 * Exit status 0: verified, 1: does not verify, 2: unreadable or wrong usage.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auditLog } from '../src/audit.ts'
import { isHex } from '../src/bytes.ts'
import { parseProofText } from '../src/proof.ts'
import { ReadError } from '../src/read.ts'
import { type Badge, type StepStatus, verifyProof } from '../src/verify.ts'

const USAGE = `Usage: npm run verify -- <proof.json> [<receipt.json>] [--key <hex>]
       npm run verify -- --log <folder> [--key <hex>]

  <proof.json>     the proof that the calculation page of a draw offers for download
  <receipt.json>   the receipt of an order, to be held against the proof
  --log <folder>   an exported log: all its entries and checkpoints
  --key <hex>      the log's public key as you know it (64 hex digits, shown on the fairness page);
                   without it the key in the file itself is used

Exit status: 0 what was given verifies, 1 it does not, 2 it cannot be read.`

const MARKS: Readonly<Record<StepStatus, string>> = { passed: '✓', failed: '✗', absent: '–', unneeded: '–' }

const TRUST: Readonly<Record<Badge, string>> = {
  plain: 'the last buyer and the house could have steered it',
  salt: 'the house, which knew the salt, could have steered it',
  beacon: 'nobody alone could have steered it',
  'beacon-local': 'the house holds the key of this beacon and could have steered it; sandbox only',
}

/** Ends the program with status 2 and a sentence that says what to do. */
function unreadable(problem: string): never {
  console.error(problem)
  process.exit(2)
}

type Arguments = { key: string | undefined } & (
  | { log: string }
  | { log?: undefined; file: string; receipt: string | undefined }
)

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        log: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const { key, log } = values
    if (key !== undefined && !isHex(key, 32)) {
      return unreadable(`--key is not 64 lower-case hex digits.\n\n${USAGE}`)
    }
    const [file, receipt] = positionals
    if (log !== undefined) return positionals.length === 0 ? { key, log } : unreadable(USAGE)
    if (file === undefined || positionals.length > 2) return unreadable(USAGE)
    return { key, file, receipt }
  } catch (error) {
    return unreadable(`${messageOf(error)}\n\n${USAGE}`)
  }
}

/** npm runs scripts in the repository's root: a relative path may be meant from where npm was called. */
function locate(file: string): string {
  const from = process.env.INIT_CWD
  const here = resolve(file)
  return from !== undefined && !existsSync(here) ? resolve(from, file) : here
}

function readTextFile(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    return unreadable(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function readDocument(file: string, what: string): unknown {
  const text = readTextFile(locate(file))
  try {
    return parseProofText(text, what)
  } catch (error) {
    return unreadable(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** @returns whether everything holds */
function verifyFile(file: string, receipt: string | undefined, key: string | undefined): boolean {
  const { ok, badge, steps, summary } = verifyProof(readDocument(file, 'the proof'), {
    ...(key === undefined ? {} : { publicKey: key }),
    ...(receipt === undefined ? {} : { receipt: readDocument(receipt, 'the receipt') }),
  })
  for (const { step, status, detail } of steps) console.log(`${MARKS[status]} ${step.padEnd(10)} ${detail}.`)
  console.log()
  if (ok && badge !== null) console.log(`Grade ${badge}: ${TRUST[badge]}.`)
  console.log(summary)
  return ok
}

/** The lines of a text file, each ended by a line feed. */
function linesOf(file: string): string[] {
  const lines = readTextFile(file).split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : unreadable(`${file} ends in the middle of a line.`)
}

function* entriesIn(folder: string): Generator<string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  for (const name of names.sort()) yield* linesOf(join(folder, name))
}

/** @returns whether everything holds */
function verifyLog(given: string, key: string | undefined): boolean {
  const folder = locate(given)
  try {
    const about = JSON.parse(readTextFile(join(folder, 'log.json'))) as {
      deployment: string
      publicKey: string
    }
    const checkpoints = linesOf(join(folder, 'checkpoints.jsonl')).map(
      (line) => (JSON.parse(line) as { note: string }).note,
    )
    const publicKey = key ?? about.publicKey
    const entries = entriesIn(join(folder, 'entries'))
    const audit = auditLog({ deployment: about.deployment, publicKey, entries, checkpoints })
    const whose = key === undefined ? "the export's own key (none was given)" : 'the key that was given'
    console.log(`✓ ${audit.size} entries, ${checkpoints.length} checkpoints signed with ${whose}.`)
    console.log(`  head ${audit.head}`)
    if (audit.unsigned > 0) console.log(`  The last ${audit.unsigned} entries are not signed for yet.`)
    return true
  } catch (error) {
    if (!(error instanceof ReadError)) return unreadable(`${given} cannot be read: ${messageOf(error)}`)
    console.log(`✗ ${error.message}.`)
    return false
  }
}

const given = readArguments()
const holds =
  given.log === undefined ? verifyFile(given.file, given.receipt, given.key) : verifyLog(given.log, given.key)
process.exitCode = holds ? 0 : 1
