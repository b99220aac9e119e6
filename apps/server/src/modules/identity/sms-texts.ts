import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Purpose } from './sms-codes.ts'

/**
 * The text messages. One part of 70 characters (UCS-2) would be too short for the warning, two are not; the code comes
 * first, so that a phone can offer it.
 */
const TEXTS: Record<OfferedLanguage, Record<Purpose, string>> = {
  'en-us': {
    register: '{code} is your Fairlot code to register. Valid for {minutes} minutes. Never share it.',
    login: '{code} is your Fairlot code to log in. Valid for {minutes} minutes. Never share it.',
    reset: '{code} is your Fairlot code to set a new password. Valid for {minutes} minutes. Never share it.',
    recharge: '{code} is your Fairlot code for a recharge. Valid for {minutes} minutes. Never share it.',
    withdraw: '{code} is your Fairlot code for a withdrawal. Valid for {minutes} minutes. Never share it.',
    payout:
      '{code} is your Fairlot code to change a payout account. Valid for {minutes} minutes. Never share it.',
    phone:
      '{code} is your Fairlot code to change your phone number. Valid for {minutes} minutes. Never share it.',
    password:
      '{code} is your Fairlot code to change your password. Valid for {minutes} minutes. Never share it.',
  },
  'bn-bd': {
    register: '{code} আপনার Fairlot নিবন্ধন কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    login: '{code} আপনার Fairlot লগইন কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    reset: '{code} নতুন পাসওয়ার্ড দেওয়ার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    recharge: '{code} আপনার Fairlot রিচার্জ কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    withdraw: '{code} টাকা তোলার Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    payout: '{code} টাকা পাওয়ার অ্যাকাউন্ট বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    phone: '{code} ফোন নম্বর বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
    password: '{code} পাসওয়ার্ড বদলানোর Fairlot কোড। মেয়াদ {minutes} মিনিট। কাউকে দেবেন না।',
  },
  'ar-sa': {
    register: '{code} هو رمز التسجيل في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    login: '{code} هو رمز تسجيل الدخول إلى Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    reset: '{code} هو رمز تعيين كلمة مرور جديدة في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    recharge: '{code} هو رمز شحن الرصيد في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    withdraw: '{code} هو رمز السحب من Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    payout: '{code} هو رمز تغيير حساب الاستلام في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    phone: '{code} هو رمز تغيير رقم هاتفك في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
    password: '{code} هو رمز تغيير كلمة المرور في Fairlot. صالح لمدة {minutes} دقائق. لا تشاركه مع أحد.',
  },
}

export function smsText(language: OfferedLanguage, purpose: Purpose, code: string, minutes: number): string {
  return TEXTS[language][purpose].replace('{code}', code).replace('{minutes}', String(minutes))
}
