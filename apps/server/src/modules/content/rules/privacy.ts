/** The privacy statement. A change of what it says is a new version, to which members are asked to agree again. */
import type { Rule } from '../rule.ts'

export const privacy: Rule = {
  version: '1',
  since: '2026-11-21',
  texts: {
    'en-us': {
      title: 'Privacy statement',
      intro: 'What this sandbox keeps about you, why, and who can see it.',
      sections: [
        {
          title: '1. What is kept',
          text: 'Your phone number, your nickname, a hash of your password (never the password itself), your invitation code and who invited you, your orders and codes, every movement of your wallet, your sessions with the kind of device and the times of use, and which version of these texts you agreed to. Network addresses are used to limit abuse.',
        },
        {
          title: '2. Why',
          text: 'To log you in, to run purchases and draws, to keep a complete account of your balance, and to protect members from abuse. There is no advertising and no profiling.',
        },
        {
          title: '3. What others see',
          text: 'Draws are public so that they can be checked. In them you appear only with a tag that does not reveal who you are, and with the times and codes of your orders. Lists of winners show a shortened name. Your phone number is never shown to other members.',
        },
        {
          title: '4. In your browser',
          text: 'Your session, your language, the theme and whether your balance is hidden are stored in your browser. There are no cookies and no trackers, and no page loads anything from other companies.',
        },
        {
          title: '5. Who receives it',
          text: 'Nobody but the operator of this installation. In the sandbox even SMS codes and payments stay inside: they go to a built-in inbox and a built-in cashier.',
        },
        {
          title: '6. How long',
          text: 'SMS codes are good for a few minutes, sessions end after a week without use. Orders and wallet movements are kept as long as the sandbox exists, because draws and balances could not be checked without them.',
        },
        {
          title: '7. Your rights',
          text: 'You can see your orders, your funding records and your sessions in the app, and end sessions there. To get a copy of your data or to have your account closed, ask the operator.',
        },
      ],
    },
    'bn-bd': {
      title: 'গোপনীয়তা বিবৃতি',
      intro: 'এই স্যান্ডবক্স আপনার কোন তথ্য রাখে, কেন রাখে এবং কে তা দেখতে পারে।',
      sections: [
        {
          title: '1. কী রাখা হয়',
          text: 'আপনার ফোন নম্বর, ডাকনাম, পাসওয়ার্ডের হ্যাশ (পাসওয়ার্ড নিজে কখনো নয়), আমন্ত্রণ কোড ও কে আপনাকে আমন্ত্রণ করেছেন, আপনার অর্ডার ও কোড, ওয়ালেটের প্রতিটি লেনদেন, ডিভাইসের ধরন ও ব্যবহারের সময়সহ আপনার সেশন, এবং এই লেখার কোন সংস্করণে সম্মতি দিয়েছেন। অপব্যবহার ঠেকাতে নেটওয়ার্ক ঠিকানা ব্যবহার করা হয়।',
        },
        {
          title: '2. কেন',
          text: 'আপনাকে লগ ইন করাতে, কেনা ও ড্র চালাতে, আপনার ব্যালেন্সের পূর্ণ হিসাব রাখতে এবং সদস্যদের অপব্যবহার থেকে রক্ষা করতে। কোনো বিজ্ঞাপন নেই, আপনার আচরণের কোনো প্রোফাইলও তৈরি হয় না।',
        },
        {
          title: '3. অন্যরা কী দেখেন',
          text: 'যাচাই করা যায় বলে ড্র সবার জন্য উন্মুক্ত। সেখানে আপনার পরিচয় বোঝা যায় না এমন একটি চিহ্ন এবং আপনার অর্ডারের সময় ও কোড থাকে। বিজয়ীদের তালিকায় সংক্ষিপ্ত নাম দেখানো হয়। আপনার ফোন নম্বর অন্য সদস্যদের কখনো দেখানো হয় না।',
        },
        {
          title: '4. আপনার ব্রাউজারে',
          text: 'আপনার সেশন, ভাষা, থিম এবং ব্যালেন্স লুকানো কি না, তা আপনার ব্রাউজারে থাকে। কোনো কুকি বা ট্র্যাকার নেই, আর কোনো পাতা অন্য প্রতিষ্ঠান থেকে কিছু লোড করে না।',
        },
        {
          title: '5. কে পায়',
          text: 'এই ব্যবস্থার পরিচালক ছাড়া কেউ নয়। স্যান্ডবক্সে SMS কোড ও পেমেন্টও ভেতরেই থাকে: এগুলো যায় ভেতরের ইনবক্স ও ক্যাশিয়ারে।',
        },
        {
          title: '6. কতদিন',
          text: 'SMS কোড কয়েক মিনিট চলে, এক সপ্তাহ ব্যবহার না করলে সেশন শেষ হয়। অর্ডার ও ওয়ালেটের লেনদেন স্যান্ডবক্স যতদিন থাকে ততদিন রাখা হয়, কারণ এগুলো ছাড়া ড্র ও ব্যালেন্স যাচাই করা যায় না।',
        },
        {
          title: '7. আপনার অধিকার',
          text: 'অ্যাপেই আপনার অর্ডার, তহবিল রেকর্ড ও সেশন দেখতে পারেন এবং সেশন শেষ করতে পারেন। আপনার তথ্যের অনুলিপি পেতে বা অ্যাকাউন্ট বন্ধ করতে পরিচালককে বলুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'بيان الخصوصية',
      intro: 'ما تحتفظ به هذه البيئة التجريبية عنك، ولماذا، ومن يمكنه رؤيته.',
      sections: [
        {
          title: '1. ما يُحفظ',
          text: 'رقم هاتفك، واسمك المستعار، وبصمة كلمة مرورك (وليست كلمة المرور نفسها أبدًا)، ورمز دعوتك ومن دعاك، وطلباتك ورموزك، وكل حركة في محفظتك، وجلساتك مع نوع الجهاز وأوقات الاستخدام، ونسخة هذه النصوص التي وافقت عليها. وتُستخدم عناوين الشبكة للحد من إساءة الاستخدام.',
        },
        {
          title: '2. لماذا',
          text: 'لتسجيل دخولك، وتنفيذ الشراء والسحوبات، وحفظ حساب كامل لرصيدك، وحماية الأعضاء من إساءة الاستخدام. لا إعلانات ولا تتبّع لسلوكك.',
        },
        {
          title: '3. ما يراه الآخرون',
          text: 'السحوبات علنية كي يمكن التحقق منها. وتظهر فيها برمز لا يكشف هويتك، مع أوقات طلباتك ورموزها. وتعرض قوائم الفائزين اسمًا مختصرًا. ولا يظهر رقم هاتفك لأي عضو آخر أبدًا.',
        },
        {
          title: '4. في متصفحك',
          text: 'تُحفظ في متصفحك جلستك ولغتك والمظهر وما إذا كان رصيدك مخفيًا. لا ملفات تعريف ارتباط ولا أدوات تتبّع، ولا تُحمّل أي صفحة شيئًا من شركات أخرى.',
        },
        {
          title: '5. من يستلمها',
          text: 'لا أحد سوى مشغّل هذه النسخة. وفي البيئة التجريبية تبقى حتى رموز SMS والمدفوعات في الداخل: تصل إلى صندوق وارد مدمج وصندوق دفع مدمج.',
        },
        {
          title: '6. إلى متى',
          text: 'تصلح رموز SMS لبضع دقائق، وتنتهي الجلسات بعد أسبوع دون استخدام. وتُحفظ الطلبات وحركات المحفظة ما دامت البيئة التجريبية قائمة، إذ لا يمكن التحقق من السحوبات والأرصدة من دونها.',
        },
        {
          title: '7. حقوقك',
          text: 'يمكنك في التطبيق رؤية طلباتك وسجل أموالك وجلساتك وإنهاء الجلسات. وللحصول على نسخة من بياناتك أو لإغلاق حسابك، اطلب ذلك من المشغّل.',
        },
      ],
    },
  },
}
