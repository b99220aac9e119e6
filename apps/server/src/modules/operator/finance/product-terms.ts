/** The change `finance.save`: two operators decide on the terms of a finance product, which are promises to members. */
import * as z from 'zod/mini'
import { financeCheck } from '@fairlot/contract/endpoints/operator/money/finance'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import {
  checkProduct,
  EARLY_EXIT,
  type ProductRow,
  saveProduct,
  type SavedProduct,
} from '../../finance/index.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Fields, type Outlook } from '../approvals/outlook.ts'
import { stakeOfProduct } from './product-stake.ts'

export type ProductParams = z.output<typeof financeCheck.input>

/** A product of an input, with amounts in minor units. */
export function productIn({ code, texts, ...given }: ProductParams, earlyExit: boolean): SavedProduct {
  const { unitPrice, units, needsTrc20, saleFrom, saleUntil, ...rest } = given
  const terms = {
    ...rest,
    unitPrice: parseMoney(unitPrice),
    totalUnits: units,
    wantsTrc20: needsTrc20,
    saleFromMs: saleFrom,
    saleUntilMs: saleUntil,
  }
  return { code, terms, earlyExit, texts }
}

/** Terms as the audit log keeps them: amounts as decimal strings. */
const termsBefore = (row: ProductRow) => ({
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
})

/** Every field as text for the approver, also the texts that members will read. */
function viewOf({ code, texts, saleFrom, saleUntil, ...terms }: ProductParams): Record<string, string> {
  const plain = Object.entries(terms).map(([name, value]) => [name, String(value)] as const)
  const read = texts.flatMap(({ language, name, funding }) => [
    [`name ${language}`, name] as const,
    [`funding ${language}`, funding] as const,
  ])
  const times = { saleFrom: new Date(saleFrom).toISOString(), saleUntil: new Date(saleUntil).toISOString() }
  return { code, ...Object.fromEntries(plain), ...times, ...Object.fromEntries(read) }
}

/** Terms of a product as the approver reads those of a request. */
function fieldsBefore(row: ProductRow): Fields {
  const { saleFrom, saleUntil, ...terms } = termsBefore(row)
  const plain = Object.entries(terms).map(([name, value]) => [name, String(value)] as const)
  return {
    code: row.code,
    ...Object.fromEntries(plain),
    saleFrom: new Date(saleFrom).toISOString(),
    saleUntil: new Date(saleUntil).toISOString(),
    earlyExit: String(row.earlyExit),
  }
}

async function outlookOf(db: Executor, params: ProductParams, product: SavedProduct): Promise<Outlook> {
  const stake = await stakeOfProduct(db, product)
  const { before, missing, covered } = stake
  return {
    effect: { ...viewOf(params), earlyExit: String(product.earlyExit) },
    ...(before && { before: fieldsBefore(before) }),
    money: {
      'principal of all units': formatMoney(stake.principal),
      'interest of all units': formatMoney(stake.interest),
      'highest rebates': formatMoney(stake.rebates),
      'interest of a unit': formatMoney(stake.unitInterest),
      'free reserve': formatMoney(stake.free),
      'reserve missing': formatMoney(missing),
    },
    facts: [fact('covered', `${covered} of ${params.units} units by the free reserve`, missing > 0n)],
  }
}

export function productSaving(settings: Values): ApprovalDefinition<ProductParams> {
  const saved = (params: ProductParams) => productIn(params, settings.get(EARLY_EXIT))
  return {
    action: 'finance.save',
    schema: financeCheck.input,
    view: viewOf,
    outlook: (db, params) => outlookOf(db, params, saved(params)),
    async check(tx, params) {
      await checkProduct(tx, saved(params))
    },
    async execute(tx, params) {
      const before = await saveProduct(tx, saved(params))
      return {
        subject: `finance:${params.code}`,
        ...(before && { before: termsBefore(before) }),
        after: params,
      }
    },
  }
}
