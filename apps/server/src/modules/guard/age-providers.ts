/** Who verifies ages: connections to companies that do. */

/** Asks a company whether a person is of age. */
export type AgeProvider = {
  /** as the setting `module.<name>.ageProvider` names it */
  readonly id: string
  /** whether the holder of this phone number (E.164) has proven to be at least `years` old */
  isOfAge(person: { phone: string; years: number }): Promise<boolean>
}

/** This version is connected to none: a declaration at the registration is all that it has. */
export const AGE_PROVIDERS: readonly AgeProvider[] = []
