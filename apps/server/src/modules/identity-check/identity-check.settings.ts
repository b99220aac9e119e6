/** The settings of the identity check. A change applies to new checks and decisions. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { defineSetting, flag, whole, type Setting, type Values } from '../../platform/settings/settings.ts'

const MINIMUM_AGE = defineSetting({
  name: 'identity.minimumAge',
  about: 'Age in years from which an identity check can be approved.',
  kind: whole({ minimum: 18, maximum: 25, unit: 'years' }),
  initial: '18',
  effect: 'new',
  twoPersons: 'real',
})
const PROOF_OF_ADDRESS = defineSetting({
  name: 'identity.proofOfAddress',
  about: 'Whether the identity check asks for a picture of a bill or bank letter.',
  kind: flag(),
  initial: 'true',
  effect: 'new',
})
const retention = (initial: string) =>
  defineSetting({
    name: 'identity.retentionDays',
    about: 'Days after the decision of an identity check for which its pictures are kept.',
    kind: whole({ minimum: 1, maximum: 3_650, unit: 'days' }),
    initial,
    effect: 'new',
    twoPersons: 'real',
  })
const RETENTION_DAYS = { sandbox: retention('30'), real: retention('1825') } as const

/** @param moneyMode real money keeps pictures for 5 years, unless a licence says otherwise */
export const identityCheckSettings = (moneyMode: MoneyMode): readonly Setting<unknown>[] => [
  MINIMUM_AGE,
  PROOF_OF_ADDRESS,
  RETENTION_DAYS[moneyMode],
]

export type IdentityCheckSettings = {
  readonly minimumAge: number
  readonly proofOfAddress: boolean
  readonly retentionDays: number
}

export const identitySettingsOf = (values: Values, moneyMode: MoneyMode): IdentityCheckSettings => ({
  minimumAge: values.get(MINIMUM_AGE),
  proofOfAddress: values.get(PROOF_OF_ADDRESS),
  retentionDays: values.get(RETENTION_DAYS[moneyMode]),
})
