import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { useEffect, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { QUOTE_AFTER_MS } from '../../page-timing.ts'

type Info = Output<typeof withdrawInfo>
export type Quote = NonNullable<Info['quote']>
/** What the server says about an amount; nothing while it has not answered for this amount. */
export type Quoted = { quote: Quote | null; identity: Info['identity'] | null }

const NOTHING: Quoted = { quote: null, identity: null }

/**
 * The server's quote for an amount, asked for when typing pauses. Each amount has its own answer, so a late answer for an
 * earlier amount is never shown.
 * @param amount null: not an amount
 */
export function useQuote(amount: string | null): Quoted {
  const [asked, setAsked] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), QUOTE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [amount])
  const { data } = useRead(withdrawInfo, asked === null ? {} : { amount: asked }, { enabled: asked !== null })
  return amount !== null && asked === amount && data ? data : NOTHING
}
