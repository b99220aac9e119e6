import type { MemberTable } from '../../platform/schema/member-tables.ts'

const amount = (column: string) => `trim_scale(finance_order.${column} / 10000.0)::text`

/** The copy of a member's data: finance orders with their product, and what they accrued. */
export const financeCopy: readonly MemberTable[] = [
  {
    name: 'financeOrders',
    table: 'purchase',
    key: { purchase_id: 'uuid' },
    where: `t.kind = 'finance'`,
    joins: `
      join finance_product on finance_product.product_id = t.subject_id
      left join finance_order on (finance_order.product_id, finance_order.purchase_id) = (t.subject_id, t.purchase_id)`,
    columns: ['purchase_id', 'state', 'created_at', 'result'],
    more: {
      product: 'finance_product.code',
      order: 'finance_order.state',
      place: 'finance_order.seq',
      units: 'finance_order.units',
      principal: amount('principal'),
      interest: amount('interest'),
      accrued: amount('accrued'),
      paid: amount('paid'),
      matures_at: 'to_timestamp(finance_order.matures_ms / 1000.0)',
      ended_at: 'finance_order.ended_at',
      accruals: `(
        select jsonb_agg(jsonb_build_object('step', a.step, 'amount', trim_scale(a.amount / 10000.0)::text, 'at', a.accrued_at) order by a.step)
        from finance_accrual a where (a.product_id, a.purchase_id) = (t.subject_id, t.purchase_id))`,
    },
  },
]
