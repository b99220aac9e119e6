/** The cases of the "break it" kit: documents, receipts and exports, each with what a verifier must answer. */
import type { AuditRule } from '../src/audit.ts'
import { logKey } from '../src/checkpoint.ts'
import { formatKey } from '../src/note.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import type { StepName, Verdict } from '../src/verify.ts'

/** The files of an export, by their path inside the folder. Text, or bytes that are no text. */
export type ExportFiles = Readonly<Record<string, string | Uint8Array>>

/**
 * What a verifier must answer: the document verifies, is sealed or not confirmed, it carries nothing to verify against, it names
 * a zone without rules, or it fails with this step (of a proof), this rule (of a log), or because the files of an export contradict each other.
 */
export type Expected = Exclude<Verdict, 'failed'> | StepName | AuditRule | 'export'

export type KitCase = {
  /** unique: `<family>/<what was done>` */
  readonly name: string
  readonly expected: Expected
  /** the text of a proof; without it, the case is an export alone */
  readonly proof?: string
  readonly receipt?: string
  /** an exported log, alone or with the proof */
  readonly log?: ExportFiles
  /** options of the program */
  readonly key?: string
  readonly witness?: string
  readonly upToDate?: boolean
  /** ids of the member and of the request: options `--member` and `--request` */
  readonly claim?: { readonly member: string; readonly request: string }
}

const ENTRIES_PER_FILE = 10_000

/** The export of a log as the server writes it. */
export function exportOf(log: PlayedLog, version: 1 | 2 = 2): ExportFiles {
  const { deployment, publicKey, entries, checkpoints, size } = log
  const files: Record<string, string> = {}
  for (let from = 0; from < size; from += ENTRIES_PER_FILE) {
    const name = `entries/${String(from / ENTRIES_PER_FILE).padStart(8, '0')}.jsonl`
    files[name] = entries
      .slice(from, from + ENTRIES_PER_FILE)
      .map((line) => `${line}\n`)
      .join('')
  }
  files['checkpoints.jsonl'] = checkpoints.map((one) => `${JSON.stringify(one)}\n`).join('')
  const last = checkpoints.at(-1)
  if (last) files['checkpoint'] = last.note + last.cosignatures.map((line) => `${line}\n`).join('')
  const about = {
    version: `fairlot-log/${version}`,
    deployment,
    publicKey,
    key: formatKey(logKey(deployment, publicKey)),
    ...(version === 2 && { size }),
  }
  files['log.json'] = `${JSON.stringify(about, null, 2)}\n`
  return files
}

/** The files with some of them changed; null removes one. */
export function withFiles(
  files: ExportFiles,
  changes: Readonly<Record<string, string | Uint8Array | null>>,
): ExportFiles {
  const all = Object.entries({ ...files, ...changes })
  return Object.fromEntries(all.flatMap(([name, content]) => (content === null ? [] : [[name, content]])))
}
