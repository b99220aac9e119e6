/**
 * The high-water mark: the newest checkpoint that this server has signed or seen in its database, kept in the data
 * directory, outside the database. A database that was restored from an older copy is behind it.
 */
import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

const schema = z.strictObject({
  version: z.literal(1),
  /** the name of the log */
  deployment: z.string().check(z.minLength(1), z.maxLength(200)),
  size: z.int().check(z.minimum(1)),
  root: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** when the checkpoint was signed, Unix milliseconds */
  time: z.int().check(z.minimum(0)),
})

export type HighWater = Omit<z.infer<typeof schema>, 'version'>

export type HighWaterStore = {
  /** @returns null when there is no mark; `unreadable` when what is stored is not a mark */
  read(): Promise<HighWater | 'unreadable' | null>
  /** Writes the mark completely or not at all; it is on disk when the promise resolves. */
  write(mark: HighWater): Promise<void>
}

/** The file's name in the data directory. */
export const HIGH_WATER_FILE = 'high-water.json'

export function highWaterFile(dataDir: string): HighWaterStore {
  const file = path.join(dataDir, HIGH_WATER_FILE)
  return {
    async read() {
      let text: string
      try {
        text = await readFile(file, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
      const parsed = z.safeParse(schema, parsedJson(text))
      if (!parsed.success) return 'unreadable'
      const { version: _, ...mark } = parsed.data
      return mark
    },
    async write({ deployment, size, root, time }) {
      const draft = `${file}.${randomUUID()}`
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(`${JSON.stringify({ version: 1, deployment, size, root, time }, null, 2)}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } finally {
        await rm(draft, { force: true })
      }
      const directory = await open(dataDir, 'r')
      try {
        await directory.sync()
      } finally {
        await directory.close()
      }
    },
  }
}

/** Undefined for a text that is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
