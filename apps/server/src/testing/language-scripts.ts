/** The script that each language is written in, so that a test notices a text that was not translated. */
import type { Language } from '@fairlot/contract/languages'

const LATIN = /^[^\u0600-\u06ff\u0980-\u09ff]*[A-Za-z]/

export const SCRIPT: Readonly<Record<Language, RegExp>> = {
  'en-us': LATIN,
  'bn-bd': /[\u0980-\u09ff]/,
  'ar-sa': /[\u0600-\u06ff]/,
  'zh-cn': /[\u4e00-\u9fff]/,
  'hi-in': /[\u0900-\u097f]/,
  'pt-br': LATIN,
  'id-id': LATIN,
  'vi-vn': /[\u00c0-\u01b0\u1ea0-\u1ef9]/,
}
