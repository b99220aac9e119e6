/** npm run check: the static checks, which do not run the product. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { checkLayers } from './rules/layers.ts'
import { checkOwners } from './rules/owners.ts'
import { checkTransactions } from './rules/transactions.ts'
import { root, runTool } from './process.ts'
import { firstLines, type Failure, type Tally } from './tally.ts'

type Check = { name: string; run: () => Promise<{ ok: boolean; output: string }> }

const tool = (name: string, command: string, ...args: string[]): Check => ({
  name,
  run: () => runTool(command, args),
})

function workspaces(): string[] {
  const within = (directory: string) =>
    readdirSync(path.join(root, directory)).map((name) => `${directory}/${name}`)
  return [...within('packages'), ...within('apps'), 'bench', 'e2e', 'scripts'].filter(
    (at) => existsSync(path.join(root, at, 'tsconfig.json')) && hasSources(path.join(root, at)),
  )
}

/** tsc refuses a project without a file. */
function hasSources(directory: string): boolean {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
  )
}

const layers: Check = {
  name: 'layers',
  run: async () => {
    const { files, imports, breaches } = await checkLayers(root)
    const seen = files > 0 && imports > 0
    return { ok: seen && breaches.length === 0, output: seen ? breaches.join('\n') : 'saw no file' }
  },
}

const ownerCheck: Check = {
  name: 'owners',
  run: async () => {
    const { pieces, tables, breaches } = await checkOwners(root)
    const seen = pieces > 0 && tables > 0
    return { ok: seen && breaches.length === 0, output: seen ? breaches.join('\n') : 'saw no SQL' }
  },
}

const transactions: Check = {
  name: 'transactions',
  run: async () => {
    const { files, breaches } = await checkTransactions(root)
    return { ok: files > 0 && breaches.length === 0, output: files > 0 ? breaches.join('\n') : 'saw no file' }
  },
}

/**
 * TypeScript keeps what it found in a file of each workspace, so that the next run checks again only what changed and what
 * depends on it. A first run, as in a fresh clone, checks everything.
 */
const types = (at: string): Check =>
  tool(
    `types of ${at}`,
    'tsc',
    '-p',
    at,
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    path.join(root, `.cache/types/${at.replaceAll('/', '-')}.tsbuildinfo`),
  )

function allChecks(): Check[] {
  const kept = ['--cache', '--cache-location', path.join(root, '.cache/knip')]
  const messages = 'scripts/messages.ts'
  return [
    tool('format', 'oxfmt', '--check'),
    tool('lint', 'oxlint', '--type-aware', '--deny-warnings'),
    tool('unused code', 'knip', ...kept),
    tool('code that only tests use', 'knip', '--production', ...kept),
    tool('lock file', 'scripts/lock.ts', '--check'),
    ...workspaces().map(types),
    layers,
    ownerCheck,
    transactions,
    tool('schema.sql', 'scripts/schema.ts', '--check'),
    ...(existsSync(path.join(root, messages)) ? [tool('messages', messages)] : []),
  ]
}

/** Runs the static checks two at a time. Prints a line for each, and the output of a failed one. */
export async function runChecks(): Promise<Tally & { failures: Failure[] }> {
  const waiting = allChecks()
  const tally = { passed: 0, failed: 0, failures: Array<Failure>() }
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const began = performance.now()
      const { ok, output } = await check.run()
      tally[ok ? 'passed' : 'failed']++
      if (!ok) tally.failures.push({ project: '', file: '', name: check.name, error: firstLines(output) })
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${ok ? '✓' : '✗'} ${check.name} (${seconds} s)${ok ? '' : `\n${output.trim()}\n`}`)
    }
  }
  await Promise.all([worker(), worker()])
  return tally
}

if (import.meta.main) {
  commandLine({
    usage: `Usage: npm run check

All static checks: format, lint, unused code, lock file, types, layers, owners, transactions, schema, messages.`,
  })
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
