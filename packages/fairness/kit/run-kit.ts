/** Runs the kit with this repository's verifier, and writes it to files for verifiers in other languages. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { auditFolder, NoExport } from '../cli/log-folder.ts'
import { AuditBreach } from '../src/audit.ts'
import { UnknownZone } from '../src/games/periods.ts'
import { parseKey } from '../src/note.ts'
import { parseProofText } from '../src/proof.ts'
import { ReadError } from '../src/read.ts'
import { verifyAnyProof } from '../src/verify/any.ts'
import type { ExportFiles, KitCase } from './kit-case.ts'

/** Writes an export to a folder; the folder is emptied first. A name that ends with a slash makes an empty folder. */
export function writeExport(folder: string, files: ExportFiles): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'entries'), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/**
 * Writes a case to a folder: the documents `proof.json`, `receipt.json` and `log`, as far as the case has them, and
 * `case.json` with name, expected answer, key, witness, upToDate, and the ids of a claim.
 */
export function writeCase(folder: string, { proof, receipt, log, ...about }: KitCase): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'case.json'), `${JSON.stringify(about, null, 2)}\n`)
  if (proof !== undefined) writeFileSync(join(folder, 'proof.json'), proof)
  if (receipt !== undefined) writeFileSync(join(folder, 'receipt.json'), receipt)
  if (log) writeExport(join(folder, 'log'), log)
}

/** What the verifier answers: a verdict, or the step, the rule or the part that fails; `unreadable` when it cannot read. */
export function runCase(kit: KitCase, folder: string): string {
  try {
    return answer(kit, folder)
  } catch (error) {
    if (error instanceof AuditBreach) return error.rule
    if (error instanceof ReadError) return 'export'
    if (error instanceof NoExport) return 'unreadable'
    if (error instanceof UnknownZone) return 'unknown-zone'
    throw error
  }
}

function answer(
  { proof, receipt, log, key, claim, witness: witnessText, upToDate }: KitCase,
  folder: string,
): string {
  const witness = witnessText === undefined ? undefined : parseKey(witnessText)!
  if (log) writeExport(folder, log)
  if (proof === undefined) {
    const { witnessed, size } = auditFolder(folder, { publicKey: key, witness })
    const isShort = witnessed !== null && upToDate === true && witnessed.size < size
    return isShort || (witnessed && witnessed.unvouched.length > 0) ? 'witnesses' : 'verified'
  }
  const { verdict, failed } = verifyAnyProof(parseProofText(proof), {
    ...(key === undefined ? {} : { publicKey: key }),
    ...(witness === undefined ? {} : { witness }),
    ...(claim === undefined ? {} : { claim }),
    ...(receipt === undefined ? {} : { receipt: parseProofText(receipt, 'the receipt') }),
    ...(log === undefined ? {} : { log: auditFolder(folder, { publicKey: key }) }),
  })
  return failed ?? verdict
}
