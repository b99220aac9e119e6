import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { useEffect, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { QUOTE_AFTER_MS } from '../../timing.ts'

export type Quote = NonNullable<Output<typeof withdrawInfo>['quote']>

/**
 * The server's quote for an amount, asked for when typing pauses. Each amount has its own answer, so a late answer for an
 * earlier amount is never shown.
 * @param amount null: not an amount
 * @returns null while there is none for this amount
 */
export function useQuote(amount: string | null): Quote | null {
  const [asked, setAsked] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), QUOTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [amount])
  const { data } = useRead(withdrawInfo, asked === null ? {} : { amount: asked }, { enabled: asked !== null })
  return amount !== null && asked === amount ? (data?.quote ?? null) : null
}
