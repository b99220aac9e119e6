/** The line of the system info about VIP levels: the lowest fee of a withdrawal, and the highest refund of lost orders. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Values } from '../../platform/settings/settings.ts'
import { vipLevels } from '../identity/index.ts'
import { withdrawalFeeAt } from '../wallet/index.ts'

const TEXTS: Record<OfferedLanguage, (fee: string, refund: string) => string> = {
  'en-us': (fee, refund) =>
    `VIP levels: withdrawal fee down to ${fee}, and up to ${refund} of lost orders back every day`,
  'zh-cn': (fee, refund) => `VIP 等级：提现手续费低至 ${fee}，未中奖订单每日最高返还 ${refund}`,
  'hi-in': (fee, refund) =>
    `VIP लेवल: निकासी की फ़ीस घटकर ${fee} तक, और न जीतने वाले ऑर्डर का ${refund} तक रोज़ वापस`,
  'pt-br': (fee, refund) =>
    `Níveis VIP: taxa de saque a partir de ${fee} e até ${refund} dos pedidos que não ganharam de volta todo dia`,
  'id-id': (fee, refund) =>
    `Tingkat VIP: biaya penarikan turun hingga ${fee}, dan hingga ${refund} dari pesanan yang tidak menang kembali setiap hari`,
  'ar-sa': (fee, refund) =>
    `مستويات VIP: تنخفض رسوم سحب الأموال حتى ${fee}، ويعود إليك كل يوم ما يصل إلى ${refund} من الطلبات التي لم تفز`,
  'bn-bd': (fee, refund) =>
    `VIP লেভেল: টাকা তোলার ফি কমে ${fee} পর্যন্ত, আর না জেতা অর্ডারের ${refund} পর্যন্ত প্রতিদিন ফেরত`,
  'vi-vn': (fee, refund) =>
    `Cấp VIP: phí rút tiền giảm còn ${fee}, và mỗi ngày hoàn đến ${refund} của các đơn không trúng`,
}

/** @param hundredths of a percent */
const percent = (hundredths: number, language: OfferedLanguage) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent', maximumFractionDigits: 2 }).format(
    hundredths / 10_000,
  )

export function vipText(settings: Values, language: OfferedLanguage): string {
  const highest = vipLevels(settings).at(-1)!
  const fee = percent(withdrawalFeeAt(settings, highest.level), language)
  return TEXTS[language](fee, percent(highest.refund, language))
}
