/**
 * `npm run verify -- proof.json [--key HEX]`: verifies a downloaded proof on the member's own machine.
 * Exit status 0: verified, 1: does not verify, 2: unreadable or wrong usage.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isHex } from '../src/bytes.ts'
import { parseProofText } from '../src/proof.ts'
import { type Badge, type StepStatus, verifyProof } from '../src/verify.ts'

const USAGE = `Usage: npm run verify -- <proof.json> [--key <hex>]

  <proof.json>   the proof that the calculation page of a draw offers for download
  --key <hex>    the log's public key as you know it (64 hex digits, shown on the fairness page);
                 without it the proof's own key is used

Exit status: 0 the proof verifies, 1 it does not, 2 it cannot be read.`

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

function readArguments(): { file: string; key: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [file] = positionals
    if (file === undefined || positionals.length !== 1) return unreadable(USAGE)
    if (values.key !== undefined && !isHex(values.key, 32)) {
      return unreadable(`--key is not 64 lower-case hex digits.\n\n${USAGE}`)
    }
    return { file, key: values.key }
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

function readDocument(file: string): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(locate(file)))
  } catch (error) {
    return unreadable(`${file} cannot be read: ${messageOf(error)}`)
  }
  try {
    return parseProofText(text)
  } catch (error) {
    return unreadable(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const { file, key } = readArguments()
const { ok, badge, steps, summary } = verifyProof(
  readDocument(file),
  key === undefined ? {} : { publicKey: key },
)
for (const { step, status, detail } of steps) console.log(`${MARKS[status]} ${step.padEnd(10)} ${detail}.`)
console.log()
if (ok && badge !== null) console.log(`Grade ${badge}: ${TRUST[badge]}.`)
console.log(summary)
process.exitCode = ok ? 0 : 1
