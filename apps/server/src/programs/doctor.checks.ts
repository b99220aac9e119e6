/** What the doctor checks: every invariant that SQL can express, and every draw, which it recomputes. */
import { MODULES } from '@fairlot/contract/modules'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import {
  checkCheckpoints,
  checkCosignatures,
  checkKeptSeals,
  checkLogRules,
  checkStoredAudits,
  checkReceipts,
  checkRounds,
  checkSolvency,
  fairChecks,
  sayHalt,
  solvencyChecks,
  type Fair,
} from '../modules/fair/index.ts'
import { contentChecks } from '../modules/content/index.ts'
import {
  financeChecks,
  financePostings,
  reserveBook,
  reserveLogChecks,
  unitSeller,
} from '../modules/finance/index.ts'
import { betChecks, betPostings, betSeller, checkRoundResults, roundChecks } from '../modules/games/index.ts'
import {
  checkEventDraws,
  checkEventReceipts,
  checkEventSalts,
  checkEventTags,
  eventBook,
  eventChecks,
  eventPostings,
  loyaltyChecks,
  loyaltyPostings,
  referralChecks,
  referralPostings,
} from '../modules/growth/index.ts'
import { guardChecks, moduleTable } from '../modules/guard/index.ts'
import { fundingLogChecks } from '../modules/home/funding-log.checks.ts'
import { closingPostings, homeChecks } from '../modules/home/home.checks.ts'
import { identityCheckChecks } from '../modules/identity-check/index.ts'
import { identityChecks } from '../modules/identity/index.ts'
import { ledgerChecks, ledgerPostings, registeredCheck, sellersChecks } from '../modules/ledger/index.ts'
import {
  checkRunningHashes,
  checkStoredSalts,
  createProofs,
  createTerms,
  lateWitnessesCheck,
  mallChecks,
  productChecks,
  checkContents,
  checkProductTexts,
  mallLogChecks,
  shareMoneyChecks,
  sharePostings,
  shareSeller,
  voucherChecks,
  voucherPostings,
} from '../modules/mall/index.ts'
import {
  WALLET_BOOKS,
  checkDerivedAddresses,
  piggyChecks,
  piggyPostings,
  reconciliationChecks,
  statementChecks,
  walletChecks,
  correctionChecks,
  correctionPostings,
  walletPostings,
  withdrawalChecks,
  withdrawalPostings,
} from '../modules/wallet/index.ts'
import { checkFiles, uploadChecks, type UploadFiles } from '../modules/uploads/index.ts'
import {
  checkDrills,
  figuresChecks,
  goLiveChecks,
  installationOf,
  LIVENESS,
  operatorChecks,
  stopsSales,
} from '../modules/operator/index.ts'
import { checkCatalog } from '../platform/schema/catalog.checks.ts'
import type { Config } from '../platform/installation/config.ts'
import type { Executor } from '../platform/db.ts'
import { createSettings } from '../platform/settings/settings.ts'
import { allSettings } from '../all-settings.ts'
import { createAttempts, type Attempt } from './attempts.ts'
import { sealedChecks, type SealKeys } from './sealed.checks.ts'

export type Finding = {
  /** id of the invariant in docs/SECURITY.md */
  id: string
  title: string
  /** how much was checked, for a reader */
  figure: string
  /** 0: the check passes */
  breaches: number
  /** how many stand still; they make nothing unsound */
  warnings?: number
}

const MOST_SHOWN = 20

/** Every seller. */
const SELLERS = [shareSeller, betSeller, unitSeller]

/** The checks that are one SQL statement each. Tests also run them after writes. */
export const CHECKS = [
  ...ledgerChecks,
  ...mallChecks,
  ...mallLogChecks,
  ...productChecks,
  ...walletChecks,
  ...withdrawalChecks,
  ...correctionChecks,
  ...reconciliationChecks,
  ...piggyChecks,
  ...statementChecks,
  ...operatorChecks,
  ...fairChecks,
  ...solvencyChecks,
  ...guardChecks,
  ...identityChecks,
  ...identityCheckChecks,
  ...uploadChecks,
  ...homeChecks,
  ...contentChecks,
  ...shareMoneyChecks,
  ...voucherChecks,
  ...betChecks,
  ...financeChecks,
  ...reserveLogChecks,
  ...loyaltyChecks,
  ...referralChecks,
  ...eventChecks,
  ...roundChecks,
  ...sellersChecks(SELLERS, [...WALLET_BOOKS, reserveBook, eventBook]),
  registeredCheck([
    ...ledgerPostings,
    sharePostings,
    financePostings,
    voucherPostings,
    betPostings,
    correctionPostings,
    walletPostings,
    withdrawalPostings,
    piggyPostings,
    closingPostings,
    loyaltyPostings,
    referralPostings,
    eventPostings,
  ]),
  ...fundingLogChecks,
  ...figuresChecks,
]

export type DoctorOptions = {
  /** the environment of the server; without it the go-live conditions of modules that are on are not looked at */
  environment?: Environment | undefined
  /** a read-only repeatable-read transaction */
  snapshot: Executor
  fair: Omit<Fair, 'recovery'>
  /** the storage of uploaded pictures; without it their files are not looked at */
  uploads?: UploadFiles | undefined
  /** the keys of what members entrusted encrypted; without them it is not looked at */
  sealKeys?: SealKeys | undefined
}

/** A check that needs more than one statement. */
type Recomputed = { id: string; title: string; find(): Promise<Pick<Finding, 'figure' | 'breaches'>> }

/**
 * Runs every check on one snapshot, one after the other. A check that fails with an error is a breach, because it only fails on
 * what it does not expect to find.
 */
export async function* runDoctorChecks(options: DoctorOptions): AsyncGenerator<Finding> {
  const { snapshot } = options
  const attempt = await createAttempts(snapshot)
  for (const { id, title, sql } of [...CHECKS, lateWitnessesCheck])
    yield await findWith(attempt, { id, title, find: () => ask(snapshot, sql) })
  for (const check of recomputed(options, attempt)) yield await findWith(attempt, check)
  for (const { name, title, sql } of LIVENESS) {
    const found = await findWith(attempt, {
      id: 'LIVE',
      title: `${name}: ${title}`,
      find: () => ask(snapshot, sql),
    })
    // a stopped server and a copy always have something that stands still
    yield found.failed ? found : { ...found, breaches: 0, warnings: found.breaches }
  }
}

async function findWith(
  attempt: Attempt,
  { id, title, find }: Recomputed,
): Promise<Finding & { failed?: true }> {
  const answer = await attempt(find)
  if ('value' in answer) {
    const { figure, breaches } = answer.value
    return { id, title, figure, breaches }
  }
  return { id, title, figure: `could not be checked: ${answer.error.message}`, breaches: 1, failed: true }
}

async function ask(snapshot: Executor, sql: string): Promise<Pick<Finding, 'figure' | 'breaches'>> {
  const [row] = await snapshot.query<{ breaches: bigint; figure: string | null }>(sql)
  if (!row) throw new Error('the check returned no row')
  return { figure: row.figure ?? '', breaches: Number(row.breaches) }
}

/** What SQL alone cannot ask: it needs keys, files, or the formulas of the fairness package. */
function recomputed(options: DoctorOptions, attempt: Attempt): Recomputed[] {
  const { snapshot, fair, environment } = options
  const { writer, tagKeys } = fair
  const log = 'INV-18'
  return [
    {
      id: 'INV-24',
      title: 'tables, constraints, indexes, triggers, functions, owners and rights are those of this release',
      find: () => checkCatalog(snapshot),
    },
    {
      id: log,
      title: "the newest checkpoints are signed by the log's key and name the root of its tree",
      find: () => checkCheckpoints(snapshot, writer),
    },
    { id: 'INV-20', title: 'the log follows its rules', find: () => checkLogRules(snapshot, writer) },
    {
      id: 'INV-20',
      title: 'the stored state of the audit that the writer of the log makes is the one that it stored',
      find: () => checkStoredAudits(snapshot, writer),
    },
    {
      id: 'INV-30',
      title: 'the root and the total of every kept tree of solvency follow from the leaves of the members',
      find: () => checkSolvency(snapshot),
    },
    {
      id: log,
      title: "every receipt is signed by the log's key and has the tag of its member",
      find: () => checkReceipts(snapshot, { publicKey: writer.publicKey, tagKeys }),
    },
    {
      id: log,
      title:
        'the stored lines of witnesses, first those on which draws rest and then the newest, are their signatures at the stored times',
      find: () =>
        checkCosignatures(
          snapshot,
          (environment?.witnesses ?? []).map(({ key }) => key),
        ),
    },
    {
      id: log,
      title:
        'every kept seal by which something of a lost log is drawn is in a checkpoint that its witness signed',
      find: () => checkKeptSeals(snapshot, writer),
    },
    {
      id: 'INV-7',
      title:
        "the newest rounds that were kept, and those that seals wait for, are signed by the public beacon's key",
      find: () => checkRounds(snapshot),
    },
    {
      id: 'INV-14',
      title: 'every address of a recharge in USDT derives from the key of this installation',
      find: () => checkDerivedAddresses(snapshot, environment?.trc20?.xpub),
    },
    {
      id: 'INV-21',
      title: 'the log extends the high-water mark that is kept outside of the database',
      find: () => checkStanding(options),
    },
    {
      id: 'INV-26',
      title: 'every restore drill has the signature of the restore program and the times that it states',
      find: () => checkDrills(snapshot, writer.publicKey),
    },
    ...(environment
      ? [
          {
            id: 'INV-26',
            title: 'a module that takes real money meets its go-live conditions',
            find: () => checkGoLive(snapshot, environment),
          },
        ]
      : []),
    {
      id: log,
      title: "every kept running hash, and every receipt's, is that of the issue's rows",
      find: () => checkRunningHashes(snapshot, tagKeys),
    },
    {
      id: 'INV-7',
      title: 'the stored salt of every issue that is not sealed fits its commitment',
      find: () => checkStoredSalts(snapshot, fair.salts),
    },
    {
      id: 'INV-39',
      title: 'the formatted text of every product is what its Markdown makes',
      find: () => checkProductTexts(snapshot),
    },
    {
      id: 'INV-44',
      title: 'every content that an issue or an event opened with has the hash that names it',
      find: () => checkContents(snapshot),
    },
    ...(options.sealKeys ? sealedChecks(options.sealKeys) : []).map((check) => ({
      ...check,
      find: () => check.find(snapshot),
    })),
    ...(options.uploads
      ? [
          {
            id: 'INV-28',
            title: 'every uploaded picture has its file, whole, and there are no other files',
            find: () => checkFiles(snapshot, options.uploads!),
          },
        ]
      : []),
    {
      id: 'INV-7',
      title: 'the newest results of rounds can be recomputed from their proofs',
      find: () => checkRoundResults(snapshot, fair, attempt),
    },
    {
      id: 'INV-7',
      title: 'the stored salt of every event that is not sealed fits its commitment',
      find: () => checkEventSalts(snapshot, fair.salts),
    },
    {
      id: 'INV-7',
      title: 'every participant of an event has the tag of the member',
      find: () => checkEventTags(snapshot, tagKeys),
    },
    {
      id: 'INV-7',
      title: 'every draw of an event can be recomputed from its proof',
      find: () => checkEventDraws(snapshot, fair, attempt),
    },
    {
      id: 'INV-18',
      title: 'every receipt of an event has the running hash of the participants up to its own',
      find: () => checkEventReceipts(snapshot),
    },
    {
      id: 'INV-7',
      title: 'every draw can be recomputed from its proof',
      find: () => recomputeDraws(options, attempt),
    },
  ]
}

/** The database holds all of the log that this installation has seen. A copy that is restored for a drill may lack some. */
async function checkStanding({ snapshot, fair }: DoctorOptions) {
  const standing = await fair.standing.check(snapshot)
  const isSound = typeof standing === 'string' || standing.reason === 'drill'
  return {
    figure: typeof standing === 'string' ? 'not halted' : sayHalt(standing),
    breaches: isSound ? 0 : 1,
  }
}

type Environment = Omit<Parameters<typeof installationOf>[0], 'moneyMode'> & Partial<Pick<Config, 'trc20'>>

/** With real money, every module that is on meets the conditions of going live. */
export async function checkGoLive(snapshot: Executor, environment: Environment) {
  const [row] = await snapshot.query<{ mode: MoneyMode }>('select money_mode as mode from deployment')
  const moneyMode = row?.mode ?? 'real'
  const modules = moduleTable(moneyMode)
  const values = await createSettings({ db: snapshot, definitions: allSettings(moneyMode) }).read(snapshot)
  const on = MODULES.filter((module) => moneyMode === 'real' && values.get(modules[module].enabled))
  const installation = installationOf({ ...environment, moneyMode })
  const checks = on.length === 0 ? [] : await goLiveChecks(snapshot, { installation, modules, values })
  const missing = on.flatMap((module) => stopsSales(checks, module).map((id) => `${module}: ${id}`))
  return {
    figure: missing.length > 0 ? missing.join(', ') : `${on.length} modules`,
    breaches: missing.length,
  }
}

/** Verifies every draw as a member would: from its published proof alone. */
async function recomputeDraws({ snapshot, fair }: DoctorOptions, attempt: Attempt) {
  const proofs = createProofs({ db: snapshot, terms: createTerms(snapshot), ...fair })
  const drawn = await snapshot.query<{ number: string; isLost: boolean }>(
    'select number, after_loss as "isLost" from issue_draw join issue_terms using (issue_id) order by drawn_at',
  )
  const failed: string[] = []
  for (const { number, isLost } of drawn) {
    const proof = await attempt(() => proofs.ofDraw(number))
    if ('error' in proof) failed.push(`${number}: ${proof.error.message}`)
    else {
      const { ok, verdict, failed: step } = verifyAnyProof(proof.value)
      // whether witnesses confirm a favour is not in the hands of this server, nor what a lost log had
      const isSound = ok || verdict === 'unconfirmed' || (isLost && verdict === 'arithmetic')
      if (!isSound) failed.push(`${number} at ${step ?? 'an unknown step'}`)
    }
  }
  return {
    figure: failed.length > 0 ? failed.slice(0, MOST_SHOWN).join(', ') : `${drawn.length} draws`,
    breaches: failed.length,
  }
}
