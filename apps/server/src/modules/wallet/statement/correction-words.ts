/** What the lines of corrections say, in the member's language: why a member was credited, or what was taken back. */
import type { CorrectionWord } from '@fairlot/contract/kinds/corrections'
import type { Language } from '@fairlot/contract/languages'

/** A missing word does not compile. */
export const CORRECTION_TITLES: Record<Language, Record<CorrectionWord, string>> = {
  'en-us': {
    goodwill: 'Goodwill payment',
    fault: 'Our mistake, made good',
    missing_topup: 'Missing top-up',
    reversal: 'Earlier correction taken back',
    chargeback: 'Top-up taken back by the bank',
  },
  'zh-cn': {
    goodwill: '关怀补偿',
    fault: '因我方失误补偿',
    missing_topup: '补记充值',
    reversal: '撤回之前的更正',
    chargeback: '银行撤回的充值',
  },
  'hi-in': {
    goodwill: 'हमारी ओर से अतिरिक्त रकम',
    fault: 'हमारी गलती की भरपाई',
    missing_topup: 'छूटा हुआ रिचार्ज',
    reversal: 'पहले का सुधार वापस लिया गया',
    chargeback: 'बैंक ने रिचार्ज वापस लिया',
  },
  'pt-br': {
    goodwill: 'Cortesia',
    fault: 'Erro nosso, compensado',
    missing_topup: 'Recarga que faltava',
    reversal: 'Correção anterior desfeita',
    chargeback: 'Recarga estornada pelo banco',
  },
  'id-id': {
    goodwill: 'Pemberian dari kami',
    fault: 'Ganti rugi atas kesalahan kami',
    missing_topup: 'Isi saldo yang terlewat',
    reversal: 'Koreksi sebelumnya dibatalkan',
    chargeback: 'Isi saldo ditarik kembali oleh bank',
  },
  'ar-sa': {
    goodwill: 'مبلغ تقديرًا لك',
    fault: 'تعويض عن خطأ منّا',
    missing_topup: 'شحن لم يُضَف',
    reversal: 'إلغاء تصحيح سابق',
    chargeback: 'شحن استردّه البنك',
  },
  'bn-bd': {
    goodwill: 'আমাদের পক্ষ থেকে বাড়তি টাকা',
    fault: 'আমাদের ভুলের ক্ষতিপূরণ',
    missing_topup: 'বাদ পড়া রিচার্জ',
    reversal: 'আগের সংশোধন ফেরত নেওয়া',
    chargeback: 'ব্যাংক রিচার্জ ফেরত নিয়েছে',
  },
  'vi-vn': {
    goodwill: 'Khoản hỗ trợ thiện chí',
    fault: 'Bù cho lỗi của chúng tôi',
    missing_topup: 'Khoản nạp bị thiếu',
    reversal: 'Thu hồi điều chỉnh trước đó',
    chargeback: 'Khoản nạp bị ngân hàng thu hồi',
  },
}
