import { useEffect } from 'react'
import { system } from '@fairlot/contract/endpoints/home'
import type { Output } from '../api/api.ts'
import { useRead } from './queries.ts'

export type SystemInfo = Output<typeof system>

const KEPT = 'fairlot.system'
const STALE_MS = 5 * 60_000

/** Used before the first answer: the currency, tabs and modules that every deployment starts with. */
const FIRST: Pick<SystemInfo, 'currency' | 'tablist' | 'modulesOff' | 'moneyMode'> = {
  currency: { symbol: '₫', code: 'VND', decimals: 2 },
  tablist: ['home', 'investment', 'team', 'mine', 'mall'],
  modulesOff: [],
  moneyMode: 'sandbox',
}

function kept(): typeof FIRST {
  try {
    const value = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<typeof FIRST> | null
    return value?.currency && value.tablist && value.moneyMode ? { ...FIRST, ...value } : FIRST
  } catch {
    // Storage is blocked or damaged.
    return FIRST
  }
}

const atStart = kept()

function keep({ currency, tablist, modulesOff, moneyMode }: SystemInfo): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ currency, tablist, modulesOff, moneyMode }))
  } catch {
    // Not stored: the next start asks the server first.
  }
}

/** The system info of this deployment; undefined until the server has answered. */
export function useSystem(): SystemInfo | undefined {
  const { data } = useRead(system, {}, { staleMs: STALE_MS })
  useEffect(() => {
    if (data) keep(data)
  }, [data])
  return data
}

/** Currency, tabs, modules and money mode; the last known ones until the server has answered. */
export function useBasics(): typeof FIRST {
  return useSystem() ?? atStart
}

export const useCurrency = (): SystemInfo['currency'] => useBasics().currency
/** Whether amounts are play money, which must be labelled. */
export const useIsSandbox = (): boolean => useBasics().moneyMode === 'sandbox'

/** The specification requires that logging out clears the system info too. */
export function forgetSystem(): void {
  localStorage.removeItem(KEPT)
}

/** Shown until the server has answered; the legal minimum in most places. */
const USUAL_ADULT_AGE = 18

/** The age in years that a member must declare to have reached. */
export const useAdultAge = (): number => useSystem()?.adultAge ?? USUAL_ADULT_AGE
