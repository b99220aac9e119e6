/** How rebates work for members who invite. The rates and the shortest term are settings. */
import type { Rule } from '../rule.ts'

export const invitation: Rule = {
  version: '2',
  since: '2026-11-28',
  texts: {
    'en-us': {
      title: 'Invitations and rebates',
      intro: 'What you earn when friends whom you invite order, when it is paid, and what earns nothing.',
      sections: [
        {
          title: '1. What you earn',
          text: 'Members who register with your invitation code are your direct friends; those whom they invite are your indirect friends. You earn {direct} of the orders of direct friends, plus the extra of your VIP level, and {indirect} of the orders of indirect friends. There are two levels and never more. Your friends pay the same price as everybody. Each rebate keeps the rate that it was recorded with; it is rounded down.',
        },
        {
          title: '2. When it is paid',
          text: 'A rebate is pending until the order is final. An order of the mall is final at the draw; when its issue is not sold out and is refunded, the rebate is void. A bet is final when its round is settled; a void round earns nothing. An order of finance is final at maturity; an early exit voids the rebate, and orders of less than {days} days earn none. What is final is paid into your wallet.',
        },
        {
          title: '3. Bets',
          text: 'All rebates of a friend’s bets in a round, of both levels together, are at most half of what the house keeps of these bets on average; anything above that is cut. Stakes that cancel each other out in a round, such as big and small, earn nothing.',
        },
        {
          title: '4. Where the money comes from',
          text: 'Rebates are gifts of the house from its marketing account. No member pays for them. For an order of finance, the operator sets the highest rebates aside in the product’s reserve before the sale; at maturity, what is earned goes from there to this account. While the account is short, rebates that are due wait in a queue, in order, and rebates are paused: orders placed in this time earn none, not even later. The pages say so. The operator can switch referral off: new orders then earn nothing, and what is pending runs to its end.',
        },
        {
          title: '5. What earns nothing',
          text: 'The part of an order that a voucher paid; refunded orders; orders during your break or self-exclusion; everything that is not paid when your account is closed or a break begins; and accounts of the same person. While an operator checks whether two accounts belong to the same person, the rebate is in review and is not paid.',
        },
        {
          title: '6. No income',
          text: 'Nobody promises you an income, and an invitation never costs anything. Most shares do not win, and your friends can lose what they spend. Say so when you invite, and invite only people of 18 or older who want to take part. A place in the ranking wins nothing.',
        },
      ],
    },
    'zh-cn': {
      title: '邀请与返利',
      intro: '好友下单你得到什么，何时支付，哪些没有返利。',
      sections: [
        {
          title: '1. 你得到什么',
          text: '用你的邀请码注册的会员是你的直接好友，他们邀请的人是你的间接好友。直接好友的订单返 {direct}，另加你的 VIP 等级额外返利；间接好友的订单返 {indirect}。只有两级，永远不会有第三级。好友付的价格与所有人相同。每笔返利沿用记录时的比例，向下取整。',
        },
        {
          title: '2. 何时支付',
          text: '订单最终确定之前，返利为待确定。商城订单在开奖时确定；如果该期未售罄而退款，返利作废。投注在该期结算时确定；作废的期没有返利。理财订单在到期时确定；提前赎回则返利作废，期限不足 {days} 天的订单没有返利。确定后存入你的钱包。',
        },
        {
          title: '3. 投注',
          text: '一位好友在同一期中的投注，两级全部返利合计不超过平台从这些投注中平均所留的一半，超出部分会扣减。同一期中互相抵消的投注，例如大和小，没有返利。',
        },
        {
          title: '4. 钱从哪里来',
          text: '返利是平台从营销账户送出的，不由任何会员承担。理财订单的最高返利，由运营方在销售前预留在该产品的准备金中，到期时，应付的返利从那里转入这个账户。账户余额不足时，应付的返利按顺序排队，返利同时暂停：这段时间的订单没有返利，以后也不补。页面会写明。运营方可以关闭邀请返利：此后新订单没有返利，待确定的照常处理到底。',
        },
        {
          title: '5. 哪些没有返利',
          text: '订单中由优惠券抵扣的部分；已退款的订单；你处于冷静期或自我禁入期间的订单；账号注销或冷静期开始时尚未支付的返利；以及属于同一个人的账号。工作人员核查两个账号是否属于同一个人期间，返利为核查中，不予支付。',
        },
        {
          title: '6. 不是收入',
          text: '没有人向你承诺收入，邀请也不需要花钱。大多数份额不会中奖，你的好友可能失去所花的钱。邀请时请如实说明，并且只邀请年满 18 岁、自己愿意参加的人。上排行榜没有奖励。',
        },
      ],
    },
    'hi-in': {
      title: 'इनवाइट और कमीशन',
      intro: 'आपके बुलाए दोस्त ऑर्डर करें तो आपको क्या मिलता है, कब मिलता है, और किस पर कुछ नहीं मिलता।',
      sections: [
        {
          title: '1. आपको क्या मिलता है',
          text: 'जो आपके इनवाइट कोड से रजिस्टर करते हैं, वे आपके सीधे दोस्त हैं; जिन्हें वे बुलाते हैं, वे दोस्तों के ज़रिए जुड़ते हैं। सीधे दोस्तों के ऑर्डर पर {direct} और ऊपर से आपके VIP लेवल का अतिरिक्त मिलता है, दोस्तों के ज़रिए जुड़े लोगों के ऑर्डर पर {indirect}। दो ही लेवल हैं, तीसरा कभी नहीं। दोस्त वही कीमत देते हैं जो सब देते हैं। हर कमीशन उसी प्रतिशत पर रहता है जिस पर वह दर्ज हुआ; रकम नीचे की ओर पूरी की जाती है।',
        },
        {
          title: '2. कब मिलता है',
          text: 'ऑर्डर पक्का होने तक कमीशन बाकी रहता है। मॉल का ऑर्डर ड्रॉ पर पक्का होता है; राउंड पूरा न बिके और रिफ़ंड हो, तो कमीशन रद्द हो जाता है। बेट नतीजे पर पक्की होती है; रद्द राउंड पर कुछ नहीं मिलता। फ़ाइनेंस ऑर्डर अवधि पूरी होने पर पक्का होता है; समय से पहले बंद करने पर कमीशन रद्द होता है, और {days} दिन से कम के ऑर्डर पर नहीं मिलता। पक्का होने पर कमीशन आपके वॉलेट में आता है।',
        },
        {
          title: '3. बेट',
          text: 'एक राउंड में किसी दोस्त की बेट पर दोनों लेवल का सारा कमीशन मिलाकर उस रकम के आधे से ज़्यादा नहीं होता, जो संचालक इन बेट से औसतन रखता है; उससे ज़्यादा रकम घटा दी जाती है। एक राउंड में एक-दूसरे को काटने वाली बेट पर, जैसे बड़ा और छोटा, कुछ नहीं मिलता।',
        },
        {
          title: '4. पैसा कहाँ से आता है',
          text: 'कमीशन संचालक का तोहफ़ा है, उसके मार्केटिंग खाते से। कोई सदस्य इसका पैसा नहीं देता। फ़ाइनेंस के ऑर्डर के लिए संचालक बिक्री से पहले ही सबसे ज़्यादा कमीशन प्रोडक्ट के रिज़र्व में अलग रखता है; अवधि पूरी होने पर जो कमीशन बनता है वह वहाँ से इस खाते में आता है। खाते में पैसे कम हों तो बकाया कमीशन क्रम से कतार में रुकता है और नया कमीशन बंद रहता है: उस समय के ऑर्डर पर कमीशन नहीं मिलता, बाद में भी नहीं। पेज यह बताते हैं। संचालक इनवाइट का कमीशन बंद कर सकता है: तब नए ऑर्डर पर कुछ नहीं मिलता, और जो बाकी है वह अंत तक चलता है।',
        },
        {
          title: '5. किस पर कुछ नहीं मिलता',
          text: 'ऑर्डर की वह रकम जो कूपन से दी गई; रिफ़ंड हुए ऑर्डर; आपके ब्रेक या खुद पर रोक के समय के ऑर्डर; खाता बंद होने या ब्रेक शुरू होने पर जो अभी नहीं मिला; और एक ही व्यक्ति के खाते। जब तक ऑपरेटर जाँचता है कि दो खाते एक ही व्यक्ति के हैं या नहीं, कमीशन जाँच में रहता है और नहीं दिया जाता।',
        },
        {
          title: '6. यह आमदनी नहीं है',
          text: 'कोई आपसे आमदनी का वादा नहीं करता, और दोस्तों को बुलाने में कभी पैसे नहीं लगते। ज़्यादातर हिस्से नहीं जीतते, और आपके दोस्त खर्च किया पैसा खो सकते हैं। बुलाते समय यह बताएँ, और सिर्फ़ 18 साल या उससे बड़े उन लोगों को बुलाएँ जो खुद शामिल होना चाहें। रैंकिंग में जगह से कुछ नहीं मिलता।',
        },
      ],
    },
    'pt-br': {
      title: 'Convites e comissões',
      intro:
        'O que você ganha quando os amigos que convidou fazem pedidos, quando é pago e o que não rende nada.',
      sections: [
        {
          title: '1. O que você recebe',
          text: 'Quem se cadastra com o seu código de convite é seu amigo direto; quem essa pessoa convida é seu amigo indireto. Você recebe {direct} dos pedidos dos amigos diretos, mais o extra do seu nível VIP, e {indirect} dos pedidos dos indiretos. São dois níveis, nunca mais. Seus amigos pagam o mesmo preço que todo mundo. Cada comissão mantém a porcentagem com que foi registrada e é arredondada para baixo.',
        },
        {
          title: '2. Quando é paga',
          text: 'A comissão fica pendente até o pedido ser definitivo. Um pedido da loja é definitivo no sorteio; se a edição não é vendida por inteiro e é reembolsada, a comissão é anulada. Uma aposta é definitiva com o resultado da rodada; uma rodada anulada não rende nada. Um pedido financeiro é definitivo no vencimento; o resgate antecipado anula a comissão, e pedidos de menos de {days} dias não rendem nenhuma. O que é definitivo vai para a sua carteira.',
        },
        {
          title: '3. Apostas',
          text: 'Todas as comissões das apostas de um amigo em uma rodada, dos dois níveis juntos, somam no máximo metade do que a plataforma fica em média com essas apostas; o que passa disso é cortado. Apostas que se anulam na mesma rodada, como grande e pequeno, não rendem nada.',
        },
        {
          title: '4. De onde vem o dinheiro',
          text: 'As comissões são presentes da plataforma, pagos pela conta de marketing dela. Nenhum membro paga por elas. Para um pedido financeiro, o operador separa as comissões máximas na reserva do produto antes da venda; no vencimento, o que for devido passa dali para essa conta. Quando falta dinheiro nessa conta, as comissões devidas esperam na fila, em ordem, e novas comissões ficam suspensas: pedidos desse período não rendem nenhuma, nem depois. As páginas avisam. O operador pode desligar os convites: novos pedidos deixam de render, e o que está pendente segue até o fim.',
        },
        {
          title: '5. O que não rende nada',
          text: 'A parte de um pedido paga com cupom; pedidos reembolsados; pedidos feitos durante a sua pausa ou autoexclusão; tudo o que ainda não foi pago quando a sua conta é encerrada ou uma pausa começa; e contas da mesma pessoa. Enquanto um operador verifica se duas contas são da mesma pessoa, a comissão fica em análise e não é paga.',
        },
        {
          title: '6. Não é renda',
          text: 'Ninguém promete renda a você, e convidar nunca custa nada. A maioria das cotas não ganha, e seus amigos podem perder o que gastam. Diga isso ao convidar e convide só pessoas com 18 anos ou mais que queiram participar. Uma posição no ranking não dá prêmio nenhum.',
        },
      ],
    },
    'id-id': {
      title: 'Undangan dan komisi',
      intro:
        'Apa yang Anda dapat saat teman yang Anda undang memesan, kapan dibayar, dan apa yang tidak menghasilkan apa pun.',
      sections: [
        {
          title: '1. Yang Anda dapat',
          text: 'Anggota yang mendaftar dengan kode undangan Anda adalah teman langsung; yang mereka undang adalah teman tidak langsung. Anda mendapat {direct} dari pesanan teman langsung, ditambah tambahan tingkat VIP Anda, dan {indirect} dari pesanan teman tidak langsung. Hanya ada dua tingkat, tidak pernah lebih. Teman Anda membayar harga yang sama dengan semua orang. Tiap komisi memakai persentase saat dicatat dan dibulatkan ke bawah.',
        },
        {
          title: '2. Kapan dibayar',
          text: 'Komisi belum final sampai pesanannya final. Pesanan mal final saat diundi; jika edisinya tidak habis terjual dan dananya dikembalikan, komisinya batal. Taruhan final saat putarannya ada hasil; putaran yang batal tidak menghasilkan apa pun. Pesanan keuangan final saat jatuh tempo; jika diakhiri lebih awal, komisinya batal, dan pesanan kurang dari {days} hari tidak menghasilkan komisi. Yang sudah final masuk ke dompet Anda.',
        },
        {
          title: '3. Taruhan',
          text: 'Semua komisi dari taruhan seorang teman dalam satu putaran, kedua tingkat bersama-sama, paling banyak setengah dari yang rata-rata tersisa bagi penyelenggara dari taruhan itu; selebihnya dipotong. Taruhan yang saling meniadakan dalam satu putaran, seperti besar dan kecil, tidak menghasilkan apa pun.',
        },
        {
          title: '4. Dari mana uangnya',
          text: 'Komisi adalah hadiah dari penyelenggara, dibayar dari akun pemasarannya. Tidak ada anggota yang menanggungnya. Untuk pesanan produk keuangan, operator menyisihkan komisi tertinggi di dana cadangan produknya sebelum dijual; saat jatuh tempo, yang harus dibayar dipindahkan dari sana ke akun ini. Saat dana akun itu kurang, komisi yang harus dibayar menunggu dalam antrean sesuai urutan dan komisi dijeda: pesanan pada masa itu tidak menghasilkan komisi, juga tidak nanti. Halamannya memberi tahu. Operator dapat mematikan fitur undangan: pesanan baru lalu tidak menghasilkan apa pun, dan yang belum final berjalan sampai selesai.',
        },
        {
          title: '5. Yang tidak menghasilkan apa pun',
          text: 'Bagian pesanan yang dibayar voucher; pesanan yang dananya dikembalikan; pesanan selama jeda atau blokir diri Anda; semua yang belum dibayar saat akun Anda ditutup atau jeda dimulai; dan akun milik orang yang sama. Selama operator memeriksa apakah dua akun milik orang yang sama, komisinya ditinjau dan tidak dibayar.',
        },
        {
          title: '6. Bukan penghasilan',
          text: 'Tidak ada yang menjanjikan penghasilan kepada Anda, dan mengundang tidak pernah dipungut biaya. Sebagian besar bagian tidak menang, dan teman Anda bisa kehilangan uang yang dibelanjakan. Katakan itu saat mengundang, dan undang hanya orang berusia 18 tahun ke atas yang memang mau ikut. Masuk peringkat tidak mendapat apa pun.',
        },
      ],
    },
    'ar-sa': {
      title: 'الدعوات والعمولات',
      intro: 'ما تكسبه عندما يطلب أصدقاء دعوتهم، ومتى يُدفع، وما لا يكسب شيئًا.',
      sections: [
        {
          title: '1. ماذا تكسب',
          text: 'من يسجّل برمز دعوتك صديق مباشر، ومن يدعوه هو صديق غير مباشر. تكسب {direct} من طلبات الأصدقاء المباشرين وفوقها زيادة مستواك في VIP، و{indirect} من طلبات غير المباشرين. هناك مستويان فقط ولا ثالث لهما أبدًا. يدفع أصدقاؤك السعر نفسه كغيرهم. تحتفظ كل عمولة بالنسبة التي سُجّلت بها، وتُقرَّب إلى الأدنى.',
        },
        {
          title: '2. متى تُدفع',
          text: 'لا تُستحق العمولة حتى يصبح الطلب نهائيًا. طلب المتجر نهائي عند السحب؛ وإن لم يُبَع الإصدار كاملًا ورُدّت مبالغه تُلغى العمولة. الرهان نهائي عند ظهور نتيجة جولته، والجولة الملغاة لا تكسب شيئًا. الطلب المالي نهائي عند الاستحقاق؛ والخروج المبكر يلغي العمولة، والطلبات التي تقل مدتها بالأيام عن {days} لا عمولة لها. ما يصبح نهائيًا يصل إلى محفظتك.',
        },
        {
          title: '3. الرهانات',
          text: 'كل عمولات رهانات صديق في جولة، للمستويين معًا، لا تتجاوز نصف ما يبقى للمشغّل من هذه الرهانات في المتوسط، وما زاد يُقتطع. الرهانات التي يلغي بعضها بعضًا في جولة واحدة، مثل كبير وصغير، لا تكسب شيئًا.',
        },
        {
          title: '4. من أين يأتي المال',
          text: 'العمولات هدايا من المشغّل تُدفع من حساب التسويق لديه، ولا يدفع ثمنها أي عضو. وفي طلبات المنتجات المالية يحجز المشغّل أقصى العمولات في احتياطي المنتج قبل البيع، وعند الاستحقاق ينتقل المستحق منها إلى هذا الحساب. عندما لا يكفي رصيد الحساب تنتظر العمولات المستحقة بالترتيب وتتوقف العمولات مؤقتًا: طلبات تلك الفترة لا تكسب عمولة، ولا لاحقًا. وتذكر الصفحات ذلك. يمكن للمشغّل إيقاف الدعوات: عندها لا تكسب الطلبات الجديدة شيئًا، وتسير العمولات غير المستحقة بعد إلى نهايتها.',
        },
        {
          title: '5. ما لا يكسب شيئًا',
          text: 'الجزء الذي دفعه كوبون من الطلب؛ والطلبات التي رُدّ مبلغها؛ والطلبات أثناء استراحتك أو استبعادك الذاتي؛ وكل ما لم يُدفع عند إغلاق حسابك أو بدء استراحة؛ وحسابات الشخص نفسه. وما دام موظف يتحقق مما إذا كان حسابان للشخص نفسه تبقى العمولة قيد المراجعة ولا تُدفع.',
        },
        {
          title: '6. ليست دخلًا',
          text: 'لا أحد يعدك بدخل، والدعوة لا تكلف شيئًا أبدًا. معظم الحصص لا تفوز، وقد يخسر أصدقاؤك ما ينفقونه. قل ذلك عندما تدعو، وادعُ فقط من بلغ 18 عامًا أو أكثر ويرغب في المشاركة. الظهور في الترتيب لا يمنحك شيئًا.',
        },
      ],
    },
    'bn-bd': {
      title: 'আমন্ত্রণ ও কমিশন',
      intro: 'আপনার ডাকা বন্ধুরা অর্ডার করলে আপনি কী পান, কখন পান, আর কিসে কিছু পান না।',
      sections: [
        {
          title: '1. আপনি কী পান',
          text: 'যারা আপনার আমন্ত্রণ কোড দিয়ে নিবন্ধন করেন তারা আপনার সরাসরি বন্ধু; তারা যাদের ডাকেন তারা বন্ধুর মাধ্যমে যুক্ত। সরাসরি বন্ধুদের অর্ডারে {direct} এবং সঙ্গে আপনার VIP লেভেলের বাড়তি পান, বন্ধুর মাধ্যমে যুক্তদের অর্ডারে {indirect}। স্তর দুটিই, তৃতীয় কখনো নেই। বন্ধুরা সবার মতো একই দাম দেন। প্রতিটি কমিশন যে শতাংশে লেখা হয়েছে সেটিই থাকে; টাকা নিচের দিকে পূর্ণ করা হয়।',
        },
        {
          title: '2. কখন পান',
          text: 'অর্ডার চূড়ান্ত না হওয়া পর্যন্ত কমিশন অপেক্ষায় থাকে। মলের অর্ডার ড্রয়ে চূড়ান্ত হয়; রাউন্ডের সব শেয়ার বিক্রি না হয়ে টাকা ফেরত গেলে কমিশন বাতিল হয়। বাজি চূড়ান্ত হয় রাউন্ডের ফলে; বাতিল রাউন্ডে কিছু নেই। ফাইন্যান্স অর্ডার চূড়ান্ত হয় মেয়াদ শেষে; আগে ভাঙালে কমিশন বাতিল হয়, আর {days} দিনের কম মেয়াদে কমিশন নেই। চূড়ান্ত হলে তা আপনার ওয়ালেটে আসে।',
        },
        {
          title: '3. বাজি',
          text: 'এক রাউন্ডে একজন বন্ধুর বাজিতে দুই স্তরের সব কমিশন মিলে, এসব বাজি থেকে আয়োজকের গড়ে যা থাকে তার অর্ধেকের বেশি নয়; বেশি হলে কমানো হয়। একই রাউন্ডে একে অন্যকে কাটে এমন বাজিতে, যেমন বড় ও ছোট, কিছু নেই।',
        },
        {
          title: '4. টাকা কোথা থেকে আসে',
          text: 'কমিশন আয়োজকের উপহার, তার মার্কেটিং অ্যাকাউন্ট থেকে। কোনো সদস্য এর টাকা দেন না। ফাইন্যান্সের অর্ডারের জন্য আয়োজক বিক্রির আগেই সর্বোচ্চ কমিশন প্রোডাক্টের রিজার্ভে আলাদা রাখে; মেয়াদ শেষে যা পাওনা হয় তা সেখান থেকে এই অ্যাকাউন্টে আসে। অ্যাকাউন্টে টাকা কম হলে পাওনা কমিশন ক্রম মেনে সারিতে থাকে, আর নতুন কমিশন থেমে থাকে: সেই সময়ের অর্ডারে কমিশন নেই, পরেও নয়। পাতায় তা লেখা থাকে। আয়োজক আমন্ত্রণের কমিশন বন্ধ করতে পারে: তখন নতুন অর্ডারে কিছু নেই, আর যা অপেক্ষায় আছে তা শেষ পর্যন্ত চলে।',
        },
        {
          title: '5. কিসে কিছু পান না',
          text: 'অর্ডারের যে অংশ কুপনে দেওয়া; টাকা ফেরত হওয়া অর্ডার; আপনার বিরতি বা নিজেকে বিরত রাখার সময়ের অর্ডার; অ্যাকাউন্ট বন্ধ হলে বা বিরতি শুরু হলে যা তখনো দেওয়া হয়নি; এবং একই ব্যক্তির একাধিক অ্যাকাউন্ট। দুটি অ্যাকাউন্ট একই ব্যক্তির কি না যাচাই চলাকালে কমিশন দেওয়া হয় না।',
        },
        {
          title: '6. এটি আয় নয়',
          text: 'কেউ আপনাকে আয়ের প্রতিশ্রুতি দেয় না, আর আমন্ত্রণে কখনো টাকা লাগে না। বেশির ভাগ শেয়ার জেতে না, আর বন্ধুরা খরচ করা টাকা হারাতে পারেন। ডাকার সময় তা বলুন, এবং শুধু 18 বছর বা তার বেশি বয়সী যারা নিজে অংশ নিতে চান তাদের ডাকুন। র‍্যাংকিংয়ে থাকলে কিছু পাওয়া যায় না।',
        },
      ],
    },
    'vi-vn': {
      title: 'Mời bạn và hoa hồng',
      intro: 'Bạn nhận gì khi bạn bè bạn mời đặt đơn, khi nào được trả, và khoản nào không có gì.',
      sections: [
        {
          title: '1. Bạn nhận được gì',
          text: 'Người đăng ký bằng mã mời của bạn là bạn bè trực tiếp; người họ mời là bạn bè gián tiếp. Bạn nhận {direct} trên đơn của bạn bè trực tiếp, cộng thêm theo cấp VIP của bạn, và {indirect} trên đơn của bạn bè gián tiếp. Chỉ có hai cấp, không bao giờ hơn. Bạn bè vẫn trả giá như mọi người. Mỗi khoản hoa hồng giữ tỷ lệ lúc được ghi và được làm tròn xuống.',
        },
        {
          title: '2. Khi nào được trả',
          text: 'Hoa hồng chờ đến khi đơn đã chốt. Đơn ở cửa hàng chốt lúc mở thưởng; nếu kỳ không bán hết và được hoàn tiền, hoa hồng bị hủy. Tiền cược chốt khi kỳ có kết quả; kỳ bị hủy không có gì. Đơn tài chính chốt khi đáo hạn; tất toán sớm thì hoa hồng bị hủy, và đơn dưới {days} ngày không có hoa hồng. Khoản đã chốt vào thẳng ví của bạn.',
        },
        {
          title: '3. Tiền cược',
          text: 'Tổng hoa hồng từ tiền cược của một người bạn trong một kỳ, tính cả hai cấp, tối đa bằng nửa phần nhà tổ chức giữ lại trung bình từ số cược đó; phần vượt bị cắt bớt. Các cược triệt tiêu nhau trong một kỳ, như lớn và nhỏ, không có gì.',
        },
        {
          title: '4. Tiền từ đâu ra',
          text: 'Hoa hồng do nhà tổ chức tặng, trả từ tài khoản tiếp thị. Không thành viên nào phải trả khoản này. Với đơn tài chính, đơn vị vận hành để dành mức hoa hồng cao nhất trong quỹ dự phòng của sản phẩm trước khi bán; khi đáo hạn, phần phải trả chuyển từ đó sang tài khoản này. Khi tài khoản thiếu tiền, hoa hồng đến hạn xếp hàng theo thứ tự và hoa hồng tạm dừng: đơn trong thời gian đó không có hoa hồng, sau này cũng không. Các trang có ghi rõ. Đơn vị vận hành có thể tắt phần mời bạn: khi đó đơn mới không có gì, còn khoản đang chờ vẫn được xử lý đến cùng.',
        },
        {
          title: '5. Khoản nào không có gì',
          text: 'Phần đơn do phiếu giảm giá trả; đơn đã hoàn tiền; đơn trong lúc bạn tạm nghỉ hoặc tự cấm chơi; mọi khoản chưa trả khi tài khoản của bạn đóng hoặc đợt tạm nghỉ bắt đầu; và các tài khoản của cùng một người. Trong lúc kiểm tra xem hai tài khoản có thuộc cùng một người không, hoa hồng được xem xét và chưa trả.',
        },
        {
          title: '6. Không phải thu nhập',
          text: 'Không ai hứa cho bạn thu nhập, và mời bạn không bao giờ mất tiền. Đa số phần mua không trúng, và bạn bè của bạn có thể mất số tiền đã chi. Hãy nói rõ điều đó khi mời, và chỉ mời người từ 18 tuổi trở lên muốn tham gia. Có tên trong bảng xếp hạng không được thưởng gì.',
        },
      ],
    },
  },
}
