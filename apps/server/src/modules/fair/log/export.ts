/**
 * Exports the log as plain files, which anyone can mirror and check without this server:
 *
 *     log.json            deployment and key
 *     entries/…jsonl      the bytes of the entries, one per line, 10,000 per file
 *     checkpoints.jsonl   every signed note with the witnesses' lines
 *     checkpoint          the latest note, as at /fair/checkpoint
 */
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { logKey } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import { NOTES } from './log.queries.ts'
import { entriesFrom } from './log.reads.ts'

const ENTRIES_PER_FILE = 10_000
const PAGE = 1_000

type NoteRow = { size: bigint; note: string; lines: string[] }

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
  await mkdir(path.join(folder, 'entries'), { recursive: true })
  const entries = await writeEntries(db, path.join(folder, 'entries'), number)
  let checkpoints = 0
  let latest: NoteRow | undefined
  await writeFile(path.join(folder, 'checkpoints.jsonl'), async (add) => {
    for (let after = 0n; ; after = latest!.size) {
      const rows = await db.query<NoteRow>(NOTES, [after, PAGE, number])
      for (const { note, lines } of rows) await add(`${JSON.stringify({ note, cosignatures: lines })}\n`)
      checkpoints += rows.length
      latest = rows.at(-1) ?? latest
      if (rows.length < PAGE) return
    }
  })
  if (latest) {
    const { note, lines } = latest
    await writeFile(path.join(folder, 'checkpoint'), (add) =>
      add(note + lines.map((line) => `${line}\n`).join('')),
    )
  }
  const about = {
    version: 'fairlot-log/1',
    deployment,
    publicKey,
    key: formatKey(logKey(deployment, publicKey)),
  }
  await writeFile(path.join(folder, 'log.json'), (add) => add(`${JSON.stringify(about, null, 2)}\n`))
  return { entries, checkpoints }
}

async function writeEntries(db: Executor, folder: string, log: number | null): Promise<number> {
  for (let file = 0; ; file++) {
    const from = file * ENTRIES_PER_FILE
    const first = await entriesFrom(db, from, 1, log)
    if (first.length === 0) return from
    let size = from
    const name = `${String(file).padStart(8, '0')}.jsonl`
    await writeFile(path.join(folder, name), async (add) => {
      const to = from + ENTRIES_PER_FILE
      while (size < to) {
        const page = await entriesFrom(db, size, Math.min(PAGE, to - size), log)
        await add(page.map(({ bytes }) => `${bytes}\n`).join(''))
        size += page.length
        if (page.length < PAGE) return
      }
    })
    if (size < from + ENTRIES_PER_FILE) return size
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
