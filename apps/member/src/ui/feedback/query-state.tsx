import { FLAG } from '@fairlot/contract/flags'
import type { ReactNode } from 'react'
import { CallError } from '../../api/api.ts'
import { ErrorState } from './error-state.tsx'

/** What a query tells about itself, beside its data. */
type Query = {
  error: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type QueryStateProps<T> = {
  query: Query
  /** the answer to show; undefined until there is one */
  data: T | undefined
  /** what a pending query shows: a `Skeleton` with the shapes of the data */
  pending: ReactNode
  /** shown when the server answers that the data does not exist; without it, that answer is an error like any other */
  missing?: ReactNode
  /** wraps the pending and the error state, for a screen whose data brings its own page */
  frame?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

const isMissing = (error: unknown): boolean => error instanceof CallError && error.flag === FLAG.missing

const unframed = (state: ReactNode): ReactNode => state

/**
 * The three states of a query: pending, error, data. Data that is known stays on the screen while it is refreshed and
 * when a refresh fails.
 */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, data, pending, missing, frame = unframed, children } = props
  if (data !== undefined) return children(data)
  if (!query.isError) return frame(pending)
  if (missing !== undefined && isMissing(query.error)) return missing
  return frame(
    <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />,
  )
}
