/** When this machine made its last backup, in a file of the data directory: `npm run status` says how old it is. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

const FILE = 'last-backup.json'
const schema = z.object({ endedAt: z.iso.datetime(), folder: z.string() })

export type LastBackup = z.infer<typeof schema>

export async function noteBackup(dataDir: string, made: LastBackup): Promise<void> {
  const file = path.join(dataDir, FILE)
  await writeFile(`${file}.draft`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** @returns null when none was made here @throws Error when the file cannot be read */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return z.parse(schema, JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${FILE} cannot be read`, { cause: error })
  }
}
