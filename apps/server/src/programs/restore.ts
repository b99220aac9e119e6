/**
 * `npm run restore -- BACKUP --to DIRECTORY`: restores a backup into a new data directory, in drill mode unless `--live` is
 * given. Exit status: 0 if the restored installation is sound, 1 if the doctor found breaches, 2 if nothing was restored.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { readConfig } from '../platform/installation/config.ts'
import { restoreBackup, type Restored, type RestoreOptions } from './backup/restore-backup.ts'
import { printFindings } from './print-findings.ts'
import { argumentPath, interruption, runAlone } from './run-program.ts'

const USAGE = `Usage: npm run restore -- <backup> --to <new data directory> [options]

Restores a backup into a new directory. It changes no existing one.
  --secrets <file>      your copy of secrets.json, when the backup was made without it
  --live                the restored installation replaces the lost one. Without it, it is for a drill
  --high-water <file>   with --live: high-water.json of the lost data directory
  --high-water-lost     with --live: there is no high-water.json any more`

const MARK_NEEDED = `--live needs --high-water <file>: the high-water.json of the data directory that this one replaces. It says
which part of the transparency log the house has signed, so that a restored copy cannot draw a second time.
If the file is lost, say --high-water-lost: then the server starts halted, or only your witnesses can notice that signed
entries are missing.`

function readLive(values: {
  live: boolean
  'high-water'?: string | undefined
  'high-water-lost': boolean
}): RestoreOptions['live'] {
  const mark = values['high-water']
  const lost = values['high-water-lost']
  if (!values.live) {
    if (mark === undefined && !lost) return false
    throw new Error('--high-water and --high-water-lost go with --live.')
  }
  if ((mark === undefined) !== lost) throw new Error(MARK_NEEDED)
  return { highWater: mark === undefined ? undefined : argumentPath(mark) }
}

function readArguments(): Omit<RestoreOptions, 'signal'> {
  const {
    values,
    positionals: [folder = ''],
    refuse,
  } = commandLine({
    usage: USAGE,
    options: {
      to: { type: 'string' },
      secrets: { type: 'string' },
      live: { type: 'boolean', default: false },
      'high-water': { type: 'string' },
      'high-water-lost': { type: 'boolean', default: false },
    },
    positionals: [1, 1],
  })
  if (values.to === undefined) return refuse('--to is missing.')
  try {
    return {
      folder: argumentPath(folder),
      to: argumentPath(values.to),
      secrets: values.secrets === undefined ? undefined : argumentPath(values.secrets),
      live: readLive(values),
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** What a live restore means for the transparency log. */
function lossOf({ loss }: Restored): string[] {
  switch (loss?.kind) {
    case undefined:
      return [
        'The high-water mark is lost, so the server cannot tell whether the house has signed more than this backup contains.',
        'When the backup says that there was a mark, the server starts halted until two owners start a new log (npm run recover).',
        'Else only your witnesses can tell: start it with WITNESSES set.',
      ]
    case 'complete':
      return ['The log contains everything that the house has signed. The server continues it.']
    case 'lost':
      return [
        `The house had signed ${loss.known} entries of the log, and the backup has ${loss.size}. The server starts halted: it shows`,
        'everything, and sells, seals, draws and signs nothing until two owners start a new log (npm run recover).',
      ]
    case 'forked':
      return [
        `The log of the backup differs from what the house has signed (at ${loss.known} entries). The server starts halted.`,
        'Look for a backup of the right history before two owners start a new log (npm run recover).',
      ]
  }
}

function nextSteps(restored: Restored): string[] {
  const { dataDir, breaches, live, record } = restored
  const start = `DATA_DIR=${dataDir} npm start`
  if (breaches > 0) {
    return [
      `The doctor found ${breaches} breaches. The restored installation is in drill mode. Look at it, and try an older backup.`,
    ]
  }
  if (live) {
    return [...lossOf(restored), 'Make sure that the lost server never starts again. Then:', `  ${start}`]
  }
  return [
    'The restored installation is in drill mode (drill.json): it shows everything and changes nothing.',
    `  DATA_DIR=${dataDir} PORT=<a free port> npm start    to look at it`,
    `  npm run operator -- drill record ${record}    against the live server, to record the drill`,
    'To replace a lost installation, restore again into another directory with --live.',
  ]
}

async function restore(options: Omit<RestoreOptions, 'signal'>): Promise<number> {
  const restored = await restoreBackup(
    readConfig(process.env),
    { ...options, signal: interruption('the restore was interrupted') },
    printFindings,
  )
  const { manifest, migrated } = restored
  console.log(`restored: ${restored.dataDir}, the state of ${manifest.endedAt} (release ${manifest.release})`)
  if (restored.clusterDir !== undefined) console.log(`database: ${restored.clusterDir}`)
  if (migrated.length > 0) console.log(`migrated: ${migrated.join(', ')}`)
  console.log(nextSteps(restored).join('\n'))
  return restored.breaches === 0 ? 0 : 1
}

const given = readArguments()
await runAlone('Nothing was restored', () => restore(given))
