/** The changes `finance.fund` and `finance.defund`: two operators move money between the house and the reserve of a product. */
import * as z from 'zod/mini'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { MessageValue } from '@fairlot/contract/messages'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  defundReserve,
  freeReserve,
  fundReserveIn,
  isReserveReferenceUsed,
  productOf,
  type ReserveFunding,
} from '../../finance/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { houseAccount, type Outlook } from '../approvals/outlook.ts'
import { type FundingWriter, requireLog } from '../house/house-funding.ts'

const params = z.object({ code: z.string(), amount: z.string(), reference: z.string() })
export type ReserveMoney = z.infer<typeof params>

export type ReserveMoneyDeps = {
  writer: FundingWriter
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
}

const PENDING = {
  name: 'operator.finance.pending',
  text: `
    select params ->> 'reference' as reference from approval, business_clock
    where action = $1 and params ->> 'code' = $2 and state = 'pending' and expires_at > at`,
}

type Kind = 'fund' | 'defund'

/** `finance.fund` is published as stated by the operator; what is withdrawn is seen in the daily statements of the reserve. */
export function reserveMoney(
  kind: Kind,
  { writer, display }: ReserveMoneyDeps,
): ApprovalDefinition<ReserveMoney> {
  const action = `finance.${kind}` as const
  return {
    action,
    schema: params,
    view: ({ code, amount, reference }) => ({ code, amount, reference }),
    outlook: (db, given) => outlookOf(kind, db, given),
    async check(tx, { code, amount, reference }) {
      const free = freeReserve(await knownProduct(tx, code))
      const pending = await tx.query<{ reference: string }>(PENDING, [action, code])
      if (pending.some((one) => foldedReference(one.reference) === foldedReference(reference)))
        throw new Refusal('REFERENCE_USED')
      if (await isReserveReferenceUsed(tx, kind, { code, reference })) throw new Refusal('REFERENCE_USED')
      // the execution checks again under the lock of the product
      if (kind === 'defund' && parseMoney(amount) > free)
        throw new Refusal('RESERVE_BOUND', { values: { free: display(free) } })
    },
    async execute(tx, { code, amount, reference }, { approvalId, requestedBy, approvedBy }) {
      if (approvalId === null || approvedBy === null) throw new Error('a reserve needs two operators')
      requireLog(writer)
      if (await isReserveReferenceUsed(tx, kind, { code, reference })) throw new Refusal('REFERENCE_USED')
      const by = { requestedBy, approvedBy, approvalId }
      const funding: ReserveFunding = { code, amount: parseMoney(amount), reference, by }
      const moved =
        kind === 'fund' ? await fundReserveIn(tx, writer, funding) : await defundReserve(tx, funding, display)
      if (moved === null) throw new Refusal('REFERENCE_USED')
      const { reserve, liability, rebates } = moved
      const before = kind === 'fund' ? reserve - funding.amount : reserve + funding.amount
      return {
        subject: `finance:${code}`,
        before: { reserve: formatMoney(before) },
        after: {
          reserve: formatMoney(reserve),
          liability: formatMoney(liability),
          rebates: formatMoney(rebates),
          amount,
          reference,
        },
      }
    },
  }
}

async function outlookOf(kind: Kind, db: Executor, given: ReserveMoney): Promise<Outlook> {
  const { code, reference } = given
  const amount = parseMoney(given.amount)
  const moved = kind === 'fund' ? amount : -amount
  const product = await knownProduct(db, code)
  const free = freeReserve(product)
  const { balance: cash } = await houseAccount(db, 'cash')
  const isUsed = await isReserveReferenceUsed(db, kind, { code, reference })
  return {
    effect: {
      ...given,
      reserve: formatMoney(product.reserve + moved),
      free: formatMoney(free + moved),
    },
    before: { code, reserve: formatMoney(product.reserve), free: formatMoney(free) },
    money: {
      'bound for interest': formatMoney(product.liability),
      'bound for rebates': formatMoney(product.rebates),
      'cash now': formatMoney(cash),
      'cash after': formatMoney(cash - moved),
    },
    refused: isUsed ? 'REFERENCE_USED' : free + moved < 0n ? 'RESERVE_BOUND' : null,
  }
}

async function knownProduct(db: Executor, code: string) {
  const product = await productOf(db, code)
  if (!product) throw new Refusal('NO_SUCH_DATA')
  return product
}
