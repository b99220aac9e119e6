import type { RechargeState } from '@fairlot/contract/life/recharge-life'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

export const RECHARGE_TONES: Record<RechargeState, StatusTone> = {
  processing: 'wait',
  success: 'ok',
  failed: 'bad',
}
