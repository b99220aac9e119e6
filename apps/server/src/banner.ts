/** What a start prints for a person: where everything is, and the first operator's one-time password last. */
import { DEMO_LOGINS } from './demo/people.ts'
import type { Config } from './platform/installation/config.ts'
import type { RunningServer } from './start.ts'

/** The URL that the operators' command line uses by default. */
const COMMAND_LINE_URL = 'http://127.0.0.1:8080'

export type BannerParts = Pick<RunningServer, 'url' | 'clusterDir' | 'demo' | 'firstOwner'> & {
  sandbox: boolean
  /** of the transparency log */
  publicKey: string
  logFile: string | undefined
  /** why the log is halted; null: it is not */
  halted: string | null
}

type Row = readonly [label: string, value: string]

function group(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return []
  return ['', title, ...rows.map(([label, value]) => `  ${label.padEnd(14)}${value}`)]
}

function box(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length))
  const edge = '─'.repeat(width + 4)
  return ['', `╭${edge}╮`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `╰${edge}╯`]
}

/** The lines of the banner. */
export function bannerLines(
  { url, clusterDir, demo, firstOwner, sandbox, publicKey, logFile, halted }: BannerParts,
  { publicUrl, dataDir }: Pick<Config, 'publicUrl' | 'dataDir'>,
): string[] {
  const at = url === COMMAND_LINE_URL ? '' : ` --url ${url}`
  const elsewhere = clusterDir !== undefined && !clusterDir.startsWith(dataDir)
  return [
    '',
    `Fairlot is ready: ${url}`,
    ...group('App', [
      ...(publicUrl === undefined ? [] : [['public URL', publicUrl] as const]),
      ...(halted === null ? [] : [['halted', `the log is halted: ${halted}`] as const]),
      ['money', sandbox ? 'sandbox (play money only)' : 'real'],
      ['log key', `${publicKey} (verifies every draw; see docs/FAIRNESS.md)`],
    ]),
    ...group('Try it', [
      ...(demo
        ? DEMO_LOGINS.map(({ phone, password }) => ['log in', `${phone}  password ${password}`] as const)
        : []),
      ...(sandbox ? [['SMS inbox', `${url}/sandbox/inbox (codes that are not really sent)`] as const] : []),
    ]),
    ...group('Operators', [
      ['log in', `npm run operator -- login ${firstOwner?.name ?? '<name>'}${at}`],
      ['all commands', 'npm run operator -- help'],
    ]),
    ...group('This machine', [
      ['data', dataDir],
      ...(elsewhere
        ? [['database', `${clusterDir} (its user cannot enter the data directory)`] as const]
        : []),
      ...(logFile === undefined ? [] : [['log', logFile] as const]),
      ['stop', 'Ctrl-C'],
    ]),
    ...(firstOwner === null
      ? []
      : box([
          `First operator:     ${firstOwner.name}`,
          `one-time password:  ${firstOwner.oneTimePassword}`,
          '',
          'This password is shown only once and is valid for 7 days.',
          'Log in and choose your own:',
          `npm run operator -- login ${firstOwner.name}${at}`,
        ])),
    '',
  ]
}
