/**
 * `npm run status`: what needs a person, as this machine sees it, without an operator's session. Exit status: 0, nothing; 1, something;
 * 2, it cannot be told.
 */
import { commandLine, wholeNumber } from '@fairlot/fairness/cli/arguments'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { readConfig } from '../platform/installation/config.ts'
import { findInstallation } from '../platform/installation/installation.ts'
import { runAlone, withDatabase } from './run-program.ts'
import { machineFindings } from './status/machine-findings.ts'
import { databaseFindings, type StatusFinding } from './status/status-findings.ts'

const USAGE = `Usage: npm run status -- [--problems | --all] [--json] [--backup-hours <hours>]

Prints what needs a person, and changes nothing. It needs no operator's session; the server may run or not.
  --problems              prints only what needs a person (the default on a terminal)
  --all                   also prints what needs nobody (the default elsewhere)
  --json                  prints everything as JSON
  --backup-hours <hours>  how old the last backup of this machine may be (default: 26 with real money; a sandbox needs none)

Exit status: 0, nothing needs a person; 1, something does; 2, it cannot be told.`

const MARKS = { fine: '✓', problem: '✗', unknown: '?' } as const

function printed(findings: readonly StatusFinding[], all: boolean): string[] {
  const shown = findings.filter(({ state }) => all || state !== 'fine')
  const lines = shown.map(({ name, state, found }) => `${MARKS[state]} ${name.padEnd(22)} ${found}`)
  return shown.length === 0 || all ? [...lines, summary(findings)] : lines
}

function summary(findings: readonly StatusFinding[]): string {
  const count = (state: StatusFinding['state']) => findings.filter((one) => one.state === state).length
  const [problems, unknown] = [count('problem'), count('unknown')]
  if (problems + unknown === 0) return `nothing needs a person (${findings.length} looks)`
  return `${problems} need a person, ${unknown} cannot be told`
}

/** A problem that is known counts more than what is not known. */
function exitStatus(findings: readonly StatusFinding[]): number {
  if (findings.some(({ state }) => state === 'problem')) return 1
  return findings.some(({ state }) => state === 'unknown') ? 2 : 0
}

async function look(hours: number | undefined): Promise<StatusFinding[]> {
  const config = readConfig(process.env)
  let moneyMode: MoneyMode | undefined
  const ofDatabase = await withDatabase({ connectionName: 'fairlot-status' }, async (context) => {
    moneyMode = (await findInstallation(context.db))?.moneyMode
    return databaseFindings(context)
  }).catch((error: unknown): StatusFinding[] => [
    { name: 'database', state: 'unknown', found: error instanceof Error ? error.message : String(error) },
  ])
  return [...ofDatabase, ...(await machineFindings(config, moneyMode, hours))]
}

const { values } = commandLine({
  usage: USAGE,
  options: {
    problems: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'backup-hours': { type: 'string' },
  },
})
const given = values['backup-hours']
const hours =
  given === undefined
    ? undefined
    : wholeNumber('backup-hours', given, { usual: 0, least: 1, most: 8_760, usage: USAGE })
await runAlone('The status cannot be told', async () => {
  const findings = await look(hours)
  const all = values.all || (!values.problems && !process.stdout.isTTY)
  if (values.json) console.log(JSON.stringify({ status: exitStatus(findings), findings }, null, 2))
  else for (const line of printed(findings, all)) console.log(line)
  return exitStatus(findings)
})
