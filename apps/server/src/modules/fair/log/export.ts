/**
 * Exports the log as plain files, which anyone can mirror and check without this server:
 *
 *     log.json            version, deployment, key, and the number of entries
 *     entries/…jsonl      the bytes of the entries, one per line, 10,000 per file
 *     checkpoints.jsonl   every signed note with the witnesses' lines
 *     checkpoint          the latest note, as at /fair/checkpoint
 *
 * The export ends at the latest checkpoint, so that a signature covers every entry. The verifier refuses other files in the
 * folder, so the export removes those of a longer export before it.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { logKey } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import { entriesFrom, latestCheckpoint, type LogNumber, type Note, notesFrom } from './log.reads.ts'

const ENTRIES_PER_FILE = 10_000
const PAGE = 1_000

/**
 * Writes the current log, or the one with a number, to a folder.
 * @param log its name and number
 * @returns the number of exported entries and checkpoints
 */
export async function exportLog(
  db: Executor,
  folder: string,
  { deployment, publicKey, number = null }: { deployment: string; publicKey: string; number?: number | null },
): Promise<{ entries: number; checkpoints: number }> {
  const size = (await latestCheckpoint(db, number))?.size ?? 0
  await mkdir(path.join(folder, 'entries'), { recursive: true })
  await writeEntries(db, path.join(folder, 'entries'), size, number)
  const checkpoints = await writeNotes(db, folder, number)
  const about = {
    version: 'fairlot-log/2',
    deployment,
    publicKey,
    key: formatKey(logKey(deployment, publicKey)),
    size,
  }
  await writeFile(path.join(folder, 'log.json'), (add) => add(`${JSON.stringify(about, null, 2)}\n`))
  return { entries: size, checkpoints }
}

/** Writes all checkpoints, and the latest one on its own. @returns their number */
async function writeNotes(db: Executor, folder: string, log: LogNumber): Promise<number> {
  let checkpoints = 0
  let latest: Note | undefined
  await writeFile(path.join(folder, 'checkpoints.jsonl'), async (add) => {
    for (let after = 0; ; after = latest!.size) {
      const rows = await notesFrom(db, after, PAGE, log)
      for (const { note, lines } of rows) await add(`${JSON.stringify({ note, cosignatures: lines })}\n`)
      checkpoints += rows.length
      latest = rows.at(-1) ?? latest
      if (rows.length < PAGE) break
    }
  })
  const single = path.join(folder, 'checkpoint')
  if (latest) {
    const { note, lines } = latest
    await writeFile(single, (add) => add(note + lines.map((line) => `${line}\n`).join('')))
  } else {
    await rm(single, { force: true })
  }
  return checkpoints
}

/** Writes the first `size` entries. */
async function writeEntries(db: Executor, folder: string, size: number, log: LogNumber): Promise<void> {
  const written = new Set<string>()
  for (let from = 0; from < size; from += ENTRIES_PER_FILE) {
    const name = `${String(from / ENTRIES_PER_FILE).padStart(8, '0')}.jsonl`
    const to = Math.min(size, from + ENTRIES_PER_FILE)
    await writeFile(path.join(folder, name), async (add) => {
      for (let at = from; at < to; at += PAGE) {
        const page = await entriesFrom(db, at, Math.min(PAGE, to - at), log)
        await add(page.map(({ bytes }) => `${bytes}\n`).join(''))
      }
    })
    written.add(name)
  }
  for (const name of await readdir(folder)) {
    if (/^\d{8}\.jsonl(\.draft)?$/.test(name) && !written.has(name)) await rm(path.join(folder, name))
  }
}

/** Writes a file completely or not at all, so that a mirror never copies an incomplete file. */
async function writeFile(
  file: string,
  fill: (add: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const draft = `${file}.draft`
  const handle = await open(draft, 'w')
  try {
    await fill(async (text) => {
      await handle.appendFile(text)
    })
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
