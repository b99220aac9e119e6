/** Composes the routes of the modules. */
import { fromHex } from '@fairlot/fairness/bytes'
import { haltRefusal, type LogStanding } from '../modules/fair/index.ts'
import { contentRoutes } from '../modules/content/index.ts'
import { accountRoutes } from '../modules/home/account.routes.ts'
import { memberFileRoutes } from '../modules/home/member-file.ts'
import type { Closing } from '../modules/home/closing/closing.ts'
import { homeRoutes } from '../modules/home/home.routes.ts'
import { linkPages } from '../modules/home/link-pages.ts'
import { streamRoute, ticketRoutes } from '../modules/home/live/live-updates.routes.ts'
import { systemRoutes } from '../modules/home/system-info.ts'
import { compareHolder } from '../modules/identity-check/index.ts'
import { betReceipt } from '../modules/games/index.ts'
import { createEventRunning, eventReceipt, type EventRunning } from '../modules/growth/index.ts'
import { createBackOffice } from '../modules/operator/index.ts'
import { displayAmount } from '../modules/wallet/index.ts'
import { createFreezes } from '../modules/guard/index.ts'
import { createAudit } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { PlainRoute, StreamRoute } from '../platform/http/http-handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { MEMBER_COPY } from '../member-copy.ts'
import { ruleMarks } from '../rule-marks.ts'
import { json } from '../platform/http/http-responses.ts'
import { createTickets } from '../platform/stream/stream-tickets.ts'
import type { Routes } from '../routes.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'
import type { Selling } from './sold.ts'

type Modules = Base & Selling & { closing: Closing }

/** What the server answers: calls, plain requests and streams. */
export type AllRoutes = { routes: Routes; plainRoutes: PlainRoute[]; streamRoutes: StreamRoute[] }

/** Routes of every module, and those that span modules. */
export function allRoutes(parts: Parts, modules: Modules): AllRoutes {
  const { db, clock, random, secrets, deployment } = parts
  const { defaultLanguage, moneyMode, currency } = deployment
  const { settings, content, identity, operators, guard, fair, fairLog, fairBeacon, closing } = modules
  const { wallet, mall, betting, finance, live } = modules
  const tickets = createTickets({ clock, random, secret: fromHex(secrets.signMaster, 32) })
  const backOffice = backOfficeOf(parts, modules)
  const receiptParts = { db, running: createEventRunning({ db }) }
  return {
    routes: {
      ...systemRoutes({
        deployment,
        clock,
        settings,
        content,
        standing: fair.standing,
        isOn: modules.gate.isOn,
      }),
      ...identity.routes,
      ...operators.routes,
      ...backOffice.routes,
      ...modules.identityChecks.handlers,
      ...wallet.handlers,
      ...mall.routes,
      fairReceipt: ({ member, input }) => receiptOf(receiptParts, modules, member.memberId, input.order),
      ...betting.routes,
      ...finance.routes,
      ...modules.growth.routes,
      ...fairLog.routes,
      ...contentRoutes({
        db,
        content,
        defaultLanguage,
        utcOffsetMinutes: deployment.utcOffsetMinutes,
        marks: (language) => ruleMarks(settings, currency, language),
      }),
      ...homeRoutes({ catalogue: mall.catalogue, clock }),
      ...ticketRoutes({ tickets }),
      ...accountRoutes({ db, settings, content, identity, orders: mall.orders }),
      ...closing.routes,
      ...memberFileRoutes({
        db,
        clock,
        downloads: modules.downloads,
        identity,
        tables: MEMBER_COPY,
        sealed: { addressBook: identity.addresses.book, prizeAddresses: mall.delivery.addressesOf },
        about: { title: deployment.title, currency: deployment.currency.code, moneyMode },
      }),
      ...guard.routes,
    },
    plainRoutes: [
      ...identity.plainRoutes,
      modules.uploads.media.route,
      ...modules.identityChecks.plainRoutes,
      ...wallet.routes.map((route) => closedWhileHalted(route, fair.standing)),
      ...betting.plainRoutes,
      ...fairLog.plainRoutes,
      ...fairBeacon.plainRoutes,
      ...linkPages({ catalogue: mall.catalogue, deployment, publicUrl: parts.publicUrl }),
    ],
    streamRoutes: [
      streamRoute({ tickets, live, identity, trustLoopback: moneyMode === 'sandbox' }),
      modules.downloads.route,
    ],
  }
}

/** A notice of a payment that comes while the log is halted is not taken: the provider repeats it. */
function closedWhileHalted(route: PlainRoute, standing: LogStanding): PlainRoute {
  if (route.method === 'GET') return route
  return {
    ...route,
    handle: (request) =>
      haltRefusal(standing) ? json(503, { status: 'the log is halted' }) : route.handle(request),
  }
}

/** The receipt of an order, a bet or an entry of an event: their ids are of one kind. @throws Refusal */
async function receiptOf(
  { db, running }: { db: Db; running: EventRunning },
  { mall, fair, fairLog }: Modules,
  memberId: string,
  id: string,
) {
  const { receipts } = fairLog
  try {
    return await mall.orders.receipt(memberId, id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NO_SUCH_DATA') throw error
  }
  try {
    return await betReceipt({ db, receipts, tagKeys: fair.tagKeys }, memberId, id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NO_SUCH_DATA') throw error
  }
  return eventReceipt({ db, receipts, running }, memberId, id)
}

function backOfficeOf(parts: Parts, modules: Modules) {
  const { db, clock, random, deployment } = parts
  const { settings, identity, identityChecks, operators, guard, installation, fair, fairLog, clockWatch } =
    modules
  const { wallet, mall, games, growth, live } = modules
  return createBackOffice({
    db,
    approvals: operators.approvals,
    audit: createAudit({ clock, random }),
    settings,
    modules: modules.modules,
    installation,
    utcOffsetMinutes: deployment.utcOffsetMinutes,
    guard,
    access: identity.access,
    freezes: createFreezes({ clock, random }),
    onNotice: (memberId) => live.noticed(memberId),
    statement: wallet.statement,
    titlesOf: wallet.titlesOf,
    fair,
    askWitnesses: fairLog.witnesses,
    mall,
    onVouchers: (memberId) => live.vouchersChanged(memberId),
    onTeams: (members) => live.teamsChanged(members),
    onFunded: async (tx, account) => {
      if (account === 'marketing') await growth.referral.wake(tx)
    },
    games,
    events: growth.events,
    loyalty: growth.loyalty,
    referral: growth.referral,
    display: (minor) => (language) => displayAmount(minor, deployment.currency, language),
    desk: wallet.desk,
    corrections: wallet.corrections,
    transfers: wallet.transfers,
    phoneOf: async (at, memberId) => (await identity.member(at, memberId))?.phone,
    identityDesk: identityChecks.desk,
    smsDesk: identity.smsDesk,
    content: modules.content,
    onPublished: () => live.textsChanged(),
    holderMatches: holderMatches(modules),
    clockWatch,
  })
}

type MatchHolders = Parameters<typeof createBackOffice>[0]['holderMatches']

/** Whether the holder of each withdrawal's payout account has the name of the member's identity check. */
function holderMatches({ wallet, identityChecks }: Modules): MatchHolders {
  return async (at, rows) => {
    const holders = await wallet.desk.holders(at, rows)
    const memberIds = rows.map((row) => row.member_id)
    const names = await identityChecks.names(at, memberIds)
    return new Map(
      rows.map((row) => [
        row.withdrawal_id,
        compareHolder(holders.get(row.withdrawal_id), names.get(row.member_id) ?? null),
      ]),
    )
  }
}
