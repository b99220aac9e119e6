/** A clock that nobody sets: it only counts on, also while business time is moved. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { uptime } from 'node:os'

export type Monotonic = {
  /** Names what the clock counts from: two clocks of one name can be compared. */
  readonly machine: string
  /** milliseconds since an arbitrary moment */
  nowMs(): number
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

/**
 * The machine's time since its boot, which counts while it sleeps and which all processes share until the next boot.
 * Without it (not on Linux) the time of this process.
 */
export async function machineClock(): Promise<Monotonic> {
  const boot = process.platform === 'linux' ? await readFile(BOOT_ID, 'utf8').catch(() => '') : ''
  if (boot.trim() === '') return { machine: `process ${randomUUID()}`, nowMs: () => performance.now() }
  return { machine: `boot ${boot.trim()}`, nowMs: () => uptime() * 1_000 }
}
