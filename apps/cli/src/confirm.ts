/** Questions before acts that cannot be undone. */
import type { Given, Option } from './command.ts'
import type { Desk } from './desk.ts'
import { EXIT, Problem } from './problem.ts'

export const YES: Option = { name: 'yes', about: 'do not ask for confirmation' }

/**
 * Asks a person on a terminal to confirm. Scripts, `--json` and `--yes` are not asked.
 * @param unchanged what the operator reads after another answer than yes
 * @throws Problem with the exit status of a cancelled question
 */
export async function confirm(desk: Desk, given: Given, question: string, unchanged: string): Promise<void> {
  if (desk.json || !desk.ask.person || given.has('yes')) return
  const answer = await desk.ask({ text: `${question} [y/N] `, echo: true })
  if (!/^y(es)?$/i.test(answer.trim())) throw new Problem(`Cancelled. ${unchanged}`, EXIT.cancelled)
}
