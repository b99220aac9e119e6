/** The calls about text messages: what was given up, and the test of the gateway. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { maskedPhone, type SmsDesk } from '../../identity/index.ts'

export type SmsRoutesDeps = { db: Db; audit: Audit; smsDesk: SmsDesk }

type Names = 'smsShow' | 'smsTest' | 'smsConfirm'

export function smsRoutes({ db, audit, smsDesk }: SmsRoutesDeps): Handlers<Endpoints, Names> {
  return {
    smsShow: () => smsDesk.show(),
    smsTest: (call) =>
      db.tx(async (tx) => {
        const { phone, requestId } = call.input
        const test = await smsDesk.test(tx, call.operator.operatorId, { id: requestId, phone })
        await audit.write(tx, actorOf(call), {
          action: 'sms.test',
          subject: `sms:${test.id}`,
          after: { phone: maskedPhone(phone) },
        })
        return test
      }),
    async smsConfirm(call) {
      const confirmedAt = await db.tx(async (tx) => {
        const tried = await smsDesk.confirm(tx, call.operator.operatorId, call.input.code)
        if (tried.confirmedAt !== null)
          await audit.write(tx, actorOf(call), {
            action: 'sms.confirm',
            subject: `sms:${tried.id}`,
            after: { arrived: true },
          })
        return tried.confirmedAt
      })
      if (confirmedAt === null) throw new Refusal('CODE_WRONG', { fields: { code: 'CODE_WRONG' } })
      return { confirmedAt }
    },
  }
}
