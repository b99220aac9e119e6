/**
 * The command line of the programs: `--help` prints the usage and ends with 0; what a program does not know is refused with 2. Both
 * happen before the program reads or writes anything.
 */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Exit status of wrong arguments. */
const WRONG = 2

export type CommandLine<Options extends ParseArgsOptionsConfig> = {
  /** `Usage: npm run …`, and a line for each option */
  readonly usage: string
  readonly options?: Options
  /** how many arguments it takes besides options: at least, at most; without it none */
  readonly positionals?: readonly [least: number, most: number]
}

/** Prints what is wrong and the usage, and ends the process. */
export function refuseArguments(problem: string, usage: string): never {
  console.error(`${problem}\n\n${usage}`)
  process.exit(WRONG)
}

/** The arguments of this process. It ends here when they are wrong or ask for help. */
export function commandLine<const Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig>(
  { usage, options, positionals: [least, most] = [0, 0] }: CommandLine<Options>,
  args: readonly string[] = process.argv.slice(2),
) {
  const read = () => {
    try {
      return parseArgs({
        args: [...args],
        allowPositionals: most > 0,
        options: { ...(options ?? ({} as Options)), help: { type: 'boolean', short: 'h' } },
      })
    } catch (error) {
      return refuseArguments(error instanceof Error ? error.message : String(error), usage)
    }
  }
  // a program may get the help beside what is wrong
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  const { values, positionals } = read()
  if (positionals.length < least) return refuseArguments('Something is missing.', usage)
  if (positionals.length > most) return refuseArguments(`«${positionals[most]}» is too much.`, usage)
  return { values, positionals, refuse: (problem: string): never => refuseArguments(problem, usage) }
}

/**
 * The whole number of an option.
 * @returns `usual` when it is not given
 */
export function wholeNumber(
  name: string,
  given: string | undefined,
  { usual, least, most, usage }: { usual: number; least: number; most: number; usage: string },
): number {
  if (given === undefined) return usual
  const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
  return number >= least && number <= most
    ? number
    : refuseArguments(`--${name} is not a whole number from ${least} to ${most}.`, usage)
}
