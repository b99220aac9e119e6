import { expect, test } from 'vitest'
import { sentCode } from './sent-code.ts'

test.each([
  '/#/pages/login/regist?code=K7P2XQ',
  '/#/pages/login/regist?code=K7P2XQ.',
  '/#/pages/login/regist?code=K7P2XQ)',
  '/#/pages/login/regist?code=K7P2XQ。',
  '/#/pages/login/regist%3Fcode%3DK7P2XQ',
  '/#/pages/login/regist&shareTo=app&code=K7P2XQ',
  '/?code=K7P2XQ#/pages/login/regist',
  '/?fbclid=1&code=K7P2XQ&x=1',
])('%s has its code', (path) => {
  expect(sentCode(`https://mall.test${path}`)).toBe('K7P2XQ')
})

test('a code of the page to go on to is no invitation', () => {
  const next = encodeURIComponent('/pages/finance/fdetail?code=SAVE30')
  expect(sentCode(`https://mall.test/#/pages/login/regist?next=${next}`)).toBeUndefined()
  expect(sentCode('https://mall.test/#/pages/login/regist')).toBeUndefined()
})
