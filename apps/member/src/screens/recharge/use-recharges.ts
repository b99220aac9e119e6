import { rechargeLog } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'

export type Recharge = Output<typeof rechargeLog>['items'][number]

const SHOWN = 20
const RECORDS = ['records'] as const

/** The latest recharges; undefined until they are loaded. */
export const useRecharges = (): readonly Recharge[] | undefined =>
  useRead(rechargeLog, { limit: SHOWN }, { topics: RECORDS }).data?.items

/** Whether a recharge can still be paid. */
export const isOpen = (recharge: Recharge): boolean =>
  recharge.status === 'processing' && (recharge.payUrl !== null || recharge.instructions !== null)
