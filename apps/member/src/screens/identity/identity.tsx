import { identityState } from '@fairlot/contract/endpoints/identity-check'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { canBegin } from '../../parts/identity/identity-standing.ts'
import { useRead } from '../../queries/queries.ts'
import { IDENTITY_AGAIN_MS } from '../../page-timing.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CheckPage } from './check-page.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { StandingPage } from './standing-page.tsx'

const RECORDS = ['records'] as const

/** The identity check: where the member stands, and the steps of a new check. */
export default function IdentityScreen(): ReactNode {
  const { step, next } = useSearch({ from: '/pages/account/identity' })
  const query = useRead(
    identityState,
    {},
    { staleMs: 0, everyMs: step === undefined ? IDENTITY_AGAIN_MS : false, topics: RECORDS },
  )
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-44" />
          <Bone className="rounded-card mt-5 h-44" />
        </Skeleton>
      }
      frame={(state) => <IdentityFrame>{state}</IdentityFrame>}
    >
      {(identity) =>
        step !== undefined && canBegin(identity.standing) ? (
          <CheckPage identity={identity} step={step} next={next} />
        ) : (
          <StandingPage identity={identity} next={next} dataAt={query.dataUpdatedAt} />
        )
      }
    </QueryState>
  )
}
