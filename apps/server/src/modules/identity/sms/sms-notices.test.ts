import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { expect, test } from 'vitest'
import { NOTICE_TEXTS, NOTICES } from './sms-notices.ts'

test.each(OFFERED_LANGUAGES)(
  'the notices in %s name the product and what changed, and fit two messages',
  (language) => {
    for (const name of NOTICES) {
      const text = NOTICE_TEXTS[language][name]
      expect(text).toContain('Fairlot')
      expect(text).toContain('{what}')
      expect(text.replace('{what}', '•••• 4567').length).toBeLessThanOrEqual(134)
    }
  },
)
