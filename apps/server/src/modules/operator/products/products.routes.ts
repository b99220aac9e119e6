/** The calls with which operators look at products and categories and change them. */
import * as z from 'zod/mini'
import type { AuditAction } from '@fairlot/contract/operator/audit-actions'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { termsIn, type Mall, type NotMade, type ProductLine, type ShownProduct } from '../../mall/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import { productCreation, termsChange } from './product-changes.ts'
import { termsView } from './product-fields.ts'

export type ProductRoutesDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  mall: Pick<Mall, 'products' | 'openNext'>
}

type Names =
  | 'productList'
  | 'productShow'
  | 'productCreate'
  | 'productTerms'
  | 'productEdit'
  | 'productText'
  | 'productImages'
  | 'productAct'
  | 'productOpen'
  | 'categoryList'
  | 'categorySave'

type Line = Output<Endpoints['productList']>['items'][number]
type Shown = Output<Endpoints['productShow']>

const CURSOR = z.tuple([z.string().check(z.regex(/^[A-Z0-9]{1,12}$/))])

/** Why no issue was made, for operators. */
const NOT_MADE: Readonly<Record<Exclude<NotMade, 'unknown'>, string>> = {
  open: 'an issue of it is on sale or scheduled',
  paused: 'it is paused or ended',
  'used-up': 'it has had all its issues',
  'dead-beacon': 'the beacon of new issues is declared dead',
  unfunded: 'the subsidy account does not cover its next issue, so it is paused until the account is funded',
  uncovered: 'its next issue needs more than its maximum subsidy, so it is paused until its terms change',
  grade: 'its grade cannot be used in this installation',
}

function lineView(row: ProductLine): Line {
  const { code, title, category, mode, state, unfunded, shares, pictures, issued, issue, status, sold } = row
  return {
    code,
    title,
    category,
    mode,
    state,
    unfunded,
    sharePrice: formatMoney(row.sharePrice),
    shares,
    pictures,
    issued,
    issue: issue === null || status === null ? null : { number: issue, status, sold: sold ?? 0 },
  }
}

function shownView(row: ShownProduct): Shown {
  const { art, tile, demo, revision, createdMs, texts, images, allShares } = row
  return {
    ...lineView(row),
    art,
    tile,
    demo,
    createdAt: Number(createdMs),
    revision,
    terms: termsView(termsIn(row)),
    allShares: { cost: formatMoney(allShares.cost), worth: formatMoney(allShares.worth) },
    texts,
    images,
  }
}

/** The endpoints of products. Registers the changes `product.create` and `product.terms`. */
export function productRoutes(deps: ProductRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, approvals, mall } = deps
  const desk = mall.products
  const creation = productCreation(desk)
  const terms = termsChange(desk)
  approvals.register(creation)
  approvals.register(terms)
  const shown = async (code: string) => shownView(await desk.show(db, code))

  /** A change that one operator makes: with its row of the audit log. */
  async function change(
    call: OperatorCall & { input: { code: string; reason?: string } },
    action: AuditAction,
    work: (tx: Tx) => Promise<{ before: object; after: object }>,
  ): Promise<Shown> {
    const { code, reason } = call.input
    await db.tx(async (tx) => {
      await lockAndAuthorize(tx, call, 'product.change')
      const changed = await work(tx)
      const why = reason === undefined ? {} : { reason }
      await audit.write(tx, actorOf(call), { action, subject: `product:${code}`, ...why, ...changed })
    })
    return shown(code)
  }

  return {
    async productList({ input: { cursor, limit, state = null, category = null } }) {
      const [after = null] = decodeCursor(cursor, CURSOR) ?? []
      const rows = await desk.list({ state, category, after, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, ({ code }) => [code])
      return { items: items.map(lineView), next }
    },
    productShow: ({ input }) => shown(input.code),
    productCreate(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, creation, { params, reason, requestId })
    },
    productTerms(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, terms, { params, reason, requestId })
    },
    productEdit(call) {
      const { code, ...look } = call.input
      return change(call, 'product.edit', (tx) => desk.edit(tx, code, look))
    },
    productText(call) {
      const { code, ...text } = call.input
      return change(call, 'product.text', (tx) => desk.setText(tx, code, text))
    },
    productImages(call) {
      const { code, images = [] } = call.input
      return change(call, 'product.images', (tx) => desk.setImages(tx, code, images))
    },
    productAct(call) {
      const { code, act } = call.input
      return change(call, `product.${act}`, (tx) => desk.act(tx, code, act))
    },
    async productOpen(call) {
      const { code, opensAt = null } = call.input
      const answer = await mall.openNext(
        { code, opensAtMs: opensAt },
        {
          first: (tx) => lockAndAuthorize(tx, call, 'product.change'),
          made: (tx, { number }) =>
            audit.write(tx, actorOf(call), {
              action: 'product.open',
              subject: `product:${code}`,
              after: { issue: number, opensAt },
            }),
        },
      )
      if ('refused' in answer) {
        if (answer.refused === 'unknown') throw new Refusal('NO_SUCH_DATA')
        throw new Refusal('PRODUCT_STEP', { values: { why: NOT_MADE[answer.refused] } })
      }
      return shown(code)
    },
    categoryList: async () => ({ items: await desk.categories() }),
    async categorySave(call) {
      const { category, titles = [], ...fields } = call.input
      await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'product.change')
        const changed = await desk.saveCategory(tx, { category, titles, ...fields })
        await audit.write(tx, actorOf(call), {
          action: 'category.save',
          subject: `category:${category}`,
          ...changed,
        })
      })
      return { items: await desk.categories() }
    },
  }
}
