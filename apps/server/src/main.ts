/**
 * The server process, which `npm start` runs. The server itself is loaded after the variables are read, so that help and what is wrong
 * with them come at once.
 */
import { readConfig } from './platform/installation/config.ts'
import { environmentHelp } from './platform/installation/environment.ts'

const say = (text: string): void => void process.stderr.write(text)

/** The message of an error, without its stack. */
function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') {
  console.log(environmentHelp(process.stdout.columns || 100))
} else if (argument !== undefined) {
  say(`npm start has no option ${argument}. npm start -- --help lists the variables that configure it.\n`)
  process.exitCode = 2
} else {
  try {
    const config = readConfig(process.env)
    const { serve } = await import('./serve.ts')
    await serve(config)
  } catch (error) {
    say(`\nFairlot did not start. ${sentence(error)}\n\n`)
    if (['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')) console.error(error)
    process.exit(1)
  }
}
