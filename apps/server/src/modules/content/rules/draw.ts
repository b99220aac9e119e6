/** How draws work, for members. The formulas are in docs/FAIRNESS.md. */
import type { Rule } from '../rule.ts'

export const draw: Rule = {
  version: '5',
  since: '2026-11-27',
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
          text: 'Price, number of shares, value of the prize, deadline, draw rule and grade are fixed when the issue is created and cannot be changed afterwards. A fingerprint (hash) of the house’s secret value is published, so that the value cannot be swapped later. Everything that the issue may have to pay is covered before it opens: by its own sales and, where these are not enough, by money that the house has put in beforehand.',
        },
        {
          title: '3. Sold out',
          text: 'The last share ends the sale. From then until the draw nothing can be cancelled or refunded, except as section 6 says. At most 20 seconds later, how many nobody else knows beforehand, the orders are sealed, the secret value is published, and it is fixed which random number of the beacon will decide, before that number exists.',
        },
        {
          title: '4. The winning code',
          text: 'The times of the orders are read as numbers (hours, minutes, seconds, milliseconds) and added up; depending on the product, all orders count, or all but the last one. Every grade but plain adds the secret value; the grades beacon and witnessed also add the beacon’s random number. The remainder after division by the number of shares, plus 1000001, is the winning code. Its owner wins. The calculation lists orders by tags, not by names; only the winner’s shortened name and number of shares are published beside the winning code.',
        },
        {
          title: '5. Grades',
          text: 'Plain: order times only; the last buyer and the house could influence the result. Salt: with the house’s secret value, fixed beforehand; only the house could know more. Beacon: with a public random number that nobody knows while shares are on sale; the house could influence the result if it shows the seal late. Witnessed: like beacon, and as many of the named witnesses as the issue says, always more than half, sign the sealed orders before the random number exists; the house could influence the result together with so many of them that two lists could get enough signatures, and the issue says how many. Names that end in local: this installation makes the random number itself, so the house could know it; only for play money.',
        },
        {
          title: '6. Too few witnesses',
          text: 'As long as too few of the named witnesses respond, nothing is sealed, and the issue waits. If it could not be sealed for 7 days, every order is refunded in full. If it is sealed and too few of them sign in time, the draw counts all the same, and the winner still wins. Every other member gets the greatest of three amounts: what their codes won, what they paid, or their part of all prizes: their number of codes times the value of all prizes, divided by the number of sold codes and rounded down. What vouchers or free entries paid goes back to where it came from. If this is more than the won product is worth, its winner gets the difference on top. Rebates, play-through and VIP levels treat these orders as refunded. The house sets the money for this aside at the seal.',
        },
        {
          title: '7. Not sold out',
          text: 'An issue that is not sold out at its deadline expires. Every order is then refunded in full, automatically, and there is no draw.',
        },
        {
          title: '8. Check it yourself',
          text: 'The calculation page of every drawn issue shows all inputs and repeats the calculation on your own device. You can download the proof and check it with the free verifier, without having to trust this site.',
        },
        {
          title: '9. Games',
          text: 'A game’s chain of secrets is published before its first round, and at the grade “Witnessed” enough witnesses must have signed it by then. The end of betting fixes which number of the beacon decides. No round with bets is void: it is decided even after an outage. Only if the log is lost do the stakes go back.',
        },
        {
          title: '10. What opened earlier',
          text: 'It ends under the rules of that time: one signature in time is enough, so the house together with any one of the witnesses could choose. Without a signature, it is sealed again for a later number, and a game round is void.',
        },
      ],
    },
    'bn-bd': {
      title: 'ড্রয়ের নিয়ম',
      intro: 'একটি রাউন্ড কীভাবে বিক্রি হয়, ড্র হয় ও টাকা ফেরত দেওয়া হয়, আর আপনি কীভাবে তা যাচাই করবেন।',
      sections: [
        {
          title: '1. শেয়ার ও কোড',
          text: 'প্রতিটি রাউন্ডে নির্দিষ্ট সংখ্যক শেয়ার থাকে, আর প্রতিটি শেয়ারের একটি কোড: 1000001, 1000002 এভাবে। কেনার ক্রম অনুযায়ী কোড দেওয়া হয়; এক অর্ডারে একাধিক শেয়ার কিনলে পরপর কোড পাওয়া যায়। প্রতিটি কোডের জেতার সম্ভাবনা সমান।',
        },
        {
          title: '2. প্রথম বিক্রির আগে',
          text: 'দাম, শেয়ারের সংখ্যা, পুরস্কারের মূল্য, সময়সীমা, ড্রয়ের নিয়ম ও স্তর রাউন্ড তৈরির সময়ই ঠিক হয়ে যায়, পরে আর বদলানো যায় না। আয়োজকের গোপন সংখ্যাটির ডিজিটাল ছাপ (হ্যাশ) প্রকাশ করা হয়, যাতে পরে সংখ্যাটি বদলানো না যায়। রাউন্ডটির যা কিছু দিতে হতে পারে, খোলার আগেই তার টাকা নিশ্চিত করা হয়: নিজের বিক্রি থেকে, আর তাতে না কুলালে আয়োজকের আগে থেকে জমা রাখা টাকা থেকে।',
        },
        {
          title: '3. সব বিক্রি হলে',
          text: 'শেষ শেয়ারটি বিক্রি হলেই বিক্রি বন্ধ। এরপর ড্র পর্যন্ত কিছুই বাতিল বা ফেরত করা যায় না, ধারা 6-এ যা আছে তা ছাড়া। সর্বোচ্চ 20 সেকেন্ড পরে, ঠিক কত তা আগে আর কেউ জানে না, অর্ডারগুলো সিল করা হয়, গোপন সংখ্যাটি প্রকাশ করা হয়, আর বিকনের যে র‍্যান্ডম সংখ্যা ফল ঠিক করবে, সেটি তৈরি হওয়ার আগেই তার নম্বর জানিয়ে দেওয়া হয়।',
        },
        {
          title: '4. বিজয়ী কোড',
          text: 'অর্ডারের সময়গুলো সংখ্যা হিসেবে (ঘণ্টা, মিনিট, সেকেন্ড, মিলিসেকেন্ড) পড়ে যোগ করা হয়; পণ্যভেদে সব অর্ডার, অথবা শেষটি বাদে বাকি সব। “শুধু অর্ডারের সময়” ছাড়া সব স্তরে গোপন সংখ্যাটিও যোগ হয়; “উন্মুক্ত বিকন” ও “সাক্ষীসহ” স্তরে বিকনের র‍্যান্ডম সংখ্যাটিও। যোগফলকে শেয়ারের সংখ্যা দিয়ে ভাগ করলে যে ভাগশেষ থাকে, তার সঙ্গে 1000001 যোগ করলেই বিজয়ী কোড। কোডটি যাঁর, তিনিই জেতেন। হিসাবে অর্ডারগুলো নামে নয়, ট্যাগে দেখানো হয়; কেবল বিজয়ীর সংক্ষিপ্ত নাম ও শেয়ারের সংখ্যা বিজয়ী কোডের পাশে প্রকাশ করা হয়।',
        },
        {
          title: '5. স্তর',
          text: '“শুধু অর্ডারের সময়” (plain): শেষ ক্রেতা বা আয়োজক ফল প্রভাবিত করতে পারে। “সিল করা গোপন সংখ্যা” (salt): আয়োজকের আগে থেকে নিশ্চিত করা গোপন সংখ্যাসহ; কেবল আয়োজকই বেশি জানতে পারে। “উন্মুক্ত বিকন” (beacon): সঙ্গে একটি উন্মুক্ত র‍্যান্ডম সংখ্যা, যা বিক্রির সময় কেউ জানে না; আয়োজক সিলটি দেরিতে দেখালে ফল প্রভাবিত করতে পারে। “সাক্ষীসহ” (witnessed): উন্মুক্ত বিকনের মতোই, সঙ্গে রাউন্ডে যতজনের কথা লেখা থাকে, সব সময় অর্ধেকের বেশি, ততজন নির্ধারিত সাক্ষী র‍্যান্ডম সংখ্যাটি তৈরি হওয়ার আগেই সিল করা অর্ডারে স্বাক্ষর করে; এত জন সাক্ষী একজোট হলে যাতে দুটি তালিকাই যথেষ্ট স্বাক্ষর পায়, আয়োজক ফল প্রভাবিত করতে পারে, আর কতজন তা রাউন্ডে লেখা থাকে। “স্থানীয় বিকন” (local) হলে র‍্যান্ডম সংখ্যাটি এই ব্যবস্থা নিজেই তৈরি করে, তাই আয়োজক আগে থেকে জানতে পারে; কেবল ডেমো টাকার জন্য।',
        },
        {
          title: '6. সাক্ষী কম হলে',
          text: 'যথেষ্ট নির্ধারিত সাক্ষী সাড়া না দেওয়া পর্যন্ত কিছুই সিল হয় না, রাউন্ড অপেক্ষা করে। 7 দিনেও সিল করা না গেলে প্রতিটি অর্ডারের পুরো টাকা ফেরত যায়। সিল হওয়ার পর যথেষ্ট সাক্ষী সময়মতো স্বাক্ষর না করলেও ড্র গ্রাহ্য, আর বিজয়ী জেতেন। বাকি প্রত্যেক সদস্য তিনটি অঙ্কের সবচেয়ে বড়টি পান: তাঁর কোড যা জিতেছে, তিনি যা দিয়েছেন, বা মোট পুরস্কারে তাঁর ভাগ: তাঁর কোডের সংখ্যা গুণ সব পুরস্কারের মূল্য, ভাগ বিক্রি হওয়া কোডের সংখ্যা, নিচের দিকে পূর্ণ করা। কুপন বা বিনামূল্যের এন্ট্রি দিয়ে যা দেওয়া হয়েছে, তা যেখান থেকে এসেছে সেখানেই ফেরে। এই অঙ্ক জেতা পণ্যের মূল্যের চেয়ে বেশি হলে তার বিজয়ী বাড়তিটুকুও পান। কমিশন, খেলার শর্ত ও VIP লেভেলে এসব অর্ডার ফেরত দেওয়া ধরা হয়। এর টাকা আয়োজক সিলের সময়ই আলাদা করে রাখে।',
        },
        {
          title: '7. সব বিক্রি না হলে',
          text: 'সময়সীমার মধ্যে সব শেয়ার বিক্রি না হলে রাউন্ডটির মেয়াদ শেষ হয়। তখন প্রতিটি অর্ডারের পুরো টাকা নিজে থেকেই ফেরত যায়, কোনো ড্র হয় না।',
        },
        {
          title: '8. নিজে যাচাই করুন',
          text: 'ড্র হওয়া প্রতিটি রাউন্ডের হিসাবের পাতায় সব তথ্য দেখা যায়, আর আপনার নিজের ডিভাইসেই হিসাবটি আবার করা হয়। প্রমাণটি ডাউনলোড করে বিনা মূল্যের যাচাই-প্রোগ্রাম দিয়ে পরীক্ষা করতে পারেন; এই সাইটকে বিশ্বাস করতে হয় না।',
        },
        {
          title: '9. খেলা',
          text: 'খেলার গোপন সংখ্যার চেইন তার প্রথম রাউন্ডের আগে প্রকাশ হয়, আর “সাক্ষীসহ” স্তরে তার আগেই যথেষ্ট সাক্ষীর স্বাক্ষর থাকতে হয়। বাজি বন্ধের সময় ঠিক করে দেয় বিকনের কোন সংখ্যা ফল দেবে। বাজি থাকা কোনো রাউন্ড বাতিল হয় না: সার্ভার বন্ধ থাকলেও পরে ফল আসে। শুধু লগ হারালেই বাজির টাকা ফেরে।',
        },
        {
          title: '10. যা আগে খুলেছে',
          text: 'তা সেই সময়ের নিয়মে শেষ হয়: সময়মতো একটি স্বাক্ষরই যথেষ্ট, তাই যেকোনো একজন সাক্ষী একজোট হলেই আয়োজক ফল বেছে নিতে পারে। স্বাক্ষর না পেলে পরের সংখ্যার জন্য আবার সিল হয়, আর খেলার রাউন্ড বাতিল হয়।',
        },
      ],
    },
    'ar-sa': {
      title: 'قواعد السحب',
      intro: 'كيف يُباع الإصدار، وكيف يجري السحب عليه، ومتى تُرد مبالغه، وكيف تتحقق من ذلك بنفسك.',
      sections: [
        {
          title: '1. الحصص والأرقام',
          text: 'لكل إصدار عدد ثابت من الحصص، ولكل حصة رقم واحد: 1000001 ثم 1000002 وهكذا. تُعطى الأرقام بترتيب الشراء، والطلب الذي يضم عدة حصص ينال أرقامًا متتالية. فرصة كل رقم مساوية لفرصة غيره.',
        },
        {
          title: '2. قبل أول بيع',
          text: 'السعر وعدد الحصص وقيمة الجائزة والموعد النهائي وقاعدة السحب ودرجته تُثبَّت عند إنشاء الإصدار ولا يمكن تغييرها بعد ذلك. وتُنشر بصمة (hash) القيمة السرية للمشغّل كي لا يمكن استبدالها لاحقًا. وكل ما قد يلزم الإصدار دفعه يكون مغطى قبل فتحه: من مبيعاته، وما لا تكفي له المبيعات فمن مال أودعه المشغّل مقدمًا.',
        },
        {
          title: '3. عند نفاد الحصص',
          text: 'الحصة الأخيرة تنهي البيع. ومن تلك اللحظة لا يمكن إلغاء شيء أو رده حتى السحب، إلا ما يرد في البند 6. وبعد 20 ثانية على الأكثر، ولا يعرف غير المشغّل عددها مسبقًا، تُختم الطلبات، وتُنشر القيمة السرية، ويُعيَّن العدد العشوائي الذي سيحسم النتيجة قبل أن يوجد.',
        },
        {
          title: '4. الرقم الفائز',
          text: 'تُقرأ أوقات الطلبات أعدادًا (ساعات ودقائق وثوانٍ وأجزاء من الألف) وتُجمع؛ وبحسب المنتج تُحتسب كل الطلبات أو كلها إلا الأخير. تضيف كل الدرجات عدا «أوقات الطلبات فقط» القيمة السرية، وتضيف الدرجتان «منارة عامة» و«بشهود» العدد العشوائي للمنارة أيضًا. باقي القسمة على عدد الحصص مضافًا إليه 1000001 هو الرقم الفائز، وصاحبه هو الفائز. وتسرد عملية الحساب الطلبات بوسومها لا بأسماء أصحابها؛ ولا يُنشر بجانب الرقم الفائز إلا اسم الفائز المختصر وعدد حصصه.',
        },
        {
          title: '5. الدرجات',
          text: '«أوقات الطلبات فقط» (plain): قد يؤثر آخر مشترٍ أو المشغّل في النتيجة. «سرّ مختوم» (salt): مع القيمة السرية للمشغّل المثبّتة مسبقًا؛ ولا يمكن لغير المشغّل أن يعرف أكثر. «منارة عامة» (beacon): مع عدد عشوائي عام لا يعرفه أحد أثناء البيع؛ ويستطيع المشغّل التأثير في النتيجة إن تأخر في إظهار الختم. «بشهود» (witnessed): مثل المنارة العامة، ويوقّع العدد الذي يذكره الإصدار من الشهود المسمّين، وهو دائمًا أكثر من نصفهم، الطلبات المختومة قبل أن يوجد العدد العشوائي؛ ويستطيع المشغّل التأثير في النتيجة إن تواطأ مع شهود يكفي عددهم لأن تنال قائمتان ما يلزم من التوقيعات، ويذكر الإصدار كم هم. ومع «منارة محلية» (local) يصنع هذا النظام العدد العشوائي بنفسه وقد يعرفه المشغّل مسبقًا؛ وهي للنقود التجريبية فقط.',
        },
        {
          title: '6. عندما يقل الشهود',
          text: 'ما دام من يجيب من الشهود المسمّين أقل من المطلوب فلا يُختم شيء وينتظر الإصدار. فإن تعذّر ختمه 7 أيام رُدّت قيمة كل طلب كاملة. وإن خُتم ولم يوقّع عدد كافٍ منهم في الوقت المحدد، بقي السحب صحيحًا والفائز فائزًا. ويحصل كل عضو آخر على الأكبر من ثلاثة مبالغ: ما ربحته أرقامه، أو ما دفعه، أو نصيبه من كل الجوائز، وهو عدد أرقامه مضروبًا في قيمة كل الجوائز ومقسومًا على عدد الأرقام المباعة ومقرّبًا إلى الأدنى. وما دُفع بكوبونات أو مشاركات مجانية يعود إلى مصدره. وإن زاد ذلك على قيمة المنتج المربوح نال الفائز به الفرق أيضًا. وتُعامل هذه الطلبات كأنها رُدّت في حساب العمولات وشرط اللعب ومستويات VIP. ويخصّص المشغّل المال اللازم لذلك عند الختم.',
        },
        {
          title: '7. إن لم تنفد الحصص',
          text: 'الإصدار الذي لا تنفد حصصه حتى موعده النهائي ينتهي. عندئذ تُرد قيمة كل طلب كاملة وتلقائيًا، ولا يُجرى سحب.',
        },
        {
          title: '8. تحقق بنفسك',
          text: 'تعرض صفحة عملية الحساب لكل إصدار تم السحب عليه جميع المدخلات، وتعيد عملية الحساب على جهازك أنت. ويمكنك تنزيل الإثبات وفحصه ببرنامج التحقق المجاني دون أن تثق بهذا الموقع.',
        },
        {
          title: '9. الألعاب',
          text: 'تُنشر سلسلة أسرار اللعبة قبل جولتها الأولى، وفي درجة «بشهود» يجب أن يكون عدد كافٍ من الشهود قد وقّعها حتى ذلك الحين. ووقت إغلاق الرهان يعيّن أي عدد من أعداد المنارة يحسم. ولا تُلغى جولة فيها رهانات: تُحسم حتى بعد انقطاع. ولا تعود الرهانات إلا إذا فُقد السجل.',
        },
        {
          title: '10. ما فُتح قبل ذلك',
          text: 'ينتهي وفق قواعد وقته: يكفي توقيع واحد في الوقت المحدد، فيستطيع المشغّل الاختيار إن تواطأ مع أي شاهد واحد. وبلا توقيع يُختم من جديد لعدد لاحق، وتُلغى جولة اللعبة.',
        },
      ],
    },
    'zh-cn': {
      title: '开奖规则',
      intro: '一期如何销售、开奖和退款，以及你如何验证。',
      sections: [
        {
          title: '1. 份额与号码',
          text: '每期的份数固定，每份对应一个号码：1000001、1000002，依此类推。号码按购买顺序发放，一笔订单购买多份时号码相连。每个号码的机会相同。',
        },
        {
          title: '2. 首笔销售之前',
          text: '价格、份数、奖品价值、截止时间、开奖规则和等级在创建一期时就已固定，之后不能更改。平台会公布秘密值的指纹（哈希值），这样秘密值之后就无法更换。这一期可能需要支付的一切，在开售前就有保障：先由本期销售收入支付，不足部分由平台事先存入的资金补足。',
        },
        {
          title: '3. 售罄',
          text: '最后一份售出即停止销售。从此刻到开奖，任何订单都不能取消或退款，第 6 条所述情况除外。最多 20 秒后（具体几秒，事先没有其他人知道）订单被封存，秘密值随即公布，由信标的哪一个随机数决定结果，在它产生之前就已指定。',
        },
        {
          title: '4. 中奖码',
          text: '把订单时间读作数字（时、分、秒、毫秒）后相加；视商品而定，计入全部订单，或除最后一笔外的全部订单。除 plain 外，各等级都再加上秘密值；beacon 和 witnessed 等级还加上信标的随机数。总和除以份数所得的余数，再加 1000001，就是中奖码。其持有者中奖。计算过程按代号列出订单，不显示姓名；只有中奖者的缩写姓名和份数会公布在中奖码旁边。',
        },
        {
          title: '5. 等级',
          text: 'Plain：只用订单时间，最后一位买家和平台可能影响结果。Salt：加上平台事先固定的秘密值，只有平台可能知道得更多。Beacon：加上销售期间无人知晓的公共随机数，平台如果推迟公布封存记录，就可能影响结果。Witnessed：与 beacon 相同，此外要有本期写明数目的指定见证方（总是超过半数）在随机数产生之前对封存的订单签名；平台要与足够多的见证方串通、让两份列表都得到足够的签名，才可能影响结果，本期写明需要多少个。名称以 local 结尾的：随机数由平台自己产生，因此平台可能提前知道，仅用于体验金。',
        },
        {
          title: '6. 见证方不足',
          text: '只要能联系上的指定见证方不够，就什么也不封存，这一期继续等待。如果 7 天内无法封存，所有订单全额退款。如果已经封存而及时签名的见证方不够，开奖照样有效，中奖者照样中奖。其他会员按三者中最高的一项领取：自己的码所中的、自己付的钱，或应得的奖品份额，即自己的码数乘以全部奖品的价值，再除以已售出的码数，向下取整。其中由优惠券或免费参与支付的部分退回原处。如果这一数额超过所中商品的价值，中奖者另得差额。这些订单在返利、流水要求和 VIP 等级上按已退款处理。这笔钱由平台在封存时预留。',
        },
        {
          title: '7. 未售罄',
          text: '到截止时间仍未售罄的一期即告失效。所有订单自动全额退款，不进行开奖。',
        },
        {
          title: '8. 自己验证',
          text: '每个已开奖的期，其计算过程页面都显示全部输入，并在你自己的设备上重新计算。你可以下载证明，用免费的验证程序检查，不必相信本站。',
        },
        {
          title: '9. 游戏',
          text: '游戏的秘密值链在它的第一期之前公布；在“有见证”等级下，此前必须有足够的见证方为它签名。投注截止的时间决定由信标的哪个数字开奖。有投注的一期不会作废：即使停机，之后也会开奖。只有日志丢失时才退回投注。',
        },
        {
          title: '10. 更早开始的',
          text: '按当时的规则结束：一个及时的签名就够，所以平台只要与任意一个见证方串通就能挑选结果。没有签名时，会为更晚的数字再封存一次；游戏的一期则作废。',
        },
      ],
    },
    'hi-in': {
      title: 'ड्रॉ के नियम',
      intro: 'राउंड कैसे बिकता है, उसका ड्रॉ कैसे होता है, पैसा कब वापस होता है, और आप इसे कैसे जाँच सकते हैं।',
      sections: [
        {
          title: '1. हिस्से और कोड',
          text: 'हर राउंड में हिस्सों की संख्या तय होती है और हर हिस्से का एक कोड होता है: 1000001, 1000002 और आगे इसी तरह। कोड खरीद के क्रम में दिए जाते हैं; एक ऑर्डर में कई हिस्से हों तो कोड लगातार होते हैं। हर कोड की संभावना बराबर है।',
        },
        {
          title: '2. पहली बिक्री से पहले',
          text: 'दाम, हिस्सों की संख्या, इनाम की कीमत, आखिरी समय, ड्रॉ का नियम और ग्रेड राउंड बनते समय तय होते हैं और बाद में बदले नहीं जा सकते। संचालक की गुप्त संख्या का फ़िंगरप्रिंट (हैश) प्रकाशित कर दिया जाता है, ताकि वह बाद में बदली न जा सके। राउंड को जो भी देना पड़ सकता है, उसका पैसा शुरू होने से पहले ही पक्का होता है: उसकी अपनी बिक्री से, और वह कम पड़े तो संचालक के पहले से जमा पैसे से।',
        },
        {
          title: '3. सब बिक जाने पर',
          text: 'आखिरी हिस्सा बिकते ही बिक्री बंद हो जाती है। तब से ड्रॉ तक कुछ भी रद्द या वापस नहीं हो सकता, सिवाय धारा 6 में लिखे मामलों के। ज़्यादा से ज़्यादा 20 सेकंड बाद, कितने, यह पहले से कोई और नहीं जानता, ऑर्डर सील किए जाते हैं, गुप्त संख्या प्रकाशित होती है, और बीकन का कौन सा रैंडम नंबर फ़ैसला करेगा, यह उसके बनने से पहले ही बता दिया जाता है।',
        },
        {
          title: '4. विजेता कोड',
          text: 'ऑर्डर के समय (घंटे, मिनट, सेकंड, मिलीसेकंड) संख्या की तरह पढ़े और जोड़े जाते हैं; राउंड के हिसाब से सभी ऑर्डर गिने जाते हैं, या आखिरी को छोड़कर बाकी सब। “सिर्फ़ ऑर्डर के समय” को छोड़कर हर ग्रेड में गुप्त संख्या भी जुड़ती है; “सार्वजनिक बीकन” और “गवाहों के सामने” में बीकन का रैंडम नंबर भी। जोड़ को हिस्सों की संख्या से भाग देने पर बचा शेषफल, उसमें 1000001 जोड़कर, विजेता कोड है। जिसका वह कोड है, वही जीतता है। हिसाब में ऑर्डर नाम से नहीं, टैग से दिखते हैं; सिर्फ़ विजेता का छोटा किया हुआ नाम और हिस्सों की संख्या विजेता कोड के साथ प्रकाशित होती है।',
        },
        {
          title: '5. ग्रेड',
          text: '“सिर्फ़ ऑर्डर के समय” (plain): आखिरी खरीदार या संचालक नतीजे पर असर डाल सकता है। “सीलबंद गुप्त संख्या” (salt): संचालक की पहले से तय गुप्त संख्या के साथ; सिर्फ़ संचालक ज़्यादा जान सकता है। “सार्वजनिक बीकन” (beacon): एक सार्वजनिक रैंडम नंबर के साथ, जिसे बिक्री के दौरान कोई नहीं जानता; संचालक सील देर से दिखाए तो असर डाल सकता है। “गवाहों के सामने” (witnessed): सार्वजनिक बीकन जैसा ही, साथ में जितने तय गवाह राउंड पर लिखे हैं, हमेशा आधे से ज़्यादा, उतने रैंडम नंबर बनने से पहले सील किए गए ऑर्डर पर हस्ताक्षर करते हैं; संचालक तभी असर डाल सकता है जब इतने गवाह उससे मिले हों कि दो सूचियों को काफ़ी हस्ताक्षर मिल जाएँ, और कितने, यह राउंड पर लिखा होता है। “लोकल बीकन” (local) में रैंडम नंबर यहीं बनता है, इसलिए संचालक उसे पहले से जान सकता है; सिर्फ़ डेमो पैसे के लिए।',
        },
        {
          title: '6. गवाह कम हों तो',
          text: 'जब तक काफ़ी तय गवाह जवाब नहीं देते, कुछ सील नहीं होता और राउंड रुका रहता है। 7 दिन तक सील न हो सके तो हर ऑर्डर का पूरा पैसा वापस होता है। सील हो जाए पर काफ़ी गवाह समय पर हस्ताक्षर न करें, तो भी ड्रॉ मान्य है और विजेता जीतता है। बाकी हर सदस्य को तीन में से सबसे बड़ी रकम मिलती है: उसके कोड ने जो जीता, उसने जो चुकाया, या कुल इनामों में उसका भाग: उसके कोड की संख्या गुणा कुल इनामों की कीमत, भाग बिके कोड की संख्या, नीचे की ओर पूरी की हुई। कूपन या मुफ़्त एंट्री से जो चुकाया गया वह वहीं लौटता है जहाँ से आया। यह रकम जीते हुए सामान की कीमत से ज़्यादा हो, तो उसके विजेता को अंतर भी मिलता है। कमीशन, खेलने की शर्त और VIP लेवल में ये ऑर्डर लौटाए हुए माने जाते हैं। इसका पैसा संचालक सील के समय अलग रखता है।',
        },
        {
          title: '7. पूरा न बिकने पर',
          text: 'आखिरी समय तक पूरा न बिकने वाला राउंड खत्म हो जाता है। तब हर ऑर्डर का पूरा पैसा अपने आप वापस होता है और कोई ड्रॉ नहीं होता।',
        },
        {
          title: '8. खुद जाँचें',
          text: 'ड्रॉ हो चुके हर राउंड के हिसाब वाले पेज पर सारी जानकारी दिखती है और हिसाब आपके अपने डिवाइस पर फिर से होता है। आप प्रमाण डाउनलोड करके उसे मुफ़्त जाँच-प्रोग्राम से परख सकते हैं, इस साइट पर भरोसा किए बिना।',
        },
        {
          title: '9. गेम',
          text: 'गेम की गुप्त संख्याओं की शृंखला उसके पहले राउंड से पहले प्रकाशित होती है, और “गवाहों के सामने” ग्रेड में तब तक काफ़ी गवाहों के हस्ताक्षर होने चाहिए। बेट बंद होने का समय तय करता है कि बीकन का कौन सा नंबर फ़ैसला करेगा। जिस राउंड में बेट लगी हों वह रद्द नहीं होता: सर्वर बंद रहा हो तब भी बाद में नतीजा आता है। बेट का पैसा सिर्फ़ लॉग खोने पर लौटता है।',
        },
        {
          title: '10. जो पहले शुरू हुआ',
          text: 'वह उस समय के नियमों से खत्म होता है: समय पर एक हस्ताक्षर काफ़ी है, इसलिए कोई एक भी गवाह मिला हो तो संचालक नतीजा चुन सकता है। हस्ताक्षर न मिले तो वह बाद के नंबर के लिए फिर सील होता है, और गेम का राउंड रद्द होता है।',
        },
      ],
    },
    'pt-br': {
      title: 'Regras do sorteio',
      intro: 'Como uma edição é vendida, sorteada e reembolsada, e como você pode conferir.',
      sections: [
        {
          title: '1. Cotas e códigos',
          text: 'Uma edição tem um número fixo de cotas, e cada cota tem um código: 1000001, 1000002 e assim por diante. Os códigos são dados na ordem das compras; um pedido de várias cotas recebe códigos seguidos. Todos os códigos têm a mesma chance.',
        },
        {
          title: '2. Antes da primeira venda',
          text: 'Preço, número de cotas, valor do prêmio, prazo, regra do sorteio e nível são fixados quando a edição é criada e não podem mudar depois. Uma impressão digital (hash) do valor secreto da plataforma é publicada, para que ele não possa ser trocado depois. Tudo o que a edição pode ter de pagar está garantido antes da abertura: pelas próprias vendas e, se elas não bastarem, por dinheiro que a plataforma depositou antes.',
        },
        {
          title: '3. Tudo vendido',
          text: 'A última cota encerra a venda. A partir daí, nada pode ser cancelado nem reembolsado até o sorteio, salvo o que diz a seção 6. No máximo 20 segundos depois, quantos ninguém mais sabe antes, os pedidos são lacrados, o valor secreto é publicado, e fica definido qual número aleatório do beacon vai decidir, antes de ele existir.',
        },
        {
          title: '4. O código premiado',
          text: 'Os horários dos pedidos são lidos como números (horas, minutos, segundos, milissegundos) e somados; conforme o produto, contam todos os pedidos ou todos menos o último. Todos os níveis, menos plain, somam o valor secreto; os níveis beacon e witnessed, também o número aleatório do beacon. O resto da divisão pelo número de cotas, mais 1000001, é o código premiado. Quem tem esse código ganha. O cálculo lista os pedidos por etiqueta, não por nome; só o nome abreviado e o número de cotas do ganhador são publicados ao lado do código premiado.',
        },
        {
          title: '5. Níveis',
          text: 'Plain: só os horários dos pedidos; o último comprador e a plataforma poderiam influenciar o resultado. Salt: com o valor secreto da plataforma, fixado antes; só a plataforma poderia saber mais. Beacon: com um número aleatório público que ninguém conhece durante a venda; a plataforma poderia influenciar se mostrasse o lacre tarde. Witnessed: como beacon, e tantas testemunhas indicadas quantas a edição diz, sempre mais da metade, assinam os pedidos lacrados antes de o número aleatório existir; a plataforma poderia influenciar junto com tantas delas que duas listas tivessem assinaturas suficientes, e a edição diz quantas. Nomes que terminam em local: o número aleatório vem desta própria instalação, e a plataforma poderia conhecê-lo antes; só para dinheiro fictício.',
        },
        {
          title: '6. Testemunhas de menos',
          text: 'Enquanto poucas das testemunhas indicadas responderem, nada é lacrado, e a edição espera. Se não puder ser lacrada por 7 dias, todos os pedidos são reembolsados por inteiro. Se for lacrada e poucas delas assinarem a tempo, o sorteio vale assim mesmo, e o ganhador ganha. Cada um dos outros membros recebe o maior de três valores: o que os seus códigos ganharam, o que pagou ou a sua parte de todos os prêmios: o número dos seus códigos vezes o valor de todos os prêmios, dividido pelo número de códigos vendidos e arredondado para baixo. O que foi pago com cupons ou entradas grátis volta para a origem. Se isso passar do valor do produto ganho, quem o ganhou recebe também a diferença. Para comissões, valor a jogar e níveis VIP, esses pedidos contam como reembolsados. A plataforma reserva o dinheiro para isso na hora do lacre.',
        },
        {
          title: '7. Se não vender tudo',
          text: 'Uma edição que não é toda vendida até o prazo expira. Todos os pedidos são então reembolsados por inteiro, automaticamente, e não há sorteio.',
        },
        {
          title: '8. Confira você mesmo',
          text: 'A página de cálculo de cada edição sorteada mostra todos os dados e refaz o cálculo no seu próprio aparelho. Você pode baixar a prova e conferi-la com o verificador gratuito, sem precisar confiar neste site.',
        },
        {
          title: '9. Jogos',
          text: 'A cadeia de segredos de um jogo é publicada antes da primeira rodada e, no nível “Com testemunhas”, testemunhas suficientes precisam tê-la assinado até lá. O fim das apostas fixa qual número do beacon decide. Nenhuma rodada com apostas é anulada: ela é decidida mesmo depois de uma pane. As apostas só voltam se o registro se perder.',
        },
        {
          title: '10. O que abriu antes',
          text: 'Termina pelas regras daquele tempo: basta uma assinatura a tempo, então a plataforma junto com qualquer uma das testemunhas poderia escolher. Sem assinatura, é lacrado de novo para um número posterior, e uma rodada de jogo é anulada.',
        },
      ],
    },
    'id-id': {
      title: 'Aturan undian',
      intro: 'Bagaimana sebuah edisi dijual, diundi, dan dikembalikan dananya, serta cara Anda memeriksanya.',
      sections: [
        {
          title: '1. Bagian dan kode',
          text: 'Sebuah edisi punya jumlah bagian yang tetap, dan setiap bagian punya satu kode: 1000001, 1000002, dan seterusnya. Kode diberikan sesuai urutan pembelian; pesanan beberapa bagian mendapat kode yang berurutan. Setiap kode punya peluang yang sama.',
        },
        {
          title: '2. Sebelum penjualan pertama',
          text: 'Harga, jumlah bagian, nilai hadiah, batas waktu, aturan undian, dan tingkat ditetapkan saat edisi dibuat dan tidak bisa diubah lagi. Sidik jari (hash) nilai rahasia penyelenggara diterbitkan, sehingga nilai itu tidak bisa ditukar kemudian. Apa pun yang mungkin harus dibayar edisi itu sudah terjamin sebelum dibuka: dari penjualannya sendiri, dan bila tidak cukup, dari uang yang disetor penyelenggara lebih dulu.',
        },
        {
          title: '3. Habis terjual',
          text: 'Bagian terakhir mengakhiri penjualan. Sejak itu sampai undian tidak ada pesanan yang bisa dibatalkan atau dikembalikan uangnya, kecuali seperti disebut di bagian 6. Paling lama 20 detik kemudian, berapa tepatnya tidak diketahui orang lain sebelumnya, pesanan disegel, nilai rahasia diterbitkan, dan sudah ditetapkan angka acak beacon mana yang akan menentukan, sebelum angka itu ada.',
        },
        {
          title: '4. Kode pemenang',
          text: 'Waktu pesanan dibaca sebagai angka (jam, menit, detik, milidetik) lalu dijumlahkan; tergantung produknya, semua pesanan dihitung, atau semua kecuali yang terakhir. Semua tingkat selain plain menambahkan nilai rahasia; tingkat beacon dan witnessed juga menambahkan angka acak beacon. Sisa pembagian dengan jumlah bagian, ditambah 1000001, adalah kode pemenang. Pemiliknya menang. Perhitungan mencantumkan pesanan menurut label, bukan nama; hanya nama singkat pemenang dan jumlah bagiannya yang diterbitkan di samping kode pemenang.',
        },
        {
          title: '5. Tingkat',
          text: 'Plain: hanya waktu pesanan; pembeli terakhir dan penyelenggara bisa memengaruhi hasil. Salt: dengan nilai rahasia penyelenggara yang ditetapkan sebelumnya; hanya penyelenggara yang bisa tahu lebih banyak. Beacon: dengan angka acak publik yang tidak diketahui siapa pun selama penjualan; penyelenggara bisa memengaruhinya jika terlambat menunjukkan segel. Witnessed: seperti beacon, dan sebanyak saksi yang tertulis pada edisi, selalu lebih dari separuh, menandatangani pesanan yang disegel sebelum angka acaknya ada; penyelenggara bisa memengaruhinya bersama cukup banyak saksi sehingga dua daftar bisa mendapat cukup tanda tangan, dan jumlahnya tertulis pada edisi. Nama yang berakhir dengan local: angka acaknya dibuat layanan ini sendiri, jadi penyelenggara bisa mengetahuinya lebih dulu; hanya untuk uang demo.',
        },
        {
          title: '6. Saksi kurang',
          text: 'Selama terlalu sedikit saksi yang disebutkan menjawab, tidak ada yang disegel dan edisi menunggu. Jika selama 7 hari tidak bisa disegel, uang semua pesanan dikembalikan penuh. Jika sudah disegel tetapi terlalu sedikit saksi menandatangani tepat waktu, undian tetap sah dan pemenang tetap menang. Setiap anggota lain mendapat yang terbesar dari tiga jumlah: yang dimenangkan kodenya, yang dibayarnya, atau bagiannya dari semua hadiah: jumlah kodenya dikali nilai semua hadiah, dibagi jumlah kode terjual, dibulatkan ke bawah. Yang dibayar dengan voucer atau entri gratis kembali ke asalnya. Jika jumlah ini melebihi nilai barang yang dimenangkan, pemenangnya juga mendapat selisihnya. Untuk komisi, syarat main, dan tingkat VIP, pesanan ini dianggap dikembalikan dananya. Uang untuk ini disisihkan penyelenggara saat disegel.',
        },
        {
          title: '7. Tidak habis terjual',
          text: 'Edisi yang tidak habis terjual sampai batas waktunya dinyatakan berakhir. Uang untuk semua pesanan lalu dikembalikan penuh secara otomatis, dan tidak ada undian.',
        },
        {
          title: '8. Periksa sendiri',
          text: 'Halaman perhitungan setiap edisi yang sudah diundi menampilkan semua data dan mengulang perhitungan di perangkat Anda sendiri. Anda bisa mengunduh bukti dan memeriksanya dengan program verifikasi gratis, tanpa harus percaya pada situs ini.',
        },
        {
          title: '9. Permainan',
          text: 'Rantai rahasia sebuah permainan diterbitkan sebelum putaran pertamanya, dan pada tingkat “Disaksikan” cukup banyak saksi harus sudah menandatanganinya. Saat taruhan ditutup menetapkan angka beacon mana yang menentukan. Putaran yang ada taruhannya tidak dibatalkan: hasilnya tetap ditentukan setelah gangguan. Taruhan hanya kembali jika log hilang.',
        },
        {
          title: '10. Yang dibuka sebelumnya',
          text: 'Berakhir menurut aturan saat itu: satu tanda tangan tepat waktu sudah cukup, jadi penyelenggara bersama salah satu saksi saja bisa memilih hasilnya. Tanpa tanda tangan, disegel ulang untuk angka berikutnya, dan putaran permainan dibatalkan.',
        },
      ],
    },
    'vi-vn': {
      title: 'Quy tắc mở thưởng',
      intro: 'Một kỳ được bán, mở thưởng và hoàn tiền ra sao, và bạn kiểm chứng thế nào.',
      sections: [
        {
          title: '1. Phần và mã',
          text: 'Mỗi kỳ có số phần cố định, mỗi phần có một mã: 1000001, 1000002 và cứ thế tiếp. Mã được phát theo thứ tự mua; đơn nhiều phần nhận các mã liền nhau. Mọi mã có cơ hội như nhau.',
        },
        {
          title: '2. Trước lượt bán đầu tiên',
          text: 'Giá, số phần, giá trị giải thưởng, hạn chót, quy tắc mở thưởng và cấp được cố định khi tạo kỳ và sau đó không đổi được. Dấu vân tay (mã băm) của giá trị bí mật của nhà tổ chức được công bố, nên về sau không thể tráo giá trị đó. Mọi khoản mà kỳ này có thể phải trả đều được bảo đảm trước khi mở bán: từ doanh thu của chính nó, và nếu không đủ thì từ tiền nhà tổ chức đã nộp trước.',
        },
        {
          title: '3. Bán hết',
          text: 'Phần cuối cùng kết thúc việc bán. Từ đó đến khi mở thưởng, không đơn nào hủy hay hoàn tiền được, trừ điều nêu ở mục 6. Chậm nhất 20 giây sau, bao nhiêu giây thì không ai khác biết trước, các đơn được niêm phong, giá trị bí mật được công bố, và số ngẫu nhiên nào của beacon sẽ quyết định được ấn định trước khi nó tồn tại.',
        },
        {
          title: '4. Mã trúng thưởng',
          text: 'Thời gian của các đơn được đọc thành số (giờ, phút, giây, mili giây) và cộng lại; tùy sản phẩm, tính mọi đơn hoặc mọi đơn trừ đơn cuối. Mọi cấp trừ plain đều cộng thêm giá trị bí mật; cấp beacon và witnessed còn cộng thêm số ngẫu nhiên của beacon. Phần dư khi chia cho số phần, cộng 1000001, là mã trúng thưởng. Người giữ mã đó trúng. Phép tính liệt kê đơn theo nhãn, không theo tên; chỉ tên rút gọn và số phần của người trúng được công bố cạnh mã trúng thưởng.',
        },
        {
          title: '5. Các cấp',
          text: 'Plain: chỉ thời gian đơn; người mua cuối và nhà tổ chức có thể tác động đến kết quả. Salt: thêm giá trị bí mật mà nhà tổ chức đã cố định từ trước; chỉ nhà tổ chức có thể biết nhiều hơn. Beacon: thêm một số ngẫu nhiên công khai không ai biết trong lúc bán; nhà tổ chức tác động được nếu đưa bản niêm phong ra muộn. Witnessed: như beacon, và đủ số nhân chứng được nêu tên mà kỳ ghi rõ, luôn quá nửa, ký các đơn đã niêm phong trước khi số ngẫu nhiên tồn tại; nhà tổ chức tác động được nếu thông đồng với nhiều nhân chứng đến mức hai danh sách đều có đủ chữ ký, và kỳ ghi rõ bao nhiêu. Tên kết thúc bằng local: số ngẫu nhiên do chính hệ thống này tạo, nên nhà tổ chức có thể biết trước; chỉ dùng cho tiền ảo.',
        },
        {
          title: '6. Thiếu nhân chứng',
          text: 'Khi còn quá ít nhân chứng được nêu tên trả lời, không gì được niêm phong và kỳ phải chờ. Nếu trong 7 ngày không niêm phong được, mọi đơn được hoàn tiền đầy đủ. Nếu đã niêm phong mà quá ít nhân chứng ký kịp lúc, lần mở thưởng vẫn có giá trị và người trúng vẫn trúng. Mỗi thành viên khác nhận khoản lớn nhất trong ba khoản: số các mã của họ trúng, số họ đã trả, hoặc phần của họ trong mọi giải thưởng: số mã của họ nhân với giá trị mọi giải thưởng, chia cho số mã đã bán, làm tròn xuống. Phần trả bằng phiếu giảm giá hay lượt miễn phí trở về nơi đã chi. Nếu khoản này lớn hơn giá trị sản phẩm trúng, người trúng sản phẩm nhận thêm phần chênh lệch. Với hoa hồng, điều kiện chơi và cấp VIP, các đơn này được coi như đã hoàn tiền. Nhà tổ chức để riêng tiền cho việc này khi niêm phong.',
        },
        {
          title: '7. Không bán hết',
          text: 'Kỳ không bán hết đến hạn chót sẽ hết hạn. Khi đó mọi đơn được tự động hoàn tiền đầy đủ và không mở thưởng.',
        },
        {
          title: '8. Tự kiểm chứng',
          text: 'Trang phép tính của mỗi kỳ đã mở thưởng hiện mọi dữ liệu đầu vào và làm lại phép tính trên chính thiết bị của bạn. Bạn có thể tải bằng chứng và kiểm tra bằng trình kiểm chứng miễn phí, không cần tin trang này.',
        },
        {
          title: '9. Trò chơi',
          text: 'Chuỗi số bí mật của trò chơi được công bố trước kỳ đầu tiên, và ở cấp “Có nhân chứng” phải có đủ nhân chứng ký trước lúc đó. Giờ đóng cược ấn định số nào của beacon quyết định. Kỳ có người cược không bị hủy: vẫn có kết quả dù hệ thống từng ngừng. Tiền cược chỉ trả lại khi nhật ký bị mất.',
        },
        {
          title: '10. Những gì mở trước đây',
          text: 'Kết thúc theo quy tắc lúc đó: một chữ ký kịp lúc là đủ, nên nhà tổ chức có thể chọn kết quả nếu thông đồng với bất kỳ một nhân chứng nào. Không có chữ ký thì được niêm phong lại cho một số sau, và kỳ của trò chơi bị hủy.',
        },
      ],
    },
  },
}
