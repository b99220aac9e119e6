/**
 * `npm run verify -- proof.json [receipt.json] [--key HEX] [--witness KEY]` verifies a downloaded proof on the member's
 * machine. `npm run verify -- --log FOLDER [--key HEX]` verifies an exported log. The server offers the same program as
 * one file. USAGE lists the exit statuses.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auditLog } from '../src/audit.ts'
import { isHex } from '../src/bytes.ts'
import { type NoteKey, parseKey } from '../src/note.ts'
import { parseProofText } from '../src/proof.ts'
import { ReadError } from '../src/read.ts'
import { type Badge, type StepStatus, type Verdict, verifyProof } from '../src/verify.ts'

const USAGE = `Usage: npm run verify -- <proof.json> [<receipt.json>] [--key <hex>] [--witness <key>]
       npm run verify -- --log <folder> [--key <hex>]

  <proof.json>     proof of a draw, or the document of a sealed issue; download it from the draw's calculation page
  <receipt.json>   receipt of an order, to compare with the proof
  --log <folder>   exported log: all entries and checkpoints
  --key <hex>      the log's public key from a source that you trust (64 hex digits, shown on the fairness page);
                   without it, the key in the file itself is used
  --witness <key>  key of a witness that you trust (<name>+<id>+<base64>): it must have signed the seal in time
  -h, --help       show this help

Exit status: 0 the input verifies (a sealed issue: "sealed, not drawn"), 1 it does not verify, 2 it cannot be read or
the arguments are wrong, 3 arithmetic only: the document carries no log, so nothing is proven.`

const MARKS: Readonly<Record<StepStatus, string>> = {
  passed: '✓',
  failed: '✗',
  absent: '–',
  unneeded: '–',
  open: '…',
}

const EXIT: Readonly<Record<Verdict, number>> = { verified: 0, sealed: 0, failed: 1, arithmetic: 3 }

const LOCAL = "the house holds this beacon's key and could have influenced this draw; sandbox only"

const TRUST: Readonly<Record<Badge, string>> = {
  plain: 'the last buyer or the house could have influenced this draw',
  salt: 'the house knew the salt and could have influenced this draw',
  beacon: 'no buyer could have influenced this draw, and the house only with a second history of its log',
  'beacon-local': LOCAL,
  witnessed:
    'nobody could have influenced this draw, unless the house and the witnesses of its seal conspire',
  'witnessed-local': LOCAL,
}

/** Prints the problem and ends the program with status 2. */
function unreadable(problem: string): never {
  console.error(problem)
  process.exit(2)
}

type ProofArguments = {
  file: string
  receipt: string | undefined
  key: string | undefined
  witness: NoteKey | undefined
}
type Arguments = ProofArguments | { log: string; key: string | undefined }

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        log: { type: 'string' },
        witness: { type: 'string' },
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
    const witness = values.witness === undefined ? undefined : readWitness(values.witness)
    const [file, receipt] = positionals
    if (log !== undefined && positionals.length === 0 && witness === undefined) return { key, log }
    if (log !== undefined || file === undefined || positionals.length > 2) return unreadable(USAGE)
    return { key, file, receipt, witness }
  } catch (error) {
    return unreadable(`${messageOf(error)}\n\n${USAGE}`)
  }
}

function readWitness(text: string): NoteKey {
  const key = parseKey(text)
  return key?.kind === 4 ? key : unreadable(`--witness is not the key of a witness.\n\n${USAGE}`)
}

/** npm runs scripts in the repository's root. A relative path that does not exist there is resolved from npm's caller. */
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

/** Prints the result. @returns the exit status */
function verifyFile({ file, receipt, key, witness }: ProofArguments): number {
  const { verdict, badge, steps, summary } = verifyProof(readDocument(file, 'the proof'), {
    ...(key === undefined ? {} : { publicKey: key }),
    ...(receipt === undefined ? {} : { receipt: readDocument(receipt, 'the receipt') }),
    ...(witness === undefined ? {} : { witness }),
  })
  for (const { step, status, detail } of steps) console.log(`${MARKS[status]} ${step.padEnd(10)} ${detail}.`)
  console.log()
  if (badge !== null && verdict === 'verified') console.log(`Grade ${badge}: ${TRUST[badge]}.`)
  if (badge !== null && verdict === 'sealed') console.log(`Grade ${badge}: sealed, not drawn.`)
  console.log(summary)
  return EXIT[verdict]
}

/** The lines of a text file whose last line ends with a line feed. */
function linesOf(file: string): string[] {
  const lines = readTextFile(file).split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : unreadable(`${file} ends in the middle of a line.`)
}

function* entriesIn(folder: string): Generator<string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  for (const name of names.sort()) yield* linesOf(join(folder, name))
}

/** Prints the result. @returns the exit status */
function verifyLog(given: string, key: string | undefined): number {
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
    if (audit.unsigned > 0) console.log(`  No checkpoint covers the last ${audit.unsigned} entries yet.`)
    return 0
  } catch (error) {
    if (!(error instanceof ReadError)) return unreadable(`${given} cannot be read: ${messageOf(error)}`)
    console.log(`✗ ${error.message}.`)
    return 1
  }
}

const given = readArguments()
process.exitCode = 'log' in given ? verifyLog(given.log, given.key) : verifyFile(given)
