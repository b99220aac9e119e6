/**
 * A loop that runs what is due: at intervals, and at once when it is woken. One pass runs at a time, and passes follow each
 * other while they do something.
 */
export type StepLoop = {
  /** Runs passes until one does nothing. Concurrent calls share one run. */
  runDue(): Promise<void>
  /** Starts a run in the background. Never throws. */
  wake(): void
  /** Starts the runs at intervals. */
  start(): void
  /** Stops the runs and waits for the step under way. */
  stop(): Promise<void>
  isStopped(): boolean
}

export type StepLoopOptions = {
  /** @returns whether the pass did something, so that further steps may be due */
  runOnce(): Promise<boolean>
  /** milliseconds from the end of a run to the next one */
  pauseMs(): number
  onError(error: unknown): void
}

export function createStepLoop({ runOnce, pauseMs, onError }: StepLoopOptions): StepLoop {
  let running: Promise<void> | null = null
  let runAgain = false
  let timer: NodeJS.Timeout | undefined
  let isStarted = false
  let stopped = false

  async function run() {
    let progress = true
    while (progress && !stopped) {
      runAgain = false
      progress = (await runOnce()) || runAgain
    }
  }

  function runDue(): Promise<void> {
    if (running) {
      // the current pass may have read the database before the caller's change
      runAgain = true
      return running
    }
    running = run().finally(() => {
      running = null
      schedule()
    })
    return running
  }

  function schedule() {
    clearTimeout(timer)
    timer = isStarted && !stopped ? setTimeout(runInBackground, pauseMs()) : undefined
  }

  /** A run without a caller. */
  function runInBackground() {
    runDue().catch(onError)
  }

  return {
    runDue,
    wake() {
      if (!stopped) setImmediate(runInBackground)
    },
    start() {
      stopped = false
      isStarted = true
      runInBackground()
    },
    async stop() {
      stopped = true
      isStarted = false
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
    isStopped: () => stopped,
  }
}
