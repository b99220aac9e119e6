/**
 * `npm run verify -- proof.json [receipt.json] [--key HEX] [--witness KEY]` verifies a downloaded proof on the member's
 * machine. `npm run verify -- --log FOLDER [--key HEX]` verifies an exported log. The server offers the same program as
 * one file. USAGE lists the exit statuses.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isHex } from '../src/bytes.ts'
import { UnknownZone } from '../src/games/periods.ts'
import { type NoteKey, parseKey } from '../src/note.ts'
import { parseProofText } from '../src/proof.ts'
import type { Badge, StepStatus, Verdict, Verification } from '../src/verify.ts'
import { verifyAnyProof } from '../src/verify/any.ts'
import type { AuditedFolder, FolderOptions } from './log-folder.ts'
import { describeLog, isUpToDate, openLog } from './verify-log.ts'

const USAGE = `Usage: npm run verify -- <proof.json> [<receipt.json>] [--key <hex>] [--witness <key>] [--log <folder>]
                         [--member <id> --request <id>]
       npm run verify -- --log <folder> [--key <hex>] [--witness <key> [--up-to-date]]
       npm run verify -- --self-test [<folder>]

  <proof.json>     proof of a draw, of a round or of a prize-share event, or the document of a sealed one; download it from
                   its page
  <receipt.json>   receipt of an order, a bet or a participant, to compare with the proof
  --log <folder>   exported log: every entry and checkpoint is audited, and with a proof, that the log has exactly
                   the proof's entries of this issue, round or event; alone, also whether enough witnesses have signed
                   every favour, refund and void
  --key <hex>      the log's public key from a source that you trust (64 hex digits, shown on the fairness page);
                   without it, the key in the file itself is used
  --witness <key>  key of a witness that you trust (<name>+<id>+<base64>): it must have signed the seal in time, and of a
                   favour or a void event its end; before version 3 the line of any one named witness is enough without
                   it; with a log alone, it must have signed the seal of every result in time, and a checkpoint over
                   every favour, refund and void. What it did not sign is listed
  --up-to-date     with --log and --witness: the witness must have signed the newest checkpoint
  --member <id>, --request <id>
                   your member id, and the id of the request with which your device bought: exactly one row of the proof
                   must be that of this purchase; with a receipt, it must name this purchase
  --self-test      run the kit of altered documents and absurd logs that the verifier must refuse (in the repository
                   only); with a folder, also write all cases there for other verifiers
  -h, --help       show this help

Exit status: 0 the input verifies (also a sealed issue, round or event, and a void round or event), 1 it does not verify, 2 it cannot be read or
the arguments are wrong, 3 arithmetic only: the document carries no log, so nothing is proven, 4 not confirmed: too few witnesses have signed
how it ended, so another history may exist, 5 this machine has no rules of a time zone that the input names, so nothing was verified. Of several the
first of 2, 5, 1, 3, 4, 0 counts.`

const MARKS: Readonly<Record<StepStatus, string>> = {
  passed: '✓',
  failed: '✗',
  absent: '–',
  unneeded: '–',
  open: '…',
}

const EXIT: Readonly<Record<Verdict, number>> = {
  verified: 0,
  sealed: 0,
  failed: 1,
  arithmetic: 3,
  unconfirmed: 4,
  'unknown-zone': 5,
}

const LOCAL = "the house holds this beacon's key and could have influenced this draw; sandbox only"

const TRUST: Readonly<Record<Badge, string>> = {
  plain: 'the last buyer or the house could have influenced this draw',
  salt: 'the house knew the salt and could have influenced this draw',
  beacon: 'no buyer could have influenced this draw; the house could, if it showed the seal late',
  'beacon-local': LOCAL,
  witnessed:
    'the house could have influenced this draw together with one of the witnesses that the opening names',
  'witnessed-local': LOCAL,
}

/** Who could have influenced a verified draw. A witness that the reader named has signed its seal in time. */
function trustIn({ badge, vouched }: Judged, witness: NoteKey | undefined): string {
  if (badge.endsWith('-local')) return LOCAL
  const watched = badge === 'beacon' || badge === 'witnessed'
  return witness && watched
    ? `nobody could have influenced this draw, unless the house and ${witness.name} conspire`
    : vouched
      ? `the house could choose only together with ${vouched.together} of these ${vouched.witnesses} witnesses`
      : TRUST[badge]
}

type Judged = { readonly badge: Badge; readonly vouched?: Verification['vouched'] }

/** Prints the problem and ends the program with status 2. */
function unreadable(problem: string): never {
  console.error(problem)
  process.exit(2)
}

type Trusted = { publicKey: string | undefined; witness: NoteKey | undefined; upToDate: boolean }
type ProofArguments = Trusted & {
  file: string
  receipt: string | undefined
  log: string | undefined
  claim: { member: string; request: string } | undefined
}
type LogArguments = Trusted & { log: string }
type Arguments = ProofArguments | LogArguments | { selfTest: string | undefined }

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        log: { type: 'string' },
        witness: { type: 'string' },
        member: { type: 'string' },
        request: { type: 'string' },
        'up-to-date': { type: 'boolean', default: false },
        'self-test': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    if (values['self-test']) return { selfTest: positionals[0] }
    const { key, log, 'up-to-date': upToDate } = values
    if (key !== undefined && !isHex(key, 32)) {
      return unreadable(`--key is not 64 lower-case hex digits.\n\n${USAGE}`)
    }
    const witness = values.witness === undefined ? undefined : readWitness(values.witness)
    if (upToDate && (log === undefined || witness === undefined))
      return unreadable(`--up-to-date needs --log and --witness.\n\n${USAGE}`)
    const claim = readClaim(values.member, values.request)
    const trusted: Trusted = { publicKey: key, witness, upToDate }
    const [file, receipt] = positionals
    if (log !== undefined && file === undefined && claim === undefined) return { ...trusted, log }
    if (file === undefined || positionals.length > 2) return unreadable(USAGE)
    return { ...trusted, file, receipt, log, claim }
  } catch (error) {
    return unreadable(`${messageOf(error)}\n\n${USAGE}`)
  }
}

function readWitness(text: string): NoteKey {
  const key = parseKey(text)
  return key?.kind === 4 ? key : unreadable(`--witness is not the key of a witness.\n\n${USAGE}`)
}

/** Both or neither of member and request. */
function readClaim(
  member: string | undefined,
  request: string | undefined,
): { member: string; request: string } | undefined {
  if (member === undefined && request === undefined) return undefined
  if (member === undefined || request === undefined)
    return unreadable(`--member and --request belong together.\n\n${USAGE}`)
  const [isMember, isRequest] = [UUID.test(member), UUID.test(request)]
  if (!isMember || !isRequest)
    return unreadable(`${isMember ? '--request' : '--member'} is not the text of a UUID.\n\n${USAGE}`)
  return { member: member.toLowerCase(), request }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
function verifyFile({ file, receipt, publicKey, witness, upToDate, log, claim }: ProofArguments): number {
  // the step `witnesses` asks whether the witness signed this seal, so it need not have signed more
  const audit = log === undefined ? undefined : readLog(log, { publicKey, ...(upToDate && { witness }) })
  if (audit === null) return 1
  const isNewest = !upToDate || isUpToDate(witness!.name, audit!)
  const { verdict, badge, steps, summary, vouched } = verifyAnyProof(readDocument(file, 'the proof'), {
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(receipt === undefined ? {} : { receipt: readDocument(receipt, 'the receipt') }),
    ...(witness === undefined ? {} : { witness }),
    ...(audit === undefined ? {} : { log: audit }),
    ...(claim === undefined ? {} : { claim }),
  })
  for (const { step, status, detail } of steps) console.log(`${MARKS[status]} ${step.padEnd(10)} ${detail}.`)
  console.log()
  // a void round or event has no result that anybody could have influenced; of a favour the summary says who could
  const hasResult = steps.some(({ step }) => step === 'result')
  const mayBeFavour = steps.some(({ step, status }) => step === 'favour' && status !== 'unneeded')
  const isFavour = mayBeFavour && vouched === undefined
  if (badge !== null && verdict === 'verified' && hasResult && !isFavour)
    console.log(`Grade ${badge}: ${trustIn({ badge, vouched }, witness)}.`)
  if (badge !== null && verdict === 'sealed') console.log(`Grade ${badge}: sealed, not drawn.`)
  console.log(summary)
  return isNewest ? EXIT[verdict] : 1
}

/** Prints the result. @returns the exit status */
function verifyLog({ log: folder, ...options }: LogArguments): number {
  const audit = readLog(folder, options)
  return audit === null ? 1 : EXIT[describeLog(audit, options)]
}

function readLog(folder: string, options: FolderOptions): AuditedFolder | null {
  try {
    return openLog(locate(folder), options)
  } catch (error) {
    if (!(error instanceof UnknownZone)) return unreadable(`${folder} cannot be read: ${messageOf(error)}`)
    console.log(`Nothing was verified: ${error.message}. Newer zone data of the system help.`)
    return process.exit(EXIT['unknown-zone'])
  }
}

type Kit = { selfTest(folder: string | undefined, print: (line: string) => void): number }

/** Runs the "break it" kit, which the repository contains and the served file does not. @returns the exit status */
async function runSelfTest(folder: string | undefined): Promise<number> {
  const kit = new URL('../kit/self-test.ts', import.meta.url)
  if (!existsSync(kit)) return unreadable('--self-test needs the repository.')
  const { selfTest } = (await import(kit.href)) as Kit
  return selfTest(folder === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', folder), console.log)
}

const given = readArguments()
if ('selfTest' in given) process.exitCode = await runSelfTest(given.selfTest)
else process.exitCode = 'file' in given ? verifyFile(given) : verifyLog(given)
