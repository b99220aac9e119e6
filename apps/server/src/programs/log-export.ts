/**
 * `npm run log-export -- FOLDER [LOG]`: writes the current transparency log and its checkpoints to plain files, or an earlier
 * log by its name. Anyone can check them with `npm run verify -- --log FOLDER`, or with the verifier that the server serves.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { createFair, endOfLog, exportLog, logNumber } from '../modules/fair/index.ts'
import { systemRandom } from '../platform/random.ts'
import { argumentPath, runProgram, type ProgramContext } from './run-program.ts'

async function exportTo(
  folder: string,
  name: string | undefined,
  { db, secrets }: ProgramContext,
): Promise<number> {
  const exported = await db.tx(async (tx) => {
    // one snapshot, so that every exported checkpoint has its entries
    await tx.query('set transaction isolation level repeatable read read only')
    const [deployment] = await tx.query<{ id: string }>('select id from deployment')
    if (!deployment) throw new Error('this database has no deployment yet; start the server once')
    const { writer } = createFair({ db: tx, random: systemRandom, secrets, deployment: deployment.id })
    const given = name === undefined ? null : logNumber(deployment.id, name)
    if (name !== undefined && given === null)
      throw new Error(`there is no log ${name} of deployment ${deployment.id}`)
    const { log: number } = await endOfLog(tx, given)
    const { publicKey } = writer
    return exportLog(tx, folder, { deployment: writer.nameOf(number), publicKey, number })
  })
  console.log(`${exported.entries} entries and ${exported.checkpoints} checkpoints in ${folder}`)
  return 0
}

const {
  positionals: [folder = '', name],
} = commandLine({
  usage: `Usage: npm run log-export -- <folder> [<log>]

Writes the transparency log and its checkpoints into <folder>, or an earlier log by its name.`,
  positionals: [1, 2],
})
const target = argumentPath(folder)
await runProgram({
  connectionName: 'fairlot-log-export',
  failure: 'The log could not be exported',
  run: (context) => exportTo(target, name, context),
})
