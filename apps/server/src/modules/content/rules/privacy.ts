/** The privacy statement. A changed content needs a new version, to which members agree again. */
import type { Rule } from '../rule.ts'

export const privacy: Rule = {
  version: '4',
  since: '2026-11-22',
  texts: {
    'en-us': {
      title: 'Privacy statement',
      intro: 'What this sandbox keeps about you, why, and who can see it.',
      sections: [
        {
          title: '1. What is kept',
          text: 'Your phone number, your nickname, a hash of your password (never the password itself), your invitation code and who invited you, your orders and codes, every movement of your wallet, your sessions with the kind of device and the times of use, which version of these texts you agreed to, the age that you declared, and the limits and breaks that you set yourself. Network addresses are used to limit abuse.',
        },
        {
          title: '2. Why',
          text: 'To log you in, to run purchases and draws, to keep a complete account of your balance, and to protect members from abuse. There is no advertising and no profiling.',
        },
        {
          title: '3. What others see',
          text: 'Draws are public so that they can be checked. In them you appear only under a tag that does not reveal who you are, with the times and codes of your orders. The list of an issue’s participants shows your shortened name, always in a group of five and without orders, codes or exact times. If you win, your shortened name and your number of shares are shown beside the winning code, so others then know which tag of that issue was yours. Your phone number is never shown to other members.',
        },
        {
          title: '4. In your browser',
          text: 'Your session, your language, the theme and whether your balance is hidden are stored in your browser. The key and signed states of the public log and the receipts of your orders are also stored there as your evidence; logging out does not remove them, but you can remove them on the page about draws. The last data that the app showed you is kept there for up to three days, so that the app also works without a network; logging out removes it. There are no cookies and no trackers, and no page loads anything from other companies.',
        },
        {
          title: '5. Who receives it',
          text: 'Nobody but the operator of this installation. In the sandbox even SMS codes and payments stay inside: they go to a built-in inbox and a built-in cashier.',
        },
        {
          title: '6. How long',
          text: 'SMS codes are valid for a few minutes, and sessions end after some days without use. Orders and wallet movements are kept as long as the sandbox exists, because draws and balances could not be checked without them. When an account is closed, its phone number, names, password, sessions and messages are deleted permanently; orders and wallet movements then belong to a number that identifies no one. If you were taking a break, had excluded yourself or had limits set, a coded form of your phone number stays, so that it cannot register again before the break or self-exclusion ends, or before the wait that a looser limit takes is over.',
        },
        {
          title: '7. Your rights',
          text: 'You can see your orders, your wallet statement and your sessions in the app, end sessions there, and close your account in the settings. To get a copy of your data, ask the operator.',
        },
      ],
    },
    'bn-bd': {
      title: 'গোপনীয়তা বিবৃতি',
      intro: 'এই স্যান্ডবক্স আপনার কোন তথ্য রাখে, কেন রাখে এবং কে তা দেখতে পারে।',
      sections: [
        {
          title: '1. কী রাখা হয়',
          text: 'আপনার ফোন নম্বর, ডাকনাম, পাসওয়ার্ডের হ্যাশ (পাসওয়ার্ড নিজে কখনো নয়), আমন্ত্রণ কোড ও কে আপনাকে আমন্ত্রণ করেছেন, আপনার অর্ডার ও কোড, ওয়ালেটের প্রতিটি লেনদেন, ডিভাইসের ধরন ও ব্যবহারের সময়সহ আপনার সেশন, এই লেখার কোন সংস্করণে সম্মতি দিয়েছেন, যে বয়স জানিয়েছেন, এবং নিজের জন্য যে সীমা ও বিরতি ঠিক করেছেন। অপব্যবহার ঠেকাতে নেটওয়ার্ক ঠিকানা ব্যবহার করা হয়।',
        },
        {
          title: '2. কেন',
          text: 'আপনাকে লগ ইন করাতে, কেনা ও ড্র চালাতে, আপনার ব্যালেন্সের পূর্ণ হিসাব রাখতে এবং সদস্যদের অপব্যবহার থেকে রক্ষা করতে। কোনো বিজ্ঞাপন নেই, আপনার আচরণের কোনো প্রোফাইলও তৈরি হয় না।',
        },
        {
          title: '3. অন্যরা কী দেখেন',
          text: 'যাচাই করা যায় বলে ড্র সবার জন্য উন্মুক্ত। সেখানে আপনার পরিচয় বোঝা যায় না এমন একটি ট্যাগ এবং আপনার অর্ডারের সময় ও কোড থাকে। রাউন্ডের অংশগ্রহণকারীদের তালিকায় আপনার সংক্ষিপ্ত নাম দেখানো হয়, সব সময় পাঁচজনের দলে এবং কোনো অর্ডার, কোড বা সঠিক সময় ছাড়া। আপনি জিতলে আপনার সংক্ষিপ্ত নাম ও শেয়ারের সংখ্যা বিজয়ী কোডের পাশে দেখানো হয়; তখন অন্যরা জানতে পারেন ওই রাউন্ডের কোন ট্যাগটি আপনার ছিল। আপনার ফোন নম্বর অন্য সদস্যদের কখনো দেখানো হয় না।',
        },
        {
          title: '4. আপনার ব্রাউজারে',
          text: 'আপনার সেশন, ভাষা, থিম এবং ব্যালেন্স লুকানো কি না, তা আপনার ব্রাউজারে থাকে। উন্মুক্ত লগের চাবি ও স্বাক্ষরিত অবস্থা এবং আপনার অর্ডারের রসিদও আপনার প্রমাণ হিসেবে সেখানে থাকে; লগ আউট করলে এগুলো মোছে না, ড্র বোঝানোর পাতা থেকে মুছতে পারেন। অ্যাপ শেষ যে তথ্য দেখিয়েছে, তা সর্বোচ্চ তিন দিন সেখানে থাকে, যাতে নেটওয়ার্ক ছাড়াও অ্যাপ চলে; লগ আউট করলে তা মুছে যায়। কোনো কুকি বা ট্র্যাকার নেই, আর কোনো পাতা অন্য কোনো কোম্পানি থেকে কিছু লোড করে না।',
        },
        {
          title: '5. কে পায়',
          text: 'এই ব্যবস্থার পরিচালনাকারী ছাড়া কেউ নয়। স্যান্ডবক্সে SMS কোড ও পেমেন্টও ভেতরেই থাকে: এগুলো যায় ভেতরের ইনবক্স ও ক্যাশিয়ারে।',
        },
        {
          title: '6. কতদিন',
          text: 'SMS কোড কয়েক মিনিট চলে, কয়েক দিন ব্যবহার না করলে সেশন শেষ হয়। অর্ডার ও ওয়ালেটের লেনদেন স্যান্ডবক্স যতদিন থাকে ততদিন রাখা হয়, কারণ এগুলো ছাড়া ড্র ও ব্যালেন্স যাচাই করা যায় না। অ্যাকাউন্ট বন্ধ হলে তার ফোন নম্বর, নাম, পাসওয়ার্ড, সেশন ও বার্তা চিরতরে মুছে ফেলা হয়; অর্ডার ও ওয়ালেটের লেনদেন তখন এমন একটি নম্বরের নামে থাকে যা থেকে কাউকে চেনা যায় না। তখন আপনি বিরতিতে থাকলে, নিজেকে বিরত রেখে থাকলে বা সীমা ঠিক করে থাকলে ফোন নম্বরের একটি সাংকেতিক রূপ থেকে যায়, যাতে সেই মেয়াদ শেষের আগে, কিংবা সীমা বাড়ালে যতটা অপেক্ষা করতে হতো ততটা না কাটলে, ওই নম্বরে আবার নিবন্ধন করা না যায়।',
        },
        {
          title: '7. আপনার অধিকার',
          text: 'অ্যাপেই আপনার অর্ডার, ওয়ালেট স্টেটমেন্ট ও সেশন দেখতে পারেন, সেশন শেষ করতে পারেন এবং সেটিংস থেকে অ্যাকাউন্ট বন্ধ করতে পারেন। আপনার তথ্যের অনুলিপি পেতে পরিচালনাকারীকে বলুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'بيان الخصوصية',
      intro: 'ما تحتفظ به هذه البيئة التجريبية عنك، ولماذا، ومن يمكنه رؤيته.',
      sections: [
        {
          title: '1. ما يُحفظ',
          text: 'رقم هاتفك، واسمك المستعار، وبصمة كلمة مرورك (وليست كلمة المرور نفسها أبدًا)، ورمز دعوتك ومن دعاك، وطلباتك وأرقامك، وكل حركة في محفظتك، وجلساتك مع نوع الجهاز وأوقات الاستخدام، ونسخة هذه النصوص التي وافقت عليها، والسن التي أقررت ببلوغها، والحدود والاستراحات التي تضبطها بنفسك. وتُستخدم عناوين الشبكة للحد من إساءة الاستخدام.',
        },
        {
          title: '2. لماذا',
          text: 'لتسجيل دخولك، وتنفيذ الشراء والسحوبات، وحفظ حساب كامل لرصيدك، وحماية الأعضاء من إساءة الاستخدام. لا إعلانات ولا تتبّع لسلوكك.',
        },
        {
          title: '3. ما يراه الآخرون',
          text: 'السحوبات علنية كي يمكن التحقق منها. وتظهر فيها بوسم لا يكشف هويتك، مع أوقات طلباتك وأرقامها. وتعرض قائمة المشاركين في الإصدار اسمك المختصر، دائمًا ضمن مجموعة من خمسة ومن دون طلبات أو أرقام أو أوقات دقيقة. وإذا فزت ظهر اسمك المختصر وعدد حصصك بجانب الرقم الفائز، فيعرف الآخرون عندها أي وسم في ذلك الإصدار كان لك. ولا يظهر رقم هاتفك لأي عضو آخر أبدًا.',
        },
        {
          title: '4. في متصفحك',
          text: 'تُحفظ في متصفحك جلستك ولغتك والمظهر وما إذا كان رصيدك مخفيًا. ويُحفظ فيه أيضًا، دليلًا لك، مفتاح السجل العام وحالاته الموقّعة وإيصالات طلباتك؛ لا يزيلها تسجيل الخروج، ويمكنك إزالتها من صفحة شرح السحوبات. وتبقى فيه آخر البيانات التي عرضها التطبيق ثلاثة أيام على الأكثر كي يعمل دون شبكة، ويزيلها تسجيل الخروج. لا ملفات تعريف ارتباط ولا أدوات تتبّع، ولا تُحمّل أي صفحة شيئًا من شركات أخرى.',
        },
        {
          title: '5. من يستلمها',
          text: 'لا أحد سوى مشغّل هذه النسخة. وفي البيئة التجريبية تبقى حتى رموز SMS والمدفوعات في الداخل: تصل إلى صندوق وارد مدمج وصندوق دفع مدمج.',
        },
        {
          title: '6. إلى متى',
          text: 'تصلح رموز SMS لبضع دقائق، وتنتهي الجلسات بعد أيام دون استخدام. وتُحفظ الطلبات وحركات المحفظة ما دامت البيئة التجريبية قائمة، إذ لا يمكن التحقق من السحوبات والأرصدة من دونها. وعند إغلاق الحساب يُحذف نهائيًا رقم هاتفه وأسماؤه وكلمة مروره وجلساته ورسائله، وتبقى الطلبات وحركات المحفظة تحت رقم لا يدل على أحد. وإن كنت في استراحة أو قد استبعدت نفسك أو كانت لديك حدود، تبقى صيغة مشفّرة من رقم هاتفك كي لا يُسجَّل به من جديد قبل انتهاء الاستراحة أو الاستبعاد، أو قبل مضي المدة التي كان سيسري بعدها حد أوسع.',
        },
        {
          title: '7. حقوقك',
          text: 'يمكنك في التطبيق رؤية طلباتك وكشف الحركات وجلساتك وإنهاء الجلسات، وإغلاق حسابك من الإعدادات. وللحصول على نسخة من بياناتك، اطلبها من المشغّل.',
        },
      ],
    },
    'zh-cn': {
      title: '隐私声明',
      intro: '这个沙盒保存你的哪些信息、为什么保存、谁能看到。',
      sections: [
        {
          title: '1. 保存什么',
          text: '你的手机号、昵称、密码的哈希值（绝不保存密码本身）、邀请码和邀请人、订单和号码、钱包的每一笔变动、登录记录（含设备类型和使用时间）、你同意过的文本版本、你声明的年龄，以及你为自己设置的限额和冷静期。网络地址用于限制滥用。',
        },
        {
          title: '2. 为什么',
          text: '用于让你登录、处理购买和开奖、完整记录你的余额，以及保护会员免受滥用。没有广告，也不做用户画像。',
        },
        {
          title: '3. 别人能看到什么',
          text: '开奖公开，以便验证。其中你只以一个不透露身份的代号出现，并附有订单的时间和号码。每期的参与者名单显示你的缩写姓名，总是五人一组，不附订单、号码和准确时间。如果你中奖，你的缩写姓名和份数会显示在中奖码旁边，别人便能知道本期的哪个代号是你的。你的手机号绝不会显示给其他会员。',
        },
        {
          title: '4. 在你的浏览器里',
          text: '登录状态、语言、外观以及余额是否隐藏，都保存在你的浏览器里。公开日志的密钥和签名状态，以及你的订单回执，也作为你的证据保存在那里；退出登录不会删除，你可以在说明开奖的页面删除。应用最近显示给你的数据最多在那里保存三天，以便没有网络时也能使用；退出登录时会删除。没有 Cookie，没有跟踪器，任何页面都不从其他公司加载内容。',
        },
        {
          title: '5. 谁会得到',
          text: '除这里的运营方外没有别人。在沙盒里，连短信验证码和付款也留在内部：它们进入内置收件箱和内置收银台。',
        },
        {
          title: '6. 保存多久',
          text: '短信验证码几分钟内有效，数日不使用则登录失效。订单和钱包变动会一直保存到沙盒结束，否则无法核对开奖和余额。账号注销后，手机号、姓名、密码、登录记录和短信会被永久删除；订单和钱包变动只归于一个不指向任何人的编号。如果当时你正处于冷静期、已自我禁入或设有限额，会保留手机号的一个加密值，以免该号码在冷静期或禁入期满前，或在放宽限额所需的等待时间过去前重新注册。',
        },
        {
          title: '7. 你的权利',
          text: '你可以在应用里查看订单、钱包明细和登录情况，退出登录，并在设置中注销账号。如需获取数据副本，请联系运营方。',
        },
      ],
    },
    'hi-in': {
      title: 'प्राइवेसी नीति',
      intro: 'यह सैंडबॉक्स आपके बारे में क्या रखता है, क्यों, और उसे कौन देख सकता है।',
      sections: [
        {
          title: '1. क्या रखा जाता है',
          text: 'आपका फ़ोन नंबर, निकनेम, पासवर्ड का हैश (खुद पासवर्ड कभी नहीं), आपका इनवाइट कोड और आपको किसने बुलाया, आपके ऑर्डर और कोड, वॉलेट का हर लेन-देन, आपके सेशन, डिवाइस के प्रकार और इस्तेमाल के समय के साथ, इन शर्तों के किस वर्शन से आप सहमत हुए, आपने कितनी उम्र बताई, और अपने लिए तय की हुई सीमाएँ और ब्रेक। नेटवर्क पते गलत इस्तेमाल रोकने के काम आते हैं।',
        },
        {
          title: '2. क्यों',
          text: 'आपको लॉग इन कराने, खरीद और ड्रॉ चलाने, आपके बैलेंस का पूरा हिसाब रखने और सदस्यों को गलत इस्तेमाल से बचाने के लिए। न विज्ञापन होते हैं, न प्रोफ़ाइल बनाई जाती है।',
        },
        {
          title: '3. दूसरों को क्या दिखता है',
          text: 'ड्रॉ सार्वजनिक हैं, ताकि उन्हें जाँचा जा सके। उनमें आप सिर्फ़ एक टैग से दिखते हैं, जिससे आपकी पहचान नहीं होती, और आपके ऑर्डर के समय और कोड दिखते हैं। राउंड में शामिल लोगों की सूची में आपका छोटा किया हुआ नाम दिखता है, हमेशा पाँच के समूह में, बिना ऑर्डर, कोड या सटीक समय के। आप जीतें तो आपका छोटा किया हुआ नाम और हिस्सों की संख्या विजेता कोड के साथ दिखती है; तब दूसरों को पता चल जाता है कि उस राउंड का कौन सा टैग आपका था। आपका फ़ोन नंबर दूसरे सदस्यों को कभी नहीं दिखता।',
        },
        {
          title: '4. आपके ब्राउज़र में',
          text: 'आपका सेशन, भाषा, थीम और यह कि बैलेंस छिपा है या नहीं, आपके ब्राउज़र में रखा जाता है। सार्वजनिक लॉग की चाबी और हस्ताक्षरित स्थितियाँ और आपके ऑर्डर की रसीदें भी आपके सबूत के तौर पर वहीं रहती हैं; लॉग आउट करने से ये नहीं मिटतीं, ड्रॉ की जानकारी वाले पेज पर आप इन्हें मिटा सकते हैं। ऐप ने आखिर में जो डेटा दिखाया, वह भी तीन दिन तक वहीं रहता है, ताकि ऐप बिना नेटवर्क के भी चले; लॉग आउट करने पर वह मिट जाता है। न कुकी हैं, न ट्रैकर, और कोई पेज दूसरी कंपनियों से कुछ लोड नहीं करता।',
        },
        {
          title: '5. किसे मिलता है',
          text: 'संचालक के सिवा किसी को नहीं। सैंडबॉक्स में SMS कोड और भुगतान भी अंदर ही रहते हैं: वे अपने इनबॉक्स और अपने कैशियर में जाते हैं।',
        },
        {
          title: '6. कब तक',
          text: 'SMS कोड कुछ मिनट चलते हैं, सेशन कुछ दिन इस्तेमाल न होने पर खत्म हो जाते हैं। ऑर्डर और वॉलेट का लेन-देन तब तक रखा जाता है जब तक सैंडबॉक्स है, क्योंकि उनके बिना ड्रॉ और बैलेंस नहीं जाँचे जा सकते। खाता बंद होने पर उसका फ़ोन नंबर, नाम, पासवर्ड, सेशन और मैसेज हमेशा के लिए मिटा दिए जाते हैं; ऑर्डर और वॉलेट का लेन-देन फिर एक ऐसे नंबर पर रहता है जिससे किसी की पहचान नहीं होती। अगर आप ब्रेक पर थे, आपने खुद पर रोक लगाई थी या सीमाएँ तय की थीं, तो आपके फ़ोन नंबर का एक कूट रूप रह जाता है, ताकि ब्रेक या रोक खत्म होने से पहले, या सीमा बढ़ाने पर जितना रुकना पड़ता उतना समय बीतने से पहले, उससे फिर खाता न बन सके।',
        },
        {
          title: '7. आपके अधिकार',
          text: 'आप ऐप में अपने ऑर्डर, लेन-देन और सेशन देख सकते हैं, वहीं सेशन बंद कर सकते हैं और सेटिंग में जाकर खाता बंद कर सकते हैं। अपने डेटा की कॉपी पाने के लिए संचालक से कहें।',
        },
      ],
    },
    'pt-br': {
      title: 'Declaração de privacidade',
      intro: 'O que este ambiente de teste guarda sobre você, por que e quem pode ver.',
      sections: [
        {
          title: '1. O que é guardado',
          text: 'Seu número de celular, seu apelido, um hash da sua senha (nunca a própria senha), seu código de convite e quem convidou você, seus pedidos e códigos, toda movimentação da sua carteira, suas sessões com o tipo de aparelho e os horários de uso, qual versão destes textos você aceitou, a idade que você declarou e os limites e pausas que você mesmo definiu. Endereços de rede são usados para limitar abusos.',
        },
        {
          title: '2. Por quê',
          text: 'Para você entrar, para realizar compras e sorteios, para manter a conta completa do seu saldo e para proteger os membros contra abusos. Não há publicidade nem criação de perfis.',
        },
        {
          title: '3. O que os outros veem',
          text: 'Os sorteios são públicos para que possam ser conferidos. Neles você aparece só com uma etiqueta que não revela quem você é, com os horários e os códigos dos seus pedidos. A lista de participantes de uma edição mostra seu nome abreviado, sempre em um grupo de cinco e sem pedidos, códigos ou horários exatos. Se você ganhar, seu nome abreviado e seu número de cotas aparecem ao lado do código premiado; os outros passam então a saber qual etiqueta daquela edição era a sua. Seu número de celular nunca é mostrado a outros membros.',
        },
        {
          title: '4. No seu navegador',
          text: 'Sua sessão, seu idioma, o tema e se o saldo está oculto ficam guardados no seu navegador. Também ficam ali, como sua prova, a chave e os estados assinados do registro público e os recibos dos seus pedidos; sair da conta não os apaga, mas você pode apagar na página que explica os sorteios. Os últimos dados que o app mostrou ficam ali por até três dias, para que ele funcione também sem rede; sair da conta os apaga. Não há cookies nem rastreadores, e nenhuma página carrega nada de outras empresas.',
        },
        {
          title: '5. Quem recebe',
          text: 'Ninguém além do operador desta instalação. No ambiente de teste, até os códigos por SMS e os pagamentos ficam aqui dentro: vão para uma caixa de entrada e um caixa próprios.',
        },
        {
          title: '6. Por quanto tempo',
          text: 'Códigos por SMS valem alguns minutos; sessões terminam após alguns dias sem uso. Pedidos e movimentações da carteira são guardados enquanto o ambiente de teste existir, porque sem eles sorteios e saldos não poderiam ser conferidos. Quando uma conta é encerrada, o celular, os nomes, a senha, as sessões e as mensagens são apagados de vez; pedidos e movimentações passam a pertencer a um número que não identifica ninguém. Se você estava em pausa, tinha se autoexcluído ou tinha limites definidos, fica uma forma codificada do seu celular, para que ele não seja cadastrado de novo antes do fim da pausa ou da autoexclusão, ou antes de passar o tempo que um limite mais folgado esperaria.',
        },
        {
          title: '7. Seus direitos',
          text: 'Você pode ver seus pedidos, seu extrato e suas sessões no app, encerrar sessões ali e encerrar sua conta nas configurações. Para receber uma cópia dos seus dados, fale com o operador.',
        },
      ],
    },
    'id-id': {
      title: 'Pernyataan privasi',
      intro: 'Apa yang disimpan sandbox ini tentang Anda, alasannya, dan siapa yang bisa melihatnya.',
      sections: [
        {
          title: '1. Apa yang disimpan',
          text: 'Nomor ponsel, nama panggilan, hash kata sandi (bukan kata sandinya), kode undangan dan siapa yang mengundang Anda, pesanan dan kode, setiap pergerakan dompet, sesi beserta jenis perangkat dan waktu pemakaian, versi teks yang Anda setujui, usia yang Anda nyatakan, serta batas dan jeda yang Anda atur sendiri. Alamat jaringan dipakai untuk membatasi penyalahgunaan.',
        },
        {
          title: '2. Mengapa',
          text: 'Agar Anda bisa masuk, pembelian dan undian bisa berjalan, saldo Anda tercatat lengkap, dan anggota terlindung dari penyalahgunaan. Tidak ada iklan dan tidak ada pembuatan profil.',
        },
        {
          title: '3. Apa yang dilihat orang lain',
          text: 'Undian bersifat publik agar bisa diperiksa. Di sana Anda hanya tampil dengan label yang tidak mengungkap siapa Anda, beserta waktu dan kode pesanan Anda. Daftar peserta sebuah edisi menampilkan nama singkat Anda, selalu dalam kelompok lima orang dan tanpa pesanan, kode, atau waktu persisnya. Jika Anda menang, nama singkat dan jumlah bagian Anda tampil di samping kode pemenang, sehingga orang lain tahu label mana milik Anda di edisi itu. Nomor ponsel Anda tidak pernah ditampilkan kepada anggota lain.',
        },
        {
          title: '4. Di peramban Anda',
          text: 'Sesi, bahasa, tema, dan pilihan menyembunyikan saldo disimpan di peramban Anda. Di sana juga disimpan, sebagai bukti Anda, kunci dan keadaan bertanda tangan dari log publik serta tanda terima pesanan Anda; keluar dari akun tidak menghapusnya, tetapi Anda bisa menghapusnya di halaman tentang undian. Data terakhir yang ditampilkan aplikasi disimpan di sana paling lama tiga hari agar aplikasi tetap bisa dipakai tanpa jaringan; keluar dari akun menghapusnya. Tidak ada cookie atau pelacak, dan tidak ada halaman yang memuat apa pun dari perusahaan lain.',
        },
        {
          title: '5. Siapa yang menerimanya',
          text: 'Tidak ada selain operator layanan ini. Di sandbox, kode SMS dan pembayaran pun tetap di dalam: masuk ke kotak masuk dan kasir bawaan.',
        },
        {
          title: '6. Berapa lama',
          text: 'Kode SMS berlaku beberapa menit, sesi berakhir setelah beberapa hari tidak dipakai. Pesanan dan pergerakan dompet disimpan selama sandbox ada, karena tanpa itu undian dan saldo tidak bisa diperiksa. Saat akun ditutup, nomor ponsel, nama, kata sandi, sesi, dan pesannya dihapus selamanya; pesanan dan pergerakan dompet lalu tercatat pada nomor yang tidak menunjuk siapa pun. Jika saat itu Anda sedang jeda, memblokir diri, atau punya batas, bentuk tersandi dari nomor ponsel Anda tetap disimpan agar nomor itu tidak bisa mendaftar lagi sebelum jeda atau blokir diri berakhir, atau sebelum lewat waktu tunggu untuk batas yang lebih longgar.',
        },
        {
          title: '7. Hak Anda',
          text: 'Di aplikasi Anda bisa melihat pesanan, riwayat dompet, dan sesi, mengakhiri sesi, serta menutup akun di pengaturan. Untuk mendapat salinan data, hubungi operator.',
        },
      ],
    },
    'vi-vn': {
      title: 'Tuyên bố về quyền riêng tư',
      intro: 'Môi trường thử này lưu gì về bạn, vì sao, và ai xem được.',
      sections: [
        {
          title: '1. Những gì được lưu',
          text: 'Số điện thoại, biệt danh, mã băm của mật khẩu (không bao giờ là chính mật khẩu), mã mời và người đã mời bạn, các đơn hàng và mã, mọi biến động của ví, các phiên đăng nhập cùng loại thiết bị và thời điểm sử dụng, phiên bản văn bản mà bạn đã đồng ý, độ tuổi bạn đã khai, cùng các hạn mức và đợt tạm nghỉ do bạn tự đặt. Địa chỉ mạng được dùng để hạn chế lạm dụng.',
        },
        {
          title: '2. Vì sao',
          text: 'Để bạn đăng nhập, để việc mua và mở thưởng hoạt động, để ghi chép đầy đủ số dư của bạn và để bảo vệ thành viên khỏi lạm dụng. Không có quảng cáo và không theo dõi hành vi.',
        },
        {
          title: '3. Người khác thấy gì',
          text: 'Việc mở thưởng là công khai để có thể kiểm chứng. Trong đó bạn chỉ hiện bằng một nhãn không tiết lộ bạn là ai, cùng thời gian và mã của các đơn. Danh sách người tham gia một kỳ hiện tên rút gọn của bạn, luôn trong nhóm năm người và không kèm đơn, mã hay giờ chính xác. Nếu bạn trúng, tên rút gọn và số phần của bạn hiện cạnh mã trúng thưởng, khi đó người khác biết nhãn nào của kỳ đó là của bạn. Số điện thoại của bạn không bao giờ hiện cho thành viên khác.',
        },
        {
          title: '4. Trong trình duyệt của bạn',
          text: 'Phiên đăng nhập, ngôn ngữ, giao diện và việc ẩn số dư được lưu trong trình duyệt của bạn. Khóa và các trạng thái đã ký của nhật ký công khai cùng biên nhận các đơn của bạn cũng được lưu ở đó làm chứng cứ cho bạn; đăng xuất không xóa chúng, bạn có thể xóa ở trang giải thích cách mở thưởng. Dữ liệu gần nhất mà ứng dụng đã hiện được giữ ở đó tối đa ba ngày để ứng dụng dùng được cả khi không có mạng; đăng xuất sẽ xóa dữ liệu này. Không có cookie, không có công cụ theo dõi, và không trang nào tải gì từ công ty khác.',
        },
        {
          title: '5. Ai nhận được',
          text: 'Không ai ngoài đơn vị vận hành ở đây. Trong môi trường thử, cả mã SMS và thanh toán cũng ở lại bên trong: chúng đến hộp thư thử và cổng thanh toán thử có sẵn.',
        },
        {
          title: '6. Trong bao lâu',
          text: 'Mã SMS có hiệu lực vài phút, phiên đăng nhập kết thúc sau vài ngày không dùng. Đơn hàng và biến động của ví được giữ suốt thời gian môi trường thử tồn tại, vì thiếu chúng thì không thể kiểm chứng việc mở thưởng và số dư. Khi tài khoản đóng, số điện thoại, tên, mật khẩu, các phiên và tin nhắn bị xóa vĩnh viễn; đơn hàng và biến động của ví khi đó thuộc về một mã số không chỉ ra ai. Nếu lúc ấy bạn đang tạm nghỉ, đã tự cấm chơi hoặc có đặt hạn mức, một dạng mã hóa của số điện thoại được giữ lại để số đó không thể đăng ký lại trước khi đợt tạm nghỉ hay tự cấm chơi kết thúc, hoặc trước khi qua hết thời gian chờ của một hạn mức rộng hơn.',
        },
        {
          title: '7. Quyền của bạn',
          text: 'Bạn có thể xem đơn hàng, lịch sử giao dịch và các phiên trong ứng dụng, kết thúc phiên tại đó và đóng tài khoản trong phần cài đặt. Để nhận bản sao dữ liệu, hãy liên hệ đơn vị vận hành.',
        },
      ],
    },
  },
}
