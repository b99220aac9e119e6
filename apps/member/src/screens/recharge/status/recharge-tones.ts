import type { RechargeState } from '@fairlot/contract/recharge-life'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

export const RECHARGE_TONES: Record<RechargeState, StatusTone> = {
  processing: 'wait',
  success: 'ok',
  failed: 'bad',
}
