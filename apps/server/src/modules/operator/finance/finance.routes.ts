/** What operators see of finance products, and change. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import {
  allProducts,
  closeSale,
  EARLY_EXIT,
  everyText,
  freeReserve,
  isChangeable,
  type ProductRow,
  unitsLeft,
} from '../../finance/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import { normalReference } from '../house/reference.ts'
import { stakeOfProduct } from './product-stake.ts'
import { productIn, productSaving } from './product-terms.ts'
import { type ReserveMoney, type ReserveMoneyDeps, reserveMoney } from './reserve-money.ts'

export type FinanceDeskDeps = ReserveMoneyDeps & {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  settings: Values
}

type Names =
  | 'financeProducts'
  | 'financeCheck'
  | 'financeSave'
  | 'financeFund'
  | 'financeDefund'
  | 'financeClose'
type Shown = Output<Endpoints['financeProducts']>['items'][number]
type Text = Shown['texts'][number]

function shownView(row: ProductRow, texts: readonly Text[]): Shown {
  const { code, sale, demo, createdMs, closedMs, orders, openOrders, members } = row
  return {
    code,
    sale,
    demo,
    createdAt: createdMs,
    closedAt: closedMs,
    terms: {
      unitPrice: formatMoney(row.unitPrice),
      minUnits: row.minUnits,
      maxUnits: row.maxUnits,
      units: row.totalUnits,
      termHours: row.termHours,
      termUnit: row.termUnit,
      dailyRatePpm: row.dailyRatePpm,
      payout: row.payout,
      needsTrc20: row.wantsTrc20,
      saleFrom: row.saleFromMs,
      saleUntil: row.saleUntilMs,
      earlyExit: row.earlyExit,
    },
    changeable: isChangeable(row),
    texts: [...texts],
    left: unitsLeft(row),
    orders,
    openOrders,
    members,
    principal: formatMoney(row.principal),
    custody: formatMoney(row.custody),
    reserve: formatMoney(row.reserve),
    liability: formatMoney(row.liability),
    rebates: formatMoney(row.rebates),
    free: formatMoney(freeReserve(row)),
    paid: formatMoney(row.paid),
  }
}

/** The endpoints of finance products. Registers the changes `finance.save`, `finance.fund` and `finance.defund`. */
export function financeDeskRoutes(deps: FinanceDeskDeps): Handlers<Endpoints, Names> {
  const { db, audit, approvals, settings } = deps
  const saving = productSaving(settings)
  const [funding, defunding] = [reserveMoney('fund', deps), reserveMoney('defund', deps)]
  approvals.register(saving)
  approvals.register(funding)
  approvals.register(defunding)

  async function shown(): Promise<Shown[]> {
    const [rows, texts] = await Promise.all([allProducts(db), everyText(db)])
    return rows.map((row) => {
      const own = texts.filter(({ productId }) => productId === row.productId)
      return shownView(
        row,
        own.map(({ language, name, funding: statement }) => ({
          // safe cast: the save accepts only languages of the product
          language: language as Text['language'],
          name,
          funding: statement,
        })),
      )
    })
  }
  const money = ({ code, amount, reference }: ReserveMoney): ReserveMoney => ({
    code,
    amount: formatMoney(parseMoney(amount)),
    reference: normalReference(reference),
  })

  return {
    financeProducts: async () => ({ items: await shown() }),
    async financeCheck({ input }) {
      const product = productIn(input, settings.get(EARLY_EXIT))
      const stake = await db.tx((tx) => stakeOfProduct(tx, product))
      return {
        isNew: stake.before === null,
        unitInterest: formatMoney(stake.unitInterest),
        interest: formatMoney(stake.interest),
        unitRebates: formatMoney(stake.unitRebates),
        rebates: formatMoney(stake.rebates),
        principal: formatMoney(stake.principal),
        free: formatMoney(stake.free),
        covered: stake.covered,
        missing: formatMoney(stake.missing),
      }
    },
    financeSave(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, saving, { params, reason, requestId })
    },
    financeFund(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, funding, { params: money(params), reason, requestId })
    },
    financeDefund(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, defunding, { params: money(params), reason, requestId })
    },
    async financeClose(call) {
      const { code, reason } = call.input
      await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'finance.change')
        const { sale, closedMs } = await closeSale(tx, code)
        // closing a closed one changes nothing
        if (closedMs === null)
          await audit.write(tx, actorOf(call), {
            action: 'finance.close',
            subject: `finance:${code}`,
            reason,
            before: { sale },
            after: { sale: 'ended' },
          })
      })
      return (await shown()).find((row) => row.code === code)!
    },
  }
}
