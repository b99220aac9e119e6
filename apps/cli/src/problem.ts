/** Expected failures of a command, each with its exit status. */

export const EXIT = { done: 0, refused: 1, usage: 2, cancelled: 130 } as const

/** A failure with a message for the operator. */
export class Problem extends Error {
  override name = 'Problem'
  readonly exit: number

  constructor(message: string, exit: number = EXIT.refused) {
    super(message)
    this.exit = exit
  }
}

/** The arguments are wrong; no request was sent. */
export class UsageProblem extends Problem {
  override name = 'UsageProblem'

  constructor(message: string) {
    super(message, EXIT.usage)
  }
}

/** The operator pressed Ctrl-C or Ctrl-D at a question. */
export class Cancelled extends Problem {
  override name = 'Cancelled'

  constructor() {
    super('Cancelled.', EXIT.cancelled)
  }
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
