/** The texts of the page of an external game. The page replaces `{host}`. */
import type { Language } from '@fairlot/contract/languages'

type Words = { back: string; warning: string; off: string; offText: string }

export const EXTERNAL_WORDS: Readonly<Record<Language, Words>> = {
  'en-us': {
    back: 'Back to other games',
    warning:
      'This game runs on {host}, not here. Nobody can check its results with our proofs, and the money in your wallet cannot be used in it. Enter no password, no code and no payment details.',
    off: 'This game is not available',
    offText: 'It is no longer offered, or other games are switched off.',
  },
  'bn-bd': {
    back: 'অন্য খেলায় ফিরুন',
    warning:
      'এই খেলাটি এখানে নয়, {host}-এ চলে। আমাদের প্রমাণ দিয়ে এর ফলাফল যাচাই করা যায় না, আর আপনার ওয়ালেটের টাকা এতে ব্যবহার করা যায় না। কোনো পাসওয়ার্ড, কোড বা পেমেন্টের তথ্য দেবেন না।',
    off: 'এই খেলাটি এখন নেই',
    offText: 'খেলাটি আর দেওয়া হচ্ছে না, অথবা অন্য খেলা বন্ধ আছে।',
  },
  'zh-cn': {
    back: '返回其他游戏',
    warning:
      '此游戏在 {host} 上运行，不在本站。其结果无法用我们的证明核验，也不能使用你钱包里的钱。请勿输入密码、验证码或付款信息。',
    off: '此游戏不可用',
    offText: '它已不再提供，或者其他游戏已关闭。',
  },
  'hi-in': {
    back: 'दूसरे खेलों पर वापस जाएँ',
    warning:
      'यह खेल यहाँ नहीं, {host} पर चलता है। हमारे प्रमाण से इसके नतीजे जाँचे नहीं जा सकते, और आपके वॉलेट का पैसा इसमें इस्तेमाल नहीं हो सकता। कोई पासवर्ड, कोड या भुगतान की जानकारी न डालें।',
    off: 'यह खेल उपलब्ध नहीं है',
    offText: 'यह अब नहीं दिया जाता, या दूसरे खेल बंद हैं।',
  },
  'vi-vn': {
    back: 'Quay lại game khác',
    warning:
      'Game này chạy trên {host}, không phải ở đây. Không thể kiểm tra kết quả của nó bằng bằng chứng của chúng tôi, và tiền trong ví của bạn không dùng được ở đó. Đừng nhập mật khẩu, mã hay thông tin thanh toán.',
    off: 'Game này hiện không có',
    offText: 'Game không còn được cung cấp, hoặc game khác đang tắt.',
  },
  'id-id': {
    back: 'Kembali ke game lain',
    warning:
      'Game ini berjalan di {host}, bukan di sini. Hasilnya tidak bisa diperiksa dengan bukti kami, dan uang di dompet Anda tidak bisa dipakai di sana. Jangan masukkan kata sandi, kode, atau data pembayaran.',
    off: 'Game ini tidak tersedia',
    offText: 'Game ini sudah tidak ditawarkan, atau game lain sedang dimatikan.',
  },
  'pt-br': {
    back: 'Voltar aos outros jogos',
    warning:
      'Este jogo roda em {host}, não aqui. Os resultados dele não podem ser conferidos com as nossas provas, e o dinheiro da sua carteira não pode ser usado nele. Não digite senha, código nem dados de pagamento.',
    off: 'Este jogo não está disponível',
    offText: 'Ele não é mais oferecido, ou os outros jogos estão desligados.',
  },
  'ar-sa': {
    back: 'العودة إلى الألعاب الأخرى',
    warning:
      'تعمل هذه اللعبة على {host} وليس هنا. لا يمكن التحقق من نتائجها بإثباتاتنا، ولا يمكن استخدام أموال محفظتك فيها. لا تُدخل كلمة مرور ولا رمزًا ولا بيانات دفع.',
    off: 'هذه اللعبة غير متاحة',
    offText: 'لم تعد اللعبة معروضة، أو أن الألعاب الأخرى متوقفة.',
  },
}
