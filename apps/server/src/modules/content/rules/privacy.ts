/** The privacy statement. A changed content needs a new version, to which members agree again. */
import type { Rule } from '../rule.ts'

export const privacy: Rule = {
  version: '13',
  since: '2026-11-28',
  texts: {
    'en-us': {
      title: 'Privacy statement',
      intro: 'What this sandbox keeps about you, why, and who can see it.',
      sections: [
        {
          title: '1. What is kept',
          text: 'Your phone number, your nickname, a hash of your password (never the password itself), your invitation code and who invited you, your orders and codes, every movement of your wallet, your sessions with the kind of device and the times of use, which version of these texts you agreed to, the age that you declared, and the limits and breaks that you set yourself. Network addresses are used to limit abuse. When you claim a voucher of the newcomer gift, your network address is stored with the day and without a link to your account; it is deleted when anybody claims the first such voucher of a later day, and closing your account does not change that. If you use them, also your payout accounts, your delivery addresses and what you enter about the payer of a top-up, pictures of payment slips, and for the identity check your name, your date of birth and pictures of your document. All of these are stored encrypted. Also kept, readable for the operator’s staff: what bank statements and notices of payment companies say about your payments (amount, day, text, and the payer’s name where the bank gives it), transaction numbers that you send as proof, notices of a company for identity checks, and notes that the operator writes to you.',
        },
        {
          title: '2. Why',
          text: 'To log you in, to run purchases and draws, to keep a complete account of your balance, and to protect members from abuse. There is no advertising and no profiling.',
        },
        {
          title: '3. What others see',
          text: 'Draws are public so that they can be checked. In them you appear only under a tag that does not reveal who you are, with the times and codes of your orders. The list of an issue’s participants shows your shortened name, always in a group of five and without orders, codes or exact times. If you win, your shortened name and your number of shares are shown beside the winning code, so others then know which tag of that issue was yours. Your phone number is never shown to other members in full. Whoever invited you, and whoever invited that member, sees in the team your shortened name, your phone number with most digits hidden, when you registered, whether you topped up and count for tasks, and the rebates for your orders: kind, amount that counts, rate and state. Only the member who invited you sees what you have spent in total. The ranking shows every member the phone numbers of inviters, with most digits hidden, and what their teams spent. If you review a product that you won, the operator’s moderators read it first. Once it is published, everybody sees its text and pictures, with your shortened name and your draw unless you chose to show neither. Your reviews and their pictures are erased when you delete them and when your account is closed.',
        },
        {
          title: '4. In your browser',
          text: 'Your session, your language, the theme and whether your balance is hidden are stored in your browser. The key and signed states of the public log and the receipts of your orders are also stored there as your evidence; logging out does not remove them, but you can remove them on the page about draws. The random numbers that your device chose for your orders are kept there until you log out. The last data that the app showed you is kept there for up to three days, so that the app also works without a network; logging out removes it. There are no cookies and no trackers, and no page loads anything from other companies. A random device number is kept there too, also after logging out. It is sent when you register or log in; the server keeps only a coded form of it, up to 20 of them, and deletes them when your account is closed. It is compared, as payout accounts and paying addresses are, only to notice when several accounts belong to one person, for invitations and gifts.',
        },
        {
          title: '5. Who receives it',
          text: 'Nobody but the operator of this installation. In the sandbox even SMS codes and payments stay inside: they go to a built-in inbox and a built-in cashier. For a transfer or a withdrawal, the bank or payment service receives what it needs to carry it out. For a parcel, the carrier receives your name, phone number and address; your order keeps them until 180 days after its end. If the operator has a company do the identity check, that company receives the documents.',
        },
        {
          title: '6. How long',
          text: 'SMS codes are valid for a few minutes, and sessions end after some days without use. Orders and wallet movements are kept as long as the sandbox exists, because draws and balances could not be checked without them. When an account is closed, its phone number, names, password, sessions and messages are deleted permanently; orders and wallet movements then belong to a number that identifies no one. If you were taking a break, had excluded yourself or had limits set, a coded form of your phone number stays, so that it cannot register again before the break or self-exclusion ends, or before the wait that a looser limit takes is over. Pictures of documents are deleted some time after the decision on the identity check; its page says when. When an account is closed, its payout accounts are deleted too. So are the notes that the operator wrote to you; a masked form of an account stays with the withdrawals that went to it. What banks, payment companies and companies for identity checks reported, the transaction numbers that you sent as proof, and the operator’s log of its own acts are kept as evidence of the books for as long as the wallet movements, because a changed record could not be told from a forged one.',
        },
        {
          title: '7. Your rights',
          text: 'You can see your orders, your wallet statement and your sessions in the app, end sessions there, and close your account in the settings. You can download a copy of your data in the settings.',
        },
        {
          title: '8. Contact',
          text: '{data}',
        },
      ],
    },
    'bn-bd': {
      title: 'গোপনীয়তা বিবৃতি',
      intro: 'এই স্যান্ডবক্স আপনার কোন তথ্য রাখে, কেন রাখে এবং কে তা দেখতে পারে।',
      sections: [
        {
          title: '1. কী রাখা হয়',
          text: 'আপনার ফোন নম্বর, ডাকনাম, পাসওয়ার্ডের হ্যাশ (পাসওয়ার্ড নিজে কখনো নয়), আমন্ত্রণ কোড ও কে আপনাকে আমন্ত্রণ করেছেন, আপনার অর্ডার ও কোড, ওয়ালেটের প্রতিটি লেনদেন, ডিভাইসের ধরন ও ব্যবহারের সময়সহ আপনার সেশন, এই লেখার কোন সংস্করণে সম্মতি দিয়েছেন, যে বয়স জানিয়েছেন, এবং নিজের জন্য যে সীমা ও বিরতি ঠিক করেছেন। অপব্যবহার ঠেকাতে নেটওয়ার্ক ঠিকানা ব্যবহার করা হয়। নতুন সদস্যের উপহারের কুপন নিলে আপনার নেটওয়ার্ক ঠিকানা সেই দিনের তারিখসহ রাখা হয়, আপনার অ্যাকাউন্টের সঙ্গে কোনো সংযোগ ছাড়া; পরের কোনো দিন যে কেউ প্রথম এমন কুপন নিলে তা মুছে যায়, অ্যাকাউন্ট বন্ধ করলে এর কোনো বদল হয় না। আপনি ব্যবহার করলে আরও রাখা হয়: টাকা তোলার অ্যাকাউন্ট, ডেলিভারির ঠিকানা, রিচার্জে যিনি টাকা দেন তাঁর যে তথ্য আপনি লেখেন, পেমেন্ট স্লিপের ছবি, আর পরিচয় যাচাইয়ের জন্য আপনার নাম, জন্মতারিখ ও পরিচয়পত্রের ছবি। এগুলো সবই এনক্রিপ্ট করে রাখা হয়। এ ছাড়া আয়োজকের কর্মীরা পড়তে পারেন এমন এগুলোও থাকে: আপনার পেমেন্ট নিয়ে ব্যাংক স্টেটমেন্ট ও পেমেন্ট কোম্পানির বার্তায় যা আছে (পরিমাণ, দিন, বিবরণ, আর ব্যাংক দিলে যিনি টাকা দিয়েছেন তাঁর নাম), প্রমাণ হিসেবে আপনার পাঠানো লেনদেন নম্বর, পরিচয় যাচাইকারী কোম্পানির বার্তা, এবং আয়োজকের আপনাকে লেখা নোট।',
        },
        {
          title: '2. কেন',
          text: 'আপনাকে লগ ইন করাতে, কেনা ও ড্র চালাতে, আপনার ব্যালেন্সের পূর্ণ হিসাব রাখতে এবং সদস্যদের অপব্যবহার থেকে রক্ষা করতে। কোনো বিজ্ঞাপন নেই, আপনার আচরণের কোনো প্রোফাইলও তৈরি হয় না।',
        },
        {
          title: '3. অন্যরা কী দেখেন',
          text: 'যাচাই করা যায় বলে ড্র সবার জন্য উন্মুক্ত। সেখানে আপনার পরিচয় বোঝা যায় না এমন একটি ট্যাগ এবং আপনার অর্ডারের সময় ও কোড থাকে। রাউন্ডের অংশগ্রহণকারীদের তালিকায় আপনার সংক্ষিপ্ত নাম দেখানো হয়, সব সময় পাঁচজনের দলে এবং কোনো অর্ডার, কোড বা সঠিক সময় ছাড়া। আপনি জিতলে আপনার সংক্ষিপ্ত নাম ও শেয়ারের সংখ্যা বিজয়ী কোডের পাশে দেখানো হয়; তখন অন্যরা জানতে পারেন ওই রাউন্ডের কোন ট্যাগটি আপনার ছিল। আপনার পুরো ফোন নম্বর অন্য সদস্যদের কখনো দেখানো হয় না। যিনি আপনাকে ডেকেছেন এবং যিনি তাকে ডেকেছেন, তারা দলে দেখেন আপনার সংক্ষিপ্ত নাম, বেশির ভাগ অঙ্ক ঢাকা ফোন নম্বর, কখন নিবন্ধন করেছেন, রিচার্জ করেছেন কি না ও কাজে গোনা হয় কি না, এবং আপনার অর্ডারের কমিশন: ধরন, যে টাকা গোনা হয়, হার ও অবস্থা। আপনি মোট কত খরচ করেছেন, তা শুধু যিনি আপনাকে ডেকেছেন তিনি দেখেন। র‍্যাংকিংয়ে সব সদস্য দেখেন আমন্ত্রণকারীদের বেশির ভাগ অঙ্ক ঢাকা ফোন নম্বর ও তাদের দলের খরচ। জেতা পণ্যের রিভিউ লিখলে আগে আয়োজকের মডারেটররা তা পড়েন। প্রকাশ হলে সবাই তার লেখা ও ছবি দেখেন, আপনার সংক্ষিপ্ত নাম ও আপনার ড্রসহ, যদি না আপনি এগুলো না দেখানো বেছে নেন। আপনি মুছলে বা অ্যাকাউন্ট বন্ধ হলে আপনার রিভিউ ও তার ছবি মুছে ফেলা হয়।',
        },
        {
          title: '4. আপনার ব্রাউজারে',
          text: 'আপনার সেশন, ভাষা, থিম এবং ব্যালেন্স লুকানো কি না, তা আপনার ব্রাউজারে থাকে। উন্মুক্ত লগের চাবি ও স্বাক্ষরিত অবস্থা এবং আপনার অর্ডারের রসিদও আপনার প্রমাণ হিসেবে সেখানে থাকে; লগ আউট করলে এগুলো মোছে না, ড্র বোঝানোর পাতা থেকে মুছতে পারেন। আপনার অর্ডারের জন্য আপনার ডিভাইস যে এলোমেলো নম্বর বেছেছে, তা লগ আউট করা পর্যন্ত সেখানে থাকে। অ্যাপ শেষ যে তথ্য দেখিয়েছে, তা সর্বোচ্চ তিন দিন সেখানে থাকে, যাতে নেটওয়ার্ক ছাড়াও অ্যাপ চলে; লগ আউট করলে তা মুছে যায়। কোনো কুকি বা ট্র্যাকার নেই, আর কোনো পাতা অন্য কোনো কোম্পানি থেকে কিছু লোড করে না। একটি এলোমেলো ডিভাইস নম্বরও সেখানে থাকে, লগ আউট করার পরেও। নিবন্ধন বা লগ ইন করার সময় এটি পাঠানো হয়; সার্ভার এর শুধু একটি সাংকেতিক রূপ রাখে, সর্বোচ্চ 20টি, এবং অ্যাকাউন্ট বন্ধ হলে মুছে ফেলে। টাকা তোলার অ্যাকাউন্ট ও টাকা পাঠানোর ঠিকানার মতো এটিও মিলিয়ে দেখা হয় শুধু আমন্ত্রণ ও উপহারে কয়েকটি অ্যাকাউন্ট একই ব্যক্তির কি না তা বোঝার জন্য।',
        },
        {
          title: '5. কে পায়',
          text: 'এই স্যান্ডবক্সের আয়োজক ছাড়া কেউ নয়। স্যান্ডবক্সে SMS কোড ও পেমেন্টও ভেতরেই থাকে: এগুলো যায় ভেতরের ইনবক্স ও ক্যাশিয়ারে। টাকা পাঠানো বা তোলার সময় ব্যাংক বা পেমেন্ট সেবা কেবল দরকারি তথ্য পায়। পার্সেলের জন্য কুরিয়ার আপনার নাম, ফোন নম্বর ও ঠিকানা পায়; অর্ডার শেষ হওয়ার 180 দিন পর অর্ডার থেকে এগুলো মুছে যায়। আয়োজক কোনো কোম্পানিকে দিয়ে পরিচয় যাচাই করালে সেই কোম্পানি কাগজপত্র পায়।',
        },
        {
          title: '6. কত দিন',
          text: 'SMS কোড কয়েক মিনিট চলে, কয়েক দিন ব্যবহার না করলে সেশন শেষ হয়। অর্ডার ও ওয়ালেটের লেনদেন স্যান্ডবক্স যত দিন থাকে তত দিন রাখা হয়, কারণ এগুলো ছাড়া ড্র ও ব্যালেন্স যাচাই করা যায় না। অ্যাকাউন্ট বন্ধ হলে তার ফোন নম্বর, নাম, পাসওয়ার্ড, সেশন ও বার্তা চিরতরে মুছে ফেলা হয়; অর্ডার ও ওয়ালেটের লেনদেন তখন এমন একটি নম্বরের নামে থাকে যা থেকে কাউকে চেনা যায় না। তখন আপনি বিরতিতে থাকলে, নিজেকে বিরত রেখে থাকলে বা সীমা ঠিক করে থাকলে ফোন নম্বরের একটি সাংকেতিক রূপ থেকে যায়, যাতে সেই মেয়াদ শেষের আগে, কিংবা সীমা বাড়ালে যতটা অপেক্ষা করতে হতো ততটা না কাটলে, ওই নম্বরে আবার নিবন্ধন করা না যায়। পরিচয় যাচাইয়ের সিদ্ধান্তের কিছুদিন পর পরিচয়পত্রের ছবি মুছে ফেলা হয়; কবে, তা যাচাইয়ের পাতায় লেখা থাকে। অ্যাকাউন্ট বন্ধ হলে টাকা তোলার অ্যাকাউন্টও মুছে যায়। আয়োজকের আপনাকে লেখা নোটও মুছে যায়; যে অ্যাকাউন্টে টাকা গেছে তার আংশিক ঢাকা নম্বর ওই টাকা তোলার সঙ্গে থেকে যায়। ব্যাংক, পেমেন্ট কোম্পানি ও পরিচয় যাচাইকারী কোম্পানি যা জানিয়েছে, প্রমাণ হিসেবে আপনার পাঠানো লেনদেন নম্বর এবং আয়োজকের নিজের কাজের লগ হিসাবের প্রমাণ হিসেবে ওয়ালেটের লেনদেনের সমান সময় রাখা হয়, কারণ বদলানো রেকর্ডকে জাল রেকর্ড থেকে আলাদা করা যায় না।',
        },
        {
          title: '7. আপনার অধিকার',
          text: 'অ্যাপেই আপনার অর্ডার, ওয়ালেট স্টেটমেন্ট ও সেশন দেখতে পারেন, সেশন শেষ করতে পারেন এবং সেটিংস থেকে অ্যাকাউন্ট বন্ধ করতে পারেন। সেটিংস থেকে আপনার তথ্যের অনুলিপি ডাউনলোড করতে পারেন।',
        },
        {
          title: '8. যোগাযোগ',
          text: '{data}',
        },
      ],
    },
    'ar-sa': {
      title: 'بيان الخصوصية',
      intro: 'ما تحتفظ به هذه البيئة التجريبية عنك، ولماذا، ومن يمكنه رؤيته.',
      sections: [
        {
          title: '1. ما يُحفظ',
          text: 'رقم هاتفك، واسمك المستعار، وبصمة كلمة مرورك (وليست كلمة المرور نفسها أبدًا)، ورمز دعوتك ومن دعاك، وطلباتك وأرقامك، وكل حركة في محفظتك، وجلساتك مع نوع الجهاز وأوقات الاستخدام، ونسخة هذه النصوص التي وافقت عليها، والسن التي أقررت ببلوغها، والحدود والاستراحات التي تضبطها بنفسك. وتُستخدم عناوين الشبكة للحد من إساءة الاستخدام. وعندما تستلم كوبونًا من هدية العضو الجديد يُحفظ عنوان شبكتك مع تاريخ اليوم من دون ربطه بحسابك، ويُحذف حين يستلم أي عضو أول كوبون من هذا النوع في يوم لاحق، ولا يغيّر إغلاق حسابك ذلك. وإذا استخدمتها: حسابات السحب، وعناوين التوصيل، وما تدخله عن دافع الشحن، وصور إيصالات الدفع، وللتحقق من الهوية اسمك وتاريخ ميلادك وصور وثيقتك. وتُحفظ كلها مشفّرة. ويُحفظ أيضًا، ويمكن لموظفي المشغّل قراءته: ما تذكره كشوف الحساب المصرفية وإشعارات شركات الدفع عن مدفوعاتك (المبلغ واليوم والبيان، واسم الدافع إن ذكره المصرف)، وأرقام العمليات التي ترسلها إثباتًا، وإشعارات شركة التحقق من الهوية، والملاحظات التي يكتبها لك المشغّل.',
        },
        {
          title: '2. لماذا',
          text: 'لتسجيل دخولك، وتنفيذ الشراء والسحوبات، وحفظ حساب كامل لرصيدك، وحماية الأعضاء من إساءة الاستخدام. لا إعلانات ولا تتبّع لسلوكك.',
        },
        {
          title: '3. ما يراه الآخرون',
          text: 'السحوبات علنية كي يمكن التحقق منها. وتظهر فيها بوسم لا يكشف هويتك، مع أوقات طلباتك وأرقامها. وتعرض قائمة المشاركين في الإصدار اسمك المختصر، دائمًا ضمن مجموعة من خمسة ومن دون طلبات أو أرقام أو أوقات دقيقة. وإذا فزت ظهر اسمك المختصر وعدد حصصك بجانب الرقم الفائز، فيعرف الآخرون عندها أي وسم في ذلك الإصدار كان لك. ولا يظهر رقم هاتفك كاملًا لأي عضو آخر أبدًا. ومن دعاك ومن دعاه يريان في الفريق اسمك المختصر ورقم هاتفك مع إخفاء معظم خاناته وموعد تسجيلك وهل شحنت رصيدك وهل تُحتسب في المهام، والعمولات عن طلباتك: نوعها والمبلغ المحتسب والنسبة والحالة. ومن دعاك وحده يرى مجموع ما أنفقته. ويعرض الترتيب لكل الأعضاء أرقام هواتف الداعين مع إخفاء معظم خاناتها وما أنفقته فرقهم. إذا كتبت تقييمًا لمنتج فزت به، يقرؤه مشرفو المشغّل أولًا. وبعد نشره يرى الجميع نصه وصوره مع اسمك المختصر والسحب الذي فزت فيه، إلا إذا اخترت عدم إظهارهما. وتُمحى تقييماتك وصورها عندما تحذفها وعند إغلاق حسابك.',
        },
        {
          title: '4. في متصفحك',
          text: 'تُحفظ في متصفحك جلستك ولغتك والمظهر وما إذا كان رصيدك مخفيًا. ويُحفظ فيه أيضًا، دليلًا لك، مفتاح السجل العام وحالاته الموقّعة وإيصالات طلباتك؛ لا يزيلها تسجيل الخروج، ويمكنك إزالتها من صفحة شرح السحوبات. وتُحفظ فيه الأرقام العشوائية التي اختارها جهازك لطلباتك حتى تسجّل الخروج. وتبقى فيه آخر البيانات التي عرضها التطبيق ثلاثة أيام على الأكثر كي يعمل دون شبكة، ويزيلها تسجيل الخروج. لا ملفات تعريف ارتباط ولا أدوات تتبّع، ولا تُحمّل أي صفحة شيئًا من شركات أخرى. ويُحفظ فيه أيضًا رقم عشوائي للجهاز، حتى بعد تسجيل الخروج. ويُرسل عند التسجيل أو تسجيل الدخول، ولا يحتفظ الخادم إلا بصيغة مشفّرة منه، 20 على الأكثر، ويحذفها عند إغلاق حسابك. ويُقارَن، مثل حسابات السحب وعناوين الدفع، فقط لملاحظة أن عدة حسابات تعود لشخص واحد، في الدعوات والهدايا.',
        },
        {
          title: '5. من يستلمها',
          text: 'لا أحد سوى مشغّل هذه النسخة. وفي البيئة التجريبية تبقى حتى رموز SMS والمدفوعات في الداخل: تصل إلى صندوق وارد مدمج وصندوق دفع مدمج. وعند التحويل أو سحب الأموال تتلقى جهة الدفع أو المصرف ما يلزم للتنفيذ فقط. ولتوصيل الطرد تتلقى شركة الشحن اسمك ورقم هاتفك وعنوانك، وتُمحى من الطلب بعد 180 يومًا من انتهائه. وإذا كلّف المشغّل شركة بالتحقق من الهوية، تسلّمت تلك الشركة الوثائق.',
        },
        {
          title: '6. إلى متى',
          text: 'تصلح رموز SMS لبضع دقائق، وتنتهي الجلسات بعد أيام دون استخدام. وتُحفظ الطلبات وحركات المحفظة ما دامت البيئة التجريبية قائمة، إذ لا يمكن التحقق من السحوبات والأرصدة من دونها. وعند إغلاق الحساب يُحذف نهائيًا رقم هاتفه وأسماؤه وكلمة مروره وجلساته ورسائله، وتبقى الطلبات وحركات المحفظة تحت رقم لا يدل على أحد. وإن كنت في استراحة أو قد استبعدت نفسك أو كانت لديك حدود، تبقى صيغة مشفّرة من رقم هاتفك كي لا يُسجَّل به من جديد قبل انتهاء الاستراحة أو الاستبعاد، أو قبل مضي المدة التي كان سيسري بعدها حد أوسع. وتُحذف صور الوثائق بعد مدة من قرار التحقق من الهوية، وتذكر صفحته موعد ذلك. وعند إغلاق الحساب تُحذف حسابات السحب أيضًا. وتُحذف كذلك الملاحظات التي كتبها لك المشغّل، وتبقى صيغة مخفاة جزئيًا من رقم الحساب مع السحوبات التي ذهبت إليه. أما ما أبلغت عنه المصارف وشركات الدفع وشركات التحقق من الهوية، وأرقام العمليات التي أرسلتها إثباتًا، وسجل المشغّل لأعماله، فتُحفظ دليلًا على صحة الحسابات ما دامت حركات المحفظة محفوظة، إذ لا يمكن تمييز سجل معدَّل من سجل مزوَّر.',
        },
        {
          title: '7. حقوقك',
          text: 'يمكنك في التطبيق رؤية طلباتك وكشف الحركات وجلساتك وإنهاء الجلسات، وإغلاق حسابك من الإعدادات. ويمكنك تنزيل نسخة من بياناتك من الإعدادات.',
        },
        {
          title: '8. التواصل',
          text: '{data}',
        },
      ],
    },
    'zh-cn': {
      title: '隐私声明',
      intro: '这个沙盒保存你的哪些信息、为什么保存、谁能看到。',
      sections: [
        {
          title: '1. 保存什么',
          text: '你的手机号、昵称、密码的哈希值（绝不保存密码本身）、邀请码和邀请人、订单和号码、钱包的每一笔变动、登录记录（含设备类型和使用时间）、你同意过的文本版本、你声明的年龄，以及你为自己设置的限额和冷静期。网络地址用于限制滥用。领取新人礼的优惠券时，会保存你的网络地址和当天日期，不与你的账号关联；之后的日子里有任何人领取当天第一张新人礼优惠券时即删除，注销账号不改变这一点。如果你用到，还包括：收款账户、收货地址、充值时填写的付款人信息、转账回单的照片，以及身份验证所需的姓名、出生日期和证件照片。这些都加密保存。此外还保存以下内容，运营方的工作人员可以查看：银行对账单和支付公司通知中关于你付款的内容（金额、日期、摘要，以及银行提供的付款人姓名），你作为凭证提交的交易号，身份验证公司的通知，以及运营方写给你的说明。',
        },
        {
          title: '2. 为什么',
          text: '用于让你登录、处理购买和开奖、完整记录你的余额，以及保护会员免受滥用。没有广告，也不做用户画像。',
        },
        {
          title: '3. 别人能看到什么',
          text: '开奖公开，以便验证。其中你只以一个不透露身份的代号出现，并附有订单的时间和号码。每期的参与者名单显示你的缩写姓名，总是五人一组，不附订单、号码和准确时间。如果你中奖，你的缩写姓名和份数会显示在中奖码旁边，别人便能知道本期的哪个代号是你的。你的完整手机号绝不会显示给其他会员。邀请你的人和邀请他的人在团队中能看到：你的缩写姓名、隐去大部分数字的手机号、注册时间、是否已充值、是否计入任务，以及你的订单带来的返利：种类、计入金额、比例和状态。只有邀请你的人能看到你的消费总额。排行榜向所有会员显示邀请人隐去大部分数字的手机号和其团队的消费。如果你评价所中的商品，运营方的审核员会先阅读。发布后，所有人都能看到文字和图片，以及你的缩写姓名和你中奖的那次开奖，除非你选择不显示。你删除评价或注销账号时，评价及其图片会被清除。',
        },
        {
          title: '4. 在你的浏览器里',
          text: '登录状态、语言、外观以及余额是否隐藏，都保存在你的浏览器里。公开日志的密钥和签名状态，以及你的订单回执，也作为你的证据保存在那里；退出登录不会删除，你可以在说明开奖的页面删除。你的设备为订单选定的随机编号会在那里保存到退出登录为止。应用最近显示给你的数据最多在那里保存三天，以便没有网络时也能使用；退出登录时会删除。没有 Cookie，没有跟踪器，任何页面都不从其他公司加载内容。那里还保存一个随机的设备编号，退出登录后也会保留。注册或登录时会发送它；服务器只保存它的加密形式，最多 20 个，账号注销时删除。它和收款账户、付款地址一样会被比对，只用于在邀请和新人礼中发现多个账号是否属于同一人。',
        },
        {
          title: '5. 谁会得到',
          text: '除这里的运营方外没有别人。在沙盒里，连短信验证码和付款也留在内部：它们进入内置收件箱和内置收银台。转账或提现时，银行或支付机构只会得到办理所需的信息。寄送包裹时，快递公司会得到你的姓名、电话和地址；订单结束 180 天后，这些信息从订单中删除。如果运营方委托公司做身份验证，该公司会得到证件资料。',
        },
        {
          title: '6. 保存多久',
          text: '短信验证码几分钟内有效，数日不使用则登录失效。订单和钱包变动会一直保存到沙盒结束，否则无法核对开奖和余额。账号注销后，手机号、姓名、密码、登录记录和短信会被永久删除；订单和钱包变动只归于一个不指向任何人的编号。如果当时你正处于冷静期、已自我禁入或设有限额，会保留手机号的一个加密值，以免该号码在冷静期或禁入期满前，或在放宽限额所需的等待时间过去前重新注册。身份验证有结果后，证件照片会在一段时间后删除，验证页面会写明何时。账号注销时，收款账户也会删除。运营方写给你的说明也会删除；提现所到账户的部分隐藏号码会随提现记录保留。银行、支付公司和身份验证公司告知的内容、你作为凭证提交的交易号，以及运营方自身操作的日志，会作为账目的证据与钱包变动保存同样长的时间，因为改动过的记录无法与伪造的记录区分。',
        },
        {
          title: '7. 你的权利',
          text: '你可以在应用里查看订单、钱包明细和登录情况，退出登录，并在设置中注销账号。你可以在设置中下载自己的数据副本。',
        },
        {
          title: '8. 联系方式',
          text: '{data}',
        },
      ],
    },
    'hi-in': {
      title: 'प्राइवेसी नीति',
      intro: 'यह सैंडबॉक्स आपके बारे में क्या रखता है, क्यों, और उसे कौन देख सकता है।',
      sections: [
        {
          title: '1. क्या रखा जाता है',
          text: 'आपका फ़ोन नंबर, निकनेम, पासवर्ड का हैश (खुद पासवर्ड कभी नहीं), आपका इनवाइट कोड और आपको किसने बुलाया, आपके ऑर्डर और कोड, वॉलेट का हर लेन-देन, आपके सेशन, डिवाइस के प्रकार और इस्तेमाल के समय के साथ, इन शर्तों के किस वर्शन से आप सहमत हुए, आपने कितनी उम्र बताई, और अपने लिए तय की हुई सीमाएँ और ब्रेक। नेटवर्क पते गलत इस्तेमाल रोकने के काम आते हैं। जब आप नए सदस्य के तोहफ़े का कूपन लेते हैं, तो आपका नेटवर्क पता उस दिन की तारीख के साथ रखा जाता है, आपके खाते से जोड़े बिना; बाद के किसी दिन जब कोई भी उस दिन का पहला ऐसा कूपन लेता है, तब यह मिटा दिया जाता है, और खाता बंद करने से इसमें कुछ नहीं बदलता। अगर आप इस्तेमाल करें तो ये भी: आपके पेआउट खाते, डिलीवरी के पते, रिचार्ज का पैसा देने वाले के बारे में आपकी लिखी जानकारी, भुगतान की स्लिप की फ़ोटो, और पहचान की जाँच के लिए आपका नाम, जन्मतिथि और दस्तावेज़ की फ़ोटो। ये सब एन्क्रिप्ट करके रखे जाते हैं। इनके अलावा ये भी रखे जाते हैं, जिन्हें संचालक के कर्मचारी पढ़ सकते हैं: बैंक स्टेटमेंट और पेमेंट कंपनियों की सूचनाओं में आपके भुगतान के बारे में जो लिखा हो (रकम, दिन, विवरण, और बैंक दे तो पैसा देने वाले का नाम), सबूत के तौर पर भेजे गए आपके ट्रांज़ैक्शन नंबर, पहचान की जाँच करने वाली कंपनी की सूचनाएँ, और संचालक के आपको लिखे नोट।',
        },
        {
          title: '2. क्यों',
          text: 'आपको लॉग इन कराने, खरीद और ड्रॉ चलाने, आपके बैलेंस का पूरा हिसाब रखने और सदस्यों को गलत इस्तेमाल से बचाने के लिए। न विज्ञापन होते हैं, न प्रोफ़ाइल बनाई जाती है।',
        },
        {
          title: '3. दूसरों को क्या दिखता है',
          text: 'ड्रॉ सार्वजनिक हैं, ताकि उन्हें जाँचा जा सके। उनमें आप सिर्फ़ एक टैग से दिखते हैं, जिससे आपकी पहचान नहीं होती, और आपके ऑर्डर के समय और कोड दिखते हैं। राउंड में शामिल लोगों की सूची में आपका छोटा किया हुआ नाम दिखता है, हमेशा पाँच के समूह में, बिना ऑर्डर, कोड या सटीक समय के। आप जीतें तो आपका छोटा किया हुआ नाम और हिस्सों की संख्या विजेता कोड के साथ दिखती है; तब दूसरों को पता चल जाता है कि उस राउंड का कौन सा टैग आपका था। आपका पूरा फ़ोन नंबर दूसरे सदस्यों को कभी नहीं दिखता। जिसने आपको बुलाया और जिसने उसे बुलाया, उन्हें टीम में दिखता है: आपका छोटा किया हुआ नाम, आपका फ़ोन नंबर जिसके ज़्यादातर अंक छिपे हैं, आपने कब रजिस्टर किया, रिचार्ज किया या नहीं, टास्क में गिने जाते हैं या नहीं, और आपके ऑर्डर का कमीशन: प्रकार, गिनी गई रकम, प्रतिशत और स्थिति। आपने कुल कितना खर्च किया, यह सिर्फ़ उसे दिखता है जिसने आपको बुलाया। रैंकिंग में हर सदस्य को बुलाने वालों के फ़ोन नंबर, ज़्यादातर अंक छिपाकर, और उनकी टीम का खर्च दिखता है। जीते हुए प्रोडक्ट की समीक्षा लिखने पर उसे पहले संचालक के मॉडरेटर पढ़ते हैं। प्रकाशित होने पर उसका लेख और फ़ोटो सबको दिखते हैं, आपके छोटे नाम और आपके ड्रॉ के साथ, जब तक आप इन्हें न दिखाना न चुनें। समीक्षा मिटाने पर और खाता बंद होने पर आपकी समीक्षाएँ और उनकी फ़ोटो मिटा दी जाती हैं।',
        },
        {
          title: '4. आपके ब्राउज़र में',
          text: 'आपका सेशन, भाषा, थीम और यह कि बैलेंस छिपा है या नहीं, आपके ब्राउज़र में रखा जाता है। सार्वजनिक लॉग की चाबी और हस्ताक्षरित स्थितियाँ और आपके ऑर्डर की रसीदें भी आपके सबूत के तौर पर वहीं रहती हैं; लॉग आउट करने से ये नहीं मिटतीं, ड्रॉ की जानकारी वाले पेज पर आप इन्हें मिटा सकते हैं। आपके ऑर्डर के लिए आपके डिवाइस ने जो रैंडम नंबर चुने, वे लॉग आउट करने तक वहीं रहते हैं। ऐप ने आखिर में जो डेटा दिखाया, वह भी तीन दिन तक वहीं रहता है, ताकि ऐप बिना नेटवर्क के भी चले; लॉग आउट करने पर वह मिट जाता है। न कुकी हैं, न ट्रैकर, और कोई पेज दूसरी कंपनियों से कुछ लोड नहीं करता। एक रैंडम डिवाइस नंबर भी वहीं रहता है, लॉग आउट के बाद भी। रजिस्टर या लॉग इन करते समय यह भेजा जाता है; सर्वर इसका सिर्फ़ कोड किया हुआ रूप रखता है, ज़्यादा से ज़्यादा 20, और खाता बंद होने पर मिटा देता है। पेआउट खातों और भुगतान के पतों की तरह, इसका मिलान सिर्फ़ यह जानने के लिए होता है कि इनवाइट और तोहफ़ों में कई खाते एक ही व्यक्ति के तो नहीं।',
        },
        {
          title: '5. किसे मिलता है',
          text: 'संचालक के सिवा किसी को नहीं। सैंडबॉक्स में SMS कोड और भुगतान भी अंदर ही रहते हैं: वे अपने इनबॉक्स और अपने कैशियर में जाते हैं। ट्रांसफ़र या निकासी के लिए बैंक या भुगतान सेवा को सिर्फ़ ज़रूरी जानकारी मिलती है। पार्सल के लिए कूरियर को आपका नाम, फ़ोन नंबर और पता मिलता है; ऑर्डर खत्म होने के 180 दिन बाद ये ऑर्डर से मिटा दिए जाते हैं। अगर संचालक पहचान की जाँच किसी कंपनी से कराता है, तो दस्तावेज़ उस कंपनी को मिलते हैं।',
        },
        {
          title: '6. कब तक',
          text: 'SMS कोड कुछ मिनट चलते हैं, सेशन कुछ दिन इस्तेमाल न होने पर खत्म हो जाते हैं। ऑर्डर और वॉलेट का लेन-देन तब तक रखा जाता है जब तक सैंडबॉक्स है, क्योंकि उनके बिना ड्रॉ और बैलेंस नहीं जाँचे जा सकते। खाता बंद होने पर उसका फ़ोन नंबर, नाम, पासवर्ड, सेशन और मैसेज हमेशा के लिए मिटा दिए जाते हैं; ऑर्डर और वॉलेट का लेन-देन फिर एक ऐसे नंबर पर रहता है जिससे किसी की पहचान नहीं होती। अगर आप ब्रेक पर थे, आपने खुद पर रोक लगाई थी या सीमाएँ तय की थीं, तो आपके फ़ोन नंबर का एक कूट रूप रह जाता है, ताकि ब्रेक या रोक खत्म होने से पहले, या सीमा बढ़ाने पर जितना रुकना पड़ता उतना समय बीतने से पहले, उससे फिर खाता न बन सके। पहचान की जाँच का फ़ैसला होने के कुछ समय बाद दस्तावेज़ों की फ़ोटो मिटा दी जाती हैं; कब, यह जाँच के पेज पर लिखा होता है। खाता बंद होने पर पेआउट खाते भी मिटा दिए जाते हैं। संचालक के आपको लिखे नोट भी मिटा दिए जाते हैं; जिस खाते में पैसा गया, उसका आंशिक रूप से छिपा नंबर उन निकासियों के साथ रहता है। बैंक, पेमेंट कंपनियों और पहचान की जाँच करने वाली कंपनियों ने जो बताया, सबूत के तौर पर भेजे गए ट्रांज़ैक्शन नंबर, और संचालक के अपने कामों का लॉग, हिसाब के सबूत के रूप में उतने ही समय रखे जाते हैं जितना वॉलेट का लेन-देन, क्योंकि बदला हुआ रिकॉर्ड नकली रिकॉर्ड से अलग नहीं पहचाना जा सकता।',
        },
        {
          title: '7. आपके अधिकार',
          text: 'आप ऐप में अपने ऑर्डर, वॉलेट स्टेटमेंट और सेशन देख सकते हैं, वहीं सेशन बंद कर सकते हैं और सेटिंग में जाकर खाता बंद कर सकते हैं। अपने डेटा की कॉपी आप सेटिंग से डाउनलोड कर सकते हैं।',
        },
        {
          title: '8. संपर्क',
          text: '{data}',
        },
      ],
    },
    'pt-br': {
      title: 'Declaração de privacidade',
      intro: 'O que este ambiente de teste guarda sobre você, por que e quem pode ver.',
      sections: [
        {
          title: '1. O que é guardado',
          text: 'Seu número de celular, seu apelido, um hash da sua senha (nunca a própria senha), seu código de convite e quem convidou você, seus pedidos e códigos, toda movimentação da sua carteira, suas sessões com o tipo de aparelho e os horários de uso, qual versão destes textos você aceitou, a idade que você declarou e os limites e pausas que você mesmo definiu. Endereços de rede são usados para limitar abusos. Quando você pega um cupom do presente de boas-vindas, seu endereço de rede fica guardado com o dia, sem ligação com a sua conta; ele é apagado quando alguém pega o primeiro cupom desse tipo em um dia posterior, e encerrar a conta não muda isso. Se você usar, também: suas contas para saque, seus endereços de entrega e o que você informa sobre quem paga a recarga, fotos de comprovantes e, para a verificação de identidade, seu nome, sua data de nascimento e fotos do seu documento. Tudo isso fica guardado com criptografia. Também ficam guardados, e a equipe do operador pode ler: o que extratos bancários e avisos de empresas de pagamento dizem sobre seus pagamentos (valor, dia, descrição e o nome de quem pagou, quando o banco informa), os números de transação que você envia como prova, os avisos de uma empresa de verificação de identidade e as notas que o operador escreve para você.',
        },
        {
          title: '2. Por quê',
          text: 'Para você entrar, para realizar compras e sorteios, para manter a conta completa do seu saldo e para proteger os membros contra abusos. Não há publicidade nem criação de perfis.',
        },
        {
          title: '3. O que os outros veem',
          text: 'Os sorteios são públicos para que possam ser conferidos. Neles você aparece só com uma etiqueta que não revela quem você é, com os horários e os códigos dos seus pedidos. A lista de participantes de uma edição mostra seu nome abreviado, sempre em um grupo de cinco e sem pedidos, códigos ou horários exatos. Se você ganhar, seu nome abreviado e seu número de cotas aparecem ao lado do código premiado; os outros passam então a saber qual etiqueta daquela edição era a sua. Seu número de celular nunca é mostrado inteiro a outros membros. Quem convidou você, e quem convidou essa pessoa, vê na equipe seu nome abreviado, seu celular com a maioria dos dígitos ocultos, quando você se cadastrou, se fez recarga e se conta para tarefas, e as comissões dos seus pedidos: tipo, valor que conta, porcentagem e situação. Só quem convidou você vê quanto você gastou no total. O ranking mostra a todos os membros os celulares de quem convida, com a maioria dos dígitos ocultos, e o que as equipes gastaram. Se você avaliar um produto que ganhou, os moderadores do operador leem a avaliação antes. Depois de publicada, todos veem o texto e as fotos, com seu nome abreviado e seu sorteio, a menos que você escolha não mostrá-los. Suas avaliações e as fotos são apagadas quando você as apaga e quando a conta é encerrada.',
        },
        {
          title: '4. No seu navegador',
          text: 'Sua sessão, seu idioma, o tema e se o saldo está oculto ficam guardados no seu navegador. Também ficam ali, como sua prova, a chave e os estados assinados do registro público e os recibos dos seus pedidos; sair da conta não os apaga, mas você pode apagar na página que explica os sorteios. Os números aleatórios que seu aparelho escolheu para seus pedidos ficam ali até você sair da conta. Os últimos dados que o app mostrou ficam ali por até três dias, para que ele funcione também sem rede; sair da conta os apaga. Não há cookies nem rastreadores, e nenhuma página carrega nada de outras empresas. Também fica ali um número aleatório do aparelho, mesmo depois de sair da conta. Ele é enviado quando você se cadastra ou entra; o servidor guarda só uma forma codificada dele, no máximo 20, e as apaga quando sua conta é encerrada. Ele é comparado, como as contas para saque e os endereços de pagamento, só para perceber quando várias contas são da mesma pessoa, em convites e presentes.',
        },
        {
          title: '5. Quem recebe',
          text: 'Ninguém além do operador desta instalação. No ambiente de teste, até os códigos por SMS e os pagamentos ficam aqui dentro: vão para uma caixa de entrada e um caixa próprios. Numa transferência ou num saque, o banco ou serviço de pagamento recebe só o necessário para fazê-lo. Para um pacote, a transportadora recebe seu nome, celular e endereço; o pedido os guarda até 180 dias depois de terminar. Se o operador contratar uma empresa para a verificação de identidade, ela recebe os documentos.',
        },
        {
          title: '6. Por quanto tempo',
          text: 'Códigos por SMS valem alguns minutos; sessões terminam após alguns dias sem uso. Pedidos e movimentações da carteira são guardados enquanto o ambiente de teste existir, porque sem eles sorteios e saldos não poderiam ser conferidos. Quando uma conta é encerrada, o celular, os nomes, a senha, as sessões e as mensagens são apagados de vez; pedidos e movimentações passam a pertencer a um número que não identifica ninguém. Se você estava em pausa, tinha se autoexcluído ou tinha limites definidos, fica uma forma codificada do seu celular, para que ele não seja cadastrado de novo antes do fim da pausa ou da autoexclusão, ou antes de passar o tempo que um limite mais folgado esperaria. As fotos dos documentos são apagadas algum tempo depois da decisão sobre a identidade; a página da verificação diz quando. Quando a conta é encerrada, as contas para saque também são apagadas. As notas que o operador escreveu para você também; uma forma mascarada da conta fica nos saques que foram para ela. O que bancos, empresas de pagamento e empresas de verificação de identidade informaram, os números de transação que você enviou como prova e o registro dos atos do próprio operador ficam guardados como prova das contas pelo mesmo tempo que as movimentações da carteira, porque um registro alterado não se distinguiria de um falso.',
        },
        {
          title: '7. Seus direitos',
          text: 'Você pode ver seus pedidos, seu extrato e suas sessões no app, encerrar sessões ali e encerrar sua conta nas configurações. Você pode baixar uma cópia dos seus dados nas configurações.',
        },
        {
          title: '8. Contato',
          text: '{data}',
        },
      ],
    },
    'id-id': {
      title: 'Pernyataan privasi',
      intro: 'Apa yang disimpan sandbox ini tentang Anda, alasannya, dan siapa yang bisa melihatnya.',
      sections: [
        {
          title: '1. Apa yang disimpan',
          text: 'Nomor ponsel, nama panggilan, hash kata sandi (bukan kata sandinya), kode undangan dan siapa yang mengundang Anda, pesanan dan kode, setiap pergerakan dompet, sesi beserta jenis perangkat dan waktu pemakaian, versi teks yang Anda setujui, usia yang Anda nyatakan, serta batas dan jeda yang Anda atur sendiri. Alamat jaringan dipakai untuk membatasi penyalahgunaan. Saat Anda mengambil voucher bonus anggota baru, alamat jaringan Anda disimpan bersama tanggal hari itu, tanpa dihubungkan dengan akun Anda; alamat itu dihapus saat siapa pun mengambil voucher pertama seperti itu di hari berikutnya atau setelahnya, dan menutup akun tidak mengubahnya. Jika Anda memakainya, juga: rekening penarikan, alamat pengiriman, data pembayar isi saldo yang Anda isi, foto bukti pembayaran, dan untuk verifikasi identitas nama, tanggal lahir, serta foto dokumen Anda. Semuanya disimpan terenkripsi. Yang juga disimpan dan bisa dibaca staf operator: isi mutasi bank dan pemberitahuan perusahaan pembayaran tentang pembayaran Anda (jumlah, hari, keterangan, dan nama pembayar jika bank menyebutkannya), nomor transaksi yang Anda kirim sebagai bukti, pemberitahuan perusahaan verifikasi identitas, dan catatan yang ditulis operator untuk Anda.',
        },
        {
          title: '2. Mengapa',
          text: 'Agar Anda bisa masuk, pembelian dan undian bisa berjalan, saldo Anda tercatat lengkap, dan anggota terlindung dari penyalahgunaan. Tidak ada iklan dan tidak ada pembuatan profil.',
        },
        {
          title: '3. Apa yang dilihat orang lain',
          text: 'Undian bersifat publik agar bisa diperiksa. Di sana Anda hanya tampil dengan label yang tidak mengungkap siapa Anda, beserta waktu dan kode pesanan Anda. Daftar peserta sebuah edisi menampilkan nama singkat Anda, selalu dalam kelompok lima orang dan tanpa pesanan, kode, atau waktu persisnya. Jika Anda menang, nama singkat dan jumlah bagian Anda tampil di samping kode pemenang, sehingga orang lain tahu label mana milik Anda di edisi itu. Nomor ponsel Anda tidak pernah ditampilkan utuh kepada anggota lain. Orang yang mengundang Anda, dan orang yang mengundangnya, melihat di tim: nama singkat Anda, nomor ponsel Anda dengan sebagian besar angka disembunyikan, kapan Anda mendaftar, apakah Anda sudah isi saldo dan dihitung untuk tugas, serta komisi dari pesanan Anda: jenis, nilai yang dihitung, persentase, dan statusnya. Hanya orang yang mengundang Anda yang melihat total belanja Anda. Peringkat menampilkan kepada semua anggota nomor ponsel para pengundang, dengan sebagian besar angka disembunyikan, dan belanja tim mereka. Jika Anda mengulas produk yang Anda menangkan, moderator operator membacanya dulu. Setelah tayang, semua orang melihat teks dan fotonya, dengan nama singkat dan undian Anda, kecuali Anda memilih tidak menampilkannya. Ulasan dan fotonya dihapus saat Anda menghapusnya dan saat akun ditutup.',
        },
        {
          title: '4. Di browser Anda',
          text: 'Sesi, bahasa, tema, dan pilihan menyembunyikan saldo disimpan di browser Anda. Di sana juga disimpan, sebagai bukti Anda, kunci dan status bertanda tangan dari log publik serta tanda terima pesanan Anda; keluar dari akun tidak menghapusnya, tetapi Anda bisa menghapusnya di halaman tentang undian. Nomor acak yang dipilih perangkat Anda untuk pesanan Anda disimpan di sana sampai Anda keluar dari akun. Data terakhir yang ditampilkan aplikasi disimpan di sana paling lama tiga hari agar aplikasi tetap bisa dipakai tanpa jaringan; keluar dari akun menghapusnya. Tidak ada cookie atau pelacak, dan tidak ada halaman yang memuat apa pun dari perusahaan lain. Nomor perangkat acak juga disimpan di sana, termasuk setelah Anda keluar. Nomor itu dikirim saat Anda mendaftar atau masuk; server hanya menyimpan bentuk tersandinya, paling banyak 20, dan menghapusnya saat akun Anda ditutup. Seperti rekening penarikan dan alamat pembayar, nomor itu dibandingkan hanya untuk mengetahui apakah beberapa akun milik orang yang sama, dalam undangan dan bonus anggota baru.',
        },
        {
          title: '5. Siapa yang menerimanya',
          text: 'Tidak ada selain operator layanan ini. Di sandbox, kode SMS dan pembayaran pun tetap di dalam: masuk ke kotak masuk dan kasir bawaan. Untuk transfer atau penarikan, bank atau layanan pembayaran hanya menerima data yang diperlukan. Untuk paket, kurir menerima nama, nomor ponsel, dan alamat Anda; pesanan menyimpannya sampai 180 hari setelah selesai. Jika operator memakai perusahaan untuk verifikasi identitas, perusahaan itu menerima dokumennya.',
        },
        {
          title: '6. Berapa lama',
          text: 'Kode SMS berlaku beberapa menit, sesi berakhir setelah beberapa hari tidak dipakai. Pesanan dan pergerakan dompet disimpan selama sandbox ada, karena tanpa itu undian dan saldo tidak bisa diperiksa. Saat akun ditutup, nomor ponsel, nama, kata sandi, sesi, dan pesannya dihapus selamanya; pesanan dan pergerakan dompet lalu tercatat pada nomor yang tidak menunjuk siapa pun. Jika saat itu Anda sedang jeda, memblokir diri, atau punya batas, bentuk tersandi dari nomor ponsel Anda tetap disimpan agar nomor itu tidak bisa mendaftar lagi sebelum jeda atau blokir diri berakhir, atau sebelum lewat waktu tunggu untuk batas yang lebih longgar. Foto dokumen dihapus beberapa waktu setelah keputusan verifikasi identitas; halamannya menyebutkan kapan. Saat akun ditutup, rekening penarikan juga dihapus. Catatan yang ditulis operator untuk Anda juga dihapus; nomor rekening yang disamarkan tetap ada pada penarikan yang masuk ke sana. Laporan dari bank, perusahaan pembayaran, dan perusahaan verifikasi identitas, nomor transaksi yang Anda kirim sebagai bukti, serta catatan tindakan operator sendiri, disimpan sebagai bukti pembukuan selama pergerakan dompet disimpan, karena catatan yang diubah tidak bisa dibedakan dari yang palsu.',
        },
        {
          title: '7. Hak Anda',
          text: 'Di aplikasi Anda bisa melihat pesanan, riwayat dompet, dan sesi, mengakhiri sesi, serta menutup akun di pengaturan. Anda bisa mengunduh salinan data Anda di pengaturan.',
        },
        {
          title: '8. Kontak',
          text: '{data}',
        },
      ],
    },
    'vi-vn': {
      title: 'Tuyên bố về quyền riêng tư',
      intro: 'Môi trường thử này lưu gì về bạn, vì sao, và ai xem được.',
      sections: [
        {
          title: '1. Những gì được lưu',
          text: 'Số điện thoại, biệt danh, mã băm của mật khẩu (không bao giờ là chính mật khẩu), mã mời và người đã mời bạn, các đơn hàng và mã, mọi biến động của ví, các phiên đăng nhập cùng loại thiết bị và thời điểm sử dụng, phiên bản văn bản mà bạn đã đồng ý, độ tuổi bạn đã khai, cùng các hạn mức và đợt tạm nghỉ do bạn tự đặt. Địa chỉ mạng được dùng để hạn chế lạm dụng. Khi bạn nhận phiếu giảm giá của quà tân thủ, địa chỉ mạng của bạn được lưu cùng ngày hôm đó, không gắn với tài khoản của bạn; địa chỉ này bị xóa khi có bất kỳ ai nhận phiếu đầu tiên như vậy vào một ngày sau đó, và việc đóng tài khoản không thay đổi điều này. Nếu bạn dùng đến, còn có: tài khoản nhận tiền, địa chỉ giao hàng, thông tin bạn nhập về người trả tiền khi nạp, ảnh biên lai chuyển khoản, và để xác minh danh tính là họ tên, ngày sinh và ảnh giấy tờ của bạn. Tất cả đều được lưu ở dạng mã hóa. Ngoài ra còn lưu những nội dung mà nhân viên của đơn vị vận hành đọc được: những gì bảng kê ngân hàng và thông báo của công ty thanh toán ghi về khoản tiền của bạn (số tiền, ngày, nội dung và tên người trả nếu ngân hàng có ghi), mã giao dịch bạn gửi làm bằng chứng, thông báo của công ty xác minh danh tính và ghi chú đơn vị vận hành viết cho bạn.',
        },
        {
          title: '2. Vì sao',
          text: 'Để bạn đăng nhập, để việc mua và mở thưởng hoạt động, để ghi chép đầy đủ số dư của bạn và để bảo vệ thành viên khỏi lạm dụng. Không có quảng cáo và không theo dõi hành vi.',
        },
        {
          title: '3. Người khác thấy gì',
          text: 'Việc mở thưởng là công khai để có thể kiểm chứng. Trong đó bạn chỉ hiện bằng một nhãn không tiết lộ bạn là ai, cùng thời gian và mã của các đơn. Danh sách người tham gia một kỳ hiện tên rút gọn của bạn, luôn trong nhóm năm người và không kèm đơn, mã hay giờ chính xác. Nếu bạn trúng, tên rút gọn và số phần của bạn hiện cạnh mã trúng thưởng, khi đó người khác biết nhãn nào của kỳ đó là của bạn. Số điện thoại đầy đủ của bạn không bao giờ hiện cho thành viên khác. Người đã mời bạn, và người đã mời họ, thấy trong đội: tên rút gọn của bạn, số điện thoại đã che phần lớn chữ số, lúc bạn đăng ký, bạn đã nạp tiền chưa và có được tính cho nhiệm vụ không, cùng hoa hồng từ các đơn của bạn: loại, số tiền được tính, tỷ lệ và trạng thái. Chỉ người đã mời bạn thấy tổng số tiền bạn đã chi. Bảng xếp hạng cho mọi thành viên thấy số điện thoại của người mời, đã che phần lớn chữ số, và chi tiêu của đội họ. Nếu bạn đánh giá sản phẩm đã trúng, người kiểm duyệt của đơn vị vận hành đọc trước. Khi được đăng, mọi người thấy chữ và ảnh, kèm tên rút gọn và kỳ bạn trúng, trừ khi bạn chọn không hiện. Đánh giá và ảnh của bạn bị xóa khi bạn xóa chúng và khi tài khoản được đóng.',
        },
        {
          title: '4. Trong trình duyệt của bạn',
          text: 'Phiên đăng nhập, ngôn ngữ, giao diện và việc ẩn số dư được lưu trong trình duyệt của bạn. Khóa và các trạng thái đã ký của nhật ký công khai cùng biên nhận các đơn của bạn cũng được lưu ở đó làm chứng cứ cho bạn; đăng xuất không xóa chúng, bạn có thể xóa ở trang giải thích cách mở thưởng. Các số ngẫu nhiên mà thiết bị của bạn chọn cho các đơn được giữ ở đó cho đến khi bạn đăng xuất. Dữ liệu gần nhất mà ứng dụng đã hiện được giữ ở đó tối đa ba ngày để ứng dụng dùng được cả khi không có mạng; đăng xuất sẽ xóa dữ liệu này. Không có cookie, không có công cụ theo dõi, và không trang nào tải gì từ công ty khác. Một mã thiết bị ngẫu nhiên cũng được giữ ở đó, kể cả sau khi đăng xuất. Mã này được gửi khi bạn đăng ký hoặc đăng nhập; máy chủ chỉ giữ dạng mã hóa của nó, tối đa 20 mã, và xóa khi tài khoản của bạn đóng. Giống như tài khoản nhận tiền và địa chỉ trả tiền, mã này được so sánh chỉ để nhận ra khi nhiều tài khoản thuộc về cùng một người, trong việc mời bạn và nhận phiếu giảm giá cho thành viên mới.',
        },
        {
          title: '5. Ai nhận được',
          text: 'Không ai ngoài đơn vị vận hành ở đây. Trong môi trường thử, cả mã SMS và thanh toán cũng ở lại bên trong: chúng đến hộp thư thử và cổng thanh toán thử có sẵn. Khi chuyển khoản hoặc rút tiền, ngân hàng hoặc dịch vụ thanh toán chỉ nhận thông tin cần để thực hiện. Với bưu kiện, hãng vận chuyển nhận tên, số điện thoại và địa chỉ của bạn; đơn hàng giữ chúng đến 180 ngày sau khi kết thúc. Nếu đơn vị vận hành thuê một công ty xác minh danh tính, công ty đó nhận giấy tờ.',
        },
        {
          title: '6. Trong bao lâu',
          text: 'Mã SMS có hiệu lực vài phút, phiên đăng nhập kết thúc sau vài ngày không dùng. Đơn hàng và biến động của ví được giữ suốt thời gian môi trường thử tồn tại, vì thiếu chúng thì không thể kiểm chứng việc mở thưởng và số dư. Khi tài khoản đóng, số điện thoại, tên, mật khẩu, các phiên và tin nhắn bị xóa vĩnh viễn; đơn hàng và biến động của ví khi đó thuộc về một mã số không chỉ ra ai. Nếu lúc ấy bạn đang tạm nghỉ, đã tự cấm chơi hoặc có đặt hạn mức, một dạng mã hóa của số điện thoại được giữ lại để số đó không thể đăng ký lại trước khi đợt tạm nghỉ hay tự cấm chơi kết thúc, hoặc trước khi qua hết thời gian chờ của một hạn mức rộng hơn. Ảnh giấy tờ được xóa một thời gian sau khi có kết quả xác minh danh tính; trang xác minh ghi rõ khi nào. Khi đóng tài khoản, tài khoản nhận tiền cũng bị xóa. Ghi chú đơn vị vận hành viết cho bạn cũng bị xóa; số tài khoản đã che bớt vẫn còn ở các lệnh rút đã chuyển đến đó. Những gì ngân hàng, công ty thanh toán và công ty xác minh danh tính báo lại, mã giao dịch bạn gửi làm bằng chứng và nhật ký thao tác của đơn vị vận hành được giữ làm chứng cứ sổ sách lâu như biến động của ví, vì không thể phân biệt một bản ghi bị sửa với một bản ghi giả.',
        },
        {
          title: '7. Quyền của bạn',
          text: 'Bạn có thể xem đơn hàng, lịch sử giao dịch và các phiên trong ứng dụng, kết thúc phiên tại đó và đóng tài khoản trong phần cài đặt. Bạn có thể tải về bản sao dữ liệu của mình trong phần cài đặt.',
        },
        {
          title: '8. Liên hệ',
          text: '{data}',
        },
      ],
    },
  },
}
