/** The pictures of a member wait for each other: the server reads only some of one member at a time. */
import { UPLOADS_AT_A_TIME } from '@fairlot/contract/media/upload'

let free = UPLOADS_AT_A_TIME
const waiting: (() => void)[] = []

function end(): void {
  const next = waiting.shift()
  if (next) next()
  else free++
}

/** Runs a task when it is its turn, in the order of the calls. A task that was aborted while it waited does not run, and rejects. */
export async function inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    signal.throwIfAborted()
    return await task()
  } finally {
    end()
  }
}
