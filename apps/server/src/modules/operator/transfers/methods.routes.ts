/** The calls about the ways to recharge. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { PAYER_FIELDS } from '@fairlot/contract/kinds/recharge-ways'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { changeMethod, checkMethod, listMethods } from '../../wallet/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact } from '../approvals/outlook.ts'
import type { Approvals } from '../approvals/approvals.ts'

export type MethodRoutesDeps = {
  db: Db
  approvals: Pick<Approvals, 'register' | 'submit'>
  moneyMode: MoneyMode
}

const asked = z.array(z.enum(PAYER_FIELDS))
/** The fields of a list with commas, whose names the contract has checked. */
const fieldsIn = (list: string) => z.parse(asked, list === '' ? [] : list.split(','))
const change = z.object({
  method: z.string(),
  required: asked,
  optional: asked,
  delayFrom: z.number(),
  delayTo: z.number(),
})

/** The transfer's own code is not a field of the payer. */
const payer = (listed: readonly string[]) => listed.filter((field) => field !== 'code')

const viewOf = ({
  method,
  required,
  optional,
  delayFrom,
  delayTo,
}: Omit<z.infer<typeof change>, 'required' | 'optional'> & {
  required: readonly string[]
  optional: readonly string[]
}) => ({
  method,
  required: required.join(', '),
  optional: optional.join(', '),
  minutes: `${delayFrom} to ${delayTo}`,
})

/** `method.change`: what a way to recharge asks for, and how long it usually takes. */
const methodChange: ApprovalDefinition<z.infer<typeof change>> = {
  action: 'method.change',
  schema: change,
  view: viewOf,
  async outlook(db, params) {
    const row = (await listMethods(db)).find(({ method }) => method === params.method)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    const {
      required_fields: required,
      optional_fields: optional,
      delay_from: delayFrom,
      delay_to: delayTo,
    } = row
    return {
      effect: viewOf(params),
      before: viewOf({
        method: row.method,
        required: payer(required),
        optional: payer(optional),
        delayFrom,
        delayTo,
      }),
      facts: [fact('offered', row.enabled ? 'yes' : 'no: the method is off')],
    }
  },
  async check(tx, params) {
    await checkMethod(tx, params)
  },
  async execute(tx, params) {
    const before = await changeMethod(tx, params)
    return { subject: `method:${params.method}`, before, after: params }
  },
}

/** Registers the change of a method. */
export function methodRoutes({
  db,
  approvals,
  moneyMode,
}: MethodRoutesDeps): Handlers<Endpoints, 'methodList' | 'methodChange'> {
  approvals.register(methodChange)
  return {
    async methodList() {
      const rows = await listMethods(db)
      return {
        items: rows.map((row) => ({
          method: row.method,
          kind: row.kind,
          enabled: row.enabled,
          required: row.required_fields,
          optional: row.optional_fields,
          delay: { fromMinutes: row.delay_from, toMinutes: row.delay_to },
        })),
      }
    },
    methodChange(call) {
      const { reason, requestId, required, optional, ...times } = call.input
      const params = { ...times, required: fieldsIn(required), optional: fieldsIn(optional) }
      const asks = { params, reason, requestId }
      return approvals.submit(call, methodChange, asks, () => moneyMode === 'sandbox')
    },
  }
}
