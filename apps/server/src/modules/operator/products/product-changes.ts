/** The changes `product.create` and `product.terms`: they decide about the house's money, so two operators make them. */
import * as z from 'zod/mini'
import { productCreate, productTerms } from '@fairlot/contract/endpoints/operator/mall/products'
import { PORTRAITS } from '@fairlot/contract/kinds/product-kinds'
import { parseMoney } from '@fairlot/contract/money/money'
import { Refusal } from '../../../platform/refusal.ts'
import type { NewProduct, ProductDesk, ProductTerms } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fieldsOf, termsView } from './product-fields.ts'
import { outlookOfNew, outlookOfTerms } from './product-outlook.ts'

/** The portrait is any text: a request can be older than the list of portraits. Who makes the product checks it. */
const newProduct = z.extend(z.omit(productCreate.input, { reason: true, requestId: true }), {
  art: z.string(),
})
const newTerms = z.omit(productTerms.input, { reason: true, requestId: true })
export type NewProductParams = z.output<typeof newProduct>
export type NewTermsParams = z.output<typeof newTerms>

/** The terms of an input that it names, with amounts in minor units. */
function termsOf(params: Partial<NewTermsParams>): Partial<ProductTerms> {
  const money = (amount: string | undefined) => (amount === undefined ? undefined : parseMoney(amount))
  const terms = {
    marketPrice: money(params.marketPrice),
    sharePrice: money(params.sharePrice),
    shares: params.shares,
    maxPerMember: params.maxPerMember,
    maxIssues: params.maxIssues,
    minVip: params.minVip,
    recyclePercent: params.recyclePercent,
    timesCounted: params.timesCounted,
    grade: params.grade,
    plainAcknowledged: params.plainAcknowledged,
    saleDays: params.saleDays,
    maxSubsidy: money(params.maxSubsidy),
    tiers: params.tiers?.map(({ prize, ...band }) => ({ ...band, prize: parseMoney(prize) })),
  } satisfies { [K in keyof ProductTerms]: ProductTerms[K] | undefined }
  // safe cast: only the terms that are given are left
  return Object.fromEntries(
    Object.entries(terms).filter(([, value]) => value !== undefined),
  ) as Partial<ProductTerms>
}

/** @throws Refusal INPUT_INVALID for a portrait that nobody has drawn */
function productOf(params: NewProductParams): NewProduct {
  const { code, category, mode, tile, title, description, sharePrice, shares } = params
  const art = PORTRAITS.find((name) => name === params.art)
  if (art === undefined) throw new Refusal('INPUT_INVALID', { fields: { art: 'INVALID' } })
  const { tiers, ...terms } = termsOf(params)
  return {
    ...terms,
    ...(tiers && { tiers: [...tiers] }),
    ...(mode !== undefined && { mode }),
    sharePrice: parseMoney(sharePrice),
    shares,
    code,
    category,
    art,
    tile,
    texts: { 'en-us': { title, description } },
  }
}

/** `product.create`: the product exists; its first issue is opened separately. */
export function productCreation(desk: ProductDesk): ApprovalDefinition<NewProductParams> {
  return {
    action: 'product.create',
    schema: newProduct,
    view: fieldsOf,
    outlook: async (db, params) => outlookOfNew(db, await desk.lookAtNew(db, productOf(params))),
    check: async (tx, params) => desk.checkNew(tx, productOf(params)),
    async execute(tx, params) {
      await desk.create(tx, productOf(params))
      return { subject: `product:${params.code}`, after: params }
    },
  }
}

/** `product.terms`: the next issues have other terms. */
export function termsChange(desk: ProductDesk): ApprovalDefinition<NewTermsParams> {
  return {
    action: 'product.terms',
    schema: newTerms,
    view: fieldsOf,
    async outlook(db, params) {
      const { code, revision } = params
      return outlookOfTerms(db, code, await desk.lookAtTerms(db, code, revision, termsOf(params)))
    },
    check: async (tx, params) => {
      await desk.checkTerms(tx, params.code, params.revision, termsOf(params))
    },
    async execute(tx, params) {
      const { code, revision } = params
      const { before, after } = await desk.changeTerms(tx, code, revision, termsOf(params))
      return { subject: `product:${code}`, before: termsView(before), after: termsView(after) }
    },
  }
}
