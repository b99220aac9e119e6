/** What the doctor checks: every invariant that SQL can express, and every draw, which it recomputes. */
import { MODULES } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import { verifyProof } from '@fairlot/fairness/verify'
import {
  checkCheckpoints,
  checkLogRules,
  checkRounds,
  fairChecks,
  sayHalt,
  type Fair,
} from '../modules/fair/index.ts'
import { guardChecks, moduleTable } from '../modules/guard/index.ts'
import { closingPostings, homeChecks } from '../modules/home/home.checks.ts'
import { identityChecks } from '../modules/identity/index.ts'
import { ledgerChecks, ledgerPostings, registeredCheck, sellersChecks } from '../modules/ledger/index.ts'
import {
  checkRunningHashes,
  checkStoredSalts,
  createProofs,
  createTerms,
  lateWitnessesCheck,
  mallChecks,
  mallLogChecks,
  shareMoneyChecks,
  sharePostings,
  shareSeller,
} from '../modules/mall/index.ts'
import { goLiveChecks, installationOf, operatorChecks, stopsSales } from '../modules/operator/index.ts'
import {
  piggyChecks,
  piggyPostings,
  walletChecks,
  walletPostings,
  withdrawalChecks,
  withdrawalPostings,
} from '../modules/wallet/index.ts'
import type { Executor } from '../platform/db.ts'
import { createSettings } from '../platform/settings/settings.ts'
import { allSettings } from '../all-settings.ts'

export type Finding = {
  /** id of the invariant in docs/SECURITY.md */
  id: string
  title: string
  /** how much was checked, for a reader */
  figure: string
  /** 0: the check passes */
  breaches: number
}

/** Every seller. */
const SELLERS = [shareSeller]

/** The checks that are one SQL statement each. Tests also run them after writes. */
export const CHECKS = [
  ...ledgerChecks,
  ...mallChecks,
  ...mallLogChecks,
  ...walletChecks,
  ...withdrawalChecks,
  ...piggyChecks,
  ...operatorChecks,
  ...fairChecks,
  ...guardChecks,
  ...identityChecks,
  ...homeChecks,
  ...shareMoneyChecks,
  ...sellersChecks(SELLERS),
  registeredCheck([
    ...ledgerPostings,
    sharePostings,
    walletPostings,
    withdrawalPostings,
    piggyPostings,
    closingPostings,
  ]),
]

export type DoctorOptions = {
  /** the environment of the server; without it the go-live conditions of modules that are on are not looked at */
  environment?: Environment | undefined
  /** a read-only repeatable-read transaction */
  snapshot: Executor
  fair: Omit<Fair, 'recovery'>
}

/** Runs every check on one snapshot, one after the other. */
export async function* runDoctorChecks(options: DoctorOptions): AsyncGenerator<Finding> {
  for (const { id, title, sql } of [...CHECKS, lateWitnessesCheck]) {
    const [row] = await options.snapshot.query<{ breaches: bigint; figure: string | null }>(sql)
    if (!row) throw new Error(`the check «${title}» returned no row`)
    yield { id, title, figure: row.figure ?? '', breaches: Number(row.breaches) }
  }
  yield await checkCheckpoints(options.snapshot, options.fair.writer)
  yield await checkLogRules(options.snapshot, options.fair.writer)
  yield await checkRounds(options.snapshot)
  yield await checkStanding(options)
  if (options.environment) yield await checkGoLive(options.snapshot, options.environment)
  yield await checkRunningHashes(options.snapshot, options.fair.tagKeys)
  yield await checkStoredSalts(options.snapshot, options.fair.salts)
  yield await recomputeDraws(options)
}

/** The database holds all of the log that this installation has seen. A copy that is restored for a drill may lack some. */
async function checkStanding({ snapshot, fair }: DoctorOptions): Promise<Finding> {
  const standing = await fair.standing.check(snapshot)
  const isSound = typeof standing === 'string' || standing.reason === 'drill'
  return {
    id: 'INV-18',
    title: 'the log extends the high-water mark that is kept outside of the database',
    figure: typeof standing === 'string' ? 'not halted' : sayHalt(standing),
    breaches: isSound ? 0 : 1,
  }
}

type Environment = Omit<Parameters<typeof installationOf>[0], 'moneyMode'>

/** With real money, every module that is on meets the conditions of going live. */
async function checkGoLive(snapshot: Executor, environment: Environment): Promise<Finding> {
  const [row] = await snapshot.query<{ mode: MoneyMode }>('select money_mode as mode from deployment')
  const moneyMode = row?.mode ?? 'real'
  const modules = moduleTable(moneyMode)
  const values = await createSettings({ db: snapshot, definitions: allSettings(moneyMode) }).read(snapshot)
  const on = MODULES.filter((module) => moneyMode === 'real' && values.get(modules[module].enabled))
  const installation = installationOf({ ...environment, moneyMode })
  const checks = on.length === 0 ? [] : await goLiveChecks(snapshot, { installation, modules, values })
  const missing = on.flatMap((module) => stopsSales(checks, module).map((id) => `${module}: ${id}`))
  return {
    id: 'INV-20',
    title: 'a module that takes real money meets its go-live conditions',
    figure: missing.length > 0 ? missing.join(', ') : `${on.length} modules`,
    breaches: missing.length,
  }
}

/** Verifies every draw as a member would: from its published proof alone. */
async function recomputeDraws({ snapshot, fair }: DoctorOptions): Promise<Finding> {
  const proofs = createProofs({ db: snapshot, terms: createTerms(snapshot), ...fair })
  const drawn = await snapshot.query<{ number: string }>(
    'select number from issue_draw join issue_terms using (issue_id) order by drawn_at',
  )
  const failed: string[] = []
  for (const { number } of drawn) {
    const result = verifyProof(await proofs.ofDraw(number))
    if (!result.ok) failed.push(`${number} at ${result.failed ?? 'an unknown step'}`)
  }
  return {
    id: 'INV-7',
    title: 'every draw can be recomputed from its proof',
    figure: failed.length > 0 ? failed.join(', ') : `${drawn.length} draws`,
    breaches: failed.length,
  }
}
