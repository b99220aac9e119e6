/**
 * Apps that open links in a browser of their own. It cannot install the app, and what is stored in it (session, evidence) is not there in
 * the browser of the phone.
 */

export type InApp = {
  /** a name that is the same in all languages; `wechat` has one in each */
  name: 'Facebook' | 'Instagram' | 'LINE' | 'Zalo' | 'TikTok' | 'Telegram' | 'wechat'
  /** how the app draws its menu button */
  dots: 'row' | 'column'
}

/** By what the apps add to the user agent. Instagram also sends Facebook's marks, so it is first. */
const MARKS: readonly [mark: RegExp, name: InApp['name']][] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBAN\b|\bFBAV\b|\bFB_IAB\b/, 'Facebook'],
  [/\bMicroMessenger\//, 'wechat'],
  [/\bLine\//, 'LINE'],
  [/\bZalo\b/, 'Zalo'],
  [/\bmusical_ly|\bTikTok|\btrill_|\bBytedance/, 'TikTok'],
  [/\bTelegram-Android\b/, 'Telegram'],
]

/** Android draws menus as a column of dots; WeChat draws a row everywhere. */
const dotsOf = (userAgent: string, name: InApp['name']): InApp['dots'] =>
  userAgent.includes('Android') && name !== 'wechat' ? 'column' : 'row'

/**
 * The app whose built-in browser shows the page; null: a browser, or an app that cannot be told from one.
 * @param isTelegram Telegram on an iPhone tells itself by an object of the page only
 */
export function inAppOf(userAgent: string, isTelegram: boolean): InApp | null {
  const name = MARKS.find(([mark]) => mark.test(userAgent))?.[1] ?? (isTelegram ? 'Telegram' : null)
  return name && { name, dots: dotsOf(userAgent, name) }
}

export const inAppHere = (): InApp | null =>
  inAppOf(navigator.userAgent, 'TelegramWebviewProxy' in globalThis)
