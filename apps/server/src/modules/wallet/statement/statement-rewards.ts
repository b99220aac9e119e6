/** What lines of rewards were for: the task, the friend, the day, the event, in words and as the API names it. */
import type { Claim } from '@fairlot/contract/life/growth-life'
import type { Language, OfferedLanguage } from '@fairlot/contract/languages'

/** What a reward was for. `friends`: of a rung of the invitation ladder. `name`: the masked name of the friend. */
export type Reward =
  | { of: 'task'; task: Claim | 'check_in'; friends: number | null }
  | { of: 'rebate'; level: 1 | 2; name: string }
  | { of: 'refund'; day: string }
  | { of: 'event'; number: string; title: string }

/** A line of a reward: kind and reference of the ledger, and its time. */
export type RewardLine = { kind: string; ref: string; atMs: number }

/** What lines of a member were for, by `rewardKey`; unknown ones are left out. */
export type RewardsOf = (
  memberId: string,
  lines: readonly RewardLine[],
  language: OfferedLanguage,
) => Promise<ReadonlyMap<string, Reward>>

export const rewardKey = ({ kind, ref }: Pick<RewardLine, 'kind' | 'ref'>): string => `${kind} ${ref}`

type Words = {
  tasks: Record<'check_in' | 'purchase' | 'share' | 'review' | 'invite' | 'ladder', string>
  levels: Record<1 | 2, string>
  day: string
}

/** As the screens of tasks and team say it; a missing word does not compile. */
const WORDS: Record<Language, Words> = {
  'en-us': {
    tasks: {
      check_in: 'Daily check-in',
      purchase: 'First purchase',
      share: 'Share your link',
      review: 'Write a review',
      invite: 'Invite a friend',
      ladder: 'Invitation ladder: {friends}',
    },
    levels: { 1: '{name}, direct', 2: '{name}, indirect' },
    day: 'Draws of {day}',
  },
  'zh-cn': {
    tasks: {
      check_in: '每日签到',
      purchase: '首次购买',
      share: '分享链接',
      review: '发表评价',
      invite: '邀请好友',
      ladder: '邀请阶梯奖励：{friends}',
    },
    levels: { 1: '{name}（直接）', 2: '{name}（间接）' },
    day: '{day} 的开奖',
  },
  'vi-vn': {
    tasks: {
      check_in: 'Điểm danh hằng ngày',
      purchase: 'Mua lần đầu',
      share: 'Chia sẻ liên kết',
      review: 'Viết đánh giá',
      invite: 'Mời bạn bè',
      ladder: 'Thưởng mời bạn theo mốc: {friends}',
    },
    levels: { 1: '{name}, trực tiếp', 2: '{name}, gián tiếp' },
    day: 'Các kỳ mở thưởng ngày {day}',
  },
  'id-id': {
    tasks: {
      check_in: 'Absen harian',
      purchase: 'Pembelian pertama',
      share: 'Bagikan tautan',
      review: 'Tulis ulasan',
      invite: 'Undang teman',
      ladder: 'Target undangan: {friends}',
    },
    levels: { 1: '{name}, langsung', 2: '{name}, tidak langsung' },
    day: 'Undian tanggal {day}',
  },
  'hi-in': {
    tasks: {
      check_in: 'रोज़ का चेक-इन',
      purchase: 'पहली खरीद',
      share: 'लिंक भेजें',
      review: 'समीक्षा लिखें',
      invite: 'दोस्त को बुलाएँ',
      ladder: 'इनवाइट की सीढ़ी: {friends}',
    },
    levels: { 1: '{name}, सीधे', 2: '{name}, दोस्तों के ज़रिए' },
    day: '{day} के ड्रॉ',
  },
  'bn-bd': {
    tasks: {
      check_in: 'প্রতিদিনের চেক-ইন',
      purchase: 'প্রথম কেনাকাটা',
      share: 'লিংক শেয়ার করুন',
      review: 'রিভিউ লিখুন',
      invite: 'বন্ধুকে ডাকুন',
      ladder: 'আমন্ত্রণের ধাপ: {friends}',
    },
    levels: { 1: '{name}, সরাসরি', 2: '{name}, বন্ধুর মাধ্যমে' },
    day: '{day} তারিখের ড্র',
  },
  'pt-br': {
    tasks: {
      check_in: 'Check-in diário',
      purchase: 'Primeira compra',
      share: 'Compartilhe seu link',
      review: 'Escreva uma avaliação',
      invite: 'Convide um amigo',
      ladder: 'Metas de convites: {friends}',
    },
    levels: { 1: '{name}, direto', 2: '{name}, indireto' },
    day: 'Sorteios de {day}',
  },
  'ar-sa': {
    tasks: {
      check_in: 'تسجيل الحضور اليومي',
      purchase: 'أول شراء',
      share: 'شارك رابطك',
      review: 'اكتب تقييمًا',
      invite: 'ادعُ صديقًا',
      ladder: 'سلّم الدعوات: {friends}',
    },
    levels: { 1: '{name} (مباشر)', 2: '{name} (غير مباشر)' },
    day: 'سحوبات {day}',
  },
}

const LADDER = /^ladder/
const isNamed = (task: string): task is keyof Words['tasks'] => task in WORDS['en-us'].tasks

/** What a line of a reward is called, in a language. Null: the voucher of a gift, which moves no money. */
export function rewardTitle(reward: Reward, language: OfferedLanguage): string | null {
  const { tasks, levels, day } = WORDS[language]
  switch (reward.of) {
    case 'task': {
      const task = reward.task.replace(LADDER, () => 'ladder').replace(/\d$/, '')
      return isNamed(task) ? tasks[task].replace('{friends}', String(reward.friends ?? '')) : null
    }
    case 'rebate':
      return levels[reward.level].replace('{name}', () => reward.name)
    case 'refund':
      return day.replace('{day}', reward.day)
    case 'event':
      return reward.title
  }
}

/** The same for programs: the task, `direct` or `indirect`, the business day, the number of the event. */
export function rewardDetail(reward: Reward): string {
  switch (reward.of) {
    case 'task':
      return reward.task
    case 'rebate':
      return reward.level === 1 ? 'direct' : 'indirect'
    case 'refund':
      return reward.day
    case 'event':
      return reward.number
  }
}
