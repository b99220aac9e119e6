/** Hundredths of a percent of a percentage with up to two decimals: `4.5` → 450. */
export function hundredths(percent: string): number {
  const [units = '', decimals = ''] = percent.split('.')
  return Number(units) * 100 + Number(decimals.padEnd(2, '0'))
}
