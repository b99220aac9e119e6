/** The log's file in the data directory. It is cut into parts, so that it cannot fill the disk. */
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

const NAME = 'server.log'
/** Bytes after which a new file begins. */
const PART_BYTES = 16 * 1024 * 1024
/** Older parts that are kept: server.log.1 is the newest of them. */
const PARTS = 4
/** Bytes that wait for a data directory; a start writes far less before it has one. */
const WAITING_BYTES = 1024 * 1024

export type LogFile = {
  write(line: string): void
  /** Opens the file and writes what has waited for it. @returns its path */
  open(dataDir: string): string
}

/** How long the file is left alone after an error. */
const RETRY_MS = 10_000

/**
 * A log file that waits for its directory. Lines are appended at once, so that a crash loses none. After an error, such as a full
 * disk, the file is opened again with the first line that comes RETRY_MS later, and says how many lines it lacks.
 *
 * @param onError receives the first error of each failure; the server goes on without its log file
 * @param options.monotonicMs milliseconds that never go back
 */
export function createLogFile(
  onError: (error: Error) => void,
  {
    partBytes = PART_BYTES,
    monotonicMs = () => performance.now(),
  }: { partBytes?: number; monotonicMs?: () => number } = {},
): LogFile {
  let at: string | undefined
  let file: { handle: number; bytes: number } | undefined
  let waiting: string[] = []
  let waitingBytes = 0
  let failure: { retryAt: number; lost: number } | undefined
  /** the file ends within a line */
  let torn = false

  function openAt(place: string) {
    const handle = openSync(place, 'a', 0o600)
    return { handle, bytes: fstatSync(handle).size }
  }

  function turn(place: string, { handle }: NonNullable<typeof file>) {
    file = undefined
    closeSync(handle)
    for (let part = PARTS - 1; part >= 1; part--) {
      if (existsSync(`${place}.${part}`)) renameSync(`${place}.${part}`, `${place}.${part + 1}`)
    }
    renameSync(place, `${place}.1`)
    return openAt(place)
  }

  function put(place: string, line: string) {
    file ??= openAt(place)
    if (file.bytes > 0 && file.bytes + line.length > partBytes) file = turn(place, file)
    const bytes = Buffer.from(line)
    const written = writeSync(file.handle, bytes)
    file.bytes += written
    torn = written < bytes.length
    if (torn) throw new Error('the disk took a part of a line')
  }

  function fail(error: Error) {
    if (!failure) onError(error)
    failure = { retryAt: monotonicMs() + RETRY_MS, lost: failure?.lost ?? 0 }
    const { handle } = file ?? {}
    file = undefined
    if (handle !== undefined) closeSync(handle)
  }

  function append(place: string, line: string) {
    if (failure && monotonicMs() < failure.retryAt) return void failure.lost++
    try {
      if (failure) put(place, `${torn ? '\n' : ''}${gap(failure.lost)}`)
      put(place, line)
      failure = undefined
    } catch (error) {
      fail(error as Error)
      failure!.lost++
    }
  }

  return {
    write(line) {
      if (at !== undefined) return append(at, line)
      waitingBytes += line.length
      if (waitingBytes <= WAITING_BYTES) waiting.push(line)
    },
    open(dataDir) {
      const place = path.join(dataDir, NAME)
      at = place
      for (const line of waiting) append(place, line)
      waiting = []
      try {
        file ??= openAt(place)
      } catch (error) {
        fail(error as Error)
      }
      return place
    },
  }
}

const gap = (lost: number) =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lost, msg: 'the log file could not be written and lacks lines' })}\n`
