import type { Language } from '@fairlot/contract/languages'
import type { Purpose } from './sms-codes.ts'

/**
 * The text messages. Each fits two SMS parts in UCS-2, because one part of 70 characters is too short for the warning. The
 * code comes first, so that phones can suggest it.
 */
export const SMS_TEXTS: Record<Language, Record<Purpose, string>> = {
  'en-us': {
    register: '{code} is your Fairlot code to register. Valid for {minutes} minutes. Never share it.',
    login: '{code} is your Fairlot code to log in. Valid for {minutes} minutes. Never share it.',
    reset: '{code} is your Fairlot code to set a new password. Valid for {minutes} minutes. Never share it.',
    recharge: '{code} is your Fairlot code for a top-up. Valid for {minutes} minutes. Never share it.',
    withdraw: '{code} is your Fairlot code for a withdrawal. Valid for {minutes} minutes. Never share it.',
    payout:
      '{code} is your Fairlot code to change a payout account. Valid for {minutes} minutes. Never share it.',
    phone:
      '{code} is your Fairlot code to change your phone number. Valid for {minutes} minutes. Never share it.',
    password:
      '{code} is your Fairlot code to change your password. Valid for {minutes} minutes. Never share it.',
    close: '{code} is your Fairlot code to close your account. Valid for {minutes} minutes. Never share it.',
    export: '{code} is your Fairlot code to download your data. Valid for {minutes} minutes. Never share it.',
  },
  'bn-bd': {
    register: '{code} আপনার Fairlot নিবন্ধন কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    login: '{code} আপনার Fairlot লগইন কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    reset: '{code} নতুন পাসওয়ার্ড দেওয়ার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    recharge: '{code} আপনার Fairlot রিচার্জ কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    withdraw: '{code} টাকা তোলার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    payout: '{code} টাকা তোলার অ্যাকাউন্ট বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    phone: '{code} ফোন নম্বর বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    password: '{code} পাসওয়ার্ড বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    close: '{code} অ্যাকাউন্ট বন্ধ করার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    export: '{code} আপনার তথ্য ডাউনলোড করার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
  },
  'ar-sa': {
    register: '{code} هو رمز التسجيل في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    login: '{code} هو رمز تسجيل الدخول إلى Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    reset: '{code} هو رمز تعيين كلمة مرور جديدة في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    recharge: '{code} هو رمز شحن الرصيد في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    withdraw: '{code} هو رمز السحب من رصيدك في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    payout: '{code} هو رمز تغيير حساب السحب في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    phone: '{code} هو رمز تغيير رقم هاتفك في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    password: '{code} هو رمز تغيير كلمة المرور في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    close: '{code} هو رمز إغلاق حسابك في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    export: '{code} هو رمز تنزيل بياناتك من Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
  },
  'zh-cn': {
    register: '{code} 是你的 Fairlot 注册验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    login: '{code} 是你的 Fairlot 登录验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    reset: '{code} 是你在 Fairlot 设置新密码的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    recharge: '{code} 是你的 Fairlot 充值验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    withdraw: '{code} 是你的 Fairlot 提现验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    payout: '{code} 是你在 Fairlot 更改收款账户的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    phone: '{code} 是你在 Fairlot 更换手机号的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    password: '{code} 是你在 Fairlot 修改密码的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    close: '{code} 是你注销 Fairlot 账号的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    export: '{code} 是你在 Fairlot 下载个人数据的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
  },
  'hi-in': {
    register: '{code} Fairlot पर खाता बनाने का आपका कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    login: '{code} Fairlot में लॉग इन करने का आपका कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    reset: '{code} Fairlot पर नया पासवर्ड बनाने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    recharge: '{code} Fairlot पर रिचार्ज का आपका कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    withdraw: '{code} Fairlot से पैसे निकालने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    payout: '{code} Fairlot पर पेआउट खाता बदलने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    phone: '{code} Fairlot पर फ़ोन नंबर बदलने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    password: '{code} Fairlot पर पासवर्ड बदलने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    close: '{code} Fairlot पर खाता बंद करने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
    export: '{code} Fairlot से अपना डेटा डाउनलोड करने का कोड है। {minutes} मिनट तक मान्य। किसी को न बताएँ।',
  },
  'pt-br': {
    register:
      '{code} é seu código para criar uma conta no Fairlot. Vale {minutes} minutos. Não compartilhe com ninguém.',
    login: '{code} é seu código para entrar no Fairlot. Vale {minutes} minutos. Não compartilhe com ninguém.',
    reset:
      '{code} é seu código do Fairlot para criar uma nova senha. Vale {minutes} minutos. Não compartilhe com ninguém.',
    recharge:
      '{code} é seu código do Fairlot para uma recarga. Vale {minutes} minutos. Não compartilhe com ninguém.',
    withdraw:
      '{code} é seu código do Fairlot para um saque. Vale {minutes} minutos. Não compartilhe com ninguém.',
    payout:
      '{code} é seu código do Fairlot para trocar a conta para saque. Vale {minutes} minutos. Não compartilhe com ninguém.',
    phone:
      '{code} é seu código do Fairlot para trocar o número de celular. Vale {minutes} minutos. Não compartilhe com ninguém.',
    password:
      '{code} é seu código do Fairlot para trocar a senha. Vale {minutes} minutos. Não compartilhe com ninguém.',
    close:
      '{code} é seu código do Fairlot para encerrar a conta. Vale {minutes} minutos. Não compartilhe com ninguém.',
    export:
      '{code} é seu código do Fairlot para baixar seus dados. Vale {minutes} minutos. Não compartilhe com ninguém.',
  },
  'id-id': {
    register:
      '{code} adalah kode Fairlot Anda untuk mendaftar. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    login:
      '{code} adalah kode Fairlot Anda untuk masuk. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    reset:
      '{code} adalah kode Fairlot Anda untuk membuat kata sandi baru. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    recharge:
      '{code} adalah kode Fairlot Anda untuk isi saldo. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    withdraw:
      '{code} adalah kode Fairlot Anda untuk penarikan dana. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    payout:
      '{code} adalah kode Fairlot Anda untuk mengubah rekening penarikan. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    phone:
      '{code} adalah kode Fairlot Anda untuk mengganti nomor ponsel. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    password:
      '{code} adalah kode Fairlot Anda untuk mengubah kata sandi. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    close:
      '{code} adalah kode Fairlot Anda untuk menutup akun. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    export:
      '{code} adalah kode Fairlot Anda untuk mengunduh data. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
  },
  'vi-vn': {
    register:
      '{code} là mã đăng ký Fairlot của bạn. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    login:
      '{code} là mã đăng nhập Fairlot của bạn. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    reset:
      '{code} là mã Fairlot để đặt mật khẩu mới. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    recharge: '{code} là mã Fairlot để nạp tiền. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    withdraw: '{code} là mã Fairlot để rút tiền. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    payout:
      '{code} là mã Fairlot để đổi tài khoản nhận tiền. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    phone:
      '{code} là mã Fairlot để đổi số điện thoại. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    password:
      '{code} là mã Fairlot để đổi mật khẩu. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    close:
      '{code} là mã Fairlot để đóng tài khoản. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
    export:
      '{code} là mã Fairlot để tải dữ liệu của bạn. Có hiệu lực {minutes} phút. Không chia sẻ mã cho bất kỳ ai.',
  },
}

export function smsText(language: Language, purpose: Purpose, code: string, minutes: number): string {
  return SMS_TEXTS[language][purpose].replace('{code}', code).replace('{minutes}', String(minutes))
}
