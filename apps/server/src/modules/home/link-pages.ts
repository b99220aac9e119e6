/**
 * Pages for links that members send: `/i/<invitation code>` and `/p/<issue>`. A messenger reads their title and picture; a person goes on
 * to the app. Their addresses have nothing behind a `#`, where messengers cut, and the server reads what they glue to them.
 */
import { RIGHT_TO_LEFT, type OfferedLanguage } from '@fairlot/contract/languages'
import { mediaPath } from '@fairlot/contract/media/media-path'
import { parseMoney } from '@fairlot/contract/money/money'
import type { PlainRequest, PlainResponse, PlainRoute } from '../../platform/http/http-handler.ts'
import { escapeHtml, page } from '../../platform/http/http-responses.ts'
import { askedLanguage, unknownPath } from '../../platform/http/unknown-path.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalogue } from '../mall/index.ts'
import { displayAmount } from '../wallet/index.ts'
import type { DeploymentFacts } from './system-info.ts'

export type LinkPagesOptions = {
  catalogue: Pick<Catalogue, 'detail'>
  deployment: Pick<DeploymentFacts, 'title' | 'currency' | 'defaultLanguage'>
  /** URL under which members reach the server; without it pages name no picture, because messengers need its whole address */
  publicUrl?: string | undefined
}

type Words = { invitation: string; about: string; open: string }

const WORDS: Record<OfferedLanguage, Words> = {
  'en-us': {
    invitation: 'An invitation to {mall}',
    about: 'A mall with draws that anyone can check. Most shares do not win.',
    open: 'Open',
  },
  'bn-bd': {
    invitation: '{mall}-এ যোগ দেওয়ার আমন্ত্রণ',
    about: 'এমন মল যার ড্র যে কেউ যাচাই করতে পারেন। বেশির ভাগ শেয়ার জেতে না।',
    open: 'খুলুন',
  },
  'ar-sa': {
    invitation: 'دعوة إلى {mall}',
    about: 'متجر بسحوبات يستطيع أي شخص التحقق منها. معظم الحصص لا تفوز.',
    open: 'فتح',
  },
  'zh-cn': {
    invitation: '邀请你加入 {mall}',
    about: '一个人人都能验证开奖的商城。大多数份额不会中奖。',
    open: '打开',
  },
  'hi-in': {
    invitation: '{mall} का इनवाइट',
    about: 'ऐसा मॉल जिसके ड्रॉ कोई भी जाँच सकता है। ज़्यादातर हिस्से नहीं जीतते।',
    open: 'खोलें',
  },
  'pt-br': {
    invitation: 'Um convite para {mall}',
    about: 'Uma loja com sorteios que qualquer pessoa pode conferir. A maioria das cotas não ganha.',
    open: 'Abrir',
  },
  'id-id': {
    invitation: 'Undangan ke {mall}',
    about: 'Mal dengan undian yang bisa diperiksa siapa saja. Sebagian besar bagian tidak menang.',
    open: 'Buka',
  },
  'vi-vn': {
    invitation: 'Lời mời tham gia {mall}',
    about: 'Cửa hàng mà ai cũng kiểm chứng được việc mở thưởng. Đa số phần mua không trúng.',
    open: 'Mở',
  },
}

/** Messengers fetch a page once for many readers. */
const CACHE = 'public, max-age=300'
/** Width of the picture that a preview names. */
const PICTURE_WIDTH = 640
const LOGO = '/icons/icon-512.png'
/** Codes have six characters; a longer one is what somebody wrote behind it. */
const CODE = /[a-z0-9]{1,6}/i
const ISSUE = /[A-Z0-9]{1,12}-\d{4,10}/i

/** The text of an address; what is not encoded rightly stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Preview = {
  title: string
  about: string
  /** path on this server */
  picture: string
  /** path of the page itself, and where it leads to in the app */
  self: string
  to: string
}

export function linkPages({ catalogue, deployment, publicUrl }: LinkPagesOptions): PlainRoute[] {
  const origin = publicUrl?.replace(/\/$/, '')

  const missing = ({ headers }: PlainRequest) => unknownPath(headers, deployment.defaultLanguage)

  function shown(language: OfferedLanguage, preview: Preview): PlainResponse {
    const { title, about, self, to } = preview
    const address = (path: string) => escapeHtml(`${origin ?? ''}${path}`)
    const absolute =
      origin === undefined
        ? ''
        : `<meta property="og:url" content="${address(self)}">
<meta property="og:image" content="${address(preview.picture)}">
`
    const html = `<!doctype html>
<html lang="${language}" dir="${RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(about)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escapeHtml(deployment.title)}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(about)}">
${absolute}<meta http-equiv="refresh" content="0;url=${escapeHtml(to)}">
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(about)}</p>
<p><a href="${escapeHtml(to)}">${escapeHtml(WORDS[language].open)}</a></p>
</body>
</html>
`
    const answer = page(html)
    return {
      ...answer,
      headers: {
        ...answer.headers,
        'cache-control': CACHE,
        vary: 'accept-language',
        'x-robots-tag': 'noindex',
      },
    }
  }

  /** Says nothing about the code: the page is the same for one that nobody has. */
  function invitation(request: PlainRequest, entered: string): PlainResponse {
    const language = askedLanguage(request.headers, deployment.defaultLanguage)
    const { invitation: title, about } = WORDS[language]
    const code = CODE.exec(decoded(entered))?.[0].toUpperCase() ?? ''
    return shown(language, {
      title: title.replace('{mall}', deployment.title),
      about,
      picture: LOGO,
      self: `/i/${code}`,
      to: `/#/pages/login/regist${code === '' ? '' : `?code=${code}`}`,
    })
  }

  /** What everybody reads of an issue: the title of its product, the price of a share, and a picture. */
  async function product(request: PlainRequest, entered: string): Promise<PlainResponse> {
    const issue = ISSUE.exec(decoded(entered))?.[0].toUpperCase()
    if (issue === undefined) return missing(request)
    const language = askedLanguage(request.headers, deployment.defaultLanguage)
    try {
      const { card, images } = await catalogue.detail({ memberId: null, language }, issue)
      const price = displayAmount(parseMoney(card.price), deployment.currency, language)
      const [first] = images
      return shown(language, {
        title: card.product.title,
        about: `${price} · ${WORDS[language].about}`,
        picture: first === undefined ? LOGO : mediaPath(first.name, PICTURE_WIDTH),
        self: `/p/${issue}`,
        to: `/#/pages/goods/goods?issue=${issue}`,
      })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NO_SUCH_DATA') return missing(request)
      throw error
    }
  }

  /** A link to the app whose `#` was encoded on its way: it names the same page. */
  function unhashed(request: PlainRequest): PlainResponse | Promise<PlainResponse> {
    const inside = decoded(`${request.rest}?${request.query.toString()}`)
    const code = /[?&]code=([a-z0-9]+)/i.exec(inside)?.[1]
    if (code !== undefined) return invitation(request, code)
    const issue = /[?&]issue=([a-z0-9-]+)/i.exec(inside)?.[1]
    return issue === undefined ? missing(request) : product(request, issue)
  }

  return [
    { method: 'GET', path: '/i/*', handle: (request) => invitation(request, request.rest) },
    { method: 'GET', path: '/p/*', handle: (request) => product(request, request.rest) },
    { method: 'GET', path: '/%23/*', handle: unhashed },
  ]
}
