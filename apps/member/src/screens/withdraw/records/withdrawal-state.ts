import type { withdrawLog } from '@fairlot/contract/endpoints/withdrawal'
import type { Output } from '../../../api/api.ts'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

export type Withdrawal = Output<typeof withdrawLog>['items'][number]

export const TONES: Record<Withdrawal['status'], StatusTone> = {
  processing: 'wait',
  success: 'ok',
  failed: 'bad',
  returned: 'quiet',
}

/** Where a withdrawal is: the stage while it is open, else how it ended. */
export const placeOf = ({ status, stage }: Pick<Withdrawal, 'status' | 'stage'>) =>
  status === 'processing' ? (stage ?? 'waiting') : status
