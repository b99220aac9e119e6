import { LANGUAGES } from '@fairlot/contract/languages'
import { expect, test } from 'vitest'
import { PURPOSES } from './sms.ts'
import { smsText } from './sms-texts.ts'

/** Two parts of a message beyond the GSM alphabet, in UTF-16 units. */
const TWO_PARTS = 2 * 67

test.each(LANGUAGES)(
  'every text in %s begins with the code, fits two parts and has no placeholder left',
  (language) => {
    const texts = PURPOSES.map((purpose) => smsText(language, purpose, '123456', 5))
    for (const text of texts) {
      expect(text).toMatch(/^123456 /)
      expect(text).toContain('5 ')
      expect(text).not.toMatch(/[{}]/)
      expect(text.length).toBeLessThanOrEqual(TWO_PARTS)
    }
    // a member must see what the code is for
    expect(new Set(texts).size).toBe(PURPOSES.length)
  },
)
