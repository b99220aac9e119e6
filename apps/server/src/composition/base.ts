/** Creates the modules that sell nothing, and connects them. */
import { fromHex } from '@fairlot/fairness/bytes'
import { createFair, createFairLog } from '../modules/fair/index.ts'
import { createContent } from '../modules/content/index.ts'
import { createGate, createGuard, moduleTable, REALITY_CHECK_MINUTES } from '../modules/guard/index.ts'
import { MEMBERS_MONEY } from '../modules/home/members-money.ts'
import { createIdentity } from '../modules/identity/index.ts'
import { joinTeams, watchDevices } from '../modules/growth/index.ts'
import { openWallet, requireNotFrozen } from '../modules/ledger/index.ts'
import { createGoLiveWatch, createOperators, installationOf } from '../modules/operator/index.ts'
import { countedDeposits, releasePiggy } from '../modules/wallet/index.ts'
import { createUploads } from '../modules/uploads/index.ts'
import { createAudit } from '../platform/audit.ts'
import { createClockWatch } from '../platform/time/clock-watch.ts'
import { createDownloads } from '../platform/http/downloads.ts'
import { createLimiter } from '../platform/http/rate.ts'
import { createSettings } from '../platform/settings/settings.ts'
import { allSettings, SETTING_RULES } from '../all-settings.ts'
import { memoryStorage } from '../platform/storage/storage.ts'
import type { Parts } from './parts.ts'

/** Settings, who may do what, and fairness: the modules that sell nothing. */
export function createBase(parts: Parts) {
  const { deployment, db, clock, random, log } = parts
  const { moneyMode, defaultLanguage } = deployment
  const limiter = parts.limiter ?? createLimiter()
  const settings = createSettings({
    db,
    definitions: allSettings(moneyMode),
    rules: SETTING_RULES,
    onError: (error) => log.warn({ err: error }, 'settings could not be read; the last known values apply'),
  })
  const content = createContent({
    ...parts,
    onError: (error) =>
      log.warn({ err: error }, 'the versions of the texts could not be read; the last known ones apply'),
  })
  const modules = moduleTable(moneyMode)
  const identity = createIdentity({
    ...parts,
    limiter,
    moneyMode,
    defaultLanguage,
    realityMinutes: () => settings.get(REALITY_CHECK_MINUTES),
    settings,
    rules: { terms: content.terms },
    sms: parts.sms,
    smsGateway: parts.smsGateway,
    onRegistered: [
      (tx, { memberId }) => openWallet(tx, memberId),
      async (tx, member) => void (await joinTeams(tx, member)),
    ],
    requireFree: requireNotFrozen,
    onDevice: watchDevices(parts.jobs, parts.secrets.passwordPepper),
  })
  const downloads = createDownloads({
    ...parts,
    secret: fromHex(parts.secrets.signMaster, 32),
    isLiving: async (sessionId) => (await identity.livingSessions([sessionId])).has(sessionId),
  })
  const fair = createFair({ ...parts, deployment: deployment.id, moneyMode })
  const storage = parts.storage ?? memoryStorage()
  const uploads = createUploads({
    ...parts,
    settings,
    storage,
    key: fromHex(parts.secrets.uploadEncryption, 32),
    utcOffsetMinutes: deployment.utcOffsetMinutes,
  })
  const currencyCode = deployment.currency.code
  const installation = installationOf({ ...parts, moneyMode, currencyCode })
  const goLive = createGoLiveWatch({ ...parts, settings, modules, installation })
  return {
    limiter,
    settings,
    content,
    clockWatch: createClockWatch({ ...parts, settings }),
    modules,
    installation,
    goLive,
    gate: createGate({ settings, modules, moneyMode, isReady: (module) => goLive.isReady(module) }),
    identity,
    storage,
    downloads,
    uploads,
    operators: createOperators({ ...parts, limiter, settings, moneyMode }),
    guard: createGuard({
      ...parts,
      settings,
      audit: createAudit({ clock, random }),
      utcOffsetMinutes: deployment.utcOffsetMinutes,
      identity,
      releaseSavings: releasePiggy,
      deposits: (tx, memberId, period) => countedDeposits(tx, memberId, period, deployment.utcOffsetMinutes),
    }),
    fair,
    fairLog: createFairLog({ ...parts, settings, books: MEMBERS_MONEY, fair }),
  }
}

export type Base = ReturnType<typeof createBase>
