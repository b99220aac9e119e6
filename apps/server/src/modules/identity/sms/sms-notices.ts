/** Text messages that tell a member about a change they should know of at once. They carry no secret. */
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/db.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { SmsSending } from './sms-sending.ts'

export const NOTICES = [
  'payoutAdded',
  'withdrawalFailed',
  'identityChecked',
  'prizeWaits',
  'prizeShipped',
  'disputeAnswered',
] as const
export type NoticeName = (typeof NOTICES)[number]

export const NOTICE_JOB = defineJob({
  name: 'identity.sms-notice',
  data: z.object({
    phone: z.string(),
    notice: z.enum(NOTICES),
    language: z.enum(OFFERED_LANGUAGES),
    /** what the text names: a masked number, an amount */
    what: z.string(),
  }),
  // over more than an hour: a gateway can be away for that long
  attempts: 15,
})

/** `{what}`: the masked number of the account; the amount that is in the wallet again; the number of the check; of an order; the parcel. */
export const NOTICE_TEXTS: Record<Language, Record<NoticeName, string>> = {
  'en-us': {
    payoutAdded:
      'Fairlot: the payout account {what} was added to your account. Not you? Change your password now.',
    withdrawalFailed: 'Fairlot: your withdrawal was not paid. {what} is in your wallet again.',
    identityChecked: 'Fairlot: there is news about your identity check {what}. Please open the app.',
    prizeWaits: 'Fairlot: your prize of order {what} is waiting. Choose delivery or cash in the app.',
    prizeShipped: 'Fairlot: your prize is on its way: {what}. Confirm in the app when it has arrived.',
    disputeAnswered: 'Fairlot: there is an answer about your order {what}. Please open the app.',
  },
  'zh-cn': {
    payoutAdded: 'Fairlot：你的账号添加了收款账户 {what}。若非本人操作，请立即修改密码。',
    withdrawalFailed: 'Fairlot：你的提现未成功，{what} 已退回钱包。',
    identityChecked: 'Fairlot：你的身份验证 {what} 有新进展，请打开应用查看。',
    prizeWaits: 'Fairlot：订单 {what} 的奖品在等你，请在应用中选择发货或折现。',
    prizeShipped: 'Fairlot：你的奖品已发货：{what}。收到后请在应用中确认。',
    disputeAnswered: 'Fairlot：订单 {what} 有新答复，请打开应用查看。',
  },
  'hi-in': {
    payoutAdded: 'Fairlot: आपके खाते में पेआउट खाता {what} जोड़ा गया। आपने नहीं किया? तुरंत पासवर्ड बदलें।',
    withdrawalFailed: 'Fairlot: आपकी निकासी का भुगतान नहीं हुआ। {what} आपके वॉलेट में वापस है।',
    identityChecked: 'Fairlot: आपकी पहचान की जाँच {what} पर नई जानकारी है। कृपया ऐप खोलें।',
    prizeWaits: 'Fairlot: ऑर्डर {what} का इनाम आपका इंतज़ार कर रहा है। ऐप में डिलीवरी या नकद चुनें।',
    prizeShipped: 'Fairlot: आपका इनाम रास्ते में है: {what}। मिलने पर ऐप में पुष्टि करें।',
    disputeAnswered: 'Fairlot: आपके ऑर्डर {what} पर जवाब आया है। कृपया ऐप खोलें।',
  },
  'pt-br': {
    payoutAdded: 'Fairlot: a conta para saque {what} foi adicionada. Não foi você? Troque sua senha agora.',
    withdrawalFailed: 'Fairlot: seu saque não foi pago. {what} está de volta na sua carteira.',
    identityChecked: 'Fairlot: há novidades na sua verificação de identidade {what}. Abra o app.',
    prizeWaits: 'Fairlot: seu prêmio do pedido {what} está esperando. Escolha no app: entrega ou dinheiro.',
    prizeShipped: 'Fairlot: seu prêmio está a caminho: {what}. Confirme no app quando chegar.',
    disputeAnswered: 'Fairlot: há uma resposta sobre seu pedido {what}. Abra o app.',
  },
  'id-id': {
    payoutAdded:
      'Fairlot: rekening penarikan {what} ditambahkan ke akun Anda. Bukan Anda? Ganti kata sandi sekarang.',
    withdrawalFailed: 'Fairlot: penarikan Anda tidak terbayar. {what} kembali ke dompet Anda.',
    identityChecked: 'Fairlot: ada kabar tentang verifikasi identitas Anda {what}. Silakan buka aplikasi.',
    prizeWaits: 'Fairlot: hadiah pesanan {what} menunggu Anda. Pilih pengiriman atau tunai di aplikasi.',
    prizeShipped: 'Fairlot: hadiah Anda sedang dikirim: {what}. Konfirmasi di aplikasi saat tiba.',
    disputeAnswered: 'Fairlot: ada jawaban tentang pesanan Anda {what}. Silakan buka aplikasi.',
  },
  'ar-sa': {
    payoutAdded: 'Fairlot: أُضيف حساب السحب {what} إلى حسابك. لست أنت؟ غيّر كلمة المرور الآن.',
    withdrawalFailed: 'Fairlot: لم يُدفع السحب من رصيدك. عاد {what} إلى محفظتك.',
    identityChecked: 'Fairlot: هناك جديد بشأن التحقق من هويتك {what}. يرجى فتح التطبيق.',
    prizeWaits: 'Fairlot: جائزة الطلب {what} بانتظارك. اختر التوصيل أو النقد في التطبيق.',
    prizeShipped: 'Fairlot: جائزتك في الطريق: {what}. أكّد الاستلام في التطبيق عند وصولها.',
    disputeAnswered: 'Fairlot: هناك ردّ بشأن طلبك {what}. يرجى فتح التطبيق.',
  },
  'bn-bd': {
    payoutAdded: 'Fairlot: টাকা তোলার অ্যাকাউন্ট {what} যোগ হয়েছে। আপনি করেননি? এখনই পাসওয়ার্ড বদলান।',
    withdrawalFailed: 'Fairlot: আপনার তোলা টাকা পাঠানো যায়নি। {what} আবার আপনার ওয়ালেটে আছে।',
    identityChecked: 'Fairlot: আপনার পরিচয় যাচাই {what} নিয়ে নতুন খবর আছে। অ্যাপ খুলে দেখুন।',
    prizeWaits: 'Fairlot: অর্ডার {what}-এর পুরস্কার আপনার অপেক্ষায়। অ্যাপে ডেলিভারি বা নগদ বেছে নিন।',
    prizeShipped: 'Fairlot: আপনার পুরস্কার পথে আছে: {what}। পেলে অ্যাপে নিশ্চিত করুন।',
    disputeAnswered: 'Fairlot: আপনার অর্ডার {what} নিয়ে উত্তর এসেছে। অ্যাপ খুলে দেখুন।',
  },
  'vi-vn': {
    payoutAdded: 'Fairlot: tài khoản nhận tiền {what} vừa được thêm. Không phải bạn? Hãy đổi mật khẩu ngay.',
    withdrawalFailed: 'Fairlot: lệnh rút của bạn chưa được trả. {what} đã về lại ví.',
    identityChecked: 'Fairlot: việc xác minh danh tính {what} của bạn có cập nhật. Vui lòng mở ứng dụng.',
    prizeWaits:
      'Fairlot: giải của đơn {what} đang chờ bạn. Hãy chọn giao hàng hoặc nhận tiền trong ứng dụng.',
    prizeShipped: 'Fairlot: giải của bạn đang được giao: {what}. Hãy xác nhận trong ứng dụng khi nhận được.',
    disputeAnswered: 'Fairlot: đã có trả lời về đơn {what} của bạn. Vui lòng mở ứng dụng.',
  },
}

export type SmsNotice = { phone: string; language: OfferedLanguage; notice: NoticeName; what: string }

export type SmsNotices = {
  /** Sends the message after the commit of the transaction. */
  send(tx: Tx, notice: SmsNotice): Promise<void>
}

/** Creates the notices and registers the job that sends them. Without a provider the server sends none. */
export function createSmsNotices(jobs: Jobs, sending: SmsSending): SmsNotices {
  jobs.handle(NOTICE_JOB, async (run) => {
    const { phone, language, notice, what } = run.data
    if (!sending.provider) return
    const text = NOTICE_TEXTS[language][notice].replace('{what}', what)
    const validUntilMs = null
    await sending.send(run, NOTICE_JOB, {
      phone,
      text,
      kind: 'notice',
      what: notice,
      group: 'notice',
      validUntilMs,
    })
  })
  return {
    send: async (tx, notice) => {
      await jobs.send(tx, NOTICE_JOB, notice)
    },
  }
}
