/** Companies that verify ages. */

/** A connection to a company that verifies whether a person has reached an age. */
export type AgeProvider = {
  /** the value of the setting `module.<name>.ageProvider` that selects this provider */
  readonly id: string
  /** whether the holder of this phone number (E.164) has proven to be at least `years` old */
  isOfAge(person: { phone: string; years: number }): Promise<boolean>
}

/** This version has no provider: the only evidence of age is the member's declaration at registration. */
export const AGE_PROVIDERS: readonly AgeProvider[] = []
