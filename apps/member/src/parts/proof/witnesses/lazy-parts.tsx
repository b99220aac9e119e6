/** What pages say of witnesses and their quorum, fetched where an opening names one. */
import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'

const Card = lazy(() => import('./quorum-card.tsx').then((module) => ({ default: module.QuorumCard })))
const Lanes = lazy(() => import('./witness-lanes.tsx').then((module) => ({ default: module.WitnessLanes })))
const Untrusted = lazy(() =>
  import('./untrusted-box.tsx').then((module) => ({ default: module.UntrustedBox })),
)
const InList = lazy(() => import('./untrusted-box.tsx').then((module) => ({ default: module.Doubt })))
const Trusted = lazy(() => import('./trusted-card.tsx').then((module) => ({ default: module.TrustedCard })))

function Waiting({ height }: { height: string }) {
  return (
    <Skeleton>
      <Bone className={`rounded-card ${height}`} />
    </Skeleton>
  )
}

export function LazyQuorumCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={<Waiting height="h-100" />}>
      <Card {...props} />
    </Suspense>
  )
}

export function LazyWitnessLanes(props: ComponentProps<typeof Lanes>) {
  return (
    <Suspense fallback={<Waiting height="h-120" />}>
      <Lanes {...props} />
    </Suspense>
  )
}

export function LazyUntrustedBox(props: ComponentProps<typeof Untrusted>) {
  return (
    <Suspense fallback={<Waiting height="h-24" />}>
      <Untrusted {...props} />
    </Suspense>
  )
}

export function LazyDoubt(props: ComponentProps<typeof InList>) {
  return (
    <Suspense fallback={<Waiting height="h-12" />}>
      <InList {...props} />
    </Suspense>
  )
}

export function LazyTrustedCard(props: ComponentProps<typeof Trusted>) {
  return (
    <Suspense fallback={null}>
      <Trusted {...props} />
    </Suspense>
  )
}
