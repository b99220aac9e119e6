/** Compares a restored log with the high-water mark of the live installation: the newest checkpoint that it signed. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { latestCheckpoint, logNumber, rootOf } from '../../modules/fair/index.ts'
import type { Executor } from '../../platform/db.ts'

const schema = z.looseObject({
  version: z.literal(1),
  deployment: z.string(),
  size: z.int().check(z.gte(0)),
  root: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

export type HighWater = z.infer<typeof schema>

/** @throws Error with a sentence when the file is not the mark of this deployment */
export async function readHighWater(file: string, deployment: string): Promise<HighWater> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(
      `The high-water mark ${file} cannot be read. Name the high-water.json of the live data directory.`,
      {
        cause,
      },
    )
  }
  const read = z.safeParse(schema, content)
  if (!read.success)
    throw new Error(`${file} is not a high-water mark. Name the high-water.json of the live data directory.`)
  // A log that continues a lost one is named <deployment>.<n>.
  if (read.data.deployment.split('.')[0] === deployment) return read.data
  throw new Error(
    `${file} is the high-water mark of deployment ${read.data.deployment}, and the backup is of ${deployment}.`,
  )
}

/** How a restored log relates to the mark. */
export type LogLoss =
  | { kind: 'complete'; size: number }
  /** entries from `size` up to `known` are signed and not in the restored database */
  | { kind: 'lost'; size: number; known: number }
  /** the restored log has another history */
  | { kind: 'forked'; size: number; known: number }

/** @param db of the restored database */
export async function compareWithMark(db: Executor, mark: HighWater): Promise<LogLoss> {
  const log = logNumber(mark.deployment.split('.')[0] ?? '', mark.deployment)
  const newest = log === null ? null : await latestCheckpoint(db, log)
  const size = newest?.size ?? 0
  if (mark.size > size) return { kind: 'lost', size, known: mark.size }
  const root = mark.size === 0 ? mark.root : await rootOf(db, mark.size, log)
  return root === mark.root ? { kind: 'complete', size } : { kind: 'forked', size, known: mark.size }
}
