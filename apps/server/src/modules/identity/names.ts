import type { Random } from '../../platform/random.ts'

/** Words for the first nickname of a member: birds and flowers, which reveal nothing about the person. */
const NAMES = [
  'Kingfisher',
  'Marigold',
  'Swallow',
  'Lotus',
  'Heron',
  'Jasmine',
  'Magpie',
  'Hibiscus',
  'Bulbul',
  'Dahlia',
  'Egret',
  'Orchid',
  'Hoopoe',
  'Saffron',
  'Oriole',
  'Camellia',
  'Sunbird',
  'Iris',
  'Weaver',
  'Poppy',
  'Plover',
  'Tulip',
  'Curlew',
  'Aster',
]

/** The nickname of a new member: two words, so that `publicName` shows the first. */
export function newNickname(random: Random): string {
  return `${NAMES[random.below(NAMES.length)]} ${1000 + random.below(9000)}`
}

/** Digits and capitals without 0, 1, I and O. */
const INVITATION_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const INVITATION_LENGTH = 6

export function newInvitationCode(random: Random): string {
  return Array.from(
    { length: INVITATION_LENGTH },
    () => INVITATION_ALPHABET[random.below(INVITATION_ALPHABET.length)],
  ).join('')
}

/** Browser and operating system of a user agent; empty when both are unknown. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [browser, system].filter((part) => part !== undefined).join(' · ')
}

// the first match counts: most user agents also name the browsers they descend from
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/^Fairlot command line/, 'Command line'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
