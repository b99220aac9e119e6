/** The catalogue of the demo world, in every language offered. Product names are made up. */
import { MINOR_PER_UNIT } from '@fairlot/contract/money'
import type { NewCategory, NewProduct } from '../modules/mall/index.ts'

type Text = [title: string, description: string]
type Texts = { en: Text; bn: Text; ar: Text }

const texts = ({ en, bn, ar }: Texts): NewProduct['texts'] => ({
  'en-us': { title: en[0], description: en[1] },
  'bn-bd': { title: bn[0], description: bn[1] },
  'ar-sa': { title: ar[0], description: ar[1] },
})
const units = (amount: number) => BigInt(amount) * MINOR_PER_UNIT

export const DEMO_CATEGORIES: readonly NewCategory[] = [
  {
    category: 'electronics',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Electronics', 'bn-bd': 'ইলেকট্রনিকস', 'ar-sa': 'إلكترونيات' },
  },
  {
    category: 'home',
    position: 2,
    tile: 'rose',
    titles: { 'en-us': 'Home', 'bn-bd': 'ঘর', 'ar-sa': 'المنزل' },
  },
  {
    category: 'ride',
    position: 3,
    tile: 'rose',
    titles: { 'en-us': 'Ride', 'bn-bd': 'বাহন', 'ar-sa': 'تنقل' },
  },
  {
    category: 'audio',
    position: 4,
    tile: 'iris',
    titles: { 'en-us': 'Audio', 'bn-bd': 'অডিও', 'ar-sa': 'صوتيات' },
  },
  {
    category: 'wearables',
    position: 5,
    tile: 'leaf',
    titles: { 'en-us': 'Wearables', 'bn-bd': 'পরিধেয়', 'ar-sa': 'أجهزة قابلة للارتداء' },
  },
  { category: 'gold', position: 6, tile: 'sun', titles: { 'en-us': 'Gold', 'bn-bd': 'সোনা', 'ar-sa': 'ذهب' } },
]

export const DEMO_PRODUCTS: readonly NewProduct[] = [
  {
    code: 'PHONE',
    category: 'electronics',
    art: 'phone',
    tile: 'sea',
    marketPrice: units(28_000),
    sharePrice: units(25),
    shares: 1200,
    texts: texts({
      en: [
        'Nova X Pro, 256 GB',
        'A bright 6.3 inch display, three cameras and a battery for two days. New, sealed, with a charger and one year of warranty.',
      ],
      bn: [
        'নোভা এক্স প্রো, 256 জিবি',
        'উজ্জ্বল 6.3 ইঞ্চি ডিসপ্লে, তিনটি ক্যামেরা আর দুই দিনের ব্যাটারি। নতুন, সিল করা, সঙ্গে চার্জার ও এক বছরের ওয়ারেন্টি।',
      ],
      ar: [
        'نوفا إكس برو، 256 جيجابايت',
        'شاشة ساطعة 6.3 بوصة وثلاث كاميرات وبطارية تدوم يومين. جديد ومغلق، مع شاحن وضمان لمدة سنة.',
      ],
    }),
  },
  {
    code: 'SCOOT',
    category: 'ride',
    art: 'scooter',
    tile: 'rose',
    marketPrice: units(88_000),
    sharePrice: units(20),
    shares: 4800,
    texts: texts({
      en: [
        'Breeze 125 scooter',
        'A light city scooter with a 125 cc engine, a wide seat and room for two helmets. Registration is up to the winner.',
      ],
      bn: [
        'ব্রিজ 125 স্কুটার',
        'শহরে চলার হালকা স্কুটার: 125 সিসি ইঞ্জিন, চওড়া সিট, দুটি হেলমেট রাখার জায়গা। রেজিস্ট্রেশন বিজয়ী নিজে করবেন।',
      ],
      ar: [
        'سكوتر بريز 125',
        'سكوتر خفيف للمدينة بمحرك 125 سي سي ومقعد عريض ومكان لخوذتين. التسجيل على الفائز.',
      ],
    }),
  },
  {
    code: 'GOLD',
    category: 'gold',
    art: 'gold',
    tile: 'sun',
    marketPrice: units(8_400),
    sharePrice: units(10),
    shares: 900,
    texts: texts({
      en: [
        'Three gold bars, 10 g each',
        'Fine gold 999.9 in a numbered package with a certificate of the refiner.',
      ],
      bn: ['তিনটি সোনার বার, প্রতিটি 10 গ্রাম', 'খাঁটি সোনা 999.9, নম্বর দেওয়া প্যাকেটে, সঙ্গে পরিশোধনকারীর সনদ।'],
      ar: ['ثلاث سبائك ذهب، 10 غرام لكل منها', 'ذهب خالص 999.9 في عبوة مرقمة مع شهادة من المصفاة.'],
    }),
  },
  {
    code: 'AUDIO',
    category: 'audio',
    art: 'headphones',
    tile: 'iris',
    marketPrice: units(2_200),
    sharePrice: units(5),
    shares: 500,
    texts: texts({
      en: [
        'Aria over-ear headphones',
        'Soft cushions, quiet on the bus, forty hours on one charge. Comes with a case and a cable.',
      ],
      bn: ['আরিয়া হেডফোন', 'নরম কুশন, বাসেও নীরব, এক চার্জে চল্লিশ ঘণ্টা। সঙ্গে কেস ও কেবল।'],
      ar: ['سماعات رأس آريا', 'وسائد ناعمة وعزل للضجيج وأربعون ساعة بشحنة واحدة. مع حقيبة وكابل.'],
    }),
  },
  {
    code: 'WATCH',
    category: 'wearables',
    art: 'watch',
    tile: 'leaf',
    marketPrice: units(2_900),
    sharePrice: units(5),
    shares: 640,
    texts: texts({
      en: [
        'Pulse GPS watch',
        'Heart rate, routes and sleep on a display that is readable in the sun. Water resistant to 50 m.',
      ],
      bn: ['পালস জিপিএস ঘড়ি', 'হৃৎস্পন্দন, পথ আর ঘুমের হিসাব; রোদেও পড়া যায় এমন ডিসপ্লে। 50 মিটার পর্যন্ত পানিরোধী।'],
      ar: [
        'ساعة بالس بنظام GPS',
        'نبض القلب والمسارات والنوم على شاشة واضحة تحت الشمس. مقاومة للماء حتى 50 مترًا.',
      ],
    }),
  },
  {
    code: 'COOKER',
    category: 'home',
    art: 'cooker',
    tile: 'rose',
    marketPrice: units(110),
    sharePrice: units(2),
    shares: 60,
    texts: texts({
      en: [
        'Ember rice cooker, 1.8 l',
        'Cooks for six, keeps warm, and has a steamer basket. Small issue: only 60 shares.',
      ],
      bn: ['এম্বার রাইস কুকার, 1.8 লিটার', 'ছয়জনের রান্না, গরম রাখে, সঙ্গে স্টিমার। ছোট ইস্যু: মাত্র 60টি শেয়ার।'],
      ar: [
        'طباخة أرز إمبر، 1.8 لتر',
        'تطبخ لستة أشخاص وتحفظ الدفء ومعها سلة للبخار. إصدار صغير: 60 حصة فقط.',
      ],
    }),
  },
  {
    code: 'TV',
    category: 'electronics',
    art: 'television',
    tile: 'sun',
    marketPrice: units(10_800),
    sharePrice: units(10),
    shares: 1200,
    texts: texts({
      en: ['55 inch 4K television', 'A sharp picture from every seat, four HDMI ports, wall mount included.'],
      bn: ['55 ইঞ্চি 4K টেলিভিশন', 'যেকোনো দিক থেকে ঝকঝকে ছবি, চারটি এইচডিএমআই পোর্ট, দেয়ালে লাগানোর মাউন্টসহ।'],
      ar: ['تلفاز 55 بوصة 4K', 'صورة حادة من كل مقعد وأربعة منافذ HDMI مع حامل للحائط.'],
    }),
  },
  {
    code: 'LAPTOP',
    category: 'electronics',
    art: 'laptop',
    tile: 'sea',
    marketPrice: units(36_000),
    sharePrice: units(25),
    shares: 1600,
    texts: texts({
      en: [
        'Meridian 14 laptop',
        'A light 14 inch laptop with 16 GB of memory and 512 GB of storage. Keyboard in your layout.',
      ],
      bn: [
        'মেরিডিয়ান 14 ল্যাপটপ',
        'হালকা 14 ইঞ্চি ল্যাপটপ, 16 জিবি মেমোরি ও 512 জিবি স্টোরেজ। কিবোর্ড আপনার পছন্দের লেআউটে।',
      ],
      ar: [
        'حاسوب ميريديان 14',
        'حاسوب محمول خفيف 14 بوصة بذاكرة 16 جيجابايت وتخزين 512 جيجابايت. لوحة المفاتيح باللغة التي تختارها.',
      ],
    }),
  },
  {
    code: 'TABLET',
    category: 'electronics',
    art: 'tablet',
    tile: 'iris',
    marketPrice: units(6_300),
    sharePrice: units(10),
    shares: 700,
    texts: texts({
      en: [
        'Slate 11 tablet with pen',
        'Draw, read and watch on 11 inches. The pen charges on the edge of the tablet.',
      ],
      bn: ['স্লেট 11 ট্যাবলেট, কলমসহ', '11 ইঞ্চিতে আঁকুন, পড়ুন, দেখুন। কলম ট্যাবলেটের পাশেই চার্জ হয়।'],
      ar: ['جهاز سليت 11 اللوحي مع قلم', 'ارسم واقرأ وشاهد على 11 بوصة. يُشحن القلم على حافة الجهاز.'],
    }),
  },
  {
    code: 'CAMERA',
    category: 'electronics',
    art: 'camera',
    tile: 'leaf',
    marketPrice: units(13_500),
    sharePrice: units(15),
    shares: 1000,
    texts: texts({
      en: [
        'Lumen mirrorless camera',
        'A 24 megapixel camera with a 35 mm lens, small enough for a coat pocket.',
      ],
      bn: ['লুমেন মিররলেস ক্যামেরা', '24 মেগাপিক্সেল ক্যামেরা, 35 মিমি লেন্সসহ; পকেটে রাখার মতো ছোট।'],
      ar: ['كاميرا لومن بدون مرآة', 'كاميرا 24 ميجابكسل مع عدسة 35 مم، صغيرة بحجم الجيب.'],
    }),
  },
  {
    code: 'BIKE',
    category: 'ride',
    art: 'bicycle',
    tile: 'leaf',
    marketPrice: units(2_100),
    sharePrice: units(5),
    shares: 480,
    grade: 'salt',
    texts: texts({
      en: [
        'Trail 27 bicycle',
        'A sturdy bicycle with 21 gears and disc brakes, in the size that fits the winner.',
      ],
      bn: ['ট্রেইল 27 সাইকেল', 'মজবুত সাইকেল, 21 গিয়ার ও ডিস্ক ব্রেক; বিজয়ীর মাপ অনুযায়ী।'],
      ar: ['دراجة تريل 27', 'دراجة متينة بـ 21 سرعة ومكابح قرصية، بالمقاس المناسب للفائز.'],
    }),
  },
  {
    code: 'FRIDGE',
    category: 'home',
    art: 'refrigerator',
    tile: 'sea',
    marketPrice: units(6_500),
    sharePrice: units(8),
    shares: 900,
    grade: 'plain',
    reading: 'before-final',
    plainAcknowledged: true,
    texts: texts({
      en: [
        'Polar 260 refrigerator',
        'Two doors, 260 litres, quiet at night. This issue is drawn by the bare rule, grade plain: read what that means before you join.',
      ],
      bn: [
        'পোলার 260 রেফ্রিজারেটর',
        'দুই দরজা, 260 লিটার, রাতে নীরব। এই ইস্যুর ড্র হয় সাধারণ নিয়মে (গ্রেড plain): যোগ দেওয়ার আগে এর মানে পড়ে নিন।',
      ],
      ar: [
        'ثلاجة بولار 260',
        'بابان و260 لترًا وهدوء في الليل. يُسحب هذا الإصدار بالقاعدة المجردة (الدرجة plain): اقرأ معناها قبل أن تشارك.',
      ],
    }),
  },
].map((product) => ({ ...product, demo: true }) as NewProduct)
