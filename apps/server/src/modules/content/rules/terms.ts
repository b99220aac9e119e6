/** The terms of use. A changed content needs a new version, to which members agree again. */
import type { Rule } from '../rule.ts'

export const terms: Rule = {
  version: '13',
  since: '2026-11-28',
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
          text: 'You must be 18 or older and use a phone number of your own. One account per person. Keep your password and your SMS codes to yourself; whatever is done with them counts as done by you. You can end your sessions in the settings at any time.',
        },
        {
          title: '3. Buying shares',
          text: 'The price of a share, the number of shares and your chance are shown before you pay. A purchase is complete when you see your codes, and cannot be taken back. If a purchase cannot be carried out, for example because all shares are sold, you pay nothing.',
        },
        {
          title: '4. How a winner is drawn',
          text: 'An issue is drawn when all of its shares are sold. The winning code follows from the times of the orders and, depending on the grade of the issue, also from a secret value that was fixed before the first sale and from a random number that appears only after the last one. The service has no function that sets or changes a result. Who could still influence a result depends on the grade: with the grade “Order times only” the last buyer and the house; with the grade “Sealed secret” the house; with the grade “Public beacon” the house, if it shows the seal late; with the grade “Witnessed” the house together with so many of the named witnesses as the issue says; for what opened before this version of the terms, together with any one of them. With a local beacon the house makes the random numbers itself and could know them in advance. Every issue shows its grade, and the draw rules explain it. The whole calculation is published, and anyone can repeat it.',
        },
        {
          title: '5. Refunds',
          text: 'If an issue is not sold out by its deadline, every order is refunded in full, automatically. The same holds for an issue of the grade “Witnessed” that could not be sealed for 7 days. If too few witnesses sign in time, members get what the draw rules say. Shares that do not win are not refunded. Rebates for invitations, rewards of tasks, and refunds of a part of orders that did not win are gifts of the house from its marketing account. When the account is short, refunds and rebates that are due wait in a queue, rewards cannot be claimed, and new orders earn no rebates. The operator can change the rates for the future and switch these offers off; the rules of invitations, VIP levels and events apply.',
        },
        {
          title: '6. Finance products',
          text: 'You buy units for a fixed term. Your principal is kept in custody, apart from the operator’s money, and is not invested. Interest is paid only from a reserve that the operator puts in beforehand; a unit is sold only while the reserve covers its interest and the highest rebates of the order. The interest, the time of maturity, the reserve and the interest owed are shown before you pay, and the public log states the reserve every day. You get the stated interest, never more. Where the product says so, you can leave early: the principal comes back at once, and interest that is not paid yet is lost. The risks: this is no bank account, and no state and no insurance covers it; if the operator fails, it may take long to get money back, or not all of it comes back; prices can rise faster than the interest; without early exit you cannot use the money before maturity.',
        },
        {
          title: '7. Top-ups and withdrawals',
          text: 'A top-up may be credited 10 to 30 minutes late. An unpaid top-up expires at the time shown. Money that arrives after that is credited all the same. Every movement of your wallet is listed in your wallet statement. What you top up is played through before it can be withdrawn; how much is shown before you top up. An unplayed top-up can always go back to its source without a fee. The hours, the fee and the account of a withdrawal are shown before you confirm it, and you can take it back until it is first approved. Larger sums need an identity check; the app says so beforehand.',
        },
        {
          title: '8. Prizes',
          text: 'In the sandbox, prizes are part of the demonstration: they show how a win is handled, but no goods are shipped and no money is paid out.',
        },
        {
          title: '9. Fair use',
          text: 'Do not open several accounts, do not use the accounts of others, and do not disrupt the service. Accounts that do so can be closed. You can report security problems to the operator at any time; testing your own account is welcome.',
        },
        {
          title: '10. Changes and reset',
          text: 'The operator can change these terms; a new version applies to you once you have agreed to it. A sandbox can be reset at any time, and everything in it is then deleted.',
        },
        {
          title: '11. Who runs it',
          text: '{house}',
        },
      ],
    },
    'bn-bd': {
      title: 'ব্যবহারের শর্তাবলি',
      intro: 'এই শর্তাবলি Fairlot-এর এই স্যান্ডবক্সের জন্য। অ্যাকাউন্ট খোলার আগে পড়ে নিন।',
      sections: [
        {
          title: '1. স্যান্ডবক্স',
          text: 'Fairlot এমন একটি মল, যেখানে সদস্যরা পণ্যের নম্বর দেওয়া শেয়ার কেনেন এবং একটি শেয়ার পণ্যটি জেতে। এটি একটি স্যান্ডবক্স: এখানকার সব টাকাই ডেমো টাকা। এর বাইরে এই টাকার কোনো মূল্য নেই; এটি কেনা, তোলা বা বদলানো যায় না, এবং এখান থেকে আসল টাকা বা পণ্যের কোনো দাবি তৈরি হয় না।',
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
          text: 'সব শেয়ার বিক্রি হলে ড্র হয়। অর্ডারগুলোর সময় থেকে বিজয়ী কোড বের হয়; রাউন্ডের স্তর অনুযায়ী তার সঙ্গে যোগ হয় প্রথম বিক্রির আগেই ঠিক করা একটি গোপন সংখ্যা, আর শেষ বিক্রির পরে তৈরি হওয়া একটি র‍্যান্ডম সংখ্যা। ফলাফল ঠিক করা বা বদলানোর কোনো ব্যবস্থা এই সেবায় নেই। তবু কে ফলাফল প্রভাবিত করতে পারে, তা স্তরের ওপর নির্ভর করে: “শুধু অর্ডারের সময়” স্তরে শেষ ক্রেতা ও আয়োজক; “সিল করা গোপন সংখ্যা” স্তরে আয়োজক; “উন্মুক্ত বিকন” স্তরে আয়োজক, যদি সিলটি দেরিতে দেখায়; “সাক্ষীসহ” স্তরে আয়োজক, রাউন্ডে যতজনের কথা লেখা থাকে ততজন নির্ধারিত সাক্ষী একজোট হলে; শর্তাবলির এই সংস্করণের আগে যা খুলেছে তাতে যেকোনো একজন হলেই। স্থানীয় বিকন হলে র‍্যান্ডম সংখ্যাগুলো আয়োজক নিজেই তৈরি করে এবং আগে থেকে জানতে পারে। প্রতিটি রাউন্ডে তার স্তর লেখা থাকে, আর ড্রয়ের নিয়মে তা বোঝানো আছে। পুরো হিসাব প্রকাশ করা হয়; যে কেউ আবার হিসাব করে দেখতে পারেন।',
        },
        {
          title: '5. টাকা ফেরত',
          text: 'সময়সীমার মধ্যে সব শেয়ার বিক্রি না হলে প্রতিটি অর্ডারের পুরো টাকা নিজে থেকেই ফেরত যায়। “সাক্ষীসহ” স্তরের যে রাউন্ড 7 দিনেও সিল করা যায়নি, তাতেও তাই হয়। যথেষ্ট সাক্ষী সময়মতো স্বাক্ষর না করলে ড্রয়ের নিয়মে যা আছে, সদস্যরা তা পান। যে শেয়ার জেতে না, তার টাকা ফেরত দেওয়া হয় না। আমন্ত্রণের কমিশন, কাজের পুরস্কার এবং যে অর্ডার জেতেনি তার টাকার একটি অংশ ফেরত আয়োজকের উপহার, তার মার্কেটিং অ্যাকাউন্ট থেকে। অ্যাকাউন্টে টাকা কম হলে পাওনা ফেরত ও কমিশন সারিতে থাকে, পুরস্কার নেওয়া যায় না, আর নতুন অর্ডারে কমিশন মেলে না। আয়োজক ভবিষ্যতের জন্য হার বদলাতে ও এসব সুবিধা বন্ধ করতে পারে; আমন্ত্রণ, VIP লেভেল ও ইভেন্টের নিয়ম প্রযোজ্য।',
        },
        {
          title: '6. ফাইন্যান্স প্রোডাক্ট',
          text: 'নির্দিষ্ট মেয়াদের জন্য আপনি ইউনিট কেনেন। আপনার আসল আয়োজকের টাকা থেকে আলাদা রাখা হয় এবং কোথাও খাটানো হয় না। সুদ দেওয়া হয় শুধু সেই রিজার্ভ থেকে, যেখানে আয়োজক আগেই টাকা রাখে; রিজার্ভে সুদের ও অর্ডারটির সর্বোচ্চ কমিশনের টাকা থাকলেই কেবল একটি ইউনিট বিক্রি হয়। টাকা দেওয়ার আগেই সুদ, মেয়াদ শেষের সময়, রিজার্ভ ও পাওনা সুদ দেখানো হয়, আর উন্মুক্ত লগে প্রতিদিনের রিজার্ভ লেখা থাকে। যে সুদ লেখা আছে, সেটুকুই পাবেন, বেশি নয়। প্রোডাক্টে লেখা থাকলে মেয়াদের আগেই ভাঙাতে পারেন: আসল সঙ্গে সঙ্গে ফেরত আসে, যে সুদ এখনো দেওয়া হয়নি তা পাবেন না। ঝুঁকি: এটি ব্যাংক অ্যাকাউন্ট নয়, সরকার বা বীমা কেউই এর নিশ্চয়তা দেয় না; আয়োজক দেউলিয়া হলে টাকা ফিরতে অনেক সময় লাগতে পারে বা সবটা না-ও ফিরতে পারে; জিনিসের দাম সুদের চেয়ে দ্রুত বাড়তে পারে; আগে ভাঙানোর সুযোগ না থাকলে মেয়াদ শেষের আগে টাকা ব্যবহার করা যায় না।',
        },
        {
          title: '7. রিচার্জ ও টাকা তোলা',
          text: 'রিচার্জের টাকা জমা হতে 10 থেকে 30 মিনিট দেরি হতে পারে। পরিশোধ না করা রিচার্জের মেয়াদ দেখানো সময়ে শেষ হয়। তার পরে টাকা এলেও তা জমা হয়। আপনার ওয়ালেটের প্রতিটি লেনদেন ওয়ালেট স্টেটমেন্টে থাকে। রিচার্জের টাকা তোলার আগে তা খেলায় খরচ করতে হয়; কতটা, তা রিচার্জের আগেই দেখানো হয়। খরচ না হওয়া রিচার্জ যেকোনো সময় বিনা ফিতে উৎসে ফেরত যেতে পারে। টাকা তোলার সময়, ফি ও অ্যাকাউন্ট নিশ্চিত করার আগেই দেখানো হয়, আর প্রথম অনুমোদনের আগ পর্যন্ত আপনি আবেদন ফিরিয়ে নিতে পারেন। বড় অঙ্কের জন্য পরিচয় যাচাই লাগে; অ্যাপ তা আগেই জানায়।',
        },
        {
          title: '8. পুরস্কার',
          text: 'স্যান্ডবক্সে পুরস্কার কেবল দেখানোর জন্য: জিতলে কী হয় তা বোঝায়, কিন্তু কোনো পণ্য পাঠানো হয় না, কোনো টাকাও দেওয়া হয় না।',
        },
        {
          title: '9. ন্যায্য ব্যবহার',
          text: 'একাধিক অ্যাকাউন্ট খুলবেন না, অন্যের অ্যাকাউন্ট ব্যবহার করবেন না, সেবায় বাধা দেবেন না। এমন করলে অ্যাকাউন্ট বন্ধ করা হতে পারে। নিরাপত্তার কোনো সমস্যা পেলে যেকোনো সময় আয়োজককে জানাতে পারেন; নিজের অ্যাকাউন্ট দিয়ে পরীক্ষা করতে বাধা নেই।',
        },
        {
          title: '10. পরিবর্তন ও নতুন করে শুরু',
          text: 'আয়োজক এই শর্তাবলি বদলাতে পারে; আপনি সম্মতি দিলে তবেই নতুন সংস্করণ আপনার জন্য কার্যকর হয়। স্যান্ডবক্স যেকোনো সময় নতুন করে শুরু করা হতে পারে, তখন এর সবকিছু মুছে যায়।',
        },
        {
          title: '11. কে পরিচালনা করে',
          text: '{house}',
        },
      ],
    },
    'ar-sa': {
      title: 'شروط الاستخدام',
      intro: 'تسري هذه الشروط على هذه البيئة التجريبية من Fairlot. يرجى قراءتها قبل إنشاء الحساب.',
      sections: [
        {
          title: '1. بيئة تجريبية',
          text: '‏Fairlot متجر يشتري فيه الأعضاء حصصًا مرقّمة من منتج، وتفوز به حصة واحدة. هذه النسخة بيئة تجريبية: كل المبالغ نقود تجريبية، لا قيمة لها خارجها، ولا يمكن شراؤها أو سحبها نقدًا أو استبدالها، ولا ينشأ عن أي شيء هنا حق في نقود أو سلع حقيقية.',
        },
        {
          title: '2. من يمكنه المشاركة',
          text: 'يجب أن يكون عمرك 18 عامًا أو أكثر وأن تستخدم رقم هاتف يخصك. حساب واحد لكل شخص. احتفظ بكلمة مرورك ورموز SMS لنفسك؛ فكل ما يُفعل بها يُحسب عليك. يمكنك إنهاء جلساتك في أي وقت من الإعدادات.',
        },
        {
          title: '3. شراء الحصص',
          text: 'يظهر سعر الحصة وعدد الحصص وفرصتك قبل أن تدفع. يكتمل الشراء حين ترى أرقامك، ولا يمكن التراجع عنه. وإذا تعذّر تنفيذ الشراء، كأن تكون كل الحصص قد بيعت، فلن تدفع شيئًا.',
        },
        {
          title: '4. كيف يُحدَّد الفائز',
          text: 'يجري السحب على الإصدار حين تُباع كل حصصه. ينتج الرقم الفائز عن أوقات الطلبات، وبحسب درجة الإصدار أيضًا عن قيمة سرية ثُبّتت قبل أول بيع وعن عدد عشوائي لا يظهر إلا بعد آخر بيع. وليس في الخدمة وظيفة تحدد النتيجة أو تغيّرها. أما من قد يستطيع التأثير فيها فيتوقف على الدرجة: في الدرجة «أوقات الطلبات فقط» آخر مشترٍ والمشغّل؛ وفي «سرّ مختوم» المشغّل؛ وفي «منارة عامة» المشغّل، إن تأخر في إظهار الختم؛ وفي «بشهود» المشغّل، إن تواطأ مع العدد الذي يذكره الإصدار من الشهود المسمّين؛ وفيما فُتح قبل هذه النسخة من الشروط إن تواطأ مع أي واحد منهم. ومع منارة محلية يولّد المشغّل الأعداد العشوائية بنفسه وقد يعرفها مسبقًا. ويعرض كل إصدار درجته، وتشرحها قواعد السحب. وتُنشر العملية الحسابية كاملة ويمكن لأي شخص إعادتها.',
        },
        {
          title: '5. رد المبالغ',
          text: 'إذا لم تُبع كل حصص الإصدار قبل موعده النهائي، يُرد مبلغ كل طلب كاملًا وتلقائيًا. وكذلك إصدار الدرجة «بشهود» الذي تعذّر ختمه 7 أيام. وإن لم يوقّع عدد كافٍ من الشهود في الوقت المحدد، حصل الأعضاء على ما تنص عليه قواعد السحب. أما الحصص التي لا تفوز فلا يُرد ثمنها. عمولات الدعوات ومكافآت المهام ورد جزء من الطلبات التي لم تفز هدايا من المشغّل من حساب التسويق لديه. عندما لا يكفي رصيد الحساب تنتظر المبالغ والعمولات المستحقة بالترتيب، ولا يمكن طلب المكافآت، ولا تكسب الطلبات الجديدة عمولة. يمكن للمشغّل تغيير النسب مستقبلًا وإيقاف هذه العروض، وتسري قواعد الدعوات ومستويات VIP والفعاليات.',
        },
        {
          title: '6. المنتجات المالية',
          text: 'تشتري وحدات لمدة محددة. يُحفظ أصل مبلغك منفصلًا عن أموال المشغّل ولا يُستثمر. تُدفع الفائدة فقط من احتياطي يضعه المشغّل مسبقًا، ولا تُباع وحدة إلا إذا كان الاحتياطي يغطي فائدتها وأقصى عمولات الطلب. تُعرض الفائدة وموعد الاستحقاق والاحتياطي والفائدة المستحقة للدفع قبل أن تدفع، ويذكر السجل العام الاحتياطي كل يوم. تحصل على الفائدة المذكورة، ولا تزيد أبدًا. وإذا سمح المنتج بذلك يمكنك الخروج مبكرًا: يعود أصل المبلغ فورًا، وتفقد الفائدة التي لم تُدفع بعد. المخاطر: هذا ليس حسابًا مصرفيًا، ولا تضمنه دولة ولا تأمين؛ وإذا أفلس المشغّل فقد يطول استرداد المال أو لا يعود كله؛ وقد ترتفع الأسعار أسرع من الفائدة؛ ومن دون خروج مبكر لا يمكنك استخدام المال قبل الاستحقاق.',
        },
        {
          title: '7. الشحن وسحب الأموال',
          text: 'قد يتأخر قيد الشحن من 10 إلى 30 دقيقة. تنتهي صلاحية الشحن غير المدفوع في الوقت المبيَّن، وما يصل بعده من مال يُقيَّد لك مع ذلك. وكل حركة في محفظتك مسجّلة في كشف الحركات. يجب إنفاق ما تشحنه أولًا (شرط اللعب) قبل أن يمكن سحبه نقدًا، ويُعرض المقدار قبل الشحن. ويمكن دائمًا إعادة الشحن الذي لم يُنفق إلى مصدره دون رسوم. وتُعرض أوقات سحب الأموال ورسومه وحسابه قبل أن تؤكده، ويمكنك التراجع عنه إلى أن تصدر أول موافقة عليه. وتتطلب المبالغ الكبيرة التحقق من الهوية، ويخبرك التطبيق بذلك مسبقًا.',
        },
        {
          title: '8. الجوائز',
          text: 'الجوائز في البيئة التجريبية جزء من التجربة: تُظهر ما يحدث عند الفوز، لكن لا تُشحن أي سلع ولا تُدفع أي أموال.',
        },
        {
          title: '9. الاستخدام العادل',
          text: 'لا تفتح أكثر من حساب، ولا تستخدم حسابات غيرك، ولا تعطّل الخدمة. يمكن إغلاق الحسابات التي تفعل ذلك. ويمكنك إبلاغ المشغّل بأي مشكلة أمنية في أي وقت؛ واختبار حسابك الخاص مرحّب به.',
        },
        {
          title: '10. التغييرات وإعادة الضبط',
          text: 'يمكن للمشغّل تغيير هذه الشروط، ولا تسري عليك نسخة جديدة إلا بعد موافقتك عليها. ويمكن إعادة ضبط البيئة التجريبية في أي وقت، وعندها يُحذف كل ما فيها.',
        },
        {
          title: '11. من يديرها',
          text: '{house}',
        },
      ],
    },
    'zh-cn': {
      title: '使用条款',
      intro: '本条款适用于 Fairlot 的这个沙盒。注册账号前请先阅读。',
      sections: [
        {
          title: '1. 沙盒',
          text: 'Fairlot 是一个商城，会员在这里购买商品的编号份额，其中一份赢得商品。这里是沙盒：所有金额都是体验金，在外部没有价值，不能购买、提现或兑换，这里的任何内容都不产生对真钱或实物的权利。',
        },
        {
          title: '2. 谁可以参加',
          text: '你须年满 18 岁，并使用自己的手机号。每人一个账号。请保管好密码和短信验证码；凭它们进行的操作视为你本人所为。你可以随时在设置中退出各处登录。',
        },
        {
          title: '3. 购买份额',
          text: '付款前会显示每份价格、总份数和你的中奖机会。看到号码即表示购买完成，之后不能撤回。如果购买无法完成，例如已全部售出，则不会扣款。',
        },
        {
          title: '4. 中奖者如何产生',
          text: '一期的份额全部售出后开奖。中奖码由订单时间得出；视本期的等级而定，还要加上首笔销售前就已固定的秘密值，以及最后一笔销售之后才出现的随机数。本服务没有设定或更改结果的功能。谁仍有可能影响结果，取决于等级：“仅订单时间”等级是最后一位买家和平台；“封存的秘密值”等级是平台；“公共信标”等级是平台，如果它推迟公布封存记录；“有见证”等级是平台，只要它与本期写明数目的指定见证方串通；本版条款之前开始的，只要与其中任意一个串通。使用本地信标的，随机数由平台自己产生，平台可能提前知道。每一期都标明等级，开奖规则对此有说明。完整的计算会公布，人人都可以重算。',
        },
        {
          title: '5. 退款',
          text: '若一期到截止时间仍未售罄，所有订单自动全额退款。“有见证”等级的一期如果 7 天内无法封存，也同样退款。如果及时签名的见证方不够，会员所得按开奖规则办理。未中奖的份额不退款。邀请返利、任务奖励和未中奖订单的部分返还，都是平台从营销账户送出的。账户余额不足时，应付的返还和返利排队等待，奖励无法领取，新订单没有返利。运营方可以更改今后的比例，也可以关闭这些功能；具体以邀请、VIP 等级和活动的规则为准。',
        },
        {
          title: '6. 理财产品',
          text: '你按单位购买，期限固定。你的本金与平台自己的钱分开存放，不会用于投资。利息只从平台事先存入的准备金中支付；只有准备金足够支付利息和该订单的最高返利时，才会卖出一个单位。付款前会显示利息、到期时间、准备金和应付利息，公开日志每天写明准备金。你得到的是写明的利息，不会更多。产品支持时可以提前赎回：本金立即退回，尚未支付的利息不再支付。风险：这不是银行账户，没有国家或保险的保障；平台如果倒闭，拿回钱可能需要很久，也可能拿不回全部；物价上涨可能快于利息；不支持提前赎回的产品，到期前不能动用这笔钱。',
        },
        {
          title: '7. 充值和提现',
          text: '充值可能延迟 10 到 30 分钟到账。未支付的充值到所示时间即失效，此后到达的款项仍会入账。钱包的每一笔变动都列在钱包明细里。充值的钱须先用于消费才能提现，需消费多少会在充值前显示。未消费的充值随时可以免手续费原路退回。提现的开放时间、手续费和账户在你确认前显示；第一次审批之前，你可以撤回申请。金额较大时需要身份验证，应用会事先告知。',
        },
        {
          title: '8. 奖品',
          text: '沙盒中的奖品只是演示：用来展示中奖后的流程，但不会寄送商品，也不会支付款项。',
        },
        {
          title: '9. 合理使用',
          text: '请勿注册多个账号，勿使用他人账号，勿干扰服务。违反者的账号可能被关闭。发现安全问题可随时告知运营方；欢迎用自己的账号做测试。',
        },
        {
          title: '10. 变更与重置',
          text: '运营方可以更改本条款；新版本在你同意之后才对你生效。沙盒可能随时重置，届时其中的一切都会被删除。',
        },
        {
          title: '11. 运营方',
          text: '{house}',
        },
      ],
    },
    'hi-in': {
      title: 'इस्तेमाल की शर्तें',
      intro: 'ये शर्तें Fairlot के इस सैंडबॉक्स पर लागू हैं। खाता बनाने से पहले कृपया इन्हें पढ़ें।',
      sections: [
        {
          title: '1. सैंडबॉक्स',
          text: 'Fairlot एक मॉल है जहाँ सदस्य किसी चीज़ के नंबर वाले हिस्से खरीदते हैं; एक हिस्सा उसे जीतता है। यह सैंडबॉक्स है: यहाँ की हर रकम डेमो पैसा है। बाहर इसकी कोई कीमत नहीं है, इसे खरीदा, निकाला या बदला नहीं जा सकता, और इससे असली पैसे या सामान पर कोई हक नहीं बनता।',
        },
        {
          title: '2. कौन शामिल हो सकता है',
          text: 'आपकी उम्र 18 साल या उससे ज़्यादा होनी चाहिए और फ़ोन नंबर आपका अपना होना चाहिए। एक व्यक्ति, एक खाता। अपना पासवर्ड और SMS कोड किसी को न दें; उनसे जो भी किया जाए, वह आपका किया माना जाएगा। सेटिंग में आप कभी भी अपने सेशन बंद कर सकते हैं।',
        },
        {
          title: '3. हिस्से खरीदना',
          text: 'हिस्से का दाम, हिस्सों की संख्या और आपकी संभावना भुगतान से पहले दिखाई जाती है। कोड दिखते ही खरीद पूरी हो जाती है और वापस नहीं ली जा सकती। अगर खरीद नहीं हो सकती, जैसे सभी हिस्से बिक चुके हों, तो आपका कोई पैसा नहीं लगता।',
        },
        {
          title: '4. विजेता कैसे चुना जाता है',
          text: 'सभी हिस्से बिकने पर राउंड का ड्रॉ होता है। विजेता कोड ऑर्डर के समय से निकलता है, और राउंड के ग्रेड के हिसाब से उस गुप्त संख्या से भी जो पहली बिक्री से पहले तय हो चुकी थी, और उस रैंडम नंबर से भी जो आखिरी बिक्री के बाद ही आता है। इस सेवा में नतीजा तय करने या बदलने की कोई सुविधा नहीं है। फिर भी कौन नतीजे पर असर डाल सकता है, यह ग्रेड पर निर्भर है: “सिर्फ़ ऑर्डर के समय” में आखिरी खरीदार और संचालक; “सीलबंद गुप्त संख्या” में संचालक; “सार्वजनिक बीकन” में संचालक, अगर वह सील देर से दिखाए; “गवाहों के सामने” में संचालक, अगर उतने तय गवाह उससे मिले हों जितने राउंड पर लिखे हैं; शर्तों के इस संस्करण से पहले शुरू हुए राउंड में, अगर कोई एक भी मिला हो। लोकल बीकन में रैंडम नंबर संचालक खुद बनाता है और उन्हें पहले से जान सकता है। हर राउंड पर उसका ग्रेड लिखा होता है, और ड्रॉ के नियम उसे समझाते हैं। पूरा हिसाब प्रकाशित होता है और हर कोई उसे दोहरा सकता है।',
        },
        {
          title: '5. रिफ़ंड',
          text: 'राउंड तय समय तक पूरा न बिके तो हर ऑर्डर का पूरा पैसा अपने आप वापस होता है। “गवाहों के सामने” ग्रेड का जो राउंड 7 दिन तक सील न हो सके, उसमें भी यही होता है। काफ़ी गवाह समय पर हस्ताक्षर न करें, तो सदस्यों को वह मिलता है जो ड्रॉ के नियम कहते हैं। जो हिस्से नहीं जीतते, उनका पैसा वापस नहीं होता। इनवाइट का कमीशन, टास्क के इनाम और न जीतने वाले ऑर्डर की रकम के एक भाग की वापसी संचालक के तोहफ़े हैं, उसके मार्केटिंग खाते से। खाते में पैसे कम हों तो बकाया वापसी और कमीशन कतार में रुकते हैं, इनाम नहीं लिए जा सकते, और नए ऑर्डर पर कमीशन नहीं मिलता। संचालक आगे के लिए प्रतिशत बदल सकता है और ये सुविधाएँ बंद कर सकता है; इनवाइट, VIP लेवल और इवेंट के नियम लागू होते हैं।',
        },
        {
          title: '6. फ़ाइनेंस प्रोडक्ट',
          text: 'आप तय अवधि के लिए यूनिट खरीदते हैं। आपका मूलधन संचालक के पैसे से अलग रखा जाता है और कहीं निवेश नहीं होता। ब्याज सिर्फ़ उस रिज़र्व से दिया जाता है जिसमें संचालक पहले से पैसा रखता है; यूनिट तभी बिकती है जब रिज़र्व में उसके ब्याज और ऑर्डर के सबसे ज़्यादा कमीशन का पैसा हो। ब्याज, अवधि पूरी होने का समय, रिज़र्व और देय ब्याज भुगतान से पहले दिखाए जाते हैं, और सार्वजनिक लॉग में रोज़ का रिज़र्व लिखा जाता है। आपको लिखा हुआ ब्याज ही मिलेगा, उससे ज़्यादा नहीं। प्रोडक्ट में लिखा हो तो आप समय से पहले निकल सकते हैं: मूलधन तुरंत वापस मिलता है, और जो ब्याज अब तक नहीं दिया गया वह नहीं मिलता। जोखिम: यह बैंक खाता नहीं है, सरकार या बीमा, कोई भी इसकी गारंटी नहीं देता; संचालक दिवालिया हो जाए तो पैसा मिलने में बहुत समय लग सकता है या पूरा न मिले; कीमतें ब्याज से तेज़ बढ़ सकती हैं; समय से पहले निकलने की सुविधा न हो तो अवधि पूरी होने से पहले आप यह पैसा इस्तेमाल नहीं कर सकते।',
        },
        {
          title: '7. रिचार्ज और निकासी',
          text: 'रिचार्ज जमा होने में 10 से 30 मिनट की देरी हो सकती है। बिना भुगतान का रिचार्ज दिखाए गए समय पर खत्म हो जाता है। उसके बाद आया पैसा भी जमा किया जाता है। आपके वॉलेट का हर लेन-देन वॉलेट स्टेटमेंट में दिखता है। रिचार्ज का पैसा निकालने से पहले उसे खेल में खर्च करना होता है; कितना, यह रिचार्ज से पहले दिखता है। जो रिचार्ज खर्च नहीं हुआ, वह कभी भी बिना फ़ीस के उसी जगह लौट सकता है जहाँ से आया था। निकासी का समय, फ़ीस और खाता पक्का करने से पहले दिखते हैं, और पहली मंज़ूरी तक आप उसे वापस ले सकते हैं। बड़ी रकम के लिए पहचान की जाँच ज़रूरी है; ऐप यह पहले ही बता देता है।',
        },
        {
          title: '8. इनाम',
          text: 'सैंडबॉक्स में इनाम सिर्फ़ दिखाने के लिए हैं: वे बताते हैं कि जीतने पर क्या होता है, पर न सामान भेजा जाता है, न पैसा दिया जाता है।',
        },
        {
          title: '9. सही इस्तेमाल',
          text: 'एक से ज़्यादा खाते न बनाएँ, दूसरों के खाते इस्तेमाल न करें और सेवा में रुकावट न डालें। ऐसा करने वाले खाते बंद किए जा सकते हैं। सुरक्षा की कोई कमी मिले तो संचालक को कभी भी बताएँ; अपने खाते की जाँच करना अच्छी बात है।',
        },
        {
          title: '10. बदलाव और रीसेट',
          text: 'संचालक ये शर्तें बदल सकता है; नया वर्शन आप पर तभी लागू होता है जब आप उससे सहमत हों। सैंडबॉक्स कभी भी रीसेट हो सकता है, तब उसका सब कुछ मिट जाता है।',
        },
        {
          title: '11. संचालक कौन है',
          text: '{house}',
        },
      ],
    },
    'pt-br': {
      title: 'Termos de uso',
      intro: 'Estes termos valem para este ambiente de teste do Fairlot. Leia antes de criar uma conta.',
      sections: [
        {
          title: '1. Um ambiente de teste',
          text: 'O Fairlot é uma loja em que membros compram cotas numeradas de um produto; uma cota ganha o produto. Esta instalação é um ambiente de teste: todo valor é dinheiro fictício. Ele não vale nada fora daqui, não pode ser comprado, sacado nem trocado, e nada aqui dá direito a dinheiro ou produtos reais.',
        },
        {
          title: '2. Quem pode participar',
          text: 'É preciso ter 18 anos ou mais e usar um número de celular próprio. Uma conta por pessoa. Não passe a ninguém sua senha nem seus códigos por SMS; o que for feito com eles conta como feito por você. Você pode encerrar suas sessões a qualquer momento nas configurações.',
        },
        {
          title: '3. Compra de cotas',
          text: 'O preço da cota, o número de cotas e a sua chance aparecem antes do pagamento. A compra está completa quando você vê seus códigos e não pode ser desfeita. Se a compra não puder ser feita, por exemplo porque todas as cotas já foram vendidas, você não paga nada.',
        },
        {
          title: '4. Como o ganhador é sorteado',
          text: 'Uma edição é sorteada quando todas as suas cotas são vendidas. O código premiado resulta dos horários dos pedidos e, conforme o nível da edição, também de um valor secreto fixado antes da primeira venda e de um número aleatório que só aparece depois da última. O serviço não tem nenhuma função que defina ou mude um resultado. Quem ainda poderia influenciar um resultado depende do nível: no nível “Só horários dos pedidos”, o último comprador e a plataforma; no nível “Segredo lacrado”, a plataforma; no nível “Beacon público”, a plataforma, se mostrasse o lacre tarde; no nível “Com testemunhas”, a plataforma junto com tantas das testemunhas indicadas quantas a edição diz; no que abriu antes desta versão dos termos, junto com qualquer uma delas. Com beacon local, a própria plataforma gera os números aleatórios e poderia conhecê-los antes. Toda edição mostra o seu nível, e as regras do sorteio o explicam. O cálculo inteiro é publicado, e todos podem refazê-lo.',
        },
        {
          title: '5. Reembolsos',
          text: 'Se uma edição não esgotar até o prazo, todos os pedidos são reembolsados por inteiro, automaticamente. O mesmo vale para uma edição do nível “Com testemunhas” que não pôde ser lacrada por 7 dias. Se poucas testemunhas assinarem a tempo, os membros recebem o que dizem as regras do sorteio. Cotas que não ganham não são reembolsadas. As comissões por convites, as recompensas de tarefas e a devolução de parte dos pedidos que não ganharam são presentes da plataforma, pagos pela conta de marketing dela. Quando falta dinheiro nessa conta, as devoluções e comissões devidas esperam na fila, as recompensas não podem ser resgatadas e novos pedidos não geram comissão. O operador pode mudar as porcentagens para o futuro e desligar essas ofertas; valem as regras de convites, níveis VIP e eventos.',
        },
        {
          title: '6. Produtos financeiros',
          text: 'Você compra unidades por um prazo fixo. O seu principal fica guardado, separado do dinheiro da plataforma, e não é investido. Os juros são pagos só com uma reserva que a plataforma deposita antes; uma unidade só é vendida quando a reserva cobre os juros dela e as comissões máximas do pedido. Os juros, o vencimento, a reserva e os juros a pagar aparecem antes de você pagar, e o registro público informa a reserva todos os dias. Você recebe os juros informados, nunca mais do que isso. Se o produto permitir, você pode resgatar antes: o principal volta na hora, e os juros ainda não pagos são perdidos. Os riscos: isto não é uma conta bancária, e nenhum governo ou seguro garante o valor; se a plataforma falir, o dinheiro pode demorar a voltar ou não voltar todo; os preços podem subir mais rápido que os juros; sem resgate antecipado, você não pode usar o dinheiro antes do vencimento.',
        },
        {
          title: '7. Recargas e saques',
          text: 'Uma recarga pode ser creditada com 10 a 30 minutos de atraso. Uma recarga não paga expira na hora indicada. O dinheiro que chegar depois é creditado do mesmo jeito. Toda movimentação da sua carteira aparece no extrato. O que você recarrega precisa ser gasto em pedidos antes de poder ser sacado; quanto, aparece antes da recarga. Uma recarga não gasta sempre pode voltar à origem sem taxa. O horário, a taxa e a conta de um saque aparecem antes de você confirmar, e você pode desistir dele até a primeira aprovação. Valores maiores exigem a verificação de identidade; o app avisa antes.',
        },
        {
          title: '8. Prêmios',
          text: 'No ambiente de teste, os prêmios são uma demonstração: mostram o que acontece quando alguém ganha, mas nenhum produto é enviado e nenhum dinheiro é pago.',
        },
        {
          title: '9. Uso correto',
          text: 'Não abra várias contas, não use contas de outras pessoas e não atrapalhe o serviço. Contas que fizerem isso podem ser encerradas. Problemas de segurança podem ser relatados ao operador a qualquer momento; testes na sua própria conta são bem-vindos.',
        },
        {
          title: '10. Mudanças e reinício',
          text: 'O operador pode mudar estes termos; uma nova versão vale para você depois que você aceitar. O ambiente de teste pode ser reiniciado a qualquer momento, e então tudo o que há nele é apagado.',
        },
        {
          title: '11. Quem opera',
          text: '{house}',
        },
      ],
    },
    'id-id': {
      title: 'Ketentuan penggunaan',
      intro: 'Ketentuan ini berlaku untuk sandbox Fairlot ini. Bacalah sebelum membuat akun.',
      sections: [
        {
          title: '1. Sandbox',
          text: 'Fairlot adalah mal tempat anggota membeli bagian bernomor dari sebuah produk; satu bagian memenangkannya. Ini adalah sandbox: semua nominal adalah uang demo. Uang ini tidak bernilai di luar, tidak bisa dibeli, ditarik, atau ditukar, dan tidak ada apa pun di sini yang menimbulkan hak atas uang atau barang sungguhan.',
        },
        {
          title: '2. Siapa yang boleh ikut',
          text: 'Anda harus berusia 18 tahun atau lebih dan memakai nomor ponsel sendiri. Satu akun per orang. Jaga kerahasiaan kata sandi dan kode SMS; apa pun yang dilakukan dengannya dianggap dilakukan oleh Anda. Anda bisa mengakhiri sesi kapan saja di pengaturan.',
        },
        {
          title: '3. Membeli bagian',
          text: 'Harga per bagian, jumlah bagian, dan peluang Anda ditampilkan sebelum membayar. Pembelian selesai saat Anda melihat kode Anda, dan tidak bisa ditarik kembali. Jika pembelian tidak bisa dilakukan, misalnya karena semua bagian sudah terjual, Anda tidak membayar apa pun.',
        },
        {
          title: '4. Cara pemenang ditentukan',
          text: 'Sebuah edisi diundi saat semua bagiannya terjual. Kode pemenang berasal dari waktu pesanan dan, tergantung tingkat edisinya, juga dari nilai rahasia yang ditetapkan sebelum penjualan pertama dan dari angka acak yang baru muncul setelah penjualan terakhir. Layanan ini tidak punya fungsi untuk menentukan atau mengubah hasil. Siapa yang masih bisa memengaruhi hasil tergantung tingkatnya: pada tingkat “Waktu pesanan saja”, pembeli terakhir dan penyelenggara; pada tingkat “Rahasia tersegel”, penyelenggara; pada tingkat “Beacon publik”, penyelenggara, jika terlambat menunjukkan segel; pada tingkat “Disaksikan”, penyelenggara bersama sebanyak saksi yang tertulis pada edisi; untuk yang dibuka sebelum versi ketentuan ini, bersama salah satu saja. Dengan beacon lokal, penyelenggara membuat angka acaknya sendiri dan bisa mengetahuinya lebih dulu. Setiap edisi menampilkan tingkatnya, dan aturan undian menjelaskannya. Seluruh perhitungan diterbitkan dan bisa diulangi siapa saja.',
        },
        {
          title: '5. Pengembalian dana',
          text: 'Jika sebuah edisi tidak habis terjual sampai batas waktunya, uang untuk semua pesanan dikembalikan penuh secara otomatis. Begitu juga edisi tingkat “Disaksikan” yang selama 7 hari tidak bisa disegel. Jika terlalu sedikit saksi menandatangani tepat waktu, anggota mendapat yang disebut aturan undian. Uang untuk bagian yang tidak menang tidak dikembalikan. Komisi undangan, imbalan tugas, dan pengembalian sebagian dari pesanan yang tidak menang adalah hadiah penyelenggara dari akun pemasarannya. Saat dana akun itu kurang, pengembalian dan komisi yang harus dibayar menunggu dalam antrean, imbalan tugas tidak dapat diklaim, dan pesanan baru tidak menghasilkan komisi. Operator dapat mengubah persentase untuk ke depannya dan mematikan penawaran ini; aturan undangan, tingkat VIP, dan acara berlaku.',
        },
        {
          title: '6. Produk keuangan',
          text: 'Anda membeli unit untuk jangka waktu tetap. Pokok Anda disimpan terpisah dari uang penyelenggara dan tidak diinvestasikan. Bunga hanya dibayar dari dana cadangan yang disetor penyelenggara sebelumnya; unit hanya dijual bila dana cadangan cukup untuk bunganya dan komisi tertinggi dari pesanannya. Bunga, waktu jatuh tempo, dana cadangan, dan bunga terutang ditampilkan sebelum Anda membayar, dan log publik mencatat dana cadangan setiap hari. Anda menerima bunga yang tertulis, tidak pernah lebih. Bila produknya mengizinkan, Anda bisa mengakhirinya lebih awal: pokok langsung kembali, dan bunga yang belum dibayar hangus. Risikonya: ini bukan rekening bank, dan tidak ada negara atau asuransi yang menjaminnya; bila penyelenggara bangkrut, uang bisa lama kembali atau tidak kembali seluruhnya; harga bisa naik lebih cepat daripada bunga; jika produknya tidak bisa diakhiri lebih awal, Anda tidak bisa memakai uangnya sebelum jatuh tempo.',
        },
        {
          title: '7. Isi saldo dan penarikan',
          text: 'Isi saldo bisa terlambat masuk 10 sampai 30 menit. Isi saldo yang tidak dibayar kedaluwarsa pada waktu yang ditampilkan. Uang yang masuk setelahnya tetap dikreditkan. Setiap pergerakan dompet tercatat di riwayat dompet Anda. Isi saldo harus dibelanjakan untuk pesanan sebelum bisa ditarik; berapa banyak, ditampilkan sebelum Anda mengisi saldo. Isi saldo yang belum dibelanjakan selalu bisa dikembalikan ke sumbernya tanpa biaya. Jam, biaya, dan rekening penarikan ditampilkan sebelum Anda mengonfirmasi, dan Anda bisa membatalkannya sampai persetujuan pertama. Jumlah yang lebih besar memerlukan verifikasi identitas; aplikasi memberi tahu sebelumnya.',
        },
        {
          title: '8. Hadiah',
          text: 'Di sandbox, hadiah hanyalah peragaan: menunjukkan bagaimana kemenangan ditangani, tetapi tidak ada barang yang dikirim dan tidak ada uang yang dibayarkan.',
        },
        {
          title: '9. Penggunaan yang wajar',
          text: 'Jangan membuat beberapa akun, jangan memakai akun orang lain, dan jangan mengganggu layanan. Akun yang melakukannya bisa ditutup. Masalah keamanan yang Anda temukan bisa dilaporkan ke operator kapan saja; Anda boleh menguji akun sendiri.',
        },
        {
          title: '10. Perubahan dan pengaturan ulang',
          text: 'Operator bisa mengubah ketentuan ini; versi baru berlaku bagi Anda setelah Anda menyetujuinya. Sandbox bisa diatur ulang kapan saja, dan semua isinya lalu dihapus.',
        },
        {
          title: '11. Siapa penyelenggaranya',
          text: '{house}',
        },
      ],
    },
    'vi-vn': {
      title: 'Điều khoản sử dụng',
      intro:
        'Điều khoản này áp dụng cho môi trường thử này của Fairlot. Vui lòng đọc trước khi tạo tài khoản.',
      sections: [
        {
          title: '1. Môi trường thử',
          text: 'Fairlot là cửa hàng nơi thành viên mua các phần được đánh số của một sản phẩm; một phần sẽ trúng sản phẩm đó. Đây là môi trường thử: mọi số tiền đều là tiền ảo. Tiền này không có giá trị bên ngoài, không mua, rút hay đổi được, và không điều gì ở đây tạo ra quyền đòi tiền thật hoặc hàng thật.',
        },
        {
          title: '2. Ai được tham gia',
          text: 'Bạn phải đủ 18 tuổi và dùng số điện thoại của chính mình. Mỗi người một tài khoản. Hãy giữ kín mật khẩu và mã SMS; việc làm bằng chúng được coi là do bạn làm. Bạn có thể kết thúc các phiên đăng nhập bất cứ lúc nào trong phần cài đặt.',
        },
        {
          title: '3. Mua phần',
          text: 'Giá mỗi phần, số phần và cơ hội của bạn được hiện trước khi trả tiền. Việc mua hoàn tất khi bạn thấy các mã của mình và không thể rút lại. Nếu không mua được, chẳng hạn vì đã bán hết, bạn không phải trả gì.',
        },
        {
          title: '4. Người trúng được chọn thế nào',
          text: 'Một kỳ được mở thưởng khi mọi phần đã bán. Mã trúng thưởng suy ra từ thời gian của các đơn và, tùy cấp của kỳ, còn từ một giá trị bí mật được cố định trước lượt bán đầu tiên và một số ngẫu nhiên chỉ xuất hiện sau lượt bán cuối cùng. Dịch vụ không có chức năng nào đặt hay sửa kết quả. Ai vẫn có thể tác động đến kết quả thì tùy cấp: ở cấp “Chỉ thời gian đơn” là người mua cuối và nhà tổ chức; ở cấp “Số bí mật đã niêm phong” là nhà tổ chức; ở cấp “Beacon công khai” là nhà tổ chức, nếu đưa bản niêm phong ra muộn; ở cấp “Có nhân chứng” là nhà tổ chức, nếu thông đồng với đủ số nhân chứng được nêu tên mà kỳ ghi rõ; với những gì mở trước phiên bản điều khoản này, nếu thông đồng với bất kỳ một nhân chứng nào. Với beacon nội bộ, nhà tổ chức tự tạo các số ngẫu nhiên và có thể biết trước chúng. Mỗi kỳ đều ghi rõ cấp của mình, và quy tắc mở thưởng giải thích các cấp. Toàn bộ phép tính được công bố và ai cũng làm lại được.',
        },
        {
          title: '5. Hoàn tiền',
          text: 'Nếu đến hạn chót một kỳ chưa bán hết, mọi đơn được tự động hoàn tiền đầy đủ. Kỳ ở cấp “Có nhân chứng” không niêm phong được trong 7 ngày cũng vậy. Nếu quá ít nhân chứng ký kịp lúc, thành viên nhận những gì quy tắc mở thưởng nêu. Phần không trúng không được hoàn tiền. Hoa hồng mời bạn, thưởng nhiệm vụ và khoản hoàn một phần các đơn không trúng do nhà tổ chức tặng, trả từ tài khoản tiếp thị. Khi tài khoản thiếu tiền, khoản hoàn và hoa hồng đến hạn phải xếp hàng, không nhận được thưởng nhiệm vụ, và đơn mới không có hoa hồng. Đơn vị vận hành có thể đổi tỷ lệ cho về sau và tắt các ưu đãi này; quy định về mời bạn, cấp VIP và sự kiện được áp dụng.',
        },
        {
          title: '6. Sản phẩm tài chính',
          text: 'Bạn mua các đơn vị có kỳ hạn cố định. Tiền gốc của bạn được giữ riêng, tách khỏi tiền của nhà tổ chức, và không đem đầu tư. Tiền lãi chỉ được trả từ quỹ dự phòng mà nhà tổ chức nộp trước; chỉ bán một đơn vị khi quỹ dự phòng đủ trả lãi cho nó và mức hoa hồng cao nhất của đơn. Tiền lãi, lúc đáo hạn, quỹ dự phòng và lãi còn phải trả đều hiện trước khi bạn trả tiền, và nhật ký công khai ghi quỹ dự phòng mỗi ngày. Bạn nhận đúng tiền lãi đã ghi, không bao giờ hơn. Nếu sản phẩm cho phép, bạn có thể tất toán trước hạn: tiền gốc về ngay, còn tiền lãi chưa trả sẽ không được trả nữa. Rủi ro: đây không phải tài khoản ngân hàng, không có nhà nước hay bảo hiểm nào bảo đảm; nếu nhà tổ chức phá sản, bạn có thể phải chờ lâu hoặc không nhận lại đủ tiền; giá cả có thể tăng nhanh hơn tiền lãi; nếu không có tất toán trước hạn, bạn không dùng được tiền này trước khi đáo hạn.',
        },
        {
          title: '7. Nạp và rút tiền',
          text: 'Tiền nạp có thể được ghi có chậm 10 đến 30 phút. Lệnh nạp chưa thanh toán hết hạn vào lúc đã hiện. Tiền đến sau đó vẫn được ghi có. Mọi biến động của ví đều có trong lịch sử giao dịch của bạn. Tiền nạp phải được chi cho đơn hàng trước khi rút; mức phải chi hiện trước khi bạn nạp. Khoản nạp chưa chi luôn có thể trả về nguồn nạp mà không mất phí. Giờ rút, phí và tài khoản nhận hiện trước khi bạn xác nhận, và bạn có thể hủy yêu cầu cho đến lần duyệt đầu tiên. Số tiền lớn cần xác minh danh tính; ứng dụng báo trước điều đó.',
        },
        {
          title: '8. Giải thưởng',
          text: 'Trong môi trường thử, giải thưởng chỉ để minh họa: cho thấy việc trúng giải được xử lý ra sao, nhưng không gửi hàng và không trả tiền.',
        },
        {
          title: '9. Sử dụng đúng mực',
          text: 'Không mở nhiều tài khoản, không dùng tài khoản của người khác và không gây rối dịch vụ. Tài khoản vi phạm có thể bị đóng. Nếu phát hiện vấn đề bảo mật, bạn có thể báo cho đơn vị vận hành bất cứ lúc nào; thử nghiệm trên tài khoản của chính bạn luôn được hoan nghênh.',
        },
        {
          title: '10. Thay đổi và đặt lại',
          text: 'Đơn vị vận hành có thể sửa điều khoản này; phiên bản mới chỉ có hiệu lực với bạn khi bạn đã đồng ý. Môi trường thử có thể được đặt lại bất cứ lúc nào, khi đó mọi thứ trong đó bị xóa.',
        },
        {
          title: '11. Đơn vị vận hành',
          text: '{house}',
        },
      ],
    },
  },
}
