/** Text messages that tell a member about a change they should know of at once. They carry no secret. */
import { OFFERED_LANGUAGES, type Language, type OfferedLanguage } from '@fairlot/contract/languages'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/db.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { SmsProvider } from './sms.ts'

export const NOTICES = ['payoutAdded', 'withdrawalFailed'] as const
export type NoticeName = (typeof NOTICES)[number]

const JOB = defineJob({
  name: 'identity.sms-notice',
  data: z.object({
    phone: z.string(),
    notice: z.enum(NOTICES),
    language: z.enum(OFFERED_LANGUAGES),
    /** what the text names: a masked number, an amount */
    what: z.string(),
  }),
  attempts: 10,
})

/** `{what}`: the masked number of the account; the amount that is in the wallet again. */
export const NOTICE_TEXTS: Record<Language, Record<NoticeName, string>> = {
  'en-us': {
    payoutAdded:
      'Fairlot: the payout account {what} was added to your account. Not you? Change your password now.',
    withdrawalFailed: 'Fairlot: your withdrawal was not paid. {what} is in your wallet again.',
  },
  'zh-cn': {
    payoutAdded: 'Fairlot：你的账户添加了收款账户 {what}。若非本人操作，请立即修改密码。',
    withdrawalFailed: 'Fairlot：你的提现未成功，{what} 已退回钱包。',
  },
  'hi-in': {
    payoutAdded: 'Fairlot: आपके खाते में पेआउट खाता {what} जोड़ा गया। आपने नहीं किया? तुरंत पासवर्ड बदलें।',
    withdrawalFailed: 'Fairlot: आपकी निकासी का भुगतान नहीं हुआ। {what} आपके वॉलेट में वापस है।',
  },
  'pt-br': {
    payoutAdded: 'Fairlot: a conta para saque {what} foi adicionada. Não foi você? Troque sua senha agora.',
    withdrawalFailed: 'Fairlot: seu saque não foi pago. {what} está de volta na sua carteira.',
  },
  'id-id': {
    payoutAdded:
      'Fairlot: rekening penarikan {what} ditambahkan ke akun Anda. Bukan Anda? Ganti kata sandi sekarang.',
    withdrawalFailed: 'Fairlot: penarikan Anda tidak terbayar. {what} kembali ke dompet Anda.',
  },
  'ar-sa': {
    payoutAdded: 'Fairlot: أُضيف حساب السحب {what} إلى حسابك. لست أنت؟ غيّر كلمة المرور الآن.',
    withdrawalFailed: 'Fairlot: لم يُدفع سحبك. عاد {what} إلى محفظتك.',
  },
  'bn-bd': {
    payoutAdded: 'Fairlot: টাকা তোলার অ্যাকাউন্ট {what} যোগ হয়েছে। আপনি করেননি? এখনই পাসওয়ার্ড বদলান।',
    withdrawalFailed: 'Fairlot: আপনার তোলা টাকা পাঠানো যায়নি। {what} আবার আপনার ওয়ালেটে আছে।',
  },
  'vi-vn': {
    payoutAdded: 'Fairlot: tài khoản nhận tiền {what} vừa được thêm. Không phải bạn? Hãy đổi mật khẩu ngay.',
    withdrawalFailed: 'Fairlot: lệnh rút của bạn chưa được trả. {what} đã về lại ví.',
  },
}

export type SmsNotice = { phone: string; language: OfferedLanguage; notice: NoticeName; what: string }

export type SmsNotices = {
  /** Sends the message after the commit of the transaction. */
  send(tx: Tx, notice: SmsNotice): Promise<void>
}

/** Creates the notices and registers the job that sends them. Without a provider the server sends none. */
export function createSmsNotices(jobs: Jobs, provider: SmsProvider | undefined): SmsNotices {
  jobs.handle(JOB, async ({ data: { phone, language, notice, what }, jobId }) => {
    const text = NOTICE_TEXTS[language][notice].replace('{what}', what)
    await provider?.send({ id: jobId, phone, text })
  })
  return {
    send: async (tx, notice) => {
      await jobs.send(tx, JOB, notice)
    },
  }
}
