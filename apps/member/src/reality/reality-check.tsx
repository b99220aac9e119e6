import { netPosition, realityCheck } from '@fairlot/contract/endpoints/guard'
import { useState } from 'react'
import { call, CallError, serverNow } from '../api/api.ts'
import { useRead } from '../queries/queries.ts'
import { react } from '../api/reactions.ts'
import { acknowledge } from './acknowledged.ts'
import { RealityDialog } from './reality-dialog.tsx'
import { useStretch } from './use-stretch.ts'

/** After a failed acknowledgement, the server asks again with the next purchase, whatever is stored here. */
const UNTOLD_MS = 30 * 60_000

/** Asks a member who has used the app for long whether to continue, on any screen. */
export default function RealityCheck({ member }: { member: string }) {
  const { isDue, answered } = useStretch(member)
  const position = useRead(netPosition, {}, { enabled: isDue })
  // It opens once the figures are loaded, so that they do not change under the reader.
  const isKnown = position.data !== undefined || position.isError
  const [state, setState] = useState<'open' | 'sending' | 'left'>('open')
  const answer = async (way: 'sending' | 'left') => {
    setState(way)
    try {
      const { nextAt } = await call(realityCheck, {})
      acknowledge(member, nextAt)
      answered()
    } catch (error) {
      if (error instanceof CallError) {
        react(error, { kind: 'action' })
      } else {
        acknowledge(member, serverNow() + UNTOLD_MS)
        answered()
      }
    }
    setState('open')
  }
  return (
    <RealityDialog
      open={isDue && isKnown && state !== 'left'}
      position={position.data}
      sending={state === 'sending'}
      onGoOn={() => void answer('sending')}
      onLeave={() => void answer('left')}
    />
  )
}
