/** The announcement of the demo world. */
import type { Context } from '../context.ts'
import { insertAnnouncement, listAnnouncements, type AnnouncementTexts } from '../modules/content/index.ts'
import { DAY_MS } from '../platform/durations.ts'

const SHOWN_DAYS = 60

export const DEMO_ANNOUNCEMENT = {
  'en-us': {
    title: 'Welcome to the demo mall',
    text: 'Every amount here is play money. Buy shares, follow a draw, and check its calculation yourself.',
  },
  'bn-bd': {
    title: 'ডেমো মলে স্বাগতম',
    text: 'এখানে সব টাকাই ডেমো টাকা। শেয়ার কিনুন, একটি ড্র দেখুন, আর তার হিসাব নিজেই যাচাই করুন।',
  },
  'ar-sa': {
    title: 'مرحبًا بك في المتجر التجريبي',
    text: 'كل المبالغ هنا نقود تجريبية. اشترِ حصصًا، وتابع سحبًا، وتحقق من حسابه بنفسك.',
  },
  'zh-cn': {
    title: '欢迎来到演示商城',
    text: '这里的所有金额都是体验金。购买份额，观看一次开奖，并亲自核对计算过程。',
  },
  'hi-in': {
    title: 'डेमो मॉल में आपका स्वागत है',
    text: 'यहाँ हर रकम डेमो पैसा है। हिस्से खरीदें, कोई ड्रॉ देखें और उसका हिसाब खुद जाँचें।',
  },
  'pt-br': {
    title: 'Boas-vindas à loja de demonstração',
    text: 'Todos os valores aqui são dinheiro fictício. Compre cotas, acompanhe um sorteio e confira você mesmo o cálculo.',
  },
  'id-id': {
    title: 'Selamat datang di mal demo',
    text: 'Semua jumlah di sini adalah uang demo. Beli bagian, ikuti undian, dan periksa sendiri perhitungannya.',
  },
  'vi-vn': {
    title: 'Chào mừng đến với cửa hàng dùng thử',
    text: 'Mọi số tiền ở đây đều là tiền ảo. Hãy mua phần, theo dõi một lần mở thưởng và tự kiểm tra cách tính.',
  },
} as const satisfies AnnouncementTexts

/** Once: an interrupted start has made it. */
export async function demoAnnouncement({ db, clock }: Context): Promise<void> {
  if ((await listAnnouncements(db)).length > 0) return
  const fromMs = clock.now()
  const period = { fromMs, untilMs: fromMs + SHOWN_DAYS * DAY_MS }
  const all = { texts: DEMO_ANNOUNCEMENT, link: '/pages/mall/mall', country: null, approvalId: null }
  await db.tx((tx) => insertAnnouncement(tx, { ...all, ...period }))
}
