/** Responsible play. It says only what this version can do. */
import type { Rule } from '../rule.ts'

export const play: Rule = {
  version: '3',
  since: '2026-11-22',
  texts: {
    'en-us': {
      title: 'Responsible play',
      intro: 'Lucky draws are for fun. They are not a way to earn money.',
      sections: [
        {
          title: '1. What to expect',
          text: 'Each share is one chance among all shares of the issue. Most shares do not win, and a share that does not win is not refunded. The number of shares, your chance and the price are shown before you pay.',
        },
        {
          title: '2. Every draw is independent',
          text: 'Earlier losses do not change your chance. More purchases never make up for earlier ones: each share has the same chance, no matter who holds it or when it was bought.',
        },
        {
          title: '3. Stay within your limits',
          text: 'Decide beforehand how much you want to spend, and do not go beyond it. Do not play with borrowed money or with money that you need. Many products have a maximum number of shares per member; it applies to everyone.',
        },
        {
          title: '4. Keep an eye on it',
          text: 'Your wallet statement lists every movement of your wallet with the balance after it, and your orders show what you took part in. In this sandbox all amounts are play money.',
        },
        {
          title: '5. Take a break',
          text: 'In the settings you can limit how much you top up, spend and lose and how long you play, per day, week or month. A stricter limit takes effect immediately; a looser one waits at least a day. There you can also take a break, exclude yourself for six months to five years, and close your account. Nobody can shorten a break or a self-exclusion, and closing the account does not shorten it either: your number can register again only after it has ended and, if you had limits, only after the wait that a looser limit takes.',
        },
        {
          title: '6. Age and help',
          text: 'Only people aged 18 and over may take part. If playing worries you or people close to you, talk to someone you trust or to a helpline in your country.',
        },
      ],
    },
    'bn-bd': {
      title: 'দায়িত্বশীল অংশগ্রহণ',
      intro: 'লাকি ড্র আনন্দের জন্য, টাকা আয়ের উপায় নয়।',
      sections: [
        {
          title: '1. কী আশা করবেন',
          text: 'প্রতিটি শেয়ার মানে রাউন্ডের সব শেয়ারের মধ্যে একটি সুযোগ। বেশির ভাগ শেয়ার জেতে না, আর না জেতা শেয়ারের টাকা ফেরত হয় না। টাকা দেওয়ার আগেই মোট শেয়ার, আপনার সম্ভাবনা ও দাম দেখানো হয়।',
        },
        {
          title: '2. ভাগ্যের কোনো স্মৃতি নেই',
          text: 'আগে কে হেরেছেন, রাউন্ড তা জানে না। বেশি কিনলে আগের ক্ষতি পুষিয়ে যায় না: যাঁরই হোক, যখনই কেনা হোক, প্রতিটি শেয়ারের সম্ভাবনা সমান।',
        },
        {
          title: '3. সীমার মধ্যে থাকুন',
          text: 'কত খরচ করবেন, আগেই ঠিক করুন এবং তার বেশি যাবেন না। ধার করা টাকা বা দরকারি টাকা দিয়ে অংশ নেবেন না। অনেক পণ্যে সদস্যপ্রতি শেয়ারের সর্বোচ্চ সংখ্যা আছে; তা সবার জন্যই সমান।',
        },
        {
          title: '4. নজর রাখুন',
          text: 'আপনার ওয়ালেট স্টেটমেন্টে ওয়ালেটের প্রতিটি লেনদেন ও তার পরের ব্যালেন্স থাকে, আর অর্ডারে দেখা যায় কোথায় কোথায় অংশ নিয়েছেন। এই স্যান্ডবক্সে সব টাকাই ডেমো টাকা।',
        },
        {
          title: '5. বিরতি নিন',
          text: 'সেটিংসে প্রতিদিন, প্রতি সপ্তাহে বা প্রতি মাসে রিচার্জ, খরচ, লোকসান ও সময়ের সীমা ঠিক করতে পারেন। সীমা কমালে তা সঙ্গে সঙ্গে কার্যকর হয়; বাড়াতে চাইলে অন্তত এক দিন অপেক্ষা করতে হয়। সেখানেই বিরতি নিতে, ছয় মাস থেকে পাঁচ বছরের জন্য নিজেকে বিরত রাখতে এবং অ্যাকাউন্ট বন্ধ করতে পারেন। শুরু হওয়া বিরতি বা নিজেকে বিরত রাখার মেয়াদ কেউ কমাতে পারে না। অ্যাকাউন্ট বন্ধ করলেও তা কমে না: মেয়াদ শেষ হলে তবেই আপনার নম্বরে আবার নিবন্ধন করা যায়, আর সীমা ঠিক করা থাকলে তা বাড়াতে যতটা অপেক্ষা করতে হতো ততটা পরে।',
        },
        {
          title: '6. বয়স ও সাহায্য',
          text: 'কেবল 18 বছর বা তার বেশি বয়সীরা অংশ নিতে পারেন। এতে আপনার বা অন্য কারও দুশ্চিন্তা হলে বিশ্বস্ত কারও সঙ্গে, বা আপনার দেশের কোনো হেল্পলাইনে কথা বলুন।',
        },
      ],
    },
    'ar-sa': {
      title: 'اللعب المسؤول',
      intro: 'السحوبات للتسلية، وليست وسيلة لكسب المال.',
      sections: [
        {
          title: '1. ما الذي تتوقعه',
          text: 'كل حصة فرصة واحدة من بين جميع حصص الإصدار. معظم الحصص لا تفوز، والحصة التي لا تفوز لا تُرد قيمتها. ويُعرض عدد الحصص وفرصتك والسعر قبل أن تدفع.',
        },
        {
          title: '2. الحظ لا ذاكرة له',
          text: 'لا يعرف الإصدار من خسر من قبل. وكثرة الشراء لا تعوّض ما سبق: لكل حصة الفرصة نفسها، أيًا كان صاحبها ومتى اشتُريت.',
        },
        {
          title: '3. ابقَ ضمن حدودك',
          text: 'قرر مسبقًا كم تريد أن تنفق ولا تتجاوزه. لا تلعب بمال مقترض أو بمال تحتاج إليه. ولكثير من المنتجات حد أقصى من الحصص للعضو الواحد، وهو يسري على الجميع.',
        },
        {
          title: '4. راقب ما تنفقه',
          text: 'يسرد كشف الحركات كل حركة في محفظتك مع الرصيد بعدها، وتُظهر طلباتك ما شاركت فيه. وجميع المبالغ في هذه البيئة التجريبية نقود تجريبية.',
        },
        {
          title: '5. خذ استراحة',
          text: 'يمكنك من الإعدادات أن تضع حدودًا للشحن والإنفاق والخسارة ووقت الاستخدام، يوميًا أو أسبوعيًا أو شهريًا. يسري الحد الأشد فورًا، أما الأوسع فينتظر يومًا على الأقل. ومنها أيضًا تأخذ استراحة، أو تستبعد نفسك من ستة أشهر إلى خمس سنوات، أو تغلق حسابك. ولا يستطيع أحد تقصير استراحة أو استبعاد، ولا يقصّرهما إغلاق الحساب: لا يمكن التسجيل برقمك مجددًا إلا بعد انتهائهما، وإن كانت لديك حدود فبعد المدة التي كان سينتظرها حد أوسع.',
        },
        {
          title: '6. العمر والمساعدة',
          text: 'لا يشارك إلا من بلغ 18 عامًا فأكثر. وإذا سبّب لك اللعب أو لغيرك قلقًا فتحدث إلى من تثق به أو إلى خط مساعدة في بلدك.',
        },
      ],
    },
    'zh-cn': {
      title: '理性参与',
      intro: '幸运抽奖是为了乐趣，不是赚钱的办法。',
      sections: [
        {
          title: '1. 应有的预期',
          text: '每一份是本期所有份额中的一次机会。大多数份额不会中奖，未中奖的份额不退款。付款前会显示总份数、你的机会和价格。',
        },
        {
          title: '2. 运气没有记忆',
          text: '新的一期不知道谁之前没有中奖。多买并不能弥补之前的损失：无论谁持有、何时购买，每一份的机会都相同。',
        },
        {
          title: '3. 适可而止',
          text: '事先决定要花多少，不要超出。不要用借来的钱或生活所需的钱参与。许多商品设有每人份数上限，对所有人一视同仁。',
        },
        {
          title: '4. 心中有数',
          text: '钱包明细列出钱包的每一笔变动及变动后的余额，订单显示你参与过什么。在这个沙盒里，所有金额都是体验金。',
        },
        {
          title: '5. 进入冷静期',
          text: '你可以在设置中按日、周或月限制充值、消费、亏损和使用时长。收紧的限额立即生效，放宽的至少要等一天。你也可以在那里进入冷静期、设置六个月至五年的自我禁入，或注销账号。冷静期和自我禁入一经开始，任何人都不能缩短。注销账号也不能：期满后你的手机号才能重新注册；设有限额的，须等到放宽限额所需的时间过后。',
        },
        {
          title: '6. 年龄与求助',
          text: '只有年满 18 岁的人可以参加。如果参与抽奖让你或他人感到困扰，请与信任的人谈谈，或拨打你所在国家的求助热线。',
        },
      ],
    },
    'hi-in': {
      title: 'ज़िम्मेदारी से खेलें',
      intro: 'लकी ड्रॉ मज़े के लिए हैं, पैसा कमाने का तरीका नहीं।',
      sections: [
        {
          title: '1. क्या उम्मीद रखें',
          text: 'हर हिस्सा राउंड के सभी हिस्सों में से एक मौका है। ज़्यादातर हिस्से नहीं जीतते, और जो नहीं जीतता उसका पैसा वापस नहीं होता। हिस्सों की संख्या, आपकी संभावना और दाम भुगतान से पहले दिखाए जाते हैं।',
        },
        {
          title: '2. किस्मत को कुछ याद नहीं रहता',
          text: 'राउंड नहीं जानता कि पहले कौन हारा। ज़्यादा खरीदने से पिछली खरीद की भरपाई नहीं होती: हर हिस्से की संभावना बराबर है, वह किसी का भी हो और कभी भी खरीदा गया हो।',
        },
        {
          title: '3. हद में रहें',
          text: 'पहले ही तय करें कि कितना खर्च करना है और उससे आगे न जाएँ। उधार के या ज़रूरत के पैसे से न खेलें। कई राउंड में हर सदस्य के लिए हिस्सों की अधिकतम संख्या होती है; वह सबके लिए है।',
        },
        {
          title: '4. नज़र रखें',
          text: 'वॉलेट स्टेटमेंट में वॉलेट का हर लेन-देन और उसके बाद का बैलेंस दिखता है, और ऑर्डर में दिखता है कि आप कहाँ-कहाँ शामिल हुए। इस सैंडबॉक्स में हर रकम डेमो पैसा है।',
        },
        {
          title: '5. थोड़ा रुकें',
          text: 'आप सेटिंग में रोज़, हर हफ़्ते या हर महीने के लिए रिचार्ज, खर्च, नुकसान और समय की सीमा तय कर सकते हैं। सीमा घटाने पर वह तुरंत लागू होती है; बढ़ाने पर कम से कम एक दिन रुकना पड़ता है। वहीं आप ब्रेक ले सकते हैं, छह महीने से पाँच साल तक खुद पर रोक लगा सकते हैं और खाता बंद कर सकते हैं। शुरू हो चुके ब्रेक या रोक को कोई छोटा नहीं कर सकता। खाता बंद करने से भी वे छोटे नहीं होते: उनके खत्म होने पर ही आपके नंबर से फिर खाता बन सकता है, और सीमाएँ तय हों तो उतने समय बाद जितना सीमा बढ़ाने पर रुकना पड़ता।',
        },
        {
          title: '6. उम्र और मदद',
          text: 'सिर्फ़ 18 साल या उससे ज़्यादा उम्र के लोग शामिल हो सकते हैं। अगर खेल से आपको या किसी और को चिंता हो, तो किसी भरोसेमंद व्यक्ति से या अपने देश की हेल्पलाइन से बात करें।',
        },
      ],
    },
    'pt-br': {
      title: 'Jogo responsável',
      intro: 'Sorteios são diversão. Não são um jeito de ganhar dinheiro.',
      sections: [
        {
          title: '1. O que esperar',
          text: 'Cada cota é uma chance entre todas as cotas da edição. A maioria das cotas não ganha, e a cota que não ganha não é reembolsada. O número de cotas, a sua chance e o preço aparecem antes do pagamento.',
        },
        {
          title: '2. A sorte não tem memória',
          text: 'Uma edição não sabe quem perdeu antes. Comprar mais nunca compensa compras anteriores: toda cota tem a mesma chance, seja de quem for e quando quer que tenha sido comprada.',
        },
        {
          title: '3. Fique dentro dos limites',
          text: 'Decida antes quanto quer gastar e não passe disso. Não jogue com dinheiro emprestado nem com dinheiro de que você precisa. Muitos produtos têm um número máximo de cotas por membro; ele vale para todos.',
        },
        {
          title: '4. Acompanhe',
          text: 'Seu extrato lista cada movimentação da carteira com o saldo depois dela, e seus pedidos mostram de que você participou. Neste ambiente de teste todo valor é dinheiro fictício.',
        },
        {
          title: '5. Faça uma pausa',
          text: 'Nas configurações você pode limitar quanto recarrega, gasta e perde e por quanto tempo joga, por dia, semana ou mês. Um limite mais rígido vale na hora; um mais folgado espera pelo menos um dia. Ali você também pode fazer uma pausa, se autoexcluir por seis meses a cinco anos e encerrar a conta. Ninguém pode encurtar uma pausa ou autoexclusão. Encerrar a conta também não encurta: seu número só pode se cadastrar de novo depois do fim delas e, se você tiver limites, depois do tempo que um limite mais folgado esperaria.',
        },
        {
          title: '6. Idade e ajuda',
          text: 'Só pessoas com 18 anos ou mais podem participar. Se o jogo preocupa você ou outras pessoas, fale com alguém de confiança ou com um serviço de apoio do seu país.',
        },
      ],
    },
    'id-id': {
      title: 'Bermain bijak',
      intro: 'Undian adalah untuk kesenangan, bukan cara mencari uang.',
      sections: [
        {
          title: '1. Apa yang bisa diharapkan',
          text: 'Setiap bagian adalah satu peluang di antara semua bagian edisi. Sebagian besar bagian tidak menang, dan uang untuk bagian yang tidak menang tidak dikembalikan. Jumlah bagian, peluang Anda, dan harganya ditampilkan sebelum membayar.',
        },
        {
          title: '2. Keberuntungan tidak punya ingatan',
          text: 'Sebuah edisi tidak tahu siapa yang kalah sebelumnya. Membeli lebih banyak tidak menutup pembelian yang lalu: setiap bagian punya peluang yang sama, siapa pun pemiliknya dan kapan pun dibeli.',
        },
        {
          title: '3. Jaga batasnya',
          text: 'Tentukan dulu berapa yang ingin Anda belanjakan, dan jangan melebihinya. Jangan bermain dengan uang pinjaman atau uang kebutuhan. Banyak produk punya jumlah bagian maksimal per anggota; batas itu berlaku untuk semua.',
        },
        {
          title: '4. Pantau terus',
          text: 'Riwayat dompet mencatat setiap pergerakan dompet beserta saldo setelahnya, dan pesanan menunjukkan apa saja yang Anda ikuti. Di sandbox ini semua nominal adalah uang demo.',
        },
        {
          title: '5. Ambil jeda',
          text: 'Di pengaturan Anda bisa membatasi isi saldo, pengeluaran, kerugian, dan durasi bermain per hari, minggu, atau bulan. Batas yang lebih ketat langsung berlaku; yang lebih longgar menunggu paling tidak satu hari. Di sana Anda juga bisa mengambil jeda, memblokir diri selama enam bulan hingga lima tahun, dan menutup akun. Jeda atau blokir diri yang sudah dimulai tidak bisa dipersingkat oleh siapa pun. Menutup akun juga tidak mempersingkatnya: nomor Anda baru bisa mendaftar lagi setelah masanya selesai, dan jika ada batas, setelah waktu tunggu untuk batas yang lebih longgar.',
        },
        {
          title: '6. Usia dan bantuan',
          text: 'Hanya orang berusia 18 tahun ke atas yang boleh ikut. Jika permainan membuat Anda atau orang lain cemas, bicaralah dengan orang yang Anda percayai atau layanan bantuan di negara Anda.',
        },
      ],
    },
    'vi-vn': {
      title: 'Chơi có trách nhiệm',
      intro: 'Mở thưởng may mắn là để vui, không phải cách kiếm tiền.',
      sections: [
        {
          title: '1. Nên trông đợi gì',
          text: 'Mỗi phần là một cơ hội trong tất cả các phần của kỳ. Đa số phần mua không trúng, và phần không trúng không được hoàn tiền. Số phần, cơ hội của bạn và giá được hiện trước khi trả tiền.',
        },
        {
          title: '2. May mắn không có trí nhớ',
          text: 'Kỳ mới không biết ai đã không trúng trước đó. Mua thêm không bao giờ bù được lần trước: mọi phần có cơ hội như nhau, dù ai giữ và mua lúc nào.',
        },
        {
          title: '3. Giữ trong giới hạn',
          text: 'Hãy quyết định trước bạn muốn chi bao nhiêu và đừng vượt quá. Đừng chơi bằng tiền vay hoặc tiền bạn cần dùng. Nhiều sản phẩm có số phần tối đa mỗi thành viên; mức đó áp dụng cho mọi người.',
        },
        {
          title: '4. Theo dõi thường xuyên',
          text: 'Lịch sử giao dịch ghi mọi biến động của ví kèm số dư sau đó, và đơn hàng cho thấy bạn đã tham gia những gì. Trong môi trường thử này mọi số tiền đều là tiền ảo.',
        },
        {
          title: '5. Tạm nghỉ',
          text: 'Trong phần cài đặt, bạn có thể đặt hạn mức nạp tiền, chi tiêu, thua lỗ và thời gian chơi theo ngày, tuần hoặc tháng. Hạn mức chặt hơn có hiệu lực ngay; hạn mức rộng hơn phải chờ ít nhất một ngày. Tại đó bạn cũng có thể tạm nghỉ, tự cấm chơi từ sáu tháng đến năm năm, hoặc đóng tài khoản. Không ai có thể rút ngắn một đợt tạm nghỉ hay tự cấm chơi đã bắt đầu. Đóng tài khoản cũng không rút ngắn được: số của bạn chỉ đăng ký lại được sau khi hết thời hạn đó, và nếu có đặt hạn mức thì sau thời gian chờ của một hạn mức rộng hơn.',
        },
        {
          title: '6. Tuổi và trợ giúp',
          text: 'Chỉ người đủ 18 tuổi được tham gia. Nếu việc chơi làm bạn hoặc người khác lo lắng, hãy nói chuyện với người bạn tin tưởng hoặc đường dây trợ giúp ở nước bạn.',
        },
      ],
    },
  },
}
