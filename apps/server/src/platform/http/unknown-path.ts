/** The answer to an address that nothing has: a line for programs, a small page for browsers. */
import type { IncomingHttpHeaders } from 'node:http'
import { offeredLanguage, RIGHT_TO_LEFT, type OfferedLanguage } from '@fairlot/contract/languages'
import type { PlainResponse } from './http-handler.ts'
import { notFound, page } from './http-responses.ts'

type Words = { nothing: string; home: string }

const WORDS: Record<OfferedLanguage, Words> = {
  'en-us': { nothing: 'This page does not exist', home: 'Go to the home page' },
  'bn-bd': { nothing: 'এই পেজটি নেই', home: 'হোম পেজে যান' },
  'ar-sa': { nothing: 'هذه الصفحة غير موجودة', home: 'الانتقال إلى الصفحة الرئيسية' },
  'zh-cn': { nothing: '页面不存在', home: '返回首页' },
  'hi-in': { nothing: 'यह पेज मौजूद नहीं है', home: 'होम पेज पर जाएँ' },
  'pt-br': { nothing: 'Esta página não existe', home: 'Ir para a página inicial' },
  'id-id': { nothing: 'Halaman ini tidak ada', home: 'Buka beranda' },
  'vi-vn': { nothing: 'Trang này không tồn tại', home: 'Về trang chủ' },
}

/** The language that a browser asks for first, when it is offered. */
export function askedLanguage(headers: IncomingHttpHeaders, fallback: OfferedLanguage): OfferedLanguage {
  return offeredLanguage(headers['accept-language']?.split(',')[0]?.split(';')[0] ?? '', fallback)
}

/** 404: a page in the reader's language for those who ask for HTML by name, else one line. */
export function unknownPath(headers: IncomingHttpHeaders, fallback: OfferedLanguage): PlainResponse {
  const varies = { vary: 'accept, accept-language' }
  if (!/\btext\/html\b/i.test(headers.accept ?? '')) return { ...notFound(), headers: varies }
  const language = askedLanguage(headers, fallback)
  const { nothing, home } = WORDS[language]
  const answer = page(`<!doctype html>
<html lang="${language}" dir="${RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${nothing}</title>
</head>
<body>
<h1>${nothing}</h1>
<p><a href="/">${home}</a></p>
</body>
</html>
`)
  return { ...answer, status: 404, headers: { ...answer.headers, ...varies } }
}
