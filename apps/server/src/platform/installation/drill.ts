/** Drill mode: `npm run restore` marks a data directory as a copy for a drill, unless it is restored to go live. */
import { stat } from 'node:fs/promises'
import path from 'node:path'

/** The file's name in the data directory. */
export const DRILL_FILE = 'drill.json'

/** Whether the data directory holds a copy that was restored for a drill. */
export async function isDrill(dataDir: string): Promise<boolean> {
  try {
    await stat(path.join(dataDir, DRILL_FILE))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
