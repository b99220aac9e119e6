/** How draws work, for members. The formulas are in docs/FAIRNESS.md. */
import type { Rule } from '../rule.ts'

export const draw: Rule = {
  version: '4',
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
          text: 'The last share ends the sale. From then until the draw nothing can be cancelled or refunded. The orders are sealed, the secret value is published, and it is fixed which random number of the beacon will decide, before that number exists.',
        },
        {
          title: '4. The winning code',
          text: 'The times of the orders are read as numbers (hours, minutes, seconds, milliseconds) and added up; depending on the product, all orders count, or all but the last one. Every grade but plain adds the secret value; the grades beacon and witnessed also add the beacon’s random number. The remainder after division by the number of shares, plus 1000001, is the winning code. Its owner wins. The calculation lists orders by tags, not by names; only the winner’s shortened name and number of shares are published beside the winning code.',
        },
        {
          title: '5. Grades',
          text: 'Plain: order times only; the last buyer and the house could influence the result. Salt: with the house’s secret value, fixed beforehand; only the house could know more. Beacon: with a public random number that nobody knows while shares are on sale; the house could influence the result if it shows the seal late. Witnessed: like beacon, and at least one named witness signs the sealed orders before the random number exists; the house together with any one of the named witnesses could influence the result. Names that end in local: this installation makes the random number itself, so the house could know it; only for play money.',
        },
        {
          title: '6. Not sold out',
          text: 'An issue that is not sold out at its deadline expires. Every order is then refunded in full, automatically, and there is no draw.',
        },
        {
          title: '7. Check it yourself',
          text: 'The calculation page of every drawn issue shows all inputs and repeats the calculation on your own device. You can download the proof and check it with the free verifier, without having to trust this site.',
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
          text: 'শেষ শেয়ারটি বিক্রি হলেই বিক্রি বন্ধ। এরপর ড্র পর্যন্ত কিছুই বাতিল বা ফেরত করা যায় না। অর্ডারগুলো সিল করা হয়, গোপন সংখ্যাটি প্রকাশ করা হয়, আর বিকনের যে র‍্যান্ডম সংখ্যা ফল ঠিক করবে, সেটি তৈরি হওয়ার আগেই তার নম্বর জানিয়ে দেওয়া হয়।',
        },
        {
          title: '4. বিজয়ী কোড',
          text: 'অর্ডারের সময়গুলো সংখ্যা হিসেবে (ঘণ্টা, মিনিট, সেকেন্ড, মিলিসেকেন্ড) পড়ে যোগ করা হয়; পণ্যভেদে সব অর্ডার, অথবা শেষটি বাদে বাকি সব। “শুধু অর্ডারের সময়” ছাড়া সব স্তরে গোপন সংখ্যাটিও যোগ হয়; “উন্মুক্ত বিকন” ও “সাক্ষীসহ” স্তরে বিকনের র‍্যান্ডম সংখ্যাটিও। যোগফলকে শেয়ারের সংখ্যা দিয়ে ভাগ করলে যে ভাগশেষ থাকে, তার সঙ্গে 1000001 যোগ করলেই বিজয়ী কোড। কোডটি যাঁর, তিনিই জেতেন। হিসাবে অর্ডারগুলো নামে নয়, ট্যাগে দেখানো হয়; কেবল বিজয়ীর সংক্ষিপ্ত নাম ও শেয়ারের সংখ্যা বিজয়ী কোডের পাশে প্রকাশ করা হয়।',
        },
        {
          title: '5. স্তর',
          text: '“শুধু অর্ডারের সময়” (plain): শেষ ক্রেতা বা আয়োজক ফল প্রভাবিত করতে পারে। “সিল করা গোপন সংখ্যা” (salt): আয়োজকের আগে থেকে নিশ্চিত করা গোপন সংখ্যাসহ; কেবল আয়োজকই বেশি জানতে পারে। “উন্মুক্ত বিকন” (beacon): সঙ্গে একটি উন্মুক্ত র‍্যান্ডম সংখ্যা, যা বিক্রির সময় কেউ জানে না; আয়োজক সিলটি দেরিতে দেখালে ফল প্রভাবিত করতে পারে। “সাক্ষীসহ” (witnessed): উন্মুক্ত বিকনের মতোই, সঙ্গে নির্ধারিত অন্তত একজন সাক্ষী র‍্যান্ডম সংখ্যাটি তৈরি হওয়ার আগেই সিল করা অর্ডারে স্বাক্ষর করে; নির্ধারিত সাক্ষীদের যেকোনো একজন একজোট হলেই আয়োজক ফল প্রভাবিত করতে পারে। “স্থানীয় বিকন” (local) হলে র‍্যান্ডম সংখ্যাটি এই ব্যবস্থা নিজেই তৈরি করে, তাই আয়োজক আগে থেকে জানতে পারে; কেবল ডেমো টাকার জন্য।',
        },
        {
          title: '6. সব বিক্রি না হলে',
          text: 'সময়সীমার মধ্যে সব শেয়ার বিক্রি না হলে রাউন্ডটির মেয়াদ শেষ হয়। তখন প্রতিটি অর্ডারের পুরো টাকা নিজে থেকেই ফেরত যায়, কোনো ড্র হয় না।',
        },
        {
          title: '7. নিজে যাচাই করুন',
          text: 'ড্র হওয়া প্রতিটি রাউন্ডের হিসাবের পাতায় সব তথ্য দেখা যায়, আর আপনার নিজের ডিভাইসেই হিসাবটি আবার করা হয়। প্রমাণটি ডাউনলোড করে বিনা মূল্যের যাচাই-প্রোগ্রাম দিয়ে পরীক্ষা করতে পারেন; এই সাইটকে বিশ্বাস করতে হয় না।',
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
          text: 'الحصة الأخيرة تنهي البيع. ومن تلك اللحظة لا يمكن إلغاء شيء أو رده حتى السحب. تُختم الطلبات، وتُنشر القيمة السرية، ويُعيَّن العدد العشوائي الذي سيحسم النتيجة قبل أن يوجد.',
        },
        {
          title: '4. الرقم الفائز',
          text: 'تُقرأ أوقات الطلبات أعدادًا (ساعات ودقائق وثوانٍ وأجزاء من الألف) وتُجمع؛ وبحسب المنتج تُحتسب كل الطلبات أو كلها إلا الأخير. تضيف كل الدرجات عدا «أوقات الطلبات فقط» القيمة السرية، وتضيف الدرجتان «منارة عامة» و«بشهود» العدد العشوائي للمنارة أيضًا. باقي القسمة على عدد الحصص مضافًا إليه 1000001 هو الرقم الفائز، وصاحبه هو الفائز. وتسرد عملية الحساب الطلبات بوسومها لا بأسماء أصحابها؛ ولا يُنشر بجانب الرقم الفائز إلا اسم الفائز المختصر وعدد حصصه.',
        },
        {
          title: '5. الدرجات',
          text: '«أوقات الطلبات فقط» (plain): قد يؤثر آخر مشترٍ أو المشغّل في النتيجة. «سرّ مختوم» (salt): مع القيمة السرية للمشغّل المثبّتة مسبقًا؛ ولا يمكن لغير المشغّل أن يعرف أكثر. «منارة عامة» (beacon): مع عدد عشوائي عام لا يعرفه أحد أثناء البيع؛ ويستطيع المشغّل التأثير في النتيجة إن تأخر في إظهار الختم. «بشهود» (witnessed): مثل المنارة العامة، ويوقّع شاهد مسمّى واحد على الأقل الطلبات المختومة قبل أن يوجد العدد العشوائي؛ ويستطيع المشغّل التأثير في النتيجة إن تواطأ مع أي واحد من الشهود المسمّين. ومع «منارة محلية» (local) يصنع هذا النظام العدد العشوائي بنفسه وقد يعرفه المشغّل مسبقًا؛ وهي للنقود التجريبية فقط.',
        },
        {
          title: '6. إن لم تنفد الحصص',
          text: 'الإصدار الذي لا تنفد حصصه حتى موعده النهائي ينتهي. عندئذ تُرد قيمة كل طلب كاملة وتلقائيًا، ولا يُجرى سحب.',
        },
        {
          title: '7. تحقق بنفسك',
          text: 'تعرض صفحة عملية الحساب لكل إصدار تم السحب عليه جميع المدخلات، وتعيد عملية الحساب على جهازك أنت. ويمكنك تنزيل الإثبات وفحصه ببرنامج التحقق المجاني دون أن تثق بهذا الموقع.',
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
          text: '最后一份售出即停止销售。从此刻到开奖，任何订单都不能取消或退款。订单被封存，秘密值随即公布，由信标的哪一个随机数决定结果，在它产生之前就已指定。',
        },
        {
          title: '4. 中奖码',
          text: '把订单时间读作数字（时、分、秒、毫秒）后相加；视商品而定，计入全部订单，或除最后一笔外的全部订单。除 plain 外，各等级都再加上秘密值；beacon 和 witnessed 等级还加上信标的随机数。总和除以份数所得的余数，再加 1000001，就是中奖码。其持有者中奖。计算过程按代号列出订单，不显示姓名；只有中奖者的缩写姓名和份数会公布在中奖码旁边。',
        },
        {
          title: '5. 等级',
          text: 'Plain：只用订单时间，最后一位买家和平台可能影响结果。Salt：加上平台事先固定的秘密值，只有平台可能知道得更多。Beacon：加上销售期间无人知晓的公共随机数，平台如果推迟公布封存记录，就可能影响结果。Witnessed：与 beacon 相同，此外至少有一个指定的见证方在随机数产生之前对封存的订单签名；平台只要与任意一个指定的见证方串通，就可能影响结果。名称以 local 结尾的：随机数由平台自己产生，因此平台可能提前知道，仅用于体验金。',
        },
        {
          title: '6. 未售罄',
          text: '到截止时间仍未售罄的一期即告失效。所有订单自动全额退款，不进行开奖。',
        },
        {
          title: '7. 自己验证',
          text: '每个已开奖的期，其计算过程页面都显示全部输入，并在你自己的设备上重新计算。你可以下载证明，用免费的验证程序检查，不必相信本站。',
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
          text: 'आखिरी हिस्सा बिकते ही बिक्री बंद हो जाती है। तब से ड्रॉ तक कुछ भी रद्द या वापस नहीं हो सकता। ऑर्डर सील किए जाते हैं, गुप्त संख्या प्रकाशित होती है, और बीकन का कौन सा रैंडम नंबर फ़ैसला करेगा, यह उसके बनने से पहले ही बता दिया जाता है।',
        },
        {
          title: '4. विजेता कोड',
          text: 'ऑर्डर के समय (घंटे, मिनट, सेकंड, मिलीसेकंड) संख्या की तरह पढ़े और जोड़े जाते हैं; राउंड के हिसाब से सभी ऑर्डर गिने जाते हैं, या आखिरी को छोड़कर बाकी सब। “सिर्फ़ ऑर्डर के समय” को छोड़कर हर ग्रेड में गुप्त संख्या भी जुड़ती है; “सार्वजनिक बीकन” और “गवाहों के सामने” में बीकन का रैंडम नंबर भी। जोड़ को हिस्सों की संख्या से भाग देने पर बचा शेषफल, उसमें 1000001 जोड़कर, विजेता कोड है। जिसका वह कोड है, वही जीतता है। हिसाब में ऑर्डर नाम से नहीं, टैग से दिखते हैं; सिर्फ़ विजेता का छोटा किया हुआ नाम और हिस्सों की संख्या विजेता कोड के साथ प्रकाशित होती है।',
        },
        {
          title: '5. ग्रेड',
          text: '“सिर्फ़ ऑर्डर के समय” (plain): आखिरी खरीदार या संचालक नतीजे पर असर डाल सकता है। “सीलबंद गुप्त संख्या” (salt): संचालक की पहले से तय गुप्त संख्या के साथ; सिर्फ़ संचालक ज़्यादा जान सकता है। “सार्वजनिक बीकन” (beacon): एक सार्वजनिक रैंडम नंबर के साथ, जिसे बिक्री के दौरान कोई नहीं जानता; संचालक सील देर से दिखाए तो असर डाल सकता है। “गवाहों के सामने” (witnessed): सार्वजनिक बीकन जैसा ही, साथ में कम से कम एक तय गवाह रैंडम नंबर बनने से पहले सील किए गए ऑर्डर पर हस्ताक्षर करता है; तय गवाहों में से कोई एक भी मिला हो तो संचालक असर डाल सकता है। “लोकल बीकन” (local) में रैंडम नंबर यहीं बनता है, इसलिए संचालक उसे पहले से जान सकता है; सिर्फ़ डेमो पैसे के लिए।',
        },
        {
          title: '6. पूरा न बिकने पर',
          text: 'आखिरी समय तक पूरा न बिकने वाला राउंड खत्म हो जाता है। तब हर ऑर्डर का पूरा पैसा अपने आप वापस होता है और कोई ड्रॉ नहीं होता।',
        },
        {
          title: '7. खुद जाँचें',
          text: 'ड्रॉ हो चुके हर राउंड के हिसाब वाले पेज पर सारी जानकारी दिखती है और हिसाब आपके अपने डिवाइस पर फिर से होता है। आप प्रमाण डाउनलोड करके उसे मुफ़्त जाँच-प्रोग्राम से परख सकते हैं, इस साइट पर भरोसा किए बिना।',
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
          text: 'Preço, número de cotas, valor do prêmio, prazo, regra do sorteio e nível são fixados quando a edição é criada e não podem mudar depois. Uma impressão digital (hash) do valor secreto da casa é publicada, para que ele não possa ser trocado depois. Tudo o que a edição pode ter de pagar está garantido antes da abertura: pelas próprias vendas e, se elas não bastarem, por dinheiro que a casa depositou antes.',
        },
        {
          title: '3. Tudo vendido',
          text: 'A última cota encerra a venda. A partir daí, nada pode ser cancelado nem reembolsado até o sorteio. Os pedidos são lacrados, o valor secreto é publicado, e fica definido qual número aleatório do beacon vai decidir, antes de ele existir.',
        },
        {
          title: '4. O código premiado',
          text: 'Os horários dos pedidos são lidos como números (horas, minutos, segundos, milissegundos) e somados; conforme o produto, contam todos os pedidos ou todos menos o último. Todos os níveis, menos plain, somam o valor secreto; os níveis beacon e witnessed, também o número aleatório do beacon. O resto da divisão pelo número de cotas, mais 1000001, é o código premiado. Quem tem esse código ganha. O cálculo lista os pedidos por etiqueta, não por nome; só o nome abreviado e o número de cotas do ganhador são publicados ao lado do código premiado.',
        },
        {
          title: '5. Níveis',
          text: 'Plain: só os horários dos pedidos; o último comprador e a casa poderiam influenciar o resultado. Salt: com o valor secreto da casa, fixado antes; só a casa poderia saber mais. Beacon: com um número aleatório público que ninguém conhece durante a venda; a casa poderia influenciar se mostrasse o lacre tarde. Witnessed: como beacon, e pelo menos uma testemunha indicada assina os pedidos lacrados antes de o número aleatório existir; a casa junto com qualquer uma das testemunhas indicadas poderia influenciar. Nomes que terminam em local: o número aleatório vem desta própria instalação, e a casa poderia conhecê-lo antes; só para dinheiro fictício.',
        },
        {
          title: '6. Se não vender tudo',
          text: 'Uma edição que não é toda vendida até o prazo expira. Todos os pedidos são então reembolsados por inteiro, automaticamente, e não há sorteio.',
        },
        {
          title: '7. Confira você mesmo',
          text: 'A página de cálculo de cada edição sorteada mostra todos os dados e refaz o cálculo no seu próprio aparelho. Você pode baixar a prova e conferi-la com o verificador gratuito, sem precisar confiar neste site.',
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
          text: 'Bagian terakhir mengakhiri penjualan. Sejak itu sampai undian tidak ada pesanan yang bisa dibatalkan atau dikembalikan uangnya. Pesanan disegel, nilai rahasia diterbitkan, dan sudah ditetapkan angka acak beacon mana yang akan menentukan, sebelum angka itu ada.',
        },
        {
          title: '4. Kode pemenang',
          text: 'Waktu pesanan dibaca sebagai angka (jam, menit, detik, milidetik) lalu dijumlahkan; tergantung produknya, semua pesanan dihitung, atau semua kecuali yang terakhir. Semua tingkat selain plain menambahkan nilai rahasia; tingkat beacon dan witnessed juga menambahkan angka acak beacon. Sisa pembagian dengan jumlah bagian, ditambah 1000001, adalah kode pemenang. Pemiliknya menang. Perhitungan mencantumkan pesanan menurut label, bukan nama; hanya nama singkat pemenang dan jumlah bagiannya yang diterbitkan di samping kode pemenang.',
        },
        {
          title: '5. Tingkat',
          text: 'Plain: hanya waktu pesanan; pembeli terakhir dan penyelenggara bisa memengaruhi hasil. Salt: dengan nilai rahasia penyelenggara yang ditetapkan sebelumnya; hanya penyelenggara yang bisa tahu lebih banyak. Beacon: dengan angka acak publik yang tidak diketahui siapa pun selama penjualan; penyelenggara bisa memengaruhinya jika terlambat menunjukkan segel. Witnessed: seperti beacon, dan setidaknya satu saksi yang disebutkan menandatangani pesanan yang disegel sebelum angka acaknya ada; penyelenggara bersama salah satu saja dari saksi yang disebutkan bisa memengaruhinya. Nama yang berakhir dengan local: angka acaknya dibuat layanan ini sendiri, jadi penyelenggara bisa mengetahuinya lebih dulu; hanya untuk uang demo.',
        },
        {
          title: '6. Tidak habis terjual',
          text: 'Edisi yang tidak habis terjual sampai batas waktunya dinyatakan berakhir. Uang untuk semua pesanan lalu dikembalikan penuh secara otomatis, dan tidak ada undian.',
        },
        {
          title: '7. Periksa sendiri',
          text: 'Halaman perhitungan setiap edisi yang sudah diundi menampilkan semua data dan mengulang perhitungan di perangkat Anda sendiri. Anda bisa mengunduh bukti dan memeriksanya dengan program verifikasi gratis, tanpa harus percaya pada situs ini.',
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
          text: 'Phần cuối cùng kết thúc việc bán. Từ đó đến khi mở thưởng, không đơn nào hủy hay hoàn tiền được. Các đơn được niêm phong, giá trị bí mật được công bố, và số ngẫu nhiên nào của beacon sẽ quyết định được ấn định trước khi nó tồn tại.',
        },
        {
          title: '4. Mã trúng thưởng',
          text: 'Thời gian của các đơn được đọc thành số (giờ, phút, giây, mili giây) và cộng lại; tùy sản phẩm, tính mọi đơn hoặc mọi đơn trừ đơn cuối. Mọi cấp trừ plain đều cộng thêm giá trị bí mật; cấp beacon và witnessed còn cộng thêm số ngẫu nhiên của beacon. Phần dư khi chia cho số phần, cộng 1000001, là mã trúng thưởng. Người giữ mã đó trúng. Phép tính liệt kê đơn theo nhãn, không theo tên; chỉ tên rút gọn và số phần của người trúng được công bố cạnh mã trúng thưởng.',
        },
        {
          title: '5. Các cấp',
          text: 'Plain: chỉ thời gian đơn; người mua cuối và nhà tổ chức có thể tác động đến kết quả. Salt: thêm giá trị bí mật mà nhà tổ chức đã cố định từ trước; chỉ nhà tổ chức có thể biết nhiều hơn. Beacon: thêm một số ngẫu nhiên công khai không ai biết trong lúc bán; nhà tổ chức tác động được nếu đưa bản niêm phong ra muộn. Witnessed: như beacon, và ít nhất một nhân chứng được nêu tên ký các đơn đã niêm phong trước khi số ngẫu nhiên tồn tại; nhà tổ chức tác động được nếu thông đồng với bất kỳ một nhân chứng nào được nêu tên. Tên kết thúc bằng local: số ngẫu nhiên do chính hệ thống này tạo, nên nhà tổ chức có thể biết trước; chỉ dùng cho tiền ảo.',
        },
        {
          title: '6. Không bán hết',
          text: 'Kỳ không bán hết đến hạn chót sẽ hết hạn. Khi đó mọi đơn được tự động hoàn tiền đầy đủ và không mở thưởng.',
        },
        {
          title: '7. Tự kiểm chứng',
          text: 'Trang phép tính của mỗi kỳ đã mở thưởng hiện mọi dữ liệu đầu vào và làm lại phép tính trên chính thiết bị của bạn. Bạn có thể tải bằng chứng và kiểm tra bằng trình kiểm chứng miễn phí, không cần tin trang này.',
        },
      ],
    },
  },
}
