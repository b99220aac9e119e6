/** The terms of use. A change of what they say is a new version, to which members are asked to agree again. */
import type { Rule } from '../rule.ts'

export const terms: Rule = {
  version: '1',
  since: '2026-11-21',
  texts: {
    'en-us': {
      title: 'Terms of use',
      intro: 'These terms apply to this sandbox of Fairlot. Please read them before you create an account.',
      sections: [
        {
          title: '1. A sandbox',
          text: 'Fairlot is a mall in which members buy numbered shares of a product; one share wins it. This installation is a sandbox: every amount is play money. It has no value outside, cannot be bought, paid out or exchanged, and nothing here creates a claim to real money or goods.',
        },
        {
          title: '2. Who may take part',
          text: 'You must be 18 or older and use a phone number of your own. One account per person. Keep your password and your SMS codes to yourself; what is done with them counts as done by you. You can end your sessions at any time in the settings.',
        },
        {
          title: '3. Buying shares',
          text: 'The price of a share, the number of shares and your chance are shown before you pay. A purchase is complete when you see your codes, and cannot be taken back. If a purchase cannot be carried out, for example because all shares are sold, you pay nothing.',
        },
        {
          title: '4. How a winner is drawn',
          text: 'An issue is drawn when all of its shares are sold. The winning code follows from the times of the orders, and, where the product says so, from random values that were sealed before and cannot be known by anybody. Nobody, the operator included, can set or change a result. The whole calculation is published, and everyone can repeat it.',
        },
        {
          title: '5. Refunds',
          text: 'If an issue is not sold out by its deadline, every order is refunded in full, automatically. Shares that do not win are not refunded.',
        },
        {
          title: '6. Recharges',
          text: 'A recharge may be credited 10 to 30 minutes late. An unpaid recharge expires at the time shown. Money that arrives after that is credited all the same. Every movement of your wallet is listed in your funding records.',
        },
        {
          title: '7. Prizes',
          text: 'In the sandbox prizes are part of the game: they show how a win is handled, but no goods are shipped and no money is paid out.',
        },
        {
          title: '8. Fair use',
          text: 'Do not open several accounts, do not use the accounts of others, and do not disturb the service. Accounts that do so can be closed. Security problems that you find may be reported to the operator at any time; testing your own account is welcome.',
        },
        {
          title: '9. Changes and reset',
          text: 'The operator can change these terms; a new version counts for you once you have agreed to it. A sandbox can be reset at any time, and everything in it is then deleted.',
        },
      ],
    },
    'bn-bd': {
      title: 'ব্যবহারের শর্তাবলি',
      intro: 'এই শর্তাবলি Fairlot-এর এই পরীক্ষামূলক পরিবেশের (স্যান্ডবক্স) জন্য। অ্যাকাউন্ট খোলার আগে পড়ে নিন।',
      sections: [
        {
          title: '1. পরীক্ষামূলক পরিবেশ',
          text: 'Fairlot এমন একটি মল, যেখানে সদস্যরা পণ্যের নম্বর দেওয়া শেয়ার কেনেন এবং একটি শেয়ার পণ্যটি জেতে। এটি একটি স্যান্ডবক্স: এখানকার সব টাকাই খেলার টাকা। এর বাইরে এই টাকার কোনো মূল্য নেই; এটি কেনা, তোলা বা বদলানো যায় না, এবং এখান থেকে আসল টাকা বা পণ্যের কোনো দাবি তৈরি হয় না।',
        },
        {
          title: '2. কারা অংশ নিতে পারেন',
          text: 'আপনার বয়স অন্তত 18 হতে হবে এবং নিজের ফোন নম্বর ব্যবহার করতে হবে। প্রতি ব্যক্তির একটিই অ্যাকাউন্ট। পাসওয়ার্ড ও SMS কোড কাউকে দেবেন না; সেগুলো দিয়ে যা করা হয়, তা আপনার কাজ বলেই ধরা হবে। সেটিংস থেকে যেকোনো সময় আপনার সেশন শেষ করতে পারেন।',
        },
        {
          title: '3. শেয়ার কেনা',
          text: 'টাকা দেওয়ার আগেই শেয়ারের দাম, মোট শেয়ার ও আপনার জেতার সম্ভাবনা দেখানো হয়। কোড দেখতে পেলেই কেনা সম্পূর্ণ; এরপর তা ফেরত নেওয়া যায় না। কোনো কারণে কেনা সম্ভব না হলে, যেমন সব শেয়ার বিক্রি হয়ে গেলে, আপনার টাকা কাটা হয় না।',
        },
        {
          title: '4. বিজয়ী কীভাবে ঠিক হয়',
          text: 'সব শেয়ার বিক্রি হলে ড্র হয়। অর্ডারগুলোর সময় থেকে বিজয়ী কোড বের হয়, আর পণ্যের পাতায় লেখা থাকলে তার সাথে যোগ হয় আগেই সিল করা এমন দৈব মান, যা কেউ আগে জানতে পারে না। পরিচালকসহ কেউই ফলাফল ঠিক করতে বা বদলাতে পারে না। পুরো হিসাব প্রকাশ করা হয়; যে কেউ আবার হিসাব করে দেখতে পারেন।',
        },
        {
          title: '5. টাকা ফেরত',
          text: 'শেষ সময়ের মধ্যে সব শেয়ার বিক্রি না হলে প্রতিটি অর্ডারের পুরো টাকা নিজে থেকেই ফেরত যায়। যে শেয়ার জেতে না, তার টাকা ফেরত দেওয়া হয় না।',
        },
        {
          title: '6. রিচার্জ',
          text: 'রিচার্জের টাকা জমা হতে 10 থেকে 30 মিনিট দেরি হতে পারে। পরিশোধ না করা রিচার্জের মেয়াদ দেখানো সময়ে শেষ হয়। তার পরে টাকা এলেও তা জমা হয়। আপনার ওয়ালেটের প্রতিটি লেনদেন তহবিল রেকর্ডে থাকে।',
        },
        {
          title: '7. পুরস্কার',
          text: 'স্যান্ডবক্সে পুরস্কার খেলারই অংশ: জিতলে কী হয় তা দেখায়, কিন্তু কোনো পণ্য পাঠানো হয় না, কোনো টাকাও দেওয়া হয় না।',
        },
        {
          title: '8. ন্যায্য ব্যবহার',
          text: 'একাধিক অ্যাকাউন্ট খুলবেন না, অন্যের অ্যাকাউন্ট ব্যবহার করবেন না, সেবায় বাধা দেবেন না। এমন করলে অ্যাকাউন্ট বন্ধ করা হতে পারে। নিরাপত্তার কোনো সমস্যা পেলে যেকোনো সময় পরিচালককে জানাতে পারেন; নিজের অ্যাকাউন্ট দিয়ে পরীক্ষা করতে বাধা নেই।',
        },
        {
          title: '9. পরিবর্তন ও নতুন করে শুরু',
          text: 'পরিচালক এই শর্তাবলি বদলাতে পারেন; আপনি সম্মতি দিলে তবেই নতুন সংস্করণ আপনার জন্য কার্যকর হয়। স্যান্ডবক্স যেকোনো সময় নতুন করে শুরু করা হতে পারে, তখন এর সবকিছু মুছে যায়।',
        },
      ],
    },
    'ar-sa': {
      title: 'شروط الاستخدام',
      intro: 'تسري هذه الشروط على هذه البيئة التجريبية من Fairlot. يرجى قراءتها قبل إنشاء الحساب.',
      sections: [
        {
          title: '1. بيئة تجريبية',
          text: '‏Fairlot متجر يشتري فيه الأعضاء حصصًا مرقّمة من منتج، وتفوز به حصة واحدة. هذه النسخة بيئة تجريبية: كل المبالغ نقود للتجربة، لا قيمة لها خارجها، ولا يمكن شراؤها أو سحبها أو استبدالها، ولا ينشأ عن أي شيء هنا حق في نقود أو سلع حقيقية.',
        },
        {
          title: '2. من يمكنه المشاركة',
          text: 'يجب أن يكون عمرك 18 عامًا أو أكثر وأن تستخدم رقم هاتف يخصك. حساب واحد لكل شخص. احتفظ بكلمة مرورك ورموز SMS لنفسك؛ فكل ما يُفعل بها يُحسب عليك. يمكنك إنهاء جلساتك في أي وقت من الإعدادات.',
        },
        {
          title: '3. شراء الحصص',
          text: 'يظهر سعر الحصة وعدد الحصص وفرصتك قبل أن تدفع. يكتمل الشراء حين ترى رموزك، ولا يمكن التراجع عنه. وإذا تعذّر تنفيذ الشراء، كأن تكون كل الحصص قد بيعت، فلن تدفع شيئًا.',
        },
        {
          title: '4. كيف يُحدَّد الفائز',
          text: 'يجري سحب الإصدار حين تُباع كل حصصه. ينتج الرمز الفائز عن أوقات الطلبات، ومعها، حيث ينص المنتج على ذلك، قيم عشوائية خُتمت مسبقًا ولا يمكن لأحد معرفتها. لا أحد، ولا حتى المشغّل، يستطيع تحديد النتيجة أو تغييرها. وتُنشر العملية الحسابية كاملة ويمكن لأي شخص إعادتها.',
        },
        {
          title: '5. رد المبالغ',
          text: 'إذا لم تُبع كل حصص الإصدار قبل موعده النهائي، يُرد مبلغ كل طلب كاملًا وتلقائيًا. أما الحصص التي لا تفوز فلا يُرد ثمنها.',
        },
        {
          title: '6. الشحن',
          text: 'قد يتأخر قيد الشحن من 10 إلى 30 دقيقة. تنتهي صلاحية الشحن غير المدفوع في الوقت المبيَّن، وما يصل بعده من مال يُقيَّد لك مع ذلك. وكل حركة في محفظتك مسجّلة في سجل الأموال.',
        },
        {
          title: '7. الجوائز',
          text: 'الجوائز في البيئة التجريبية جزء من التجربة: تُظهر ما يحدث عند الفوز، لكن لا تُشحن أي سلع ولا تُدفع أي أموال.',
        },
        {
          title: '8. الاستخدام العادل',
          text: 'لا تفتح أكثر من حساب، ولا تستخدم حسابات غيرك، ولا تعطّل الخدمة. يمكن إغلاق الحسابات التي تفعل ذلك. ويمكنك إبلاغ المشغّل بأي مشكلة أمنية في أي وقت؛ واختبار حسابك الخاص مرحّب به.',
        },
        {
          title: '9. التغييرات وإعادة الضبط',
          text: 'يمكن للمشغّل تغيير هذه الشروط، ولا تسري عليك نسخة جديدة إلا بعد موافقتك عليها. ويمكن إعادة ضبط البيئة التجريبية في أي وقت، وعندها يُحذف كل ما فيها.',
        },
      ],
    },
  },
}
