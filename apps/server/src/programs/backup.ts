/**
 * `npm run backup -- FOLDER`: makes a backup of the database in a new folder below FOLDER, while the server runs or when it is
 * stopped. Exit status: 0 if the backup is complete, 1 if it is and older ones could not be removed, 2 if there is none.
 */
import { commandLine, refuseArguments } from '@fairlot/fairness/cli/arguments'
import { secretsFile } from '../platform/secrets.ts'
import { noteBackup } from './backup/last-backup.ts'
import { makeBackup, type MadeBackup } from './backup/make-backup.ts'
import { megabytes } from './backup/copy-files.ts'
import { removeOlder } from './backup/retention.ts'
import { argumentPath, interruption, runProgram, type ProgramContext } from './run-program.ts'

const USAGE = `Usage: npm run backup -- <folder> [--with-secrets] [--keep <number>]

Makes a backup in a new folder below <folder>. The server may run.
  --with-secrets   also copies secrets.json. Without it, keep a copy of secrets.json in another place.
  --keep <number>  then removes whole backups of this installation in <folder>, except the newest ones`

type Options = { into: string; withSecrets: boolean; keep: number | null }

function readArguments(): Options {
  const {
    values,
    positionals: [into = ''],
  } = commandLine({
    usage: USAGE,
    options: { 'with-secrets': { type: 'boolean', default: false }, keep: { type: 'string' } },
    positionals: [1, 1],
  })
  const { keep } = values
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
    refuseArguments(`--keep needs a number of backups from 1 on, not ${keep}.`, USAGE)
  return {
    into: argumentPath(into),
    withSecrets: values['with-secrets'],
    keep: keep === undefined ? null : Number(keep),
  }
}

async function backUp(context: ProgramContext, options: Options): Promise<number> {
  const signal = interruption('the backup was interrupted')
  const made = await makeBackup(context, { ...options, signal })
  const { manifest } = made
  await noteBackup(context.config.dataDir, { endedAt: manifest.endedAt, folder: made.folder })
  console.log(`backup:   ${made.folder}`)
  console.log(
    `contains: ${manifest.files.length} files, ${megabytes(made.bytes)}, made in ${(made.ms / 1_000).toFixed(1)} s`,
  )
  console.log(
    `log:      ${manifest.log ? `${manifest.log.size} entries signed, root ${manifest.log.root}` : 'no signed checkpoint is recorded'}`,
  )
  console.log(
    options.withSecrets
      ? 'secrets:  in the backup. Who has the backup can read every secret of this installation: guard it like them.'
      : `secrets:  not in the backup. Keep a copy of ${secretsFile(context.config.dataDir)} in another place; nothing opens without it.`,
  )
  const isTidy = options.keep === null || (await tidied(made, options.into, options.keep, signal))
  console.log('Try it:   npm run restore -- <backup> --to <a new directory>')
  return isTidy ? 0 : 1
}

/** Removes older backups. @returns false when that failed: the new backup is whole all the same */
async function tidied(
  { manifest }: MadeBackup,
  into: string,
  keep: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const removed = await removeOlder(into, { deployment: manifest.deployment.id, keep, signal })
    console.log(`removed:  ${removed.length === 0 ? 'nothing' : removed.join(', ')}`)
    return true
  } catch (error) {
    console.error(
      `The backup is complete, but older ones could not be removed: ${error instanceof Error ? error.message : String(error)}`,
    )
    return false
  }
}

const given = readArguments()
await runProgram({
  connectionName: 'fairlot-backup',
  failure: 'There is no backup',
  run: (context) => backUp(context, given),
})
