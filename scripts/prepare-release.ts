/**
 * `npm run prepare-release`: installs the packages of this checkout (scripts/run.js does that first) and builds the web app and the verifier,
 * so that the next start only starts. It touches no data directory and no server. Run it in the checkout of the new release while
 * the old release runs from its own.
 */
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { buildMemberApp } from './build.ts'

commandLine({
  usage: `Usage: npm run prepare-release

Installs the packages of this checkout and builds the web app, so that the next start takes seconds.
Use it in a checkout from which no server runs: it replaces packages and files that a running server reads.`,
  options: {},
})
const hasBuilt = await buildMemberApp()
console.log(
  hasBuilt
    ? 'Built. The next start here downloads and builds nothing.'
    : 'Nothing to build: this checkout is prepared.',
)
