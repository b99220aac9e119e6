/** Processor time of PostgreSQL's backends, from /proc: Linux only. */
import { readFile } from 'node:fs/promises'

/** The value of `getconf CLK_TCK` on current Linux systems. */
const TICKS_PER_SECOND = 100

/** User and system time that these processes have used so far, in seconds. Undefined: the system has no /proc. */
export async function cpuSeconds(pids: readonly number[]): Promise<number | undefined> {
  let ticks = 0
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    // the fields after the program's name, which may contain spaces
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / TICKS_PER_SECOND
}
