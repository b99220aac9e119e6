import { expect, test } from 'vitest'
import { inAppOf } from './in-app-browser.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/1]`, 'Facebook', 'row'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/520.0.0.38.101;]`, 'Facebook', 'column'],
  [`${IPHONE} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,2; FBAN)`, 'Instagram', 'row'],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI`, 'wechat', 'row'],
  [`${ANDROID} MMWEBID/1 MicroMessenger/8.0.60.2860(0x28003C55)`, 'wechat', 'row'],
  [`${IPHONE} Mobile/15E148 Safari Line/15.10.1`, 'LINE', 'row'],
  [`${ANDROID} Zalo android/12080650 ZaloTheme/light`, 'Zalo', 'column'],
  [`${IPHONE} Mobile/15E148 musical_ly_40.4.0 BytedanceWebview/d8a21c6`, 'TikTok', 'row'],
  [`${ANDROID} Telegram-Android/11.13.2 (Google Pixel 8)`, 'Telegram', 'column'],
])('knows the built-in browser of %s', (userAgent, name, dots) => {
  expect(inAppOf(userAgent, false)).toEqual({ name, dots })
})

test('takes no browser for an app, and knows Telegram on an iPhone by its object', () => {
  const safari = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`
  expect(inAppOf(safari, false)).toBeNull()
  expect(inAppOf(ANDROID.replace('; wv', ''), false)).toBeNull()
  expect(inAppOf(safari, true)).toEqual({ name: 'Telegram', dots: 'row' })
})
