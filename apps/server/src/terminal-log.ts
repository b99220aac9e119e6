/** The log of a server that runs on a terminal: warnings and errors as short lines; all lines are in the file. */

type Entry = { level?: string; msg?: string; err?: { message?: string } }

const LOUD = ['warn', 'error', 'fatal']

/**
 * A warning or an error as one line.
 *
 * @param line a JSON line of the log
 * @returns null for a line that is not worth a person's attention
 */
export function terminalLine(line: string): string | null {
  const { level = '', msg = '', err } = JSON.parse(line) as Entry
  if (!LOUD.includes(level)) return null
  const text = [msg, err?.message].filter((part) => part !== undefined && part !== '').join(': ')
  // a message may quote what a caller sent
  return `  ${level === 'warn' ? '!' : '✗'} ${text.replaceAll(/\p{Cc}/gu, ' ')}\n`
}
