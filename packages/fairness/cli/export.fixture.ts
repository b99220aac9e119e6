/** Writes a played log as an export, as the server does. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logKey } from '../src/checkpoint.ts'
import { formatKey } from '../src/note.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import type { IssueProof } from '../src/proof.ts'
import { lineOf, WITNESSES, witnessText } from '../src/testing/log-samples.ts'
import { sampleEntries } from '../src/testing/proof-samples.ts'

const ENTRIES_PER_FILE = 10_000

export function writeExport(folder: string, log: PlayedLog, version: 1 | 2 = 2): void {
  const { deployment, publicKey, entries, checkpoints, size } = log
  mkdirSync(join(folder, 'entries'), { recursive: true })
  for (let from = 0; from < size; from += ENTRIES_PER_FILE) {
    const name = `${String(from / ENTRIES_PER_FILE).padStart(8, '0')}.jsonl`
    const lines = entries.slice(from, from + ENTRIES_PER_FILE)
    writeFileSync(join(folder, 'entries', name), lines.map((line) => `${line}\n`).join(''))
  }
  const notes = checkpoints.map((one) => `${JSON.stringify(one)}\n`)
  writeFileSync(join(folder, 'checkpoints.jsonl'), notes.join(''))
  const last = checkpoints.at(-1)
  if (last) {
    const lines = last.cosignatures.map((line) => `${line}\n`).join('')
    writeFileSync(join(folder, 'checkpoint'), last.note + lines)
  }
  const about = {
    version: `fairlot-log/${version}`,
    deployment,
    publicKey,
    key: formatKey(logKey(deployment, publicKey)),
    ...(version === 2 && { size }),
  }
  writeFileSync(join(folder, 'log.json'), `${JSON.stringify(about, null, 2)}\n`)
}

/** The whole log that a sample proof comes from, with a checkpoint after each seal. Witnesses sign the last seal only. */
export function sampleHistory(proof: IssueProof): PlayedLog {
  const log = new PlayedLog(proof.deployment)
  const named = WITNESSES.filter((witness) => proof.terms.witnesses?.includes(witnessText(witness)))
  for (const entry of sampleEntries(proof)) {
    log.append({ ...entry })
    if (entry.t !== 'issue-seal') continue
    log.sign({ timeMs: entry.at + 1_000 })
    const { note, cosignatures } = log.checkpoints.at(-1)!
    const lines = named.map((witness) => lineOf(witness, note, entry.at + 2_000))
    if ('attempt' in entry && entry.attempt === proof.seal.attempt) cosignatures.push(...lines)
  }
  log.sign({ timeMs: proof.seal.sealedAt + 120_000 })
  return log
}
