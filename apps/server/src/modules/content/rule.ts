/** What a rule text consists of. */
import type { Language } from '@fairlot/contract/languages'

export type RuleText = {
  title: string
  intro: string
  sections: readonly { title: string; text: string }[]
}

export type Rule = {
  /** raised with every change of what the text says */
  version: string
  /** ISO date of the day from which this version holds */
  since: string
  texts: Record<Language, RuleText>
}
