/**
 * `npm run log-export -- FOLDER`: writes the transparency log and its checkpoints to plain files. Anyone can check them with
 * `npm run verify -- --log FOLDER`, or with the verifier that the server serves.
 */
import { createFair, exportLog } from '../modules/fair/index.ts'
import { systemRandom } from '../platform/random.ts'
import { argumentPath, onlyArgument, runProgram, type ProgramContext } from './run-program.ts'

async function exportTo(folder: string, { db, secrets }: ProgramContext): Promise<number> {
  const exported = await db.tx(async (tx) => {
    // one snapshot, so that every exported checkpoint has its entries
    await tx.query('set transaction isolation level repeatable read read only')
    const [deployment] = await tx.query<{ id: string }>('select id from deployment')
    if (!deployment) throw new Error('this database has no deployment yet; start the server once')
    const { writer } = createFair({ db: tx, random: systemRandom, secrets, deployment: deployment.id })
    return exportLog(tx, folder, writer)
  })
  console.log(`${exported.entries} entries and ${exported.checkpoints} checkpoints in ${folder}`)
  return 0
}

const folder = onlyArgument('npm run log-export -- <folder>')
if (folder !== undefined) {
  const target = argumentPath(folder)
  await runProgram({
    connectionName: 'fairlot-log-export',
    failure: 'The log could not be exported',
    run: (context) => exportTo(target, context),
  })
}
