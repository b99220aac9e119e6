/** How draws work, for members. The formulas are in docs/FAIRNESS.md. */
import type { Rule } from '../rule.ts'

export const draw: Rule = {
  version: '1',
  since: '2026-11-21',
  texts: {
    'en-us': {
      title: 'Draw rules',
      intro: 'How an issue is sold, drawn and refunded, and how you can check it.',
      sections: [
        {
          title: '1. Shares and codes',
          text: 'An issue has a fixed number of shares, and each share has one code: 1000001, 1000002 and so on. Codes are given out in the order of purchase; an order of several shares gets codes that follow each other. Every code has the same chance.',
        },
        {
          title: '2. Before the first sale',
          text: 'Price, number of shares, prize, deadline, draw rule and grade are fixed when the issue is made and cannot be changed afterwards. The house’s secret value is committed to with a published hash. Whatever the issue may have to pay is covered before it opens: by its own sales, and where these do not suffice by money that the house has put in beforehand.',
        },
        {
          title: '3. Sold out',
          text: 'The last share ends the sale. From then on nothing can be cancelled or refunded until the draw. The orders are sealed, the secret value is published, and the random round that will decide is named before it exists.',
        },
        {
          title: '4. The winning code',
          text: 'The times of the orders are read as numbers (hours, minutes, seconds, milliseconds) and added up; depending on the product all orders count, or all but the last one. The grades salt and beacon add the secret value, the grade beacon also the random round. The remainder after division by the number of shares, plus 1000001, is the winning code. Its owner wins.',
        },
        {
          title: '5. Grades',
          text: 'Plain: order times only; the last buyer or the house could steer the result. Salt: with the house’s committed secret value; only the house could know more. Beacon: with a public random round that nobody knows while shares are sold; nobody alone can steer it. Beacon-local: as beacon, but the round comes from this installation itself; only for play money.',
        },
        {
          title: '6. Not sold out',
          text: 'An issue that is not sold out at its deadline expires. Every order is then refunded in full, automatically, and no draw takes place.',
        },
        {
          title: '7. Check it yourself',
          text: 'The calculation page of every drawn issue shows all inputs and repeats the calculation on your own device. You can download the proof and check it with the free verifier, without trusting this site.',
        },
      ],
    },
    'bn-bd': {
      title: 'ড্রয়ের নিয়ম',
      intro: 'একটি ইস্যু কীভাবে বিক্রি হয়, ড্র হয় ও টাকা ফেরত দেওয়া হয়, আর আপনি কীভাবে তা যাচাই করবেন।',
      sections: [
        {
          title: '1. শেয়ার ও কোড',
          text: 'প্রতিটি ইস্যুতে নির্দিষ্ট সংখ্যক শেয়ার থাকে, আর প্রতিটি শেয়ারের একটি কোড: 1000001, 1000002 এভাবে। কেনার ক্রম অনুযায়ী কোড দেওয়া হয়; এক অর্ডারে একাধিক শেয়ার কিনলে পরপর কোড পাওয়া যায়। প্রতিটি কোডের জেতার সম্ভাবনা সমান।',
        },
        {
          title: '2. প্রথম বিক্রির আগে',
          text: 'দাম, শেয়ারের সংখ্যা, পুরস্কার, শেষ সময়, ড্রয়ের নিয়ম ও মান ইস্যু তৈরির সময়ই ঠিক হয়ে যায়, পরে আর বদলানো যায় না। হাউসের গোপন মানটির হ্যাশ আগেই প্রকাশ করা হয়। ইস্যুটির যা কিছু দিতে হতে পারে, খোলার আগেই তার টাকা নিশ্চিত করা হয়: নিজের বিক্রি থেকে, আর তাতে না কুলালে হাউসের আগে থেকে জমা রাখা টাকা থেকে।',
        },
        {
          title: '3. সব বিক্রি হলে',
          text: 'শেষ শেয়ারটি বিক্রি হলেই বিক্রি বন্ধ। এরপর ড্র পর্যন্ত কিছুই বাতিল বা ফেরত করা যায় না। অর্ডারগুলো সিল করা হয়, গোপন মানটি প্রকাশ করা হয়, আর যে দৈব রাউন্ড ফল ঠিক করবে, সেটি তৈরি হওয়ার আগেই তার নম্বর জানিয়ে দেওয়া হয়।',
        },
        {
          title: '4. বিজয়ী কোড',
          text: 'অর্ডারের সময়গুলো সংখ্যা হিসেবে (ঘণ্টা, মিনিট, সেকেন্ড, মিলিসেকেন্ড) পড়ে যোগ করা হয়; পণ্যভেদে সব অর্ডার, অথবা শেষটি বাদে বাকি সব। salt ও beacon মানে গোপন মানটিও যোগ হয়, beacon মানে দৈব রাউন্ডটিও। যোগফলকে শেয়ারের সংখ্যা দিয়ে ভাগ করলে যে ভাগশেষ থাকে, তার সাথে 1000001 যোগ করলেই বিজয়ী কোড। কোডটি যাঁর, তিনিই জেতেন।',
        },
        {
          title: '5. মান',
          text: 'Plain: শুধু অর্ডারের সময়; শেষ ক্রেতা বা হাউস ফল প্রভাবিত করতে পারে। Salt: হাউসের আগে থেকে নিশ্চিত করা গোপন মানসহ; কেবল হাউসই বেশি জানতে পারে। Beacon: সাথে একটি প্রকাশ্য দৈব রাউন্ড, যা বিক্রির সময় কেউ জানে না; একা কেউ ফল প্রভাবিত করতে পারে না। Beacon-local: beacon-এর মতোই, তবে রাউন্ডটি এই ইনস্টলেশন নিজেই তৈরি করে; কেবল খেলার টাকার জন্য।',
        },
        {
          title: '6. সব বিক্রি না হলে',
          text: 'শেষ সময়ের মধ্যে সব শেয়ার বিক্রি না হলে ইস্যুটির মেয়াদ শেষ হয়। তখন প্রতিটি অর্ডারের পুরো টাকা আপনাআপনি ফেরত যায়, কোনো ড্র হয় না।',
        },
        {
          title: '7. নিজে যাচাই করুন',
          text: 'ড্র হওয়া প্রতিটি ইস্যুর হিসাবের পাতায় সব তথ্য দেখা যায়, আর আপনার নিজের ডিভাইসেই হিসাবটি আবার করা হয়। প্রমাণটি ডাউনলোড করে বিনা মূল্যের যাচাই-প্রোগ্রাম দিয়ে পরীক্ষা করতে পারেন; এই সাইটকে বিশ্বাস করতে হয় না।',
        },
      ],
    },
    'ar-sa': {
      title: 'قواعد السحب',
      intro: 'كيف يُباع الإصدار ويُسحب وتُرد أمواله، وكيف تتحقق من ذلك بنفسك.',
      sections: [
        {
          title: '1. الحصص والرموز',
          text: 'لكل إصدار عدد ثابت من الحصص، ولكل حصة رمز واحد: 1000001 ثم 1000002 وهكذا. تُعطى الرموز بترتيب الشراء، والطلب الذي يضم عدة حصص ينال رموزًا متتالية. فرصة كل رمز مساوية لفرصة غيره.',
        },
        {
          title: '2. قبل أول بيع',
          text: 'السعر وعدد الحصص والجائزة والموعد النهائي وقاعدة السحب ودرجته تُثبَّت عند إنشاء الإصدار ولا يمكن تغييرها بعد ذلك. وتلتزم الإدارة بقيمتها السرية ببصمة منشورة مسبقًا. وكل ما قد يلزم الإصدار دفعه يكون مغطى قبل فتحه: من مبيعاته، وما لا تكفي له المبيعات فمن مال أودعته الإدارة مقدمًا.',
        },
        {
          title: '3. عند نفاد الحصص',
          text: 'الحصة الأخيرة تنهي البيع. ومن تلك اللحظة لا يمكن إلغاء شيء أو رده حتى السحب. تُختم الطلبات، وتُنشر القيمة السرية، وتُسمّى الجولة العشوائية التي ستحسم النتيجة قبل أن توجد.',
        },
        {
          title: '4. الرمز الفائز',
          text: 'تُقرأ أوقات الطلبات أرقامًا (ساعات ودقائق وثوانٍ وأجزاء من الألف) وتُجمع؛ وبحسب المنتج تُحتسب كل الطلبات أو كلها إلا الأخير. تضيف الدرجتان salt و‏beacon القيمة السرية، وتضيف beacon الجولة العشوائية أيضًا. باقي القسمة على عدد الحصص مضافًا إليه 1000001 هو الرمز الفائز، وصاحبه هو الرابح.',
        },
        {
          title: '5. الدرجات',
          text: 'Plain: أوقات الطلبات وحدها؛ وقد يوجّه آخر مشترٍ أو الإدارةُ النتيجة. Salt: مع القيمة السرية الملتزم بها؛ ولا يمكن لغير الإدارة أن يعرف أكثر. Beacon: مع جولة عشوائية عامة لا يعرفها أحد أثناء البيع؛ ولا يستطيع أحد وحده توجيهها. Beacon-local: مثل beacon لكن الجولة من هذا النظام نفسه؛ وهي للعب بأموال افتراضية فقط.',
        },
        {
          title: '6. إن لم تنفد الحصص',
          text: 'الإصدار الذي لا تنفد حصصه حتى موعده النهائي ينتهي. عندئذ تُرد قيمة كل طلب كاملة وتلقائيًا، ولا يُجرى سحب.',
        },
        {
          title: '7. تحقق بنفسك',
          text: 'تعرض صفحة الحساب لكل إصدار مسحوب جميع المدخلات، وتعيد الحساب على جهازك أنت. ويمكنك تنزيل الإثبات وفحصه ببرنامج التحقق المجاني دون أن تثق بهذا الموقع.',
        },
      ],
    },
  },
}
