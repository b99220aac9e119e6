/** The title of the demo world's prize-share events. */
import type { OfferedLanguage } from '@fairlot/contract/languages'

export const EVENT_TITLES: Record<OfferedLanguage, string> = {
  'en-us': 'Bring friends, share the pool',
  'zh-cn': '邀请好友，分享奖金',
  'hi-in': 'दोस्तों को बुलाएँ, इनाम बाँटें',
  'pt-br': 'Chame amigos e divida o prêmio',
  'id-id': 'Ajak teman, berbagi hadiah',
  'ar-sa': 'ادعُ أصدقاءك وتقاسموا الجائزة',
  'bn-bd': 'বন্ধু আনুন, পুরস্কার ভাগ করুন',
  'vi-vn': 'Rủ bạn bè, chia sẻ giải thưởng',
}
