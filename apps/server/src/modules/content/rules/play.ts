/** Responsible play. It says only what this version can do. */
import type { Rule } from '../rule.ts'

export const play: Rule = {
  version: '1',
  since: '2026-11-21',
  texts: {
    'en-us': {
      title: 'Responsible play',
      intro: 'Lucky draws are for fun. They are no way to earn money.',
      sections: [
        {
          title: '1. What to expect',
          text: 'Each share is one chance among all shares of the issue. Most shares do not win, and a share that does not win is not refunded. The number of shares, your chance and the price are shown before you pay.',
        },
        {
          title: '2. Chance has no memory',
          text: 'An issue does not know who lost before. More purchases never make up for earlier ones: each share has the same chance, whoever holds it and whenever it was bought.',
        },
        {
          title: '3. Keep it in bounds',
          text: 'Decide beforehand how much you want to spend, and do not go beyond it. Do not play with borrowed money or with money that you need. Many products have a maximum number of shares per member; it holds for everybody.',
        },
        {
          title: '4. Keep an eye on it',
          text: 'Your funding records list every movement of your wallet with the balance after it, and your orders show what you took part in. In this sandbox all amounts are play money.',
        },
        {
          title: '5. Take a break',
          text: 'You can end your sessions in the settings at any time. To have your account closed, ask the operator. Limits and breaks that you set yourself are not part of this version yet.',
        },
        {
          title: '6. Age and help',
          text: 'Only people of 18 and older may take part. If play causes you or others worry, talk to somebody you trust or to a help line in your country.',
        },
      ],
    },
    'bn-bd': {
      title: 'দায়িত্বশীল অংশগ্রহণ',
      intro: 'লাকি ড্র আনন্দের জন্য, টাকা আয়ের উপায় নয়।',
      sections: [
        {
          title: '1. কী আশা করবেন',
          text: 'প্রতিটি শেয়ার মানে ইস্যুর সব শেয়ারের মধ্যে একটি সুযোগ। বেশিরভাগ শেয়ার জেতে না, আর না জেতা শেয়ারের টাকা ফেরত হয় না। টাকা দেওয়ার আগেই মোট শেয়ার, আপনার সম্ভাবনা ও দাম দেখানো হয়।',
        },
        {
          title: '2. ভাগ্যের কোনো স্মৃতি নেই',
          text: 'আগে কে হেরেছেন, ইস্যু তা জানে না। বেশি কিনলে আগের ক্ষতি পুষিয়ে যায় না: যাঁরই হোক, যখনই কেনা হোক, প্রতিটি শেয়ারের সম্ভাবনা সমান।',
        },
        {
          title: '3. সীমার মধ্যে থাকুন',
          text: 'কত খরচ করবেন, আগেই ঠিক করুন এবং তার বেশি যাবেন না। ধার করা টাকা বা দরকারি টাকা দিয়ে অংশ নেবেন না। অনেক পণ্যে সদস্যপ্রতি শেয়ারের সর্বোচ্চ সংখ্যা আছে; তা সবার জন্যই সমান।',
        },
        {
          title: '4. নজর রাখুন',
          text: 'আপনার লেনদেনের রেকর্ডে ওয়ালেটের প্রতিটি লেনদেন ও তার পরের ব্যালেন্স থাকে, আর অর্ডারে দেখা যায় কোথায় কোথায় অংশ নিয়েছেন। এই স্যান্ডবক্সে সব টাকাই খেলার টাকা।',
        },
        {
          title: '5. বিরতি নিন',
          text: 'সেটিংস থেকে যেকোনো সময় আপনার সেশন শেষ করতে পারেন। অ্যাকাউন্ট বন্ধ করতে চাইলে পরিচালনাকারীকে বলুন। নিজে ঠিক করা সীমা ও বিরতি এই সংস্করণে এখনও নেই।',
        },
        {
          title: '6. বয়স ও সাহায্য',
          text: 'কেবল 18 বছর বা তার বেশি বয়সীরা অংশ নিতে পারেন। এতে আপনার বা অন্য কারও দুশ্চিন্তা হলে বিশ্বস্ত কারও সাথে, বা আপনার দেশের কোনো হেল্পলাইনে কথা বলুন।',
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
          text: 'لا يعرف الإصدار من خسر من قبل. والمزيد من الشراء لا يعوض ما سبقه: لكل حصة الفرصة نفسها، أيًا كان صاحبها ومتى اشتُريت.',
        },
        {
          title: '3. ابقَ ضمن حدودك',
          text: 'قرر مسبقًا كم تريد أن تنفق ولا تتجاوزه. لا تلعب بمال مقترض أو بمال تحتاج إليه. ولكثير من المنتجات حد أقصى من الحصص للعضو الواحد، وهو يسري على الجميع.',
        },
        {
          title: '4. راقب ما تنفقه',
          text: 'يسرد سجل عملياتك كل حركة في محفظتك مع الرصيد بعدها، وتُظهر طلباتك ما شاركت فيه. وجميع المبالغ في هذه البيئة التجريبية نقود تجريبية.',
        },
        {
          title: '5. خذ استراحة',
          text: 'يمكنك إنهاء جلساتك من الإعدادات في أي وقت. ولإغلاق حسابك تواصل مع المشغّل. أما الحدود والاستراحات التي تضبطها بنفسك فليست جزءًا من هذه النسخة بعد.',
        },
        {
          title: '6. العمر والمساعدة',
          text: 'لا يشارك إلا من بلغ 18 عامًا فأكثر. وإذا سبّب لك اللعب أو لغيرك قلقًا فتحدث إلى من تثق به أو إلى خط مساعدة في بلدك.',
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
          text: '资金记录列出钱包的每一笔变动及变动后的余额，订单显示你参与过什么。在这个沙盒里，所有金额都是游戏币。',
        },
        {
          title: '5. 休息一下',
          text: '你可以随时在设置中退出登录。如需关闭账号，请联系运营方。自行设定限额和休息期的功能，本版本尚未提供。',
        },
        {
          title: '6. 年龄与求助',
          text: '只有年满 18 岁的人可以参加。如果参与抽奖让你或他人感到困扰，请与信任的人谈谈，或拨打你所在国家的求助热线。',
        },
      ],
    },
    'hi-in': {
      title: 'ज़िम्मेदारी से खेलें',
      intro: 'लकी ड्रॉ मज़े के लिए हैं, पैसा कमाने का तरीका नहीं।',
      sections: [
        {
          title: '1. क्या उम्मीद रखें',
          text: 'हर हिस्सा इश्यू के सभी हिस्सों में से एक मौका है। ज़्यादातर हिस्से नहीं जीतते, और जो नहीं जीतता उसका पैसा वापस नहीं होता। हिस्सों की संख्या, आपकी संभावना और दाम भुगतान से पहले दिखाए जाते हैं।',
        },
        {
          title: '2. किस्मत को कुछ याद नहीं रहता',
          text: 'इश्यू नहीं जानता कि पहले कौन हारा। ज़्यादा खरीदने से पिछली खरीद की भरपाई नहीं होती: हर हिस्से की संभावना बराबर है, वह किसी का भी हो और कभी भी खरीदा गया हो।',
        },
        {
          title: '3. हद में रहें',
          text: 'पहले ही तय करें कि कितना खर्च करना है और उससे आगे न जाएँ। उधार के या ज़रूरत के पैसे से न खेलें। कई इश्यू में हर सदस्य के लिए हिस्सों की अधिकतम संख्या होती है; वह सबके लिए है।',
        },
        {
          title: '4. नज़र रखें',
          text: 'लेन-देन के रिकॉर्ड में वॉलेट की हर हलचल और उसके बाद का बैलेंस दिखता है, और ऑर्डर में दिखता है कि आप कहाँ-कहाँ शामिल हुए। इस सैंडबॉक्स में हर रकम खेल का पैसा है।',
        },
        {
          title: '5. थोड़ा रुकें',
          text: 'आप सेटिंग में कभी भी अपने सेशन बंद कर सकते हैं। खाता बंद कराने के लिए संचालक से कहें। खुद तय की जाने वाली सीमाएँ और विराम इस वर्शन में अभी नहीं हैं।',
        },
        {
          title: '6. उम्र और मदद',
          text: 'सिर्फ़ 18 साल या उससे ज़्यादा उम्र के लोग शामिल हो सकते हैं। अगर खेल से आपको या किसी और को चिंता हो, तो किसी भरोसेमंद व्यक्ति से या अपने देश की हेल्पलाइन से बात करें।',
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
          title: '3. Mantenha limites',
          text: 'Decida antes quanto quer gastar e não passe disso. Não jogue com dinheiro emprestado nem com dinheiro de que você precisa. Muitos produtos têm um número máximo de cotas por membro; ele vale para todos.',
        },
        {
          title: '4. Acompanhe',
          text: 'Seu extrato lista cada movimentação da carteira com o saldo depois dela, e seus pedidos mostram de que você participou. Neste ambiente de teste todo valor é dinheiro fictício.',
        },
        {
          title: '5. Faça uma pausa',
          text: 'Você pode encerrar suas sessões nas configurações a qualquer momento. Para encerrar sua conta, fale com o operador. Limites e pausas definidos por você ainda não fazem parte desta versão.',
        },
        {
          title: '6. Idade e ajuda',
          text: 'Só pessoas com 18 anos ou mais podem participar. Se o jogo preocupa você ou outras pessoas, fale com alguém de confiança ou com um serviço de apoio do seu país.',
        },
      ],
    },
    'id-id': {
      title: 'Bermain bijak',
      intro: 'Undian adalah untuk kesenangan, bukan cara mencari uang.',
      sections: [
        {
          title: '1. Apa yang bisa diharapkan',
          text: 'Setiap bagian adalah satu peluang di antara semua bagian edisi. Sebagian besar bagian tidak menang, dan bagian yang tidak menang tidak dikembalikan. Jumlah bagian, peluang Anda, dan harganya ditampilkan sebelum membayar.',
        },
        {
          title: '2. Peluang tidak punya ingatan',
          text: 'Sebuah edisi tidak tahu siapa yang kalah sebelumnya. Membeli lebih banyak tidak menutup pembelian yang lalu: setiap bagian punya peluang yang sama, siapa pun pemiliknya dan kapan pun dibeli.',
        },
        {
          title: '3. Jaga batasnya',
          text: 'Tentukan dulu berapa yang ingin Anda belanjakan, dan jangan melebihinya. Jangan bermain dengan uang pinjaman atau uang kebutuhan. Banyak produk punya jumlah bagian maksimal per anggota; batas itu berlaku untuk semua.',
        },
        {
          title: '4. Pantau terus',
          text: 'Riwayat dana mencatat setiap pergerakan dompet beserta saldo setelahnya, dan pesanan menunjukkan apa saja yang Anda ikuti. Di sandbox ini semua nominal adalah uang mainan.',
        },
        {
          title: '5. Beristirahat',
          text: 'Anda bisa mengakhiri sesi di pengaturan kapan saja. Untuk menutup akun, hubungi operator. Batas dan jeda yang Anda atur sendiri belum tersedia di versi ini.',
        },
        {
          title: '6. Usia dan bantuan',
          text: 'Hanya orang berusia 18 tahun ke atas yang boleh ikut. Jika permainan membuat Anda atau orang lain cemas, bicaralah dengan orang yang Anda percayai atau layanan bantuan di negara Anda.',
        },
      ],
    },
    'vi-vn': {
      title: 'Chơi có trách nhiệm',
      intro: 'Rút thăm may mắn là để vui, không phải cách kiếm tiền.',
      sections: [
        {
          title: '1. Nên trông đợi gì',
          text: 'Mỗi phần là một cơ hội trong tất cả các phần của kỳ. Phần lớn không trúng, và phần không trúng không được hoàn tiền. Số phần, cơ hội của bạn và giá được hiện trước khi trả tiền.',
        },
        {
          title: '2. May rủi không có trí nhớ',
          text: 'Kỳ mới không biết ai đã không trúng trước đó. Mua thêm không bao giờ bù được lần trước: mọi phần có cơ hội như nhau, dù ai giữ và mua lúc nào.',
        },
        {
          title: '3. Giữ trong giới hạn',
          text: 'Hãy quyết định trước bạn muốn chi bao nhiêu và đừng vượt quá. Đừng chơi bằng tiền vay hoặc tiền bạn cần dùng. Nhiều sản phẩm có số phần tối đa mỗi thành viên; mức đó áp dụng cho mọi người.',
        },
        {
          title: '4. Theo dõi thường xuyên',
          text: 'Lịch sử tiền ghi mọi biến động của ví kèm số dư sau đó, và đơn hàng cho thấy bạn đã tham gia những gì. Trong môi trường thử này mọi số tiền đều là tiền chơi.',
        },
        {
          title: '5. Nghỉ một chút',
          text: 'Bạn có thể kết thúc các phiên trong phần cài đặt bất cứ lúc nào. Để đóng tài khoản, hãy liên hệ đơn vị vận hành. Giới hạn và thời gian nghỉ do bạn tự đặt chưa có trong phiên bản này.',
        },
        {
          title: '6. Tuổi và trợ giúp',
          text: 'Chỉ người đủ 18 tuổi được tham gia. Nếu việc chơi làm bạn hoặc người khác lo lắng, hãy nói chuyện với người bạn tin tưởng hoặc đường dây trợ giúp ở nước bạn.',
        },
      ],
    },
  },
}
