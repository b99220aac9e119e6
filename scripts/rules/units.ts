/**
 * Finds numbers that a line break could part from their units. A no-break space joins them. The words of units are listed for
 * each language; other words after a number are not judged.
 */
import type { Language } from '../../packages/contract/src/languages.ts'

/** Signs of units that are the same in every language. */
const SIGNS = ['s', 'min', 'h', 'l', 'kg', 'g', 'cm', 'mm', 'km', 'W', 'mAh', 'GB', 'TB', 'MB', 'KB', '%']

const WORDS: Record<Language, readonly string[]> = {
  'en-us': ['seconds?', 'minutes?', 'hours?', 'days?', 'weeks?', 'months?', 'years?', 'inch(?:es)?'],
  // with the endings of cases and of emphasis: মিনিটের, ঘণ্টায়, দিনেই
  'bn-bd': ['সেকেন্ড', 'মিনিট', 'ঘণ্টা', 'দিন', 'মাস', 'বছর', 'লিটার', 'ইঞ্চি'].map(
    (word) => `${word}(?:ের|ে|র|য়|\u09af\u09bc)?(?:ই|ও)?`,
  ),
  'ar-sa': [
    'ثانية',
    'ثوانٍ?',
    'دقيقة',
    'دقائق',
    'ساعة',
    'ساعات',
    'يوم(?:ًا|ا)?',
    'أيام',
    'شهر(?:ًا|ا)?',
    'أشهر',
    'سنة',
    'سنوات',
    'عام(?:ًا|ا)?',
    'لتر',
    'بوصة',
  ],
  // with the counters of things: 期 of issues and rounds, 张 of pictures and vouchers
  'zh-cn': [
    '秒',
    '分钟',
    '小时',
    '天',
    '个月',
    '年',
    '岁',
    '份',
    '个',
    '位',
    '笔',
    '升',
    '英寸',
    '次',
    '期',
    '张',
    '条',
    '项',
    '倍',
  ],
  'hi-in': ['सेकंड', 'मिनट', 'घंटे', 'घंटा', 'दिन', 'महीने', 'साल', 'लीटर', 'इंच'],
  'pt-br': ['segundos?', 'minutos?', 'horas?', 'dias?', 'mês', 'meses', 'anos?', 'litros?', 'polegadas?'],
  'id-id': ['detik', 'dtk', 'menit', 'mnt', 'jam', 'hari', 'bulan', 'tahun', 'liter', 'inci'],
  'vi-vn': ['giây', 'phút', 'giờ', 'ngày', 'tháng', 'năm', 'tuổi', 'lít', 'inch'],
}

/** Nouns that have another form for each class of numbers: their texts need the plural forms of the language. */
const COUNTED: Partial<Record<Language, readonly string[]>> = {
  'ar-sa': [
    'ثانية',
    'ثوانٍ?',
    'دقيقة',
    'دقائق',
    'ساعة',
    'ساعات',
    'يوم(?:ًا|ا)?',
    'أيام',
    'أسبوع(?:ًا|ا)?',
    'أسابيع',
    'شهر(?:ًا|ا)?',
    'أشهر',
    'سنة',
    'سنوات',
    'حصة',
    'حصص',
    'طلب(?:ًا|ا)?',
    'طلبات',
    'مرة',
    'مرات',
    'عنوان(?:ًا|ا)?',
    'عناوين',
    'حساب(?:ًا|ا)?',
    'حسابات',
    'صورة',
    'صور',
    'مقعد(?:ًا|ا)?',
    'مقاعد',
    'عضو(?:ًا|ا)?',
    'أعضاء',
    'شاهد(?:ًا|ا)?',
    'شهود',
  ],
}
const PLURAL_KEY = /_(?:zero|one|two|few|many|other)$/

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`

/** A digit or a placeholder, a space that a line may break at, and a unit. */
const patternOf = (language: Language): RegExp => {
  const units = [...WORDS[language], ...SIGNS].join('|')
  // Chinese writes no space after a unit.
  const end = language === 'zh-cn' ? '' : `(?!${LETTER})`
  return new RegExp(String.raw`(\d|\})[ ]((?:${units})${end})`, 'gu')
}

/** The text with no-break spaces between numbers and units. */
export const joinUnits = (language: Language, text: string): string =>
  text.replaceAll(patternOf(language), '$1\u00a0$2')

type Text = { file: string; key: string; text: string }

/** One sentence for each text that counts with a noun in one form only. */
function checkCounted(language: Language, texts: readonly Text[]): string[] {
  const nouns = COUNTED[language]
  if (!nouns) return []
  const counted = new RegExp(String.raw`\}[ \u00a0](?:${nouns.join('|')})(?!${LETTER})`, 'u')
  return texts
    .filter(({ key, text }) => !PLURAL_KEY.test(key) && counted.test(text))
    .map(
      ({ file, key }) =>
        `${language} ${file}: ${key} counts with a noun in one form; give the key plural forms, or name the noun before the number`,
    )
}

/**
 * One sentence for each text in which a line could break between a number and its unit, or that counts with a noun in one form
 * only.
 */
export function checkUnits(language: Language, texts: readonly Text[]): string[] {
  const parted = texts
    .filter(({ text }) => joinUnits(language, text) !== text)
    .map(
      ({ file, key }) =>
        `${language} ${file}: ${key} has a space between a number and its unit; write a no-break space (U+00A0)`,
    )
  return [...parted, ...checkCounted(language, texts)]
}
