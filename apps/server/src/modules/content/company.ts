/** The facts of the house in the texts of the rules: the marks that a text can have for them, and their words in every language. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Setting, Values } from '../../platform/settings/settings.ts'
import {
  COMPANY_ADDRESS,
  COMPANY_DATA_CONTACT,
  COMPANY_EMAIL,
  COMPANY_LAW,
  COMPANY_LICENCE,
  COMPANY_NAME,
  COMPANY_SUPPORT,
} from './content.settings.ts'

/** A fact, by the mark that a text has in its place. */
const FACTS = {
  '{company}': COMPANY_NAME,
  '{address}': COMPANY_ADDRESS,
  '{licence}': COMPANY_LICENCE,
  '{law}': COMPANY_LAW,
  '{email}': COMPANY_EMAIL,
  '{support}': COMPANY_SUPPORT,
  '{dataContact}': COMPANY_DATA_CONTACT,
} as const satisfies Record<string, Setting<string>>
type FactMark = keyof typeof FACTS
const MARKS = Object.keys(FACTS) as FactMark[]

/** Real money needs them, and the list says so where one of them is missing. The other facts are left out. */
const NEEDED: readonly FactMark[] = ['{company}', '{address}', '{law}']

/**
 * `{house}`: a list of the facts. `{data}`: whom members ask about their data. The other marks are single facts; a text shows in place of
 * one that is missing that the house has not stated it.
 */
export type CompanyMarks = Readonly<Record<FactMark | '{house}' | '{data}', string>>

type Words = Readonly<Record<FactMark | 'unstated', string>>

const WORDS: Readonly<Record<OfferedLanguage, Words>> = {
  'en-us': {
    '{company}': 'Operator',
    '{address}': 'Address',
    '{licence}': 'Licence',
    '{law}': 'Law and place of jurisdiction',
    '{email}': 'E-mail',
    '{support}': 'Support',
    '{dataContact}': 'Contact for data protection',
    unstated: 'not stated yet',
  },
  'zh-cn': {
    '{company}': '运营方',
    '{address}': '地址',
    '{licence}': '牌照',
    '{law}': '适用法律与管辖地',
    '{email}': '电子邮箱',
    '{support}': '客服',
    '{dataContact}': '数据保护联系人',
    unstated: '尚未说明',
  },
  'hi-in': {
    '{company}': 'संचालक',
    '{address}': 'पता',
    '{licence}': 'लाइसेंस',
    '{law}': 'लागू कानून और न्याय-क्षेत्र',
    '{email}': 'ईमेल',
    '{support}': 'सहायता',
    '{dataContact}': 'डेटा सुरक्षा के लिए संपर्क',
    unstated: 'अभी नहीं बताया गया',
  },
  'pt-br': {
    '{company}': 'Operador',
    '{address}': 'Endereço',
    '{licence}': 'Licença',
    '{law}': 'Lei aplicável e foro',
    '{email}': 'E-mail',
    '{support}': 'Atendimento',
    '{dataContact}': 'Contato para proteção de dados',
    unstated: 'ainda não informado',
  },
  'id-id': {
    '{company}': 'Operator',
    '{address}': 'Alamat',
    '{licence}': 'Izin usaha',
    '{law}': 'Hukum yang berlaku dan pengadilan yang berwenang',
    '{email}': 'Email',
    '{support}': 'Layanan bantuan',
    '{dataContact}': 'Kontak pelindungan data',
    unstated: 'belum dicantumkan',
  },
  'ar-sa': {
    '{company}': 'المشغّل',
    '{address}': 'العنوان',
    '{licence}': 'الترخيص',
    '{law}': 'القانون الساري والمحكمة المختصة',
    '{email}': 'البريد الإلكتروني',
    '{support}': 'الدعم',
    '{dataContact}': 'جهة الاتصال لحماية البيانات',
    unstated: 'لم يُذكر بعد',
  },
  'bn-bd': {
    '{company}': 'আয়োজক',
    '{address}': 'ঠিকানা',
    '{licence}': 'লাইসেন্স',
    '{law}': 'প্রযোজ্য আইন ও আদালতের এখতিয়ার',
    '{email}': 'ইমেইল',
    '{support}': 'সহায়তা',
    '{dataContact}': 'তথ্য সুরক্ষার জন্য যোগাযোগ',
    unstated: 'এখনো জানানো হয়নি',
  },
  'vi-vn': {
    '{company}': 'Đơn vị vận hành',
    '{address}': 'Địa chỉ',
    '{licence}': 'Giấy phép',
    '{law}': 'Luật áp dụng và tòa án có thẩm quyền',
    '{email}': 'Email',
    '{support}': 'Hỗ trợ',
    '{dataContact}': 'Liên hệ về bảo vệ dữ liệu',
    unstated: 'chưa được nêu',
  },
}

export function companyMarks(values: Values, language: OfferedLanguage): CompanyMarks {
  const words = WORDS[language]
  const stated = (mark: FactMark) => values.get(FACTS[mark])
  const shown = (mark: FactMark) => stated(mark) || words.unstated
  const lineOf = (mark: FactMark) => `${words[mark]}: ${shown(mark)}`
  const listed = MARKS.filter(
    (mark) => mark !== '{dataContact}' && (stated(mark) !== '' || NEEDED.includes(mark)),
  )
  const contact =
    (['{dataContact}', '{email}'] as const).find((mark) => stated(mark) !== '') ?? '{dataContact}'
  const facts = MARKS.map((mark) => [mark, shown(mark)])
  return {
    // safe cast: every mark is in the list
    ...(Object.fromEntries(facts) as Record<FactMark, string>),
    '{house}': listed.map(lineOf).join('\n'),
    '{data}': [`${words['{company}']}: ${shown('{company}')}`, lineOf(contact)].join('\n'),
  }
}

/** The settings whose facts real money needs and the house has not stated. */
export function unstatedFacts(values: Values): string[] {
  return NEEDED.map((mark) => FACTS[mark])
    .filter((setting) => values.get(setting) === '')
    .map(({ name }) => name)
}
