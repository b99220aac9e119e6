/** The sandbox inbox: every text message of the sandbox, as a page and as JSON. It exists in sandbox mode only. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  offeredLanguage,
  RIGHT_TO_LEFT,
  type Language,
  type OfferedLanguage,
} from '@fairlot/contract/languages'
import { MS, type Db } from '../../../platform/db.ts'
import type { PlainRequest, PlainRoute } from '../../../platform/http/http-handler.ts'
import { escapeHtml, json, page } from '../../../platform/http/http-responses.ts'
import { askedLanguage } from '../../../platform/http/unknown-path.ts'

export type InboxMessage = {
  id: string
  phone: string
  text: string
  /** the six digits in the text, for programs */
  code: string | null
  /** Unix milliseconds */
  sentAt: number
}

const SHOWN = 50
const REFRESH_SECONDS = 4

const WORDS: Record<Language, { title: string; about: string; none: string }> = {
  'en-us': {
    title: 'Sandbox inbox',
    about: 'The sandbox sends no text messages. This page shows them instead, newest first.',
    none: 'No messages yet. Request a code in the app, and it appears here.',
  },
  'bn-bd': {
    title: 'স্যান্ডবক্স ইনবক্স',
    about: 'স্যান্ডবক্স থেকে কোনো SMS বাইরে যায় না। ফোনে যা যেত, তা এখানে দেখা যায়, নতুনটি আগে।',
    none: 'এখনো কোনো বার্তা নেই। অ্যাপে একটি কোড চান; মুহূর্তেই এখানে আসবে।',
  },
  'ar-sa': {
    title: 'صندوق الرسائل التجريبي',
    about: 'لا تخرج أي رسالة نصية من البيئة التجريبية. ما كان سيصل إلى الهاتف يظهر هنا، الأحدث أولًا.',
    none: 'لا توجد رسائل بعد. اطلب رمزًا في التطبيق وسيظهر هنا بعد لحظة.',
  },
  'zh-cn': {
    title: '沙盒收件箱',
    about: '沙盒不会发出任何短信。本应发到手机的内容显示在这里，最新的在前。',
    none: '还没有消息。在应用里获取验证码，稍后就会出现在这里。',
  },
  'hi-in': {
    title: 'सैंडबॉक्स इनबॉक्स',
    about: 'सैंडबॉक्स से कोई SMS बाहर नहीं जाता। जो फ़ोन पर जाता, वह यहाँ दिखता है, सबसे नया पहले।',
    none: 'अभी कोई मैसेज नहीं है। ऐप में कोड मँगाएँ, वह पल भर में यहाँ आ जाएगा।',
  },
  'pt-br': {
    title: 'Caixa de entrada de teste',
    about:
      'Nenhum SMS sai do ambiente de teste. O que iria para um telefone aparece aqui, do mais novo ao mais antigo.',
    none: 'Nenhuma mensagem ainda. Peça um código no app; ele chega aqui em instantes.',
  },
  'id-id': {
    title: 'Kotak masuk sandbox',
    about: 'Tidak ada SMS yang keluar dari sandbox. Pesan untuk ponsel muncul di sini, terbaru lebih dulu.',
    none: 'Belum ada pesan. Minta kode di aplikasi; sebentar kemudian kode muncul di sini.',
  },
  'vi-vn': {
    title: 'Hộp thư thử',
    about:
      'Không có tin nhắn nào rời khỏi môi trường thử. Tin lẽ ra gửi đến điện thoại sẽ hiện ở đây, mới nhất trước.',
    none: 'Chưa có tin nhắn. Hãy lấy mã trong ứng dụng; lát sau mã sẽ hiện ở đây.',
  },
}

type Row = { sms_id: string; phone: string; body: string; sent_ms: bigint }

async function newest(db: Db, phone: string | null): Promise<InboxMessage[]> {
  const rows = await db.query<Row>(
    `select sms_id, phone, body, ${MS('sent_at')} as sent_ms from sandbox_sms
     where $1::text is null or phone = $1 order by sent_at desc, sms_id desc limit ${SHOWN}`,
    [phone],
  )
  return rows.map(({ sms_id, phone: to, body, sent_ms }) => ({
    id: sms_id,
    phone: to,
    text: body,
    code: /\b\d{6}\b/.exec(body)?.[0] ?? null,
    sentAt: Number(sent_ms),
  }))
}

/** `GET /sandbox/inbox`, its style sheet, and `GET /sandbox/inbox.json?phone=`. */
export function inboxRoutes(db: Db, defaultLanguage: OfferedLanguage): PlainRoute[] {
  const style = readFileSync(path.join(import.meta.dirname, 'sandbox-inbox.css'), 'utf8')
  return [
    {
      method: 'GET',
      path: '/sandbox/inbox.json',
      handle: async ({ query }) => json(200, { items: await newest(db, phoneOf(query)) }),
    },
    {
      method: 'GET',
      path: '/sandbox/inbox.css',
      handle: () => ({ status: 200, type: 'text/css; charset=utf-8', body: style }),
    },
    {
      method: 'GET',
      path: '/sandbox/inbox',
      handle: async (request) => {
        const messages = await newest(db, phoneOf(request.query))
        return page(inboxPage(messages, languageOf(request, defaultLanguage)))
      },
    },
  ]
}

/** An unescaped `+` in a query arrives as a space. */
function phoneOf(query: URLSearchParams): string | null {
  const phone = query.get('phone')?.trim()
  if (!phone) return null
  return phone.startsWith('+') ? phone : `+${phone}`
}

function languageOf({ query, headers }: PlainRequest, fallback: OfferedLanguage): OfferedLanguage {
  const chosen = query.get('language')
  return chosen === null ? askedLanguage(headers, fallback) : offeredLanguage(chosen, fallback)
}

function inboxPage(messages: readonly InboxMessage[], language: OfferedLanguage): string {
  const words = WORDS[language]
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
  const time = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  const items = messages.map(({ phone, text, code, sentAt }) => {
    const marked = escapeHtml(text).replace(code ?? '\0', `<strong><bdi>${code}</bdi></strong>`)
    const at = new Date(sentAt)
    return `<li><header><bdi>${escapeHtml(phone)}</bdi><time datetime="${at.toISOString()}">${escapeHtml(
      time.format(at),
    )} UTC</time></header><p dir="auto">${marked}</p></li>`
  })
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${words.title} · Fairlot</title>
<link rel="stylesheet" href="/sandbox/inbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>${words.title}</h1>
<p class="about">${words.about}</p>
${items.length > 0 ? `<ol>\n${items.join('\n')}\n</ol>` : `<p class="none">${words.none}</p>`}
</main>
</body>
</html>
`
}
