/** The structure of a rule text. */
import type { Language } from '@fairlot/contract/languages'

export type RuleText = {
  title: string
  intro: string
  sections: readonly { title: string; text: string }[]
}

export type Rule = {
  /** increases with every change of the content */
  version: string
  /** ISO date from which this version applies */
  since: string
  texts: Record<Language, RuleText>
}
