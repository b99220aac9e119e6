/** Responsible play. It says only what this version can do. */
import type { Rule } from '../rule.ts'

export const play: Rule = {
  version: '1',
  since: '2026-11-21',
  texts: {
    'en-us': {
      title: 'Responsible play',
      intro: 'Lucky draws are for fun. They are no way to earn money.',
      sections: [
        {
          title: '1. What to expect',
          text: 'Each share is one chance among all shares of the issue. Most shares do not win, and a share that does not win is not refunded. The number of shares, your chance and the price are shown before you pay.',
        },
        {
          title: '2. Chance has no memory',
          text: 'An issue does not know who lost before. More purchases never make up for earlier ones: each share has the same chance, whoever holds it and whenever it was bought.',
        },
        {
          title: '3. Keep it in bounds',
          text: 'Decide beforehand how much you want to spend, and do not go beyond it. Do not play with borrowed money or with money that you need. Many products have a maximum number of shares per member; it holds for everybody.',
        },
        {
          title: '4. Keep an eye on it',
          text: 'Your funding records list every movement of your wallet with the balance after it, and your orders show what you took part in. In this sandbox all amounts are play money.',
        },
        {
          title: '5. Take a break',
          text: 'You can end your sessions in the settings at any time. To have your account closed, ask the operator. Limits and breaks that you set yourself are not part of this version yet.',
        },
        {
          title: '6. Age and help',
          text: 'Only people of 18 and older may take part. If play causes you or others worry, talk to somebody you trust or to a help line in your country.',
        },
      ],
    },
    'bn-bd': {
      title: 'দায়িত্বশীল অংশগ্রহণ',
      intro: 'লাকি ড্র আনন্দের জন্য, টাকা আয়ের উপায় নয়।',
      sections: [
        {
          title: '1. কী আশা করবেন',
          text: 'প্রতিটি শেয়ার মানে ইস্যুর সব শেয়ারের মধ্যে একটি সুযোগ। বেশিরভাগ শেয়ার জেতে না, আর না জেতা শেয়ারের টাকা ফেরত হয় না। টাকা দেওয়ার আগেই মোট শেয়ার, আপনার সম্ভাবনা ও দাম দেখানো হয়।',
        },
        {
          title: '2. ভাগ্যের কোনো স্মৃতি নেই',
          text: 'আগে কে হেরেছেন, ইস্যু তা জানে না। বেশি কিনলে আগের ক্ষতি পুষিয়ে যায় না: যাঁরই হোক, যখনই কেনা হোক, প্রতিটি শেয়ারের সম্ভাবনা সমান।',
        },
        {
          title: '3. সীমার মধ্যে থাকুন',
          text: 'কত খরচ করবেন, আগেই ঠিক করুন এবং তার বেশি যাবেন না। ধার করা টাকা বা দরকারি টাকা দিয়ে অংশ নেবেন না। অনেক পণ্যে সদস্যপ্রতি শেয়ারের সর্বোচ্চ সংখ্যা আছে; তা সবার জন্যই সমান।',
        },
        {
          title: '4. নজর রাখুন',
          text: 'আপনার তহবিলের বিবরণে ওয়ালেটের প্রতিটি লেনদেন ও তার পরের ব্যালেন্স থাকে, আর অর্ডারে দেখা যায় কোথায় কোথায় অংশ নিয়েছেন। এই স্যান্ডবক্সে সব টাকাই খেলার টাকা।',
        },
        {
          title: '5. বিরতি নিন',
          text: 'সেটিংস থেকে যেকোনো সময় আপনার সেশন শেষ করতে পারেন। অ্যাকাউন্ট বন্ধ করতে চাইলে পরিচালককে বলুন। নিজে ঠিক করা সীমা ও বিরতি এই সংস্করণে এখনও নেই।',
        },
        {
          title: '6. বয়স ও সাহায্য',
          text: 'কেবল 18 বছর বা তার বেশি বয়সীরা অংশ নিতে পারেন। এতে আপনার বা অন্য কারও দুশ্চিন্তা হলে বিশ্বস্ত কারও সাথে, বা আপনার দেশের কোনো হেল্পলাইনে কথা বলুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'اللعب المسؤول',
      intro: 'السحوبات للتسلية، وليست وسيلة لكسب المال.',
      sections: [
        {
          title: '1. ما الذي تتوقعه',
          text: 'كل حصة فرصة واحدة من بين جميع حصص الإصدار. معظم الحصص لا تفوز، والحصة التي لا تفوز لا تُرد قيمتها. ويُعرض عدد الحصص وفرصتك والسعر قبل أن تدفع.',
        },
        {
          title: '2. الحظ لا ذاكرة له',
          text: 'لا يعرف الإصدار من خسر من قبل. والمزيد من الشراء لا يعوض ما سبقه: لكل حصة الفرصة نفسها، أيًا كان صاحبها ومتى اشتُريت.',
        },
        {
          title: '3. ابقَ ضمن حدودك',
          text: 'قرر مسبقًا كم تريد أن تنفق ولا تتجاوزه. لا تلعب بمال مقترض أو بمال تحتاج إليه. ولكثير من المنتجات حد أقصى من الحصص للعضو الواحد، وهو يسري على الجميع.',
        },
        {
          title: '4. راقب ما تنفقه',
          text: 'يسرد سجل أموالك كل حركة في محفظتك مع الرصيد بعدها، وتُظهر طلباتك ما شاركت فيه. وجميع المبالغ في هذه البيئة التجريبية أموال افتراضية.',
        },
        {
          title: '5. خذ استراحة',
          text: 'يمكنك إنهاء جلساتك من الإعدادات في أي وقت. ولإغلاق حسابك تواصل مع المشغّل. أما الحدود والاستراحات التي تضبطها بنفسك فليست جزءًا من هذا الإصدار بعد.',
        },
        {
          title: '6. العمر والمساعدة',
          text: 'لا يشارك إلا من بلغ 18 عامًا فأكثر. وإذا سبّب لك اللعب أو لغيرك قلقًا فتحدث إلى من تثق به أو إلى خط مساعدة في بلدك.',
        },
      ],
    },
  },
}
