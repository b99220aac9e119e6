/** Ends of a command that are no defects, each with the exit status that scripts look at. */

export const EXIT = { done: 0, refused: 1, usage: 2, cancelled: 130 } as const

/** A sentence for people; nothing was done, or what was done is said. */
export class Problem extends Error {
  override name = 'Problem'
  readonly exit: number

  constructor(message: string, exit: number = EXIT.refused) {
    super(message)
    this.exit = exit
  }
}

/** The command line itself is wrong: nothing was sent. */
export class UsageProblem extends Problem {
  override name = 'UsageProblem'

  constructor(message: string) {
    super(message, EXIT.usage)
  }
}

/** The person has pressed Ctrl-C or Ctrl-D at a question. */
export class Cancelled extends Problem {
  override name = 'Cancelled'

  constructor() {
    super('Cancelled.', EXIT.cancelled)
  }
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
