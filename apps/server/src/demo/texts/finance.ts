/** Names and funding statements of the demo world's finance products. */
import type { Language } from '@fairlot/contract/languages'

type Text = { language: Language; name: string; funding: string }

const texts = (names: Record<Language, string>): readonly Text[] =>
  (Object.keys(names) as Language[]).map((language) => ({
    language,
    name: names[language],
    funding: FUNDING[language],
  }))

const FUNDING: Record<Language, string> = {
  'en-us':
    'Demo: the house pays the interest from its earnings of the mall, as marketing. It put the whole reserve in before the first unit was sold.',
  'zh-cn': '演示：利息由平台用商城的收入支付，作为推广费用。在卖出第一个单位之前，平台已存入全部准备金。',
  'hi-in':
    'डेमो: ब्याज संचालक मॉल की कमाई से, प्रचार के खर्च के रूप में देता है। पहली यूनिट बिकने से पहले ही पूरा रिज़र्व जमा कर दिया गया था।',
  'pt-br':
    'Demonstração: a plataforma paga os juros com o que ganha na loja, como divulgação. Ela depositou toda a reserva antes de vender a primeira unidade.',
  'id-id':
    'Demo: penyelenggara membayar bunga dari pendapatan mal sebagai biaya promosi. Seluruh dana cadangan sudah disetornya sebelum unit pertama terjual.',
  'ar-sa': 'عرض تجريبي: تُدفع الفائدة من أرباح المتجر كنفقة ترويج. أُودع الاحتياطي كاملًا قبل بيع أول وحدة.',
  'bn-bd': 'ডেমো: মলের আয় থেকে প্রচারের খরচ হিসেবে আয়োজক সুদ দেয়। প্রথম ইউনিট বিক্রির আগেই পুরো রিজার্ভ জমা রাখা হয়েছে।',
  'vi-vn':
    'Minh họa: nhà tổ chức trả lãi từ thu nhập của cửa hàng, như chi phí quảng bá. Toàn bộ quỹ dự phòng đã được nộp trước khi bán đơn vị đầu tiên.',
}

export const FINANCE_TEXTS = {
  HOURS6: texts({
    'en-us': 'Six hours',
    'zh-cn': '六小时',
    'hi-in': 'छह घंटे',
    'pt-br': 'Seis horas',
    'id-id': 'Enam jam',
    'ar-sa': 'ست ساعات',
    'bn-bd': 'ছয় ঘণ্টা',
    'vi-vn': 'Sáu giờ',
  }),
  WEEK7: texts({
    'en-us': 'One week',
    'zh-cn': '一周',
    'hi-in': 'एक हफ़्ता',
    'pt-br': 'Uma semana',
    'id-id': 'Satu minggu',
    'ar-sa': 'أسبوع واحد',
    'bn-bd': 'এক সপ্তাহ',
    'vi-vn': 'Một tuần',
  }),
  MONTH30: texts({
    'en-us': 'Thirty days, paid daily',
    'zh-cn': '三十天，每日付息',
    'hi-in': 'तीस दिन, रोज़ ब्याज',
    'pt-br': 'Trinta dias, juros diários',
    'id-id': 'Tiga puluh hari, bunga harian',
    'ar-sa': 'ثلاثون يومًا بفائدة يومية',
    'bn-bd': 'ত্রিশ দিন, প্রতিদিন সুদ',
    'vi-vn': 'Ba mươi ngày, trả lãi hằng ngày',
  }),
}
