import type { RechargeKind, RechargeMethod } from './recharge-way.tsx'

/** Kinds that only people of one country can use, by the calling code of their phones. */
const CODES: Partial<Record<RechargeKind, string>> = { upi: '+91', pix: '+55' }

/**
 * The methods that a member can use, those of the country of their phone first. All of them when that leaves none.
 * @param phone a number of E.164, which may be masked behind its country code
 * @param wanted the id of one that an address names, which stays
 */
export function usableWays(
  methods: readonly RechargeMethod[],
  phone: string,
  wanted?: string,
): readonly RechargeMethod[] {
  const isOwn = ({ kind }: RechargeMethod) => phone.startsWith(CODES[kind] ?? '?')
  const usable = methods.filter((way) => CODES[way.kind] === undefined || isOwn(way) || way.id === wanted)
  if (usable.length === 0) return methods
  return [...usable.filter(isOwn), ...usable.filter((way) => !isOwn(way))]
}
