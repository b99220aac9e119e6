/**
 * `npm run backup -- FOLDER`: makes a backup of the database in a new folder below FOLDER, while the server runs or when it is
 * stopped. Exit status: 0 if the backup is complete, 2 if there is none.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { secretsFile } from '../platform/secrets.ts'
import { noteBackup } from './backup/last-backup.ts'
import { makeBackup } from './backup/make-backup.ts'
import { megabytes } from './backup/copy-files.ts'
import { argumentPath, interruption, runProgram, type ProgramContext } from './run-program.ts'

const USAGE = `Usage: npm run backup -- <folder> [--with-secrets]

Makes a backup in a new folder below <folder>. The server may run.
  --with-secrets   also copies secrets.json. Without it, keep a copy of secrets.json in another place.`

function readArguments(): { into: string; withSecrets: boolean } {
  const {
    values,
    positionals: [into = ''],
  } = commandLine({
    usage: USAGE,
    options: { 'with-secrets': { type: 'boolean', default: false } },
    positionals: [1, 1],
  })
  return { into: argumentPath(into), withSecrets: values['with-secrets'] }
}

async function backUp(
  context: ProgramContext,
  options: { into: string; withSecrets: boolean },
): Promise<number> {
  const made = await makeBackup(context, { ...options, signal: interruption('the backup was interrupted') })
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
  console.log('Try it:   npm run restore -- <backup> --to <a new directory>')
  return 0
}

const given = readArguments()
await runProgram({
  connectionName: 'fairlot-backup',
  failure: 'There is no backup',
  run: (context) => backUp(context, given),
})
