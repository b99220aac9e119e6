/** The VIP levels: how a member reaches them and what they give. The amounts are settings. */
import type { Rule } from '../rule.ts'

export const vip: Rule = {
  version: '4',
  since: '2026-11-27',
  texts: {
    'en-us': {
      title: 'VIP levels',
      intro: 'Your VIP level follows from what you have spent. It never costs anything extra.',
      sections: [
        {
          title: '1. How you reach a level',
          text: 'What you paid for orders of drawn issues and for bets of settled rounds counts, to the last unit. What a voucher paid of an order does not count, nor do refunded orders and stakes of a round that cancel each other out. These are the totals from which the levels begin:\n\n{levels}\n\nThe level changes automatically after a draw.',
        },
        {
          title: '2. What a level gives',
          text: 'Products of the VIP zone name the level that a buyer needs. The fee of a withdrawal is lower with a higher level; the withdrawal page shows yours before you confirm.\n\nA part of your lost orders comes back. After each business day we sum what you paid for orders of the mall that were drawn on that day and did not win, and refund the percentage of the level that you have then. Level 0 has no refund. Refunds are paid from the marketing account of the house. When it is short, they wait in order and are paid as soon as it is funded. The VIP page shows the percentages and each refund.',
        },
        {
          title: '3. Tasks and gifts',
          text: 'You claim the reward of a daily task yourself, once a business day, and each step of the invitation task once. Friends count for it when they have topped up and played for real: the house keeps the amount that the task page shows of their orders on average, after rebates and refunds. Stakes that cancel each other out, finance and refunded orders count nothing. The other rewards come from what the house keeps of your own orders in the same way; a reward above what is left of it waits, and a check-in then gives none. Each person and device gets the vouchers of the newcomer gift once: one when the first orders count and cover it, one when the first top-up is played through. Rewards come from the marketing account, too: while it is short, a claim is refused and you can try again later. Friends who look like the same person do not count. During a break or self-exclusion, and while the account is being closed, rewards cannot be claimed.',
        },
        {
          title: '4. What it does not change',
          text: 'Every share has the same chance in the draw, no matter which level its owner has. Limits, breaks and all other rules apply to every level. Do not buy shares to reach a level: spend only what you planned to spend.',
        },
      ],
    },
    'bn-bd': {
      title: 'VIP লেভেল',
      intro: 'আপনি কত খরচ করেছেন তা থেকেই VIP লেভেল ঠিক হয়। এর জন্য বাড়তি কিছু দিতে হয় না।',
      sections: [
        {
          title: '1. লেভেল কীভাবে হয়',
          text: 'যেসব রাউন্ডের ড্র হয়েছে সেগুলোর অর্ডারে, আর খেলার শেষ হওয়া রাউন্ডের বাজিতে আপনি যা দিয়েছেন তার পুরোটাই গোনা হয়। কুপন যে অংশ দিয়েছে, যে অর্ডারের টাকা ফেরত হয়েছে, আর একই রাউন্ডে যেসব বাজি একটি আরেকটিকে কাটিয়ে দেয়, সেগুলো গোনা হয় না। লেভেলগুলো শুরু হয় এই মোট থেকে:\n\n{levels}\n\nড্রয়ের পর লেভেল নিজে থেকেই বদলায়।',
        },
        {
          title: '2. লেভেলে কী পাবেন',
          text: 'VIP জোনের পণ্যে লেখা থাকে কিনতে কোন লেভেল লাগবে। লেভেল যত বেশি, টাকা তোলার ফি তত কম; নিশ্চিত করার আগে টাকা তোলার পাতায় আপনার ফি দেখা যায়।\n\nনা জেতা অর্ডারের একটি অংশ ফেরত আসে। প্রতিটি দিন শেষে আমরা যোগ করি, সেদিন ড্র হওয়া আর না জেতা অর্ডারে আপনি কত দিয়েছেন, আর তখন আপনার যে লেভেল, সেই হারে টাকা ফেরত দিই। লেভেল 0-এ ফেরত নেই। টাকা আসে আয়োজকের মার্কেটিং অ্যাকাউন্ট থেকে। সেখানে টাকা কম থাকলে ফেরতগুলো ক্রমানুসারে অপেক্ষা করে, আর টাকা জমা হলেই দেওয়া হয়। VIP পাতায় হার ও প্রতিটি ফেরত দেখা যায়।',
        },
        {
          title: '3. কাজ ও উপহার',
          text: 'দৈনিক কাজের পুরস্কার আপনি নিজে নেন, দিনে একবার; আর আমন্ত্রণের প্রতিটি ধাপ একবার। বন্ধু রিচার্জ করে সত্যি খেললে তবেই গোনা হয়: কমিশন ও ফেরতের পরে তাঁর অর্ডার থেকে আয়োজক গড়ে ততটা রাখে, যতটা কাজের পাতায় দেখানো আছে। যে বাজি একে অন্যকে কাটে, ফিন্যান্স ও টাকা ফেরত দেওয়া অর্ডার গোনা হয় না। অন্য পুরস্কারও একইভাবে আসে আপনার নিজের অর্ডার থেকে আয়োজক গড়ে যা রাখে তা থেকে; বাকি অংশের চেয়ে বড় পুরস্কার অপেক্ষায় থাকে, আর তখন চেক-ইনে পুরস্কার নেই। নতুন সদস্যের উপহারের কুপন প্রত্যেক ব্যক্তি ও ডিভাইস একবার পায়: একটি, যখন প্রথম অর্ডারগুলো গোনা হয় ও তার জন্য যথেষ্ট হয়; আরেকটি, যখন প্রথম রিচার্জের খেলার শর্ত পূরণ হয়। পুরস্কারও আসে মার্কেটিং অ্যাকাউন্ট থেকে: সেখানে টাকা কম থাকলে পুরস্কার নেওয়া যায় না, পরে আবার চেষ্টা করতে পারেন। একই ব্যক্তি বলে মনে হয় এমন বন্ধু গোনা হয় না। বিরতির সময়, নিজেকে বিরত রাখার সময়, আর অ্যাকাউন্ট বন্ধ হওয়ার সময় পুরস্কার নেওয়া যায় না।',
        },
        {
          title: '4. কী বদলায় না',
          text: 'মালিকের লেভেল যা-ই হোক, ড্রয়ে প্রতিটি শেয়ারের সম্ভাবনা সমান। সীমা, বিরতি ও অন্য সব নিয়ম সব লেভেলে একই। লেভেল বাড়াতে শেয়ার কিনবেন না: যতটুকু ভেবেছিলেন ততটুকুই খরচ করুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'مستويات VIP',
      intro: 'يتحدد مستوى VIP بما أنفقته، ولا يكلفك شيئًا إضافيًا.',
      sections: [
        {
          title: '1. كيف تصل إلى مستوى',
          text: 'يُحتسب كل ما دفعته لطلبات الإصدارات التي تم السحب عليها ولرهانات الجولات المنتهية، بلا تقريب. لا يُحتسب ما دفعه كوبون، ولا الطلبات التي رُدّ مبلغها، ولا الرهانات التي يلغي بعضها بعضًا في الجولة نفسها. تبدأ المستويات من هذه المجاميع:\n\n{levels}\n\nيتغير المستوى تلقائيًا بعد السحب.',
        },
        {
          title: '2. ماذا يمنحك المستوى',
          text: 'تذكر منتجات منطقة VIP المستوى المطلوب للشراء. كلما ارتفع المستوى انخفضت رسوم سحب الأموال، وتعرضها لك صفحة سحب الأموال قبل التأكيد.\n\nيعود إليك جزء من الطلبات التي لم تفز. بعد نهاية كل يوم نجمع ما دفعته لطلبات المتجر التي تم السحب عليها في ذلك اليوم ولم تفز، ونرد النسبة الخاصة بمستواك حينها. لا رد للمستوى 0. تُدفع المبالغ من حساب التسويق لدى المشغّل، وإن لم يكفِ فإنها تنتظر بالترتيب وتُدفع فور تمويله. تعرض صفحة VIP النسب وكل مبلغ رُدّ.',
        },
        {
          title: '3. المهام والهدايا',
          text: 'تطلب مكافأة المهمة اليومية بنفسك مرة واحدة في اليوم، وكل درجة من سلّم الدعوات مرة واحدة. يُحتسب الصديق بعد أن يشحن رصيده ويلعب فعلًا: أن يبقى للمشغّل من طلباته في المتوسط المبلغ الذي تعرضه صفحة المهام، بعد العمولات والمبالغ المردودة. لا تُحتسب الرهانات التي يلغي بعضها بعضًا ولا الاستثمار ولا الطلبات التي رُدّ مبلغها. وتأتي المكافآت الأخرى كذلك مما يبقى للمشغّل من طلباتك أنت؛ المكافأة التي تزيد على ما بقي تنتظر، وعندها لا يعطي تسجيل الحضور مكافأة. يحصل كل شخص وكل جهاز على كوبونات هدية العضو الجديد مرة واحدة: كوبون حين تُحتسب الطلبات الأولى وتغطيه، وكوبون حين يكتمل شرط اللعب لأول شحن. تأتي المكافآت أيضًا من حساب التسويق: إن لم يكفِ يُرفض الطلب ويمكنك المحاولة لاحقًا. لا يُحتسب الأصدقاء الذين يبدو أنهم الشخص نفسه. لا يمكن طلب المكافآت أثناء الاستراحة أو الاستبعاد الذاتي، ولا أثناء إغلاق الحساب.',
        },
        {
          title: '4. ما الذي لا يتغير',
          text: 'لكل حصة الفرصة نفسها في السحب أيًا كان مستوى صاحبها. تسري الحدود والاستراحات وكل القواعد الأخرى على جميع المستويات. لا تشترِ حصصًا لتبلغ مستوى: أنفق ما خططت له فقط.',
        },
      ],
    },
    'zh-cn': {
      title: 'VIP 等级',
      intro: '你的 VIP 等级取决于已消费的金额，不会额外收费。',
      sections: [
        {
          title: '1. 如何升级',
          text: '已开奖各期订单的实付金额和已结算各期的投注全额计入，精确到最小单位。优惠券抵扣的部分、已退款的订单，以及同一期中互相抵消的投注不计入。各等级的起点如下：\n\n{levels}\n\n开奖后等级会自动变化。',
        },
        {
          title: '2. 等级带来什么',
          text: 'VIP 专区的商品会注明购买所需等级。等级越高，提现手续费越低；提现页面会在你确认前显示你的费率。\n\n未中奖的订单会返还一部分。每个营业日结束后，我们汇总你当天开奖且未中奖的商城订单实付金额，按你当时等级的比例返还。0 级没有返还。返还由平台的营销账户支付；余额不足时按顺序等待，充入后立即支付。VIP 页面会显示各等级的比例和每一笔返还。',
        },
        {
          title: '3. 任务与新人礼',
          text: '每日任务的奖励由你自己领取，每个营业日一次；邀请任务的每一级只领一次。好友充值并真实参与后才计入：扣除返利和退还后，平台从其订单中平均所留达到任务页显示的金额。互相抵消的投注、理财和已退款的订单不计入。其他奖励同样出自平台从你自己的订单中平均所留的部分；超出剩余部分的奖励需等待，此时签到没有奖励。新人礼的优惠券每人每台设备只领一次：首批订单计入并足以支付时领一张，首次充值完成流水要求后领一张。奖励同样由营销账户支付：余额不足时无法领取，你可以稍后再试。看起来是同一个人的好友不计入。冷静期或自我禁入期间，以及账号注销过程中，不能领取奖励。',
        },
        {
          title: '4. 不会改变什么',
          text: '无论持有者是什么等级，每一份的中奖机会都相同。限额、冷静期和其他规则对所有等级都适用。请不要为了升级而购买，只花你原本打算花的钱。',
        },
      ],
    },
    'hi-in': {
      title: 'VIP लेवल',
      intro: 'आपका VIP लेवल आपके खर्च से तय होता है। इसके लिए कोई अलग रकम नहीं लगती।',
      sections: [
        {
          title: '1. लेवल कैसे मिलता है',
          text: 'जिन राउंड का ड्रॉ हो चुका है, उनके ऑर्डर पर और खेलों के पूरे हो चुके राउंड की बेट पर आपने जो रकम दी, वह पूरी गिनी जाती है। कूपन से दी गई रकम, रिफ़ंड हुए ऑर्डर और एक ही राउंड में एक-दूसरे को काटने वाली बेट नहीं गिनी जातीं। लेवल इन रकमों से शुरू होते हैं:\n\n{levels}\n\nड्रॉ के बाद लेवल अपने आप बदल जाता है।',
        },
        {
          title: '2. लेवल से क्या मिलता है',
          text: 'VIP ज़ोन के प्रोडक्ट पर लिखा होता है कि खरीदने के लिए कौन-सा लेवल चाहिए। लेवल जितना ऊँचा, निकासी की फ़ीस उतनी कम; पक्का करने से पहले निकासी का पेज आपकी फ़ीस दिखाता है।\n\nन जीतने वाले ऑर्डर की रकम का एक भाग वापस मिलता है। हर दिन के बाद हम जोड़ते हैं कि उस दिन ड्रॉ हुए और न जीतने वाले ऑर्डर पर आपने कितना दिया, और उस समय के आपके लेवल के प्रतिशत से रकम लौटाते हैं। लेवल 0 पर कुछ नहीं लौटता। यह रकम संचालक के मार्केटिंग खाते से आती है। उसमें रकम कम हो तो वापसी क्रम से रुकी रहती है और रकम आते ही दे दी जाती है। VIP पेज हर प्रतिशत और हर वापसी दिखाता है।',
        },
        {
          title: '3. टास्क और तोहफ़ा',
          text: 'रोज़ के टास्क का इनाम आप खुद लेते हैं, दिन में एक बार, और इनवाइट की सीढ़ी का हर पड़ाव एक बार। दोस्त तब गिना जाता है जब वह रिचार्ज करे और सच में खेले: कमीशन और वापसी के बाद संचालक उसके ऑर्डर में से औसतन उतनी रकम रखे जितनी टास्क पेज दिखाता है। एक-दूसरे को काटने वाली बेट, फ़ाइनेंस और रिफ़ंड हुए ऑर्डर नहीं गिने जाते। बाकी इनाम भी इसी तरह उसमें से आते हैं जो संचालक आपके अपने ऑर्डर में से औसतन रखता है; जो इनाम बची हुई रकम से बड़ा हो वह रुका रहता है, और तब चेक-इन पर इनाम नहीं मिलता। नए सदस्य के तोहफ़े के कूपन हर व्यक्ति और हर डिवाइस को एक बार मिलते हैं: एक तब जब पहले ऑर्डर गिने जाएँ और उसके लिए काफ़ी हों, एक तब जब पहले रिचार्ज की खेलने की शर्त पूरी हो। इनाम भी मार्केटिंग खाते से आते हैं: उसमें रकम कम हो तो इनाम नहीं मिलता, आप बाद में फिर कोशिश कर सकते हैं। जो दोस्त एक ही व्यक्ति लगें, वे नहीं गिने जाते। ब्रेक या खुद पर रोक के दौरान, और खाता बंद होते समय, इनाम नहीं लिए जा सकते।',
        },
        {
          title: '4. क्या नहीं बदलता',
          text: 'ड्रॉ में हर हिस्से की संभावना बराबर है, मालिक का लेवल कुछ भी हो। सीमाएँ, ब्रेक और बाकी सभी नियम हर लेवल पर लागू हैं। लेवल पाने के लिए हिस्से न खरीदें: उतना ही खर्च करें जितना आपने सोचा था।',
        },
      ],
    },
    'pt-br': {
      title: 'Níveis VIP',
      intro: 'Seu nível VIP depende do que você gastou. Ele nunca custa nada a mais.',
      sections: [
        {
          title: '1. Como chegar a um nível',
          text: 'Conta tudo o que você pagou por pedidos de edições já sorteadas e por apostas de rodadas encerradas, até o último centavo. Não contam o que um cupom pagou, os pedidos reembolsados e as apostas que se anulam na mesma rodada. Os níveis começam nestes totais:\n\n{levels}\n\nO nível muda sozinho depois de um sorteio.',
        },
        {
          title: '2. O que um nível oferece',
          text: 'Os produtos da área VIP informam o nível necessário para comprar. Quanto maior o nível, menor a taxa de saque; a página de saque mostra a sua antes de você confirmar.\n\nUma parte dos pedidos que não ganharam volta para você. Depois de cada dia, somamos o que você pagou por pedidos da loja sorteados naquele dia que não ganharam e devolvemos a porcentagem do nível que você tem nesse momento. O nível 0 não tem devolução. O dinheiro sai da conta de marketing da plataforma. Quando falta saldo nela, as devoluções esperam em ordem e são pagas assim que ela recebe dinheiro. A página VIP mostra as porcentagens e cada devolução.',
        },
        {
          title: '3. Tarefas e presentes',
          text: 'Você mesmo resgata a recompensa de uma tarefa diária, uma vez por dia, e cada etapa da tarefa de convites, uma única vez. Um amigo conta depois de recarregar e jogar de verdade: a plataforma fica, em média, com o valor mostrado na página de tarefas dos pedidos dele, já descontados bônus e devoluções. Apostas que se anulam, finanças e pedidos reembolsados não contam. As outras recompensas saem, do mesmo modo, do que a plataforma fica dos seus próprios pedidos; uma recompensa maior que o restante espera, e o check-in então não dá nenhuma. Cada pessoa e cada aparelho recebe uma vez os cupons do presente de boas-vindas: um quando os primeiros pedidos contam e o cobrem, outro quando o valor a jogar da primeira recarga está completo. As recompensas também saem da conta de marketing: se faltar saldo, o resgate é recusado e você pode tentar de novo mais tarde. Amigos que parecem ser a mesma pessoa não contam. Durante uma pausa ou autoexclusão, e enquanto a conta é encerrada, não é possível resgatar recompensas.',
        },
        {
          title: '4. O que não muda',
          text: 'Cada cota tem a mesma chance no sorteio, seja qual for o nível do dono. Limites, pausas e todas as outras regras valem para todos os níveis. Não compre cotas só para subir de nível: gaste apenas o que planejou.',
        },
      ],
    },
    'id-id': {
      title: 'Tingkat VIP',
      intro: 'Tingkat VIP Anda mengikuti jumlah yang sudah Anda belanjakan. Tidak ada biaya tambahan.',
      sections: [
        {
          title: '1. Cara mencapai tingkat',
          text: 'Yang dihitung adalah yang Anda bayar untuk pesanan dari edisi yang sudah diundi dan untuk taruhan di putaran yang sudah selesai, sampai satuan terkecil. Bagian yang dibayar voucher, pesanan yang dikembalikan dananya, dan taruhan yang saling meniadakan dalam satu putaran tidak dihitung. Tingkat dimulai dari total berikut:\n\n{levels}\n\nTingkat berubah sendiri setelah undian.',
        },
        {
          title: '2. Manfaat tingkat',
          text: 'Produk di zona VIP menyebutkan tingkat yang diperlukan pembeli. Makin tinggi tingkat, makin rendah biaya penarikan; halaman penarikan menampilkan biaya Anda sebelum Anda konfirmasi.\n\nSebagian dari pesanan yang tidak menang kembali kepada Anda. Setelah setiap hari berakhir, kami menjumlahkan yang Anda bayar untuk pesanan mal yang diundi hari itu dan tidak menang, lalu mengembalikan persentase sesuai tingkat Anda saat itu. Tingkat 0 tidak mendapat pengembalian. Dananya dari akun pemasaran penyelenggara. Jika saldonya kurang, pengembalian menunggu sesuai urutan dan dibayar begitu akun itu diisi. Halaman VIP menampilkan persentase dan setiap pengembalian.',
        },
        {
          title: '3. Tugas dan bonus',
          text: 'Imbalan tugas harian Anda klaim sendiri, sekali sehari, dan tiap tahap tugas undangan sekali saja. Teman dihitung setelah isi saldo dan benar-benar bermain: penyelenggara rata-rata menyimpan jumlah yang ditampilkan di halaman tugas dari pesanannya, setelah komisi dan pengembalian. Taruhan yang saling meniadakan, keuangan, dan pesanan yang dananya dikembalikan tidak dihitung. Imbalan lain juga berasal dari yang rata-rata disimpan penyelenggara dari pesanan Anda sendiri; imbalan di atas sisanya menunggu, dan absen lalu tidak memberi imbalan. Voucher bonus anggota baru hanya sekali untuk setiap orang dan perangkat: satu saat pesanan pertama dihitung dan mencukupinya, satu saat syarat main isi saldo pertama terpenuhi. Imbalan juga berasal dari akun pemasaran: jika saldonya kurang, klaim ditolak dan Anda dapat mencoba lagi nanti. Teman yang tampak sebagai orang yang sama tidak dihitung. Selama jeda atau blokir diri, dan selama akun sedang ditutup, imbalan tidak dapat diklaim.',
        },
        {
          title: '4. Yang tidak berubah',
          text: 'Setiap bagian punya peluang yang sama dalam undian, apa pun tingkat pemiliknya. Batas, jeda, dan semua aturan lain berlaku untuk semua tingkat. Jangan membeli bagian demi naik tingkat: belanjakan hanya yang Anda rencanakan.',
        },
      ],
    },
    'vi-vn': {
      title: 'Cấp VIP',
      intro: 'Cấp VIP của bạn tùy vào số tiền bạn đã chi. Bạn không phải trả thêm gì.',
      sections: [
        {
          title: '1. Cách đạt một cấp',
          text: 'Toàn bộ số tiền bạn trả cho đơn của các kỳ đã mở thưởng và cho cược của các kỳ game đã kết thúc đều được tính, đến đơn vị nhỏ nhất. Phần do phiếu giảm giá trả, các đơn đã hoàn tiền và những cược triệt tiêu nhau trong cùng một kỳ không được tính. Các cấp bắt đầu từ những mức sau:\n\n{levels}\n\nCấp tự thay đổi sau khi mở thưởng.',
        },
        {
          title: '2. Cấp mang lại gì',
          text: 'Sản phẩm ở khu VIP ghi rõ cấp cần có để mua. Cấp càng cao, phí rút tiền càng thấp; trang rút tiền cho bạn xem mức phí trước khi xác nhận.\n\nMột phần tiền của các đơn không trúng được hoàn lại. Sau mỗi ngày, chúng tôi cộng số tiền bạn đã trả cho các đơn ở cửa hàng mở thưởng trong ngày mà không trúng, rồi hoàn theo tỷ lệ của cấp bạn đang có lúc đó. Cấp 0 không được hoàn. Tiền lấy từ tài khoản tiếp thị của nhà tổ chức. Khi tài khoản này thiếu tiền, các khoản hoàn chờ theo thứ tự và được trả ngay khi có tiền. Trang VIP cho xem tỷ lệ và từng khoản hoàn.',
        },
        {
          title: '3. Nhiệm vụ và quà tân thủ',
          text: 'Bạn tự nhận thưởng của nhiệm vụ hằng ngày, mỗi ngày một lần, và mỗi bậc của nhiệm vụ mời bạn chỉ một lần. Bạn bè được tính sau khi đã nạp tiền và chơi thật: nhà tổ chức giữ lại trung bình từ đơn của họ số tiền hiện trên trang nhiệm vụ, sau hoa hồng và hoàn tiền. Cược triệt tiêu nhau, sản phẩm tài chính và đơn đã hoàn tiền không được tính. Các phần thưởng khác cũng lấy từ phần mà nhà tổ chức giữ lại từ đơn của chính bạn; phần thưởng lớn hơn số còn lại phải chờ, và điểm danh khi đó không có thưởng. Mỗi người và mỗi thiết bị chỉ nhận phiếu giảm giá dành cho thành viên mới một lần: một phiếu khi những đơn đầu tiên được tính và đủ bù cho nó, một phiếu khi hoàn thành điều kiện chơi của lần nạp đầu tiên. Phần thưởng cũng lấy từ tài khoản tiếp thị: khi thiếu tiền, yêu cầu bị từ chối và bạn có thể thử lại sau. Những người bạn có vẻ là cùng một người không được tính. Trong lúc tạm nghỉ hay tự cấm chơi, và khi tài khoản đang được đóng, bạn không thể nhận thưởng.',
        },
        {
          title: '4. Điều không thay đổi',
          text: 'Mọi phần đều có cơ hội như nhau khi mở thưởng, bất kể cấp của người giữ. Hạn mức, tạm nghỉ và mọi quy định khác áp dụng cho mọi cấp. Đừng mua phần chỉ để lên cấp: chỉ chi số tiền bạn đã định.',
        },
      ],
    },
  },
}
