/** What a witness keeps on disk: its key, and what it has signed last of each log. Written whole or not at all. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isHex } from '../src/bytes.ts'
import { NOTHING_WITNESSED, type WitnessState } from '../src/witness.ts'

type Stored = { version: 1; seed: string; logs: Record<string, WitnessState> }

export type StateFile = {
  /** Ed25519 seed, 32 bytes hex */
  readonly seed: string
  last(deployment: string): WitnessState
  /** Returns when the state is on the disk. */
  keep(deployment: string, state: WitnessState): void
}

/** Opens the state in a folder; makes it, with a new key, when there is none. @throws Error when it is not whole */
export function openState(folder: string): StateFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'witness.json')
  const stored = read(file) ?? { version: 1, seed: randomBytes(32).toString('hex'), logs: {} }
  write(file, stored)
  return {
    seed: stored.seed,
    last: (deployment) =>
      Object.hasOwn(stored.logs, deployment) ? stored.logs[deployment]! : NOTHING_WITNESSED,
    keep(deployment, { size, root }) {
      const logs = { ...stored.logs, [deployment]: { size, root } }
      write(file, { ...stored, logs })
      stored.logs = logs
    },
  }
}

function read(file: string): Stored | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const value = JSON.parse(text) as Partial<Stored> | null
  // a witness that forgot what it has signed would sign another history: it refuses to start instead
  const whole =
    value?.version === 1 &&
    typeof value.seed === 'string' &&
    isHex(value.seed, 32) &&
    typeof value.logs === 'object' &&
    Object.values(value.logs).every(({ size, root }) => Number.isSafeInteger(size) && isHex(root, 32))
  if (!whole) throw new Error(`${file} is not a whole witness state; restore it from a backup`)
  return value as Stored
}

function write(file: string, stored: Stored): void {
  const draft = `${file}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(stored, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
